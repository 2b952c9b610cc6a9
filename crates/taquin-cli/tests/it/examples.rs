//! Every example works: each line of every `sh` block of the README and of the "Examples:" of every help,
//! run by a shell in the order in which they stand, as whoever tries them out would.

use crate::run::{Ran, taquin};
use crate::tries;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Examples that are not run, and why.
const LEFT_OUT: [(&str, &str); 13] = [
    ("pip install", "it builds the Python package, which .ci/python does"),
    ("python -c", "it needs the Python package, whose tests are .ci/python's"),
    ("cargo ", "it would build the program that is being tested"),
    ("taquin serve", "it goes on until it is told to stop; tests of its own start it"),
    ("taquin play", "it needs a terminal; tests of its own press its keys"),
    ("taquin solve 647850321 -a astar --watch", "it needs a terminal, too"),
    ("curl ", "it asks a server"),
    ("taquin reproduce", "a test of its own runs it, and --all takes minutes"),
    ("taquin bench korf100 -H linear-conflict --jobs 2", "all of Korf's boards take minutes"),
    (
        "taquin network learn",
        "it trains for minutes to an hour; a test of its own trains for a moment",
    ),
    ("taquin network verify", "it trains, too"),
    ("taquin pdb build 78", "a test of its own builds it, and it takes half a minute here"),
    ("taquin generate --size 4x4 --count 1M", "it would replace the boards of other examples"),
];

/// Examples that take seconds, and that other examples or tests have nearly the same: only in long runs.
const SLOW: [&str; 4] = [
    "taquin pdb audit 663",
    "taquin table --size 3x4",
    "taquin table --size 3x4 --json",
    "taquin compare 647850321",
];

/// Examples that end otherwise than well, and how.
const ENDINGS: [(&str, i32); 2] = [("taquin check 123456870", 1), ("--max-nodes 100k", 3)];

/// A folder with the files that examples name.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("docs")).expect("it is new");
    fs::copy(root.join("docs/boards.txt"), path("docs/boards.txt")).expect("copied");
    for (name, text) in [
        ("boards.txt", "647850321\n412587063\n"),
        ("board.txt", "1 2 3\n4 0 5\n7 8 6\n"),
        ("solution.txt", "RD\n"),
    ] {
        fs::write(path(name), text).expect("written");
    }
    folder
}

/// Runs a line as a shell does, unless it is left out; whether it was run, and what came of it.
fn run(line: &str, folder: &TempDir) -> Option<Ran> {
    // Behind two spaces stands what is said of it.
    let slow = line.split("  ").next().is_some_and(|command| SLOW.contains(&command));
    if LEFT_OUT.iter().any(|(beginning, _)| line.starts_with(beginning)) || tries(slow, false) {
        return None;
    }
    let program = Path::new(env!("CARGO_BIN_EXE_taquin"));
    let own = program.parent().map(Path::to_path_buf).into_iter();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(own.chain(std::env::split_paths(&path))).expect("a path");
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).env("PATH", path).env_remove("NO_COLOR");
    shell.env("TAQUIN_CACHE_DIR", folder.path().join("tables"));
    let ran = shell.current_dir(folder).stdin(Stdio::null()).output().expect("there is a shell");
    let ran = Ran::from(ran);
    let code = ENDINGS.iter().find(|(part, _)| line.contains(part)).map_or(0, |(_, code)| *code);
    assert_eq!(ran.code, code, "{line}: {}", ran.err);
    assert!(!ran.err.contains("error:"), "{line}: {}", ran.err);
    Some(ran)
}

/// The lines of the blocks for shells.
fn of_readme(text: &str) -> Vec<&str> {
    let blocks = text.split("\n```sh\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    blocks.flat_map(str::lines).filter(|line| !line.is_empty()).collect()
}

/// The lines under "Examples:": what to type, and what is said of it behind two spaces.
fn of_help(text: &str) -> Vec<(&str, &str)> {
    let examples = text.split("\nExamples:\n").nth(1).unwrap_or_default();
    let lines = examples.lines().take_while(|line| line.starts_with("  taquin "));
    lines.map(|line| line.trim().split_once("  ").unwrap_or((line.trim(), ""))).collect()
}

/// Every command there is, by the main help.
fn commands() -> Vec<String> {
    let help = taquin(&["--help"]).out;
    let list = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let names = list.lines().take_while(|line| line.starts_with("  "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_string).collect()
}

#[cfg(unix)]
#[test]
fn examples_of_the_readme_work() {
    let readme = include_str!("../../../../README.md");
    let folder = folder();
    let tried = of_readme(readme).into_iter().filter_map(|line| run(line, &folder)).count();
    assert!(tried >= 50, "{tried}");
    // Every command that has something to show is in there.
    for command in commands() {
        assert!(readme.contains(&format!("taquin {command}")), "{command}");
    }
}

#[cfg(unix)]
#[test]
fn examples_of_the_help_work() {
    let folder = folder();
    for shard in ["1", "2"] {
        let bench = format!("taquin bench random:9 --shard {shard}/2 -o {shard}.jsonl");
        run(&bench, &folder);
    }
    let main = taquin(&["--help"]).out;
    let helps = commands().into_iter().map(|name| taquin(&[&name, "--help"]).out);
    let mut tried = 0;
    for help in std::iter::once(main).chain(helps) {
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
        for (line, said) in of_help(&help) {
            let Some(ran) = run(line, &folder) else { continue };
            tried += 1;
            // Where the answer is a word, the help says it.
            if ["invert", "simplify", "length"].iter().any(|name| line.contains(name)) {
                let promised = said.trim().split(',').next().unwrap_or_default();
                assert_eq!(ran.out.trim_end(), promised, "{line}");
            }
        }
    }
    assert!(tried >= 50, "{tried}");
}
