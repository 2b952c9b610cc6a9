//! The real memory of the process under `--max-memory`: besides what the program takes at rest, at the peak never more
//! than 8 MiB above the limit, whatever algorithm and table; and what is accounted is within a fifth of it where it is
//! large.
//!
//! The system counts what a process had before it became another program, so a small process runs what is measured. `cargo test -p taquin-cli --test memory -- --ignored` goes on to 1 GiB.

#![cfg(target_os = "linux")]
#![allow(unsafe_code)]

use serde_json::Value;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

const MIB: u64 = 1 << 20;

const EIGHT: &str = "647850321";
const TEN: &str = "5 0 7 2 8/3 9 6 4 1";
const TWELVE: &str = "9 7 1 8/0 5 3 10/11 4 6 2";
const FIFTEEN: &str = "15 14 8 12/10 9 11 13/2 6 5 1/3 7 4 0";
const TWENTY_FOUR: &str = "17 1 20 9 16/2 22 19 14 5/15 21 0 3 24/23 18 13 12 7/10 8 6 4 11";

/// How much a test tries: `quick` in every run, `long` where `TAQUIN_LONG_TESTS=1` asks for all of it.
fn tries<T>(quick: T, long: T) -> T {
    let long_asked_for = std::env::var_os("TAQUIN_LONG_TESTS").is_some_and(|value| value == "1");
    if long_asked_for { long } else { quick }
}

/// What a run took, and what it said.
struct Ran {
    peak: u64,
    said: Value,
    err: String,
}

/// Between the arguments of a command in the environment.
const BETWEEN: char = '\u{1f}';

/// Runs a command by a small process in between, see [`measured`].
fn run(arguments: &[String]) -> Ran {
    let peak = tempfile::NamedTempFile::new().expect("there is room for a file");
    let between = BETWEEN.to_string();
    let ran = Command::new(std::env::current_exe().expect("this program"))
        .args(["measured", "--exact", "--ignored", "--nocapture"])
        .env("MEASURED", arguments.join(&between))
        .env("MEASURED_PEAK", peak.path())
        .env("TAQUIN_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/tables-of-memory"))
        .output()
        .expect("it runs");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    let context = format!("{arguments:?}: {err}");
    // What the test runner says stands around it.
    let begin = out.find("{\"").unwrap_or_else(|| panic!("{context}"));
    let mut objects = serde_json::Deserializer::from_str(&out[begin..]).into_iter();
    let said = objects.next().and_then(Result::ok).unwrap_or_else(|| panic!("{context}"));
    let peak = std::fs::read_to_string(peak.path()).expect("it was written");
    Ran { peak: peak.parse().expect("a number"), said, err: err.into_owned() }
}

/// Not a test: the small process that runs one command and measures it.
#[test]
#[ignore = "run by the other tests"]
fn measured() {
    let Ok(arguments) = std::env::var("MEASURED") else { return };
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    let child = command.args(arguments.split(BETWEEN)).stdin(Stdio::null()).spawn();
    let child = child.expect("the program runs").id() as i32;
    // SAFETY: a struct of plain numbers, for which zeros are valid.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    let mut status = 0;
    // SAFETY: both pointers are to values of this function, and the child has not been waited for yet.
    let waited = unsafe { libc::wait4(child, &mut status, 0, &mut usage) };
    assert_eq!(waited, child);
    let peak = std::env::var("MEASURED_PEAK").expect("where to write it");
    std::fs::write(peak, (usage.ru_maxrss * 1024).to_string()).expect("it can be written");
}

/// What the process takes when it has next to nothing to do: its code, most of all.
fn at_rest() -> u64 {
    static BYTES: OnceLock<u64> = OnceLock::new();
    *BYTES.get_or_init(|| {
        let arguments = ["solve", "--json", "--algorithm", "bfs", "123456708"];
        run(&arguments.map(str::to_string)).peak
    })
}

/// Solves a board under a limit, and holds the process to it.
fn holds(board: &str, algorithm: &str, more: &[&str], limit: u64) -> Value {
    // `auto` takes what time it may; for all others the time is only a last resort, on a machine that is busy.
    let time = if algorithm == "auto" { tries("300ms", "1s") } else { "100s" };
    holds_for(time, board, algorithm, more, limit)
}

