//! Everything that can be done wrong: exit code 2, a sentence, the place, and never a panic.

use crate::run::{Ran, check_snapshot, command, taquin, taquin_reading};

/// Each has exit code 2, an empty answer, and says this.
fn assert_wrong(arguments: &[&str], said: &[&str]) {
    let ran = taquin(arguments);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
    for part in said {
        assert!(ran.err.contains(part), "{arguments:?} should say '{part}':\n{}", ran.err);
    }
}

#[test]
fn a_duplicate_is_pointed_at() {
    let ran = taquin(&["solve", "1 2 3/4 5 8/7 8 0"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    check_snapshot("duplicate", &ran.err);
}

#[test]
fn bad_boards_of_every_kind() {
    let cases: [(&[&str], &[&str]); 12] = [
        (&[""], &["there is no board here"]),
        (&["   "], &["there is no board here"]),
        (&["12345678"], &["8 digits make no square board", "write the blank as 0"]),
        (&["1 2 3/4 5/7 8 0"], &["row 2 has 2 numbers, but row 1 has 3", "^^^ 2 numbers, not 3"]),
        (&["1 2 3/4 5 6/7 8 9"], &["the blank is missing"]),
        (&["1 2 3/4 5 6/7 80 0"], &["80 is out of range", "^^"]),
        (&["1 2 3/4 five 6/7 8 0"], &["'five' is not a number", "^^^^"]),
        (&["12?450786"], &["'?' stands for no tile"]),
        (&["1 2 3 4 5 6 0 7"], &["--size 2x4"]),
        (&["123456780", "--size", "2x4"], &["the size given is 2x4"]),
        (&["[[1,2],[3,0]"], &["this bracket is never closed"]),
        (&["123456780", "--input-format", "json"], &["the input format is set to json"]),
    ];
    for (arguments, said) in cases {
        for command in ["solve", "check"] {
            assert_wrong(&[&[command], arguments].concat(), said);
        }
    }
}

#[test]
fn bad_files_of_every_kind() {
    assert_wrong(&["solve", "@/no/such/file"], &["cannot read /no/such/file"]);
    assert_wrong(&["solve", "@/"], &["cannot read /"]);
    assert_wrong(&["solve", "@"], &["cannot read"]);
    let wrong = |input: &[u8], said: &str| {
        let ran = taquin_reading(input, &["solve", "-"]);
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains(said), "{}", ran.err);
        assert!(ran.err.len() < 1000, "{}", ran.err);
    };
    wrong(b"", "there is no board here");
    wrong(b"# only a comment\n", "there is no board here");
    wrong(b"1 2 3\n4 \xff 5\n", "stops being UTF-8 at byte 8");
    wrong(b"\0\0\0\0", "is not a number");
    wrong("1 ".repeat(100_000).as_bytes(), "even a 127x127 board has only");
    wrong("1".repeat(1_000_000).as_bytes(), "at most 33 cells");
    wrong("[".repeat(1_000_000).as_bytes(), "error: ");
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
    assert_wrong(&["solve", board, "-a", "asta"], &["similar value exists: 'astar'"]);
    assert_wrong(&["solve", board, "-a", "ida", "-H", "manhatan"], &["value exists: 'manhattan'"]);
    assert_wrong(&["solve", board, "--cost", "tiles"], &["'tile'"]);
    assert_wrong(&["solve", board, "--ties", "lifp"], &["'lifo'"]);
    assert_wrong(&["solve", board, "--goal", "snial"], &["did you mean snail?"]);
    assert_wrong(&["solve", board, "--input-format", "jsn"], &["'json'"]);
    assert_wrong(&["solve", board, "--stps"], &["'--steps'"]);
    assert_wrong(&["explain", "manhatten"], &["'manhattan'"]);
    assert_wrong(&["chek", board], &["'check'"]);
    assert_wrong(&[board], &["To solve a board: taquin solve 647850321"]);
    assert_wrong(&["man", "fly"], &["there is no command 'fly'", "the commands are solve, check"]);
}

#[test]
fn bad_values_are_explained() {
    let wrong = |option: &str, value: &str, said: &str| {
        assert_wrong(&["solve", "647850321", option, value], &[option, value, said]);
    };
    wrong("--max-nodes", "10Q", "10M");
    wrong("--max-time", "soon", "30s");
    wrong("--max-memory", "lots", "2GiB");
    wrong("--weight", "0", "from 0.001 to 1000");
    wrong("--order", "UDLL", "each of the letters U, D, L and R once");
    wrong("--size", "3", "rows x columns");
    wrong("--size", "1x9", "2 to 127");
    wrong("--max-depth", "deep", "invalid");
    wrong("--width", "wide", "invalid");
    wrong("--progress", "0", "0 is not in");
}

#[test]
fn options_that_do_not_go_together() {
    let board = "647850321";
    let wrong = |arguments: &[&str], said: &str| {
        assert_wrong(&[&["solve", board], arguments].concat(), &[said]);
    };
    wrong(&["-a", "bfs", "-H", "manhattan"], "bfs takes no heuristic");
    wrong(&["-a", "astar", "-H", "in-place"], "in-place may overestimate");
    wrong(&["-a", "bfs", "--weight", "2"], "bfs has no option weight");
    wrong(&["-a", "astar", "--width", "2"], "astar has no option width");
    wrong(&["-a", "beam", "--width", "0"], "a whole number from 1 to 1000000");
    wrong(&["-a", "bfs", "--ties", "lifo"], "bfs has no option ties");
    wrong(&["-a", "table", "--cost", "tile"], "table counts every move as 1");
    wrong(&["--json", "--format", "moves"], "cannot be used with");
    wrong(&["--steps", "--format", "moves"], "--steps goes with --format text or json only");
    wrong(&["--quiet", "--progress", "10"], "cannot be used with");
    wrong(&["--goal", "1 2/3 0"], "the board is 3x3 but the goal is 2x2");
}

#[test]
fn a_board_that_the_algorithm_does_not_fit() {
    let fifteen = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15";
    assert_wrong(&["solve", fifteen, "-a", "table"], &["a table of every 4x4 board"]);
    assert_wrong(&["solve", fifteen, "-a", "astar", "-H", "exact"], &["too large"]);
}
