//! Wrong usage of every kind: exit code 2, a sentence, the position, and never a panic.

use crate::run::{Ran, Refusals, check_snapshot, command, taquin, taquin_reading};

#[test]
fn a_duplicate_is_pointed_at() {
    let ran = taquin(&["solve", "1 2 3/4 5 8/7 8 0"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    check_snapshot("duplicate", &ran.err);
}

/// Returns the error code in the JSON output of a command.
fn code_of(arguments: &[&str]) -> String {
    let ran = taquin(&[arguments, &["--json"]].concat());
    assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.err);
    let object: serde_json::Value = serde_json::from_str(&ran.out).expect("one object");
    object["error"]["code"].as_str().unwrap_or_default().to_string()
}

#[test]
fn bad_boards_of_every_kind() {
    let cases: [(&[&str], &str); 12] = [
        (&[""], "no-board"),
        (&["   "], "no-board"),
        (&["12345678"], "wrong-count"),
        (&["1 2 3/4 5/7 8 0"], "ragged-rows"),
        (&["1 2 3/4 5 6/7 8 9"], "blank-missing"),
        (&["1 2 3/4 5 6/7 80 0"], "out-of-range"),
        (&["1 2 3/4 five 6/7 8 0"], "not-a-number"),
        (&["12?450786"], "not-a-digit"),
        (&["1 2 3 4 5 6 0 7"], "wrong-count"),
        (&["123456780", "--size", "2x4"], "size-mismatch"),
        (&["[[1,2],[3,0]"], "unclosed"),
        (&["123456780", "--input-format", "json"], "wrong-format"),
    ];
    let mut refusals = Refusals::default();
    for (arguments, code) in cases {
        let [solve, check] = ["solve", "check"].map(|command| {
            let arguments = [&[command], arguments].concat();
            assert_eq!(code_of(&arguments), code, "{arguments:?}");
            taquin(&arguments)
        });
        refusals.add(2, &arguments.join(" "), &solve);
        assert_eq!((check.code, check.out.as_str(), check.err), (2, "", solve.err));
    }
    refusals.check("refused-boards", &[]);
}

#[test]
fn bad_files_of_every_kind() {
    let mut refusals = Refusals::default();
    for file in ["@/no/such/file", "@/", "@"] {
        refusals.run(2, &["solve", file]);
    }
    refusals.check("refused-files", &[]);
    let wrong = |input: &[u8], code: &str| {
        let ran = taquin_reading(input, &["solve", "-", "--json"]);
        assert_eq!(ran.code, 2);
        assert!(ran.err.starts_with("error: ") && ran.err.len() < 1000, "{}", ran.err);
        let object: serde_json::Value =
            serde_json::from_str(ran.out.lines().next().unwrap_or_default()).expect("an object");
        assert_eq!(object["error"]["code"], code, "{object}");
    };
    wrong(b"", "no-board");
    wrong(b"# only a comment\n", "no-board");
    wrong(b"1 2 3\n4 \xff 5\n", "not-utf8");
    wrong(b"\0\0\0\0", "not-a-number");
    wrong("1 ".repeat(100_000).as_bytes(), "too-many-numbers");
    wrong("1".repeat(1_000_000).as_bytes(), "too-many-digits");
    wrong("[".repeat(1_000_000).as_bytes(), "too-deep");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"12\xff0");
    for arguments in [&["solve"][..], &["check"], &["explain"], &["solve", "--goal"], &[]] {
        let ran: Ran = command(arguments).arg(bytes).output().expect("it runs").into();
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.starts_with("error: ") && !ran.err.contains("panicked"), "{}", ran.err);
    }
}

#[test]
fn random_bytes_never_panic() {
    // A fixed sequence, so that a failure can be repeated.
    let mut state = 1u64;
    let alphabet: Vec<char> = "0123456789 /,[]\n\r\t#-_.xAWé\u{1b}\u{202e}１".chars().collect();
    for _ in 0..40 {
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize
        };
        let length = next() % 60;
        let text: String = (0..length).map(|_| alphabet[next() % alphabet.len()]).collect();
        let ran = taquin_reading(text.as_bytes(), &["check", "-"]);
        assert!((0..=2).contains(&ran.code), "{text:?}: {}", ran.err);
        assert!(!ran.err.contains("panicked"), "{text:?}: {}", ran.err);
    }
}

#[test]
fn bad_names_get_a_suggestion() {
    let board = "647850321";
    let cases: [&[&str]; 10] = [
        &["solve", board, "-a", "asta"],
        &["solve", board, "-a", "ida", "-H", "manhatan"],
        &["solve", board, "--cost", "tiles"],
        &["solve", board, "--ties", "lifp"],
        &["solve", board, "--goal", "snial"],
        &["solve", board, "--input-format", "jsn"],
        &["solve", board, "--stps"],
        &["explain", "manhatten"],
        &["chek", board],
        &["man", "fly"],
    ];
    let mut refusals = Refusals::default();
    for arguments in cases {
        refusals.run(2, arguments);
    }
    refusals.check("refused-names", &[]);
}

#[test]
fn bad_values_are_explained() {
    let mut refusals = Refusals::default();
    for (option, value) in [
        ("--max-nodes", "10Q"),
        ("--max-time", "soon"),
        ("--max-memory", "lots"),
        ("--weight", "0"),
        ("--order", "UDLL"),
        ("--size", "3"),
        ("--size", "1x9"),
        ("--max-depth", "deep"),
        ("--width", "wide"),
        ("--progress", "0"),
    ] {
        refusals.run(2, &["solve", "647850321", option, value]);
    }
    refusals.check("refused-values", &[]);
}

#[test]
fn options_that_do_not_go_together() {
    let cases: [&[&str]; 11] = [
        &["-a", "bfs", "-H", "manhattan"],
        &["-a", "astar", "-H", "in-place"],
        &["-a", "bfs", "--weight", "2"],
        &["-a", "astar", "--width", "2"],
        &["-a", "beam", "--width", "0"],
        &["-a", "bfs", "--ties", "lifo"],
        &["-a", "table", "--cost", "tile"],
        &["--json", "--format", "moves"],
        &["--steps", "--format", "moves"],
        &["--quiet", "--progress", "10"],
        &["--goal", "1 2/3 0"],
    ];
    let mut refusals = Refusals::default();
    for arguments in cases {
        refusals.run(2, &[&["solve", "647850321"], arguments].concat());
    }
    refusals.check("refused-options", &[]);
}

#[test]
fn a_board_that_the_algorithm_does_not_fit() {
    let fifteen = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15";
    for (choice, code) in [
        (&["-a", "table"][..], "space-too-large"),
        (&["-a", "astar", "-H", "exact"], "heuristic-table-too-large"),
    ] {
        assert_eq!(code_of(&[&["solve", fifteen], choice].concat()), code);
    }
}

#[test]
fn full_screen_commands_are_refused_without_a_terminal() {
    let mut refusals = Refusals::default();
    for arguments in [
        &["play"][..],
        &["play", "--size", "4x4", "--depth", "40"],
        &["play", "647850321", "--depth", "10"],
        &["play", "--depth", "0"],
        &["solve", "647850321", "-a", "astar", "--watch"],
        &["solve", "647850321", "--watch", "--json"],
        &["solve", "647850321", "--watch", "--format", "moves"],
    ] {
        refusals.run(2, arguments);
    }
    refusals.check("refused-without-terminal", &[]);
}
