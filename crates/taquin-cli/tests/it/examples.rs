//! Every example works: each command in the README, in the manual (`docs/`) and under "Examples:" in every help is run
//! by a shell, in order, as a reader would. Where the manual shows the output of a command (`console` blocks), the
//! output is compared.

use crate::run::{Ran, taquin};
use crate::tries;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Examples that are not run, by a part of their text, and why.
const LEFT_OUT: [(&str, &str); 15] = [
    ("cargo ", "it would build or test the program that is being tested"),
    (".ci/", "it builds, too"),
    ("pip install", "it builds the Python package, which .ci/python does"),
    ("python ", "it needs the Python package, whose tests are .ci/python's"),
    ("ray start", "it needs Ray, and machines for it"),
    ("curl ", "it asks the server of the line before; tests of the server ask the same"),
    ("taquin serve", "it runs until it is stopped; other tests start it"),
    ("taquin play", "it needs a terminal; tests of its own give it one"),
    (" --watch", "it needs a terminal, too"),
    ("taquin reproduce", "a test of its own runs it, and --all takes minutes"),
    ("taquin bench korf100 -H linear-conflict --jobs 2", "all of Korf's boards take minutes"),
    ("taquin network learn", "it trains for minutes; a test of its own trains for a moment"),
    ("taquin network verify", "it trains, too"),
    ("taquin pdb build 78", "a test of its own builds it, and it takes half a minute here"),
    ("taquin generate --size 4x4 --count 1M", "it would replace the boards of other examples"),
];

/// Examples that take seconds and are nearly covered by other examples or tests: only in long runs.
const SLOW: [&str; 4] = [
    "taquin pdb audit 663",
    "taquin table --size 3x4",
    "taquin table --size 3x4 --json",
    "taquin compare 647850321",
];

/// Examples that do not exit with 0, by a part of their text, and their exit codes.
const ENDINGS: [(&str, i32); 3] = [
    ("taquin check 123456870", 1),
    ("taquin solve \"1 2 3/4 5 8/7 8 0\"", 2),
    ("--max-nodes 1000", 3),
];

/// The documents whose examples are run, each by a test of its own, so that they run in parallel.
macro_rules! documents {
    ($($test:ident: $file:literal,)*) => {
        const DOCUMENTS: &[&str] = &[$($file),*];
        $(
            #[cfg(unix)]
            #[test]
            fn $test() {
                examples_work($file);
            }
        )*
    };
}

documents! {
    of_readme: "README.md",
    of_index: "docs/README.md",
    of_boards_and_moves: "docs/boards-and-moves.md",
    of_benchmarks: "docs/benchmarks.md",
    of_comparing: "docs/comparing.md",
    of_decisions: "docs/decisions.md",
    of_figures: "docs/figures.md",
    of_formats: "docs/formats.md",
    of_installing: "docs/installing.md",
    of_internals: "docs/internals.md",
    of_large_boards: "docs/large-boards.md",
    of_limits: "docs/limits.md",
    of_pattern_databases: "docs/pattern-databases.md",
    of_pictures: "docs/pictures.md",
    of_playing: "docs/playing.md",
    of_python: "docs/python.md",
    of_rust: "docs/rust.md",
    of_searching: "docs/searching.md",
    of_server: "docs/server.md",
}

/// The folder of the whole project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names of the documents in `docs/`.
pub fn manual() -> Vec<String> {
    let files = fs::read_dir(root().join("docs")).expect("there is a manual");
    let names = files.map(|file| file.expect("it can be read").file_name());
    let names = names.map(|name| format!("docs/{}", name.to_string_lossy()));
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".md")).collect();
    names.sort();
    names
}

/// Creates a folder with the files that examples name; it is also the home folder.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("docs")).expect("it is new");
    fs::copy(root().join("docs/boards.txt"), path("docs/boards.txt")).expect("copied");
    for (name, text) in [
        ("boards.txt", "647850321\n412587063\n"),
        ("board.txt", "1 2 3\n4 0 5\n7 8 6\n"),
        ("puzzle04.txt", "3\n 0  1  3\n 4  2  5\n 7  8  6\n"),
        ("solution.txt", "RD\n"),
    ] {
        fs::write(path(name), text).expect("written");
    }
    folder
}

/// Returns whether a line is not run.
fn is_left_out(line: &str) -> bool {
    // The explanation follows two spaces.
    let command = line.split("  ").next().unwrap_or_default();
    LEFT_OUT.iter().any(|(part, _)| command.contains(part)) || tries(SLOW.contains(&command), false)
}

/// Runs a line in a shell, and checks its exit code.
fn run(line: &str, folder: &TempDir) -> Ran {
    let program = Path::new(env!("CARGO_BIN_EXE_taquin"));
    let own = program.parent().map(Path::to_path_buf).into_iter();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(own.chain(std::env::split_paths(&path))).expect("a path");
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).env("PATH", path).env("HOME", folder.path()).env_remove("NO_COLOR");
    shell.env("TAQUIN_CACHE_DIR", folder.path().join("tables"));
    let ran = shell.current_dir(folder).stdin(Stdio::null()).output().expect("there is a shell");
    let ran = Ran::from(ran);
    let code = ENDINGS.iter().find(|(part, _)| line.contains(part)).map_or(0, |(_, code)| *code);
    assert_eq!(ran.code, code, "{line}: {}{}", ran.out, ran.err);
    assert!(code == 2 || !ran.err.contains("error:"), "{line}: {}", ran.err);
    ran
}

