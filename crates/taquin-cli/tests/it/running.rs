//! Limits, progress, Ctrl-C, and readers that close their pipe.

use crate::run::{Ran, Refusals, Running, check_snapshot, command, taquin};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Far too hard for a breadth-first search.
const HARD: &str = "15 14 8 12/10 9 11 13/2 6 5 1/3 7 4 0";
const EIGHT: &str = "647850321";

#[test]
fn progress_lines_are_source_as() {
    let arguments = ["solve", "647850321", "--algorithm", "bfs", "--order", "UDLR"];
    let ran = taquin(&[&arguments[..], &["--progress", "1000"]].concat());
    assert_eq!(ran.code, 0);
    let published = include_str!("../../../taquin/figures/progress.tsv");
    let expected: Vec<String> = published
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            format!("explored {}  frontier {}  depth {}", fields[0], fields[1], fields[2])
        })
        .collect();
    assert_eq!(expected.len(), 181);
    assert_eq!(ran.err.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn no_progress_without_a_terminal() {
    let ran = taquin(&["solve", "647850321", "--algorithm", "bfs"]);
    assert_eq!(ran.err, "");
}

#[test]
fn limits_stop_with_statistics() {
    let mut output = String::new();
    for (limit, shown, stopped_by) in [
        (["--max-nodes", "10k"], "10,000", "nodes"),
        (["--max-memory", "20MiB"], "20.0 MiB", "memory"),
        (["--max-time", "200ms"], "200 ms", "time"),
    ] {
        let arguments = [&["solve", HARD, "--algorithm", "bfs"], &limit[..]].concat();
        let ran = taquin(&arguments);
        assert_eq!(ran.code, 3, "{limit:?}: {}", ran.out);
        assert!(ran.out.contains("\n  explored    "), "{}", ran.out);
        let first = ran.out.lines().next().unwrap_or_default();
        assert!(first.contains(shown), "{first}");
        output += &format!("{first}\n");
        let ran = taquin(&[&arguments[..], &["--json"]].concat());
        assert_eq!(ran.code, 3, "{limit:?}: {}", ran.out);
        let object: serde_json::Value = serde_json::from_str(&ran.out).expect("one object");
        assert_eq!(object["stopped_by"], stopped_by, "{limit:?}");
        if stopped_by == "nodes" {
            assert_eq!(object["stats"]["explored"], 10_000);
        }
    }
    check_snapshot("stopped", &output);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_statistics() {
    // The second board is never started.
    let arguments = ["solve", HARD, HARD, "--algorithm", "bfs", "--max-memory", "4GiB"];
    for format in [&[][..], &["--json"]] {
        let arguments = [&arguments[..], &["--progress", "2000"], format].concat();
        let mut search = Running::start(&arguments);
        let mut errors = BufReader::new(search.errors());
        let mut line = String::new();
        errors.read_line(&mut line).expect("it is text");
        assert!(line.starts_with("explored 2000  frontier "), "{line}");
        search.interrupt();
        // Its lines must be read.
        let rest = std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
        let ran = search.end();
        rest.join().expect("it ends").expect("all can be read");
        assert_eq!(ran.code, 130, "{}", ran.out);
        if format.is_empty() {
            let output: Vec<&str> = ran.out.lines().take_while(|line| !line.is_empty()).collect();
            check_snapshot("interrupted", &output.join("\n"));
            assert!(ran.out.contains("\n  explored    ") && !ran.out.contains("Board 2"));
        } else {
            let object: serde_json::Value = serde_json::from_str(&ran.out).expect("one object");
            assert_eq!(object["stopped_by"], "interrupt");
            assert!(object["stats"]["explored"].as_u64() >= Some(2000));
        }
    }
}

#[test]
fn a_reader_may_go_away() {
    let board = "647850321\n".repeat(5000);
    let file = tempfile::NamedTempFile::new().expect("there is room for a file");
    std::fs::write(file.path(), board).expect("written");
    let path = format!("@{}", file.path().display());
    for arguments in
        [&["solve", &path, "--json", "--steps"][..], &["check", &path], &["solve", &path]]
    {
        let child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("the program runs");
        let mut line = String::new();
        let mut reader = BufReader::new(child.stdout.take().expect("it is a pipe"));
        reader.read_line(&mut line).expect("there is a line");
        assert!(!line.is_empty());
        drop(reader);
        let ran: Ran = child.wait_with_output().expect("it ends").into();
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?}");
    }
}

/// A file that cannot grow, as on a full disk: the error is the outcome, and nothing was interrupted. What is in the
/// file is still a valid file, to be resumed.
#[cfg(target_os = "linux")]
#[test]
fn results_that_no_longer_fit_on_the_disk_are_an_error() {
    let folder = tempfile::tempdir().expect("there is room");
    for name in ["results.jsonl", "results.csv", "results.json"] {
        let file = folder.path().join(name);
        let taquin = env!("CARGO_BIN_EXE_taquin");
        // Files may have 8 blocks of 512 bytes; what goes beyond is an error rather than a signal.
        let script = format!(
            "trap '' XFSZ; ulimit -f 8; exec {taquin} bench --random 40 --algorithm bfs --algorithm astar --size 2x3 -o {}",
            file.display()
        );
        let ran: Ran = Command::new("sh").args(["-c", &script]).output().expect("it runs").into();
        assert_eq!(ran.code, 2, "{name}: {}", ran.err);
        assert!(ran.err.contains("error") && !ran.err.contains("nterrupted"), "{}", ran.err);
    }
    let file = folder.path().join("results.jsonl");
    let resumed = [
        "bench",
        "--random",
        "40",
        "--algorithm",
        "bfs",
        "--algorithm",
        "astar",
        "--size",
        "2x3",
        "--resume",
    ];
    let ran = taquin(&[&resumed[..], &[file.to_str().expect("a name")]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has one");
    for arguments in [
        &["solve", "647850321"][..],
        &["check", "647850321"],
        &["--help"],
        &["--version"],
        &["solve", "--help"],
        &["help", "bench"],
        &["completions", "bash"],
        &["man"],
        &["list"],
        &["explain", "ida"],
        // These stop other threads, which must not look like Ctrl-C.
        &["bench", EIGHT, "412587063", "--algorithm", "bfs", "--jobs", "2"],
        &["bench", EIGHT, "--algorithm", "bfs", "--csv"],
        &["compare", EIGHT, "--json"],
        &["compare", EIGHT],
        &["reproduce"],
        &["solve", EIGHT, "412587063", "--json"],
        &["generate", "--count", "100000", "--seed", "1"],
        &["table", "--size", "2x3"],
        &["gap", "412587063", "UDUD"],
        &["pdb", "build", "32", "--size", "2x3", "--quiet"],
        &[],
    ] {
        let full = full.try_clone().expect("it can be had twice");
        let ran: Ran = command(arguments).stdout(full).output().expect("it runs").into();
        let mut refusals = Refusals::default();
        refusals.add(2, "any command, on a full disk", &ran);
        refusals.check("refused-full-disk", &[]);
    }
}

#[test]
fn a_reader_of_help_may_go_away() {
    for arguments in [&["--help"][..], &["--version"], &["man"], &["completions", "zsh"]] {
        let (reader, writer) = std::io::pipe().expect("there are pipes");
        drop(reader);
        let ran: Ran = command(arguments).stdout(writer).output().expect("it runs").into();
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?}");
    }
}
