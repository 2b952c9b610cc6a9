//! Every command that can take long is interrupted at many moments: it exits with code 130, reports nothing false and
//! leaves no files behind. In debug builds `TAQUIN_STOP_AFTER_CHECKS=n` sets the flag of Ctrl-C at its n-th check, so
//! no test depends on timing; real signals are tested as well.

use crate::run::{Ran, Running, command};
use crate::tries;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Its shortest solution has 53 moves.
const FIFTEEN: &str = "5 12 11 14/13 4 7 1/2 0 15 6/3 9 10 8";
/// Its shortest solution has 31 moves.
const EIGHT: &str = "647850321";
/// Its shortest solution has 20 moves.
const NEAR: &str = "432678015";

/// A command with folders of its own.
struct Case {
    arguments: Vec<String>,
    folder: TempDir,
}

impl Case {
    /// `OUT` in an argument stands for the folder for output.
    fn new(arguments: &str, boards: &[&str]) -> Case {
        let folder = tempfile::tempdir().expect("there is room");
        std::fs::create_dir(folder.path().join("out")).expect("a folder");
        let out = folder.path().join("out").display().to_string();
        let arguments = arguments.split(' ').map(|word| word.replace("OUT", &out));
        Case { arguments: arguments.chain(boards.iter().map(|b| b.to_string())).collect(), folder }
    }

    fn command(&self) -> Command {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let mut command = command(&arguments);
        command.env("TAQUIN_CACHE_DIR", self.folder.path().join("tables"));
        command
    }

    fn stopped_after(&self, checks: u64) -> Ran {
        let mut command = self.command();
        command.env("TAQUIN_STOP_AFTER_CHECKS", checks.to_string());
        command.output().expect("the program runs").into()
    }

    /// Stops it at the first check, then at the one that `next` returns, until it ends by itself; returns how often
    /// it was stopped.
    fn stop_at(&self, truth: u64, next: impl Fn(u64) -> u64) -> usize {
        let (mut checks, mut stopped) = (1, 0);
        loop {
            let ran = self.stopped_after(checks);
            let context = format!("{:?} at check {checks}: {}{}", self.arguments, ran.out, ran.err);
            if ran.code != 130 {
                assert_eq!(ran.code, 0, "{context}");
                return stopped;
            }
            stopped += 1;
            self.nothing_is_left(&context);
            nothing_false(&ran, truth, &context);
            checks = next(checks);
        }
    }

