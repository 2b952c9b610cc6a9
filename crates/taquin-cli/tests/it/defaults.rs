//! The defaults: a board alone, a heuristic alone.

use crate::run::{Ran, command, taquin, taquin_reading};
use serde_json::Value;
use std::time::Duration;
use taquin::Cancel;
use taquin_api::limits::Caps;
use taquin_api::task::Means;
use taquin_api::tasks;

fn object(arguments: &[&str]) -> Value {
    let ran = taquin(arguments);
    assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
    serde_json::from_str(&ran.out).expect("one object")
}

#[test]
fn a_board_alone_is_solved() {
    let solved = taquin(&["solve", "647850321", "--format", "moves"]).out;
    for arguments in [
        &["647850321", "--format", "moves"][..],
        &["--format", "moves", "647850321"],
        &["6 4 7/8 5 0/3 2 1", "-f", "moves"],
        &["[[6,4,7],[8,5,0],[3,2,1]]", "-f", "moves"],
        &["(6,4,7,8,5,0,3,2,1)", "-f", "moves"],
        &["--color", "never", "647850321", "-f", "moves"],
    ] {
        let ran = taquin(arguments);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (0, solved.as_str()),
            "{arguments:?}: {}",
            ran.err
        );
    }
    let ran = taquin_reading(b"647850321\n", &["-", "-f", "moves"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, solved.as_str()), "{}", ran.err);
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("board.txt");
    std::fs::write(&path, "647850321\n").expect("written");
    let ran = taquin(&[&format!("@{}", path.display()), "-f", "moves"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, solved.as_str()), "{}", ran.err);
}

#[test]
fn errors_of_a_board_alone_are_reported() {
    let (alone, solve) = (taquin(&["123456788"]), taquin(&["solve", "123456788"]));
    assert_eq!((alone.code, &alone.err), (2, &solve.err));
    let option = taquin(&["647850321", "--algoritm", "bfs"]);
    assert_eq!(option.code, 2);
    assert!(option.err.contains("--algorithm"), "{}", option.err);
    assert!(taquin(&["647850321", "--help"]).out.contains("--algorithm"));
}

#[test]
fn a_mistyped_command_is_no_board() {
    for (arguments, right) in [
        (&["slove"][..], "solve"),
        (&["slove", "647850321"], "solve"),
        (&["comapre", "647850321", "--max-time", "30s"], "compare"),
    ] {
        let ran = taquin(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(ran.err.contains("unrecognized subcommand"), "{}", ran.err);
        assert!(ran.err.contains(&format!("'{right}'")), "{}", ran.err);
    }
    let ran = taquin(&["--json", "list"]);
    assert!(ran.code == 2 && ran.err.contains("unexpected argument '--json'"), "{}", ran.err);
}

#[test]
fn a_heuristic_alone_chooses_the_algorithm() {
    let four = "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12";
    for (board, heuristic, algorithm) in [
        ("647850321", "manhattan", "astar"),
        ("647850321", "pdb", "fast-ida"),
        (four, "linear-conflict", "ida"),
        (four, "pdb:555", "fast-ida"),
    ] {
        let alone = object(&["solve", board, "-H", heuristic, "--json"]);
        let named = object(&["solve", board, "-a", algorithm, "-H", heuristic, "--json"]);
        assert_eq!(alone["algorithm"], algorithm, "{board} {heuristic}");
        assert_eq!(alone["heuristic"], heuristic);
        assert_eq!(alone["stats"]["explored"], named["stats"]["explored"]);
    }
    // The size of the board selects the algorithm, and with it the options that are accepted.
    assert_eq!(taquin(&["solve", "647850321", "-H", "manhattan", "--ties", "fifo"]).code, 0);
    assert_eq!(taquin(&["solve", four, "-H", "manhattan", "--ties", "fifo"]).code, 2);
    assert_eq!(taquin(&["solve", "647850321", "-H", "in-place"]).code, 2);
}

#[test]
fn experiments_have_the_same_defaults() {
    let ids = |arguments: &[&str]| {
        let ran = taquin(arguments);
        let header: Value = serde_json::from_str(ran.out.lines().next().unwrap_or_default())
            .unwrap_or_else(|error| panic!("{arguments:?}: {error} {}", ran.err));
        let list = header["configurations"].as_array().expect("a list").clone();
        list.iter().map(|each| each["id"].as_str().expect("a name").to_string()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&["bench", "random:1", "--json"]), ["auto"]);
    assert_eq!(ids(&["bench", "random:1", "-H", "manhattan", "--json"]), ["astar:manhattan"]);
    let four = ["bench", "123456789abcde0f", "-H", "lc,pdb:555", "--json"];
    assert_eq!(ids(&four), ["ida:linear-conflict", "fast-ida:pdb:555"]);
    assert_eq!(ids(&["compare", "123456708", "--json"]).len(), 7);
    assert_eq!(ids(&["compare", "123456708", "-H", "pdb", "--json"]), ["fast-ida:pdb"]);
}

/// An empty variable means what an unset one means; an empty argument is a mistake.
#[test]
fn an_empty_variable_names_no_folder() {
    let home = tempfile::tempdir().expect("there is room");
    let run = |variable: Option<&str>, more: &[&str]| -> Ran {
        let build = ["pdb", "build", "32", "--size", "2x3", "--quiet"];
        let mut command = command(&[&build[..], more].concat());
        command.env("XDG_CACHE_HOME", home.path()).env_remove("TAQUIN_CACHE_DIR");
        variable.map(|value| command.env("TAQUIN_CACHE_DIR", value));
        command.output().expect("it runs").into()
    };
    let (unset, empty) = (run(None, &[]), run(Some(""), &[]));
    assert_eq!((unset.code, empty.code), (0, 0), "{}", empty.err);
    assert!(unset.out.contains("built") && empty.out.contains("was there"), "{}", empty.out);
    assert!(home.path().join("taquin").is_dir());
    assert_eq!(run(None, &["--cache-dir", ""]).code, 2);
    let named = home.path().join("named");
    assert_eq!(run(Some(""), &["--cache-dir", named.to_str().expect("a name")]).code, 0);
    assert!(named.is_dir());
}

/// What is compared without a choice is one list: on the command line, for a request, and in the page, whose file is
/// generated from it.
#[test]
fn the_same_searches_are_compared_everywhere() {
    let ran = taquin(&["compare", "412587063", "--json"]);
    let header: Value =
        serde_json::from_str(ran.out.lines().next().expect("a header")).expect("an object");
    let ids = |list: &Value| -> Vec<String> {
        let list = list["configurations"].as_array().expect("a list");
        list.iter().map(|each| each["id"].as_str().expect("an id").to_string()).collect()
    };
    let here = ids(&header);
    let caps = Caps::new(1 << 28, Duration::from_secs(60));
    let request = br#"{"boards":["412587063"]}"#;
    let task = tasks::by_name("compare", request, &Means::new(caps)).expect("it can be run");
    let answer = task(&Cancel::new()).expect("it runs");
    let answer = answer.object().expect("an object").get();
    let answer: Value = serde_json::from_str(answer).expect("an object");
    assert_eq!(ids(&answer), here);
    let options = include_str!("../../web/script/options.js");
    let line = options.lines().find_map(|line| line.strip_prefix("export const SEARCHES = "));
    let page: Vec<String> =
        serde_json::from_str(line.expect("it is there").trim_end_matches(';')).expect("a list");
    assert_eq!(page, here);
}