/// The same with a limit on time.
fn holds_for(time: &str, board: &str, algorithm: &str, more: &[&str], limit: u64) -> Value {
    let limit_text = limit.to_string();
    let mut arguments =
        vec!["solve", "--json", "--algorithm", algorithm, "--max-memory", &limit_text];
    // What keeps no nodes takes no more memory later on.
    let deepens = algorithm.ends_with("ida") || ["iddfs", "rbfs"].contains(&algorithm);
    let nodes = if deepens { tries("1000000", "8000000") } else { "8000000" };
    arguments.extend(["--max-nodes", nodes, "--max-time", time]);
    arguments.extend(more);
    arguments.push(board);
    let arguments: Vec<String> = arguments.into_iter().map(str::to_string).collect();
    let Ran { peak, said, err } = run(&arguments);
    let accounted = said["stats"]["peak_bytes"].as_u64().expect("a number");
    let context = format!(
        "{arguments:?}: {} MiB real, {} MiB accounted, {} by {}; {err}",
        peak / MIB,
        accounted / MIB,
        said["outcome"],
        said["stopped_by"]
    );
    assert!(peak <= limit + at_rest() + 8 * MIB, "{context}");
    assert!(accounted <= limit, "{context}");
    let search = peak - at_rest().min(peak);
    if search > 64 * MIB {
        assert!(accounted * 5 >= search * 4 && accounted * 4 <= search * 5, "{context}");
    }
    said
}

/// Every algorithm with every heuristic that fits, on a board, under a limit. Gives how many there were, and how many
/// were stopped by the limit.
fn every_algorithm(board: &str, heuristics: &[&str], limit: u64) -> (usize, usize) {
    let small = [EIGHT, TEN].contains(&board);
    let (mut count, mut stopped) = (0, 0);
    let mut hold = |algorithm: &str, more: &[&str]| {
        let said = holds(board, algorithm, more, limit);
        count += 1;
        stopped += usize::from(said["stopped_by"] == "memory");
    };
    for algorithm in ["auto", "constructive", "bfs", "dfs", "iddfs", "bidirectional", "dijkstra"] {
        hold(algorithm, &[]);
    }
    if small {
        hold("table", &[]);
    }
    for &heuristic in heuristics {
        for algorithm in ["greedy", "astar", "weighted-astar", "ida", "rbfs", "beam"] {
            hold(algorithm, &["--heuristic", heuristic]);
        }
        hold("ida", &["--heuristic", heuristic, "--jobs", "2"]);
        hold("beam", &["--heuristic", heuristic, "--width", "100000"]);
        if heuristic.starts_with("pdb") {
            hold("fast-ida", &["--heuristic", heuristic]);
            hold("fast-ida", &["--heuristic", heuristic, "--jobs", "2"]);
        }
    }
    (count, stopped)
}

#[test]
fn eight_mebibytes_are_kept() {
    let sizes: [(&str, &[&str]); 5] = [
        (EIGHT, &["manhattan", "exact", "pdb"]),
        (TEN, &["exact"]),
        (TWELVE, &["linear-conflict"]),
        (FIFTEEN, &["walking-distance", "pdb:555", "pdb"]),
        (TWENTY_FOUR, &["manhattan", "pdb"]),
    ];
    let (mut count, mut stopped) = (0, 0);
    for (board, heuristics) in sizes {
        let (more, of_them) = every_algorithm(board, heuristics, 8 * MIB);
        (count, stopped) = (count + more, stopped + of_them);
    }
    assert!(count > 100 && stopped > 30, "{count}, {stopped}");
}

#[test]
fn a_hundred_mebibytes_are_kept_and_accounted() {
    let (_, stopped) = every_algorithm(FIFTEEN, &["manhattan", "pdb"], 100 * MIB);
    assert!(stopped >= 5, "{stopped}");
}

#[test]
fn large_boards_keep_to_it_too() {
    for size in ["6x6", "10x10", "30x30", "100x100"].into_iter().step_by(tries(3, 1)) {
        let board = Command::new(env!("CARGO_BIN_EXE_taquin"))
            .args(["generate", "--seed", "7", "--size", size])
            .output()
            .expect("the program runs");
        let board = String::from_utf8(board.stdout).expect("text");
        for (algorithm, limit) in [("auto", 8 * MIB), ("constructive", 8 * MIB), ("auto", 40 * MIB)]
        {
            holds_for(tries("400ms", "4s"), board.trim(), algorithm, &[], limit);
        }
    }
}

#[test]
fn too_large_tables_are_refused_at_once() {
    for algorithm in ["ida", "astar", "rbfs", "beam", "fast-ida"] {
        let said = holds(FIFTEEN, algorithm, &["--heuristic", "pdb:78"], MIB);
        assert_eq!((&said["outcome"], &said["stopped_by"]), (&"stopped".into(), &"memory".into()));
        assert_eq!(said["notice_codes"], serde_json::json!(["too-little-memory"]));
        let notices = said["notices"].to_string();
        assert!(notices.contains("198374400"), "{notices}");
    }
}

#[test]
#[ignore = "takes minutes: cargo test --release -p taquin-cli --test memory -- --ignored"]
fn a_gibibyte_is_kept_and_accounted() {
    for limit in [16, 32, 64, 256, 1024] {
        every_algorithm(
            FIFTEEN,
            &["manhattan", "linear-conflict", "walking-distance", "pdb"],
            limit * MIB,
        );
        every_algorithm(TWENTY_FOUR, &["manhattan", "pdb"], limit * MIB);
        every_algorithm(TWELVE, &["manhattan"], limit * MIB);
    }
}