    /// Asserts that there are only valid tables and the requested files, which are complete.
    fn nothing_is_left(&self, context: &str) {
        let tables = names(&self.folder.path().join("tables"));
        assert!(tables.iter().all(|name| name.ends_with(".pdb")), "{tables:?}: {context}");
        let out = names(&self.folder.path().join("out"));
        let asked_for =
            |name: &String| self.arguments.iter().any(|word| word.ends_with(&format!("/{name}")));
        assert!(out.iter().all(asked_for), "{out:?}: {context}");
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Returns the next check at which a long command is stopped.
fn later(checks: u64) -> u64 {
    tries(4 * checks + 3, 2 * checks + 1)
}

/// Asserts that every object printed was stopped by the interrupt or has a solution, and no bound is above the truth.
fn nothing_false(ran: &Ran, truth: u64, context: &str) {
    for line in ran.out.lines() {
        let object: Value = serde_json::from_str(line).expect("a JSON object");
        let bound = object["lower_bound"].as_u64().expect("a bound");
        assert!(bound <= truth, "{context}");
        match object["outcome"].as_str() {
            Some("stopped") => assert_eq!(object["stopped_by"], "interrupt", "{context}"),
            Some("solved") => {
                assert!(object["length"].as_u64() >= Some(truth), "{context}");
                let moves = object["moves_blank"].as_str().expect("its moves");
                let board = object["board"].as_str().expect("its board");
                let verified = crate::run::taquin(&["verify", board, moves]);
                assert_eq!(verified.code, 0, "{}: {context}", verified.out);
            }
            other => panic!("{other:?}: {context}"),
        }
    }
}

#[test]
fn every_algorithm_stops_at_any_check() {
    let finely = |checks| checks + 1 + checks / 2;
    let near = |arguments: &str| Case::new(arguments, &[NEAR]).stop_at(20, |it| 2 * it + 1);
    let far = |arguments: &str| Case::new(arguments, &[EIGHT]).stop_at(31, finely);
    let least = tries(100, 200);
    let list = crate::run::taquin(&["list", "--json"]).out;
    let list: Value = serde_json::from_str(&list).expect("a JSON object");
    let algorithms = list["algorithms"].as_array().expect("a list");
    assert!(algorithms.len() >= 15);
    let mut stopped = 0;
    for id in algorithms.iter().filter_map(|algorithm| algorithm["id"].as_str()) {
        for jobs in [1, 2] {
            let arguments = format!("solve --json --jobs {jobs} --algorithm {id}");
            let times = if tries(true, false) { near(&arguments) } else { far(&arguments) };
            assert!(times > 0, "{id} was never stopped");
            stopped += times;
        }
    }
    assert!(stopped > least, "{stopped}");
}

#[test]
fn long_searches_stop_at_any_check() {
    let cases = [
        ("ida --order DURL", 10),
        ("ida --order DURL --jobs 2", 10),
        ("fast-ida", 5),
        ("fast-ida --jobs 2", 5),
        ("astar --heuristic pdb:555", 5),
        ("auto", 5),
        ("auto --jobs 2", 5),
    ];
    for (algorithm, least) in cases.into_iter().skip(tries(1, 0)).step_by(tries(2, 1)) {
        let arguments = format!("solve --json --algorithm {algorithm}");
        let times = Case::new(&arguments, &[FIFTEEN]).stop_at(53, later);
        assert!(times >= least / tries(2, 1), "{algorithm}: {times}");
    }
}

#[test]
fn every_other_command_stops_at_any_check() {
    let greedy = crate::run::taquin(&["solve", FIFTEEN, "-a", "greedy", "--format", "moves"]).out;
    let cases: [(&str, &[&str]); 12] = [
        ("pdb build 555", &[]),
        ("pdb build 44 --size 3x3 --jobs 2", &[]),
        ("table --size 3x3 -o OUT/t.svg", &[]),
        ("generate --depth 20 --count 30 --size 3x3", &[]),
        ("generate --depth 12 --count 3 --size 4x4", &[]),
        ("gap", &[FIFTEEN, greedy.trim()]),
        ("compare -o OUT/c.svg -o OUT/c.csv", &[EIGHT]),
        ("compare --jobs 2 --random 5 --json", &[]),
        ("bench random:4 -a bfs,ida --jobs 2 -o OUT/b.jsonl", &[]),
        ("reproduce", &[]),
        ("solve -a bfs --tree OUT/t.svg -o OUT/g.gif", &["123460758"]),
        ("solve -a bfs", &[EIGHT, EIGHT, EIGHT]),
    ];
    for (arguments, boards) in cases {
        let case = Case::new(arguments, boards);
        let (mut checks, mut stopped) = (1, 0);
        loop {
            let ran = case.stopped_after(checks);
            let context = format!("{arguments} at check {checks}: {}{}", ran.out, ran.err);
            if ran.code != 130 {
                assert!(ran.code < 4, "{context}");
                break;
            }
            stopped += 1;
            case.nothing_is_left(&context);
            checks = later(checks);
        }
        assert!(stopped > 0, "{arguments} was never stopped");
    }
}

/// The commands that real signals are sent to.
const SIGNALLED: [(&str, &[&str]); 8] = [
    ("solve --json --algorithm ida --order DURL --jobs 2", &[FIFTEEN]),
    ("solve --json --algorithm fast-ida --heuristic pdb:555", &[FIFTEEN]),
    ("solve --json --algorithm astar --max-memory 200MiB", &[FIFTEEN]),
    ("pdb build 663", &[]),
    ("table --size 2x5 -o OUT/t.svg", &[]),
    // Finished results are kept.
    ("compare -o OUT/c.svg -o OUT/c.csv", &[EIGHT]),
    ("bench random:50 -a bfs,ida --jobs 2 -o OUT/b.jsonl", &[]),
    ("generate --depth 25 --count 200 --size 3x3", &[]),
];

/// Moments between the start and the end of a command.
#[cfg(unix)]
#[test]
fn ctrl_c_at_some_moments() {
    let moments = tries(2, 20);
    let (mut sent, mut interrupted) = (0, 0);
    for (arguments, boards) in SIGNALLED {
        let began = std::time::Instant::now();
        let ran: Ran = Case::new(arguments, boards).command().output().expect("it runs").into();
        let whole = began.elapsed();
        assert!(ran.code == 0 || ran.code == 3, "{arguments}: {}{}", ran.out, ran.err);
        for moment in 0..moments {
            // New folders each time, so that tables are built again.
            let case = Case::new(arguments, boards);
            let mut running = Running::begin(case.command().stdout(Stdio::piped()));
            #[cfg(target_os = "linux")]
            crate::streams::wait_for_handler(&mut running);
            std::thread::sleep(whole * moment / moments);
            running.interrupt();
            sent += 1;
            let ran = running.end();
            let context = format!("{arguments} at {moment} of {moments}: {}{}", ran.out, ran.err);
            match ran.code {
                // It may just have ended.
                0 | 3 => {}
                code => {
                    assert_eq!(code, 130, "{context}");
                    interrupted += 1;
                    case.nothing_is_left(&context);
                    if arguments.contains("solve") {
                        nothing_false(&ran, 53, &context);
                    }
                }
            }
        }
    }
    assert!(interrupted * 2 > sent, "{interrupted} of {sent}");
}