/// Runs the examples of a document: every line of its `sh` blocks, every command of its `console` blocks.
fn examples_work(document: &str) {
    let path = root().join(document);
    let text = fs::read_to_string(&path).expect("it is there");
    let folder = folder();
    let mut now = String::new();
    let mut rest = text.as_str();
    while let Some((before, block)) = rest.split_once("\n```") {
        let (kind, block) = block.split_once('\n').unwrap_or((block, ""));
        let (block, after) = block.split_once("\n```").expect("every block ends");
        let block = match kind {
            "sh" => {
                let lines = block.lines().filter(|line| !line.is_empty() && !is_left_out(line));
                lines.for_each(|line| drop(run(line, &folder)));
                block.to_string()
            }
            "console" => shown(block, &folder),
            _ => block.to_string(),
        };
        now += &format!("{before}\n```{kind}\n{block}\n```");
        rest = after;
    }
    now += rest;
    if std::env::var_os("TAQUIN_UPDATE").is_some() {
        fs::write(&path, now).expect("it can be written");
    } else {
        let hint = "TAQUIN_UPDATE=1 writes what is printed now";
        assert_eq!(now, text, "{document} shows what is no longer printed; {hint}");
    }
}

/// Returns a block of commands after `$` with their current output. Times may differ.
fn shown(block: &str, folder: &TempDir) -> String {
    let examples = format!("\n{block}");
    let now = examples.split("\n$ ").skip(1).map(|example| {
        let (line, printed) = example.split_once('\n').unwrap_or((example, ""));
        let ran = run(&format!("exec 2>&1; {line}"), folder);
        let now = ran.out.trim_end();
        let same = without_times(now) == without_times(printed);
        format!("$ {line}\n{}", if same { printed } else { now })
    });
    now.collect::<Vec<String>>().join("\n")
}

/// Replaces every time in a text, and uses single spaces in lines with a time, as its width shifts columns.
fn without_times(text: &str) -> String {
    let units = ["ns", "µs", "ms", "s"];
    let line = |line: &str| {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let is_unit = |word: &str| units.contains(&word.trim_end_matches(['*', ',', '.', ')']));
        let is_number = |word: &str| word.parse::<f64>().is_ok();
        let times = (1..words.len()).filter(|i| is_unit(words[*i]) && is_number(words[*i - 1]));
        let times: Vec<usize> = times.collect();
        for &place in &times {
            (words[place - 1], words[place]) = ("[time]", "");
        }
        if times.is_empty() { line.to_string() } else { words.join(" ") }
    };
    text.lines().map(line).collect::<Vec<String>>().join("\n")
}

/// Returns the lines under "Examples:": the command, and the explanation after two spaces.
fn of_help(text: &str) -> Vec<(&str, &str)> {
    let examples = text.split("\nExamples:\n").nth(1).unwrap_or_default();
    let lines = examples.lines().take_while(|line| line.starts_with("  taquin "));
    lines.map(|line| line.trim().split_once("  ").unwrap_or((line.trim(), ""))).collect()
}

/// Returns every command in the main help.
fn commands() -> Vec<String> {
    let help = taquin(&["--help"]).out;
    let list = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let names = list.lines().take_while(|line| line.starts_with("  "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_string).collect()
}

#[test]
fn every_document_is_tried_and_every_command_is_documented() {
    let mut tried = DOCUMENTS.to_vec();
    tried.retain(|name| *name != "README.md");
    tried.sort_unstable();
    assert_eq!(tried, manual());
    let read = |name: &&str| fs::read_to_string(root().join(name)).expect("it is there");
    let all: String = DOCUMENTS.iter().map(read).collect();
    for command in commands() {
        assert!(all.contains(&format!("taquin {command}")), "{command}");
    }
    let helps: String = commands().iter().map(|name| taquin(&[name, "--help"]).out).collect();
    for (part, why) in LEFT_OUT {
        let used = all.contains(part) || helps.contains(part);
        assert!(used && !why.is_empty(), "no example has '{part}'");
    }
}

#[cfg(unix)]
#[test]
fn examples_of_the_help_work() {
    let folder = folder();
    for shard in ["1", "2"] {
        run(&format!("taquin bench random:9 --shard {shard}/2 -o {shard}.jsonl"), &folder);
    }
    let main = taquin(&["--help"]).out;
    let helps = commands().into_iter().map(|name| taquin(&[&name, "--help"]).out);
    let mut tried = 0;
    for help in std::iter::once(main).chain(helps) {
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
        for (line, explanation) in of_help(&help).into_iter().filter(|(line, _)| !is_left_out(line))
        {
            let ran = run(line, &folder);
            tried += 1;
            // If the answer is one word, the help has it.
            if ["invert", "simplify", "length"].iter().any(|name| line.contains(name)) {
                let promised = explanation.trim().split(',').next().unwrap_or_default();
                assert_eq!(ran.out.trim_end(), promised, "{line}");
            }
        }
    }
    assert!(tried >= 50, "{tried}");
}

#[test]
fn times_do_not_count() {
    let same = |one: &str, other: &str| without_times(one) == without_times(other);
    assert!(same("  bfs  22*  1.98 ms\nend", "  bfs  22*     12 µs*\nend"));
    assert!(!same("  bfs  22*  1.98 ms", "  bfs  23*  1.98 ms"));
    assert!(!same("5 moves", "5  moves"));
}
