//! `taquin generate` and `taquin table`: exact answers, and errors.

use crate::run::{
    Refusals, Running, check_snapshot, command, taquin, taquin_reading, without_numbers,
};
use serde_json::{Value, json};
use std::process::Stdio;

fn object(arguments: &[&str]) -> Value {
    let ran = taquin(&[arguments, &["--json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).expect("one object")
}

#[test]
fn seeds_give_the_same_boards_forever() {
    let made = |arguments: &[&str]| {
        let ran = taquin(&[&["generate", "--seed", "1"], arguments].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?}");
        ran.out
    };
    assert_eq!(made(&["-n", "3"]), "2 6 0/1 4 3/8 5 7\n1 4 2/3 0 6/7 5 8\n5 6 8/2 3 7/0 4 1\n");
    assert_eq!(made(&["-n", "3", "--uniform"]), made(&["-n", "3"]));
    assert_eq!(made(&["--walk", "1000"]), "6 4 2/0 5 1/7 3 8\n");
    assert_eq!(made(&["--depth", "31", "-n", "2"]), "8 6 7/2 5 4/3 0 1\n6 4 7/8 5 0/3 2 1\n");
    assert_eq!(made(&["--unsolvable", "--format", "digits"]), "620143857\n");
    assert_eq!(
        made(&["--format", "grid", "-n", "2"]),
        "2 6 0\n1 4 3\n8 5 7\n\n1 4 2\n3 0 6\n7 5 8\n"
    );
    assert_eq!(made(&["--size", "2x3", "--goal", "zero-first", "--depth", "0"]), "0 1 2/3 4 5\n");
    assert_eq!(made(&["--goal", "1 2/3 0", "--depth", "6"]), "0 3/2 1\n");
    let expected = json!({
        "schema_version": 2, "tool_version": env!("CARGO_PKG_VERSION"), "number": 1,
        "board": "5 7 4/6 8 1/0 2 3", "goal": "1 2 3/4 5 6/7 8 0", "size": "3x3", "seed": 1,
        "kind": "depth", "tries": null, "depth": 24, "solvable": true, "uniform": true,
    });
    assert_eq!(object(&["generate", "--seed", "1", "--depth", "24"]), expected);
}

#[test]
fn a_seed_that_was_not_given_is_printed() {
    let first = taquin(&["generate", "-n", "5"]);
    let words: Vec<&str> = first.err.split_whitespace().collect();
    let seed = words.last().expect("the seed is printed");
    assert_eq!(first.err, format!("note: seed {seed}; the same boards again with --seed {seed}\n"));
    assert_eq!(taquin(&["generate", "-n", "5", "--seed", seed]).out, first.out);
    assert_eq!(taquin(&["generate", "-n", "5", "--quiet"]).err, "");
}

#[test]
fn boards_can_be_read_again() {
    for format in ["rows", "digits", "grid"] {
        let made = ["generate", "--seed", "2", "-n", "20", "--depth", "17", "--format", format];
        let made = taquin(&made).out;
        let solved = taquin_reading(made.as_bytes(), &["solve", "-", "--format", "moves"]);
        let lengths: Vec<usize> = solved.out.lines().map(str::len).collect();
        assert_eq!((solved.code, lengths), (0, vec![17; 20]), "{format}");
    }
    let made = taquin(&["generate", "--seed", "2", "-n", "20", "--unsolvable"]).out;
    let solved = taquin_reading(made.as_bytes(), &["solve", "-", "--format", "moves"]);
    assert_eq!((solved.code, solved.out), (1, "# unsolvable\n".repeat(20)));
}

#[test]
fn depths_without_a_table_are_proven() {
    let ran = taquin(&["generate", "--size", "4x4", "--depth", "40", "--seed", "1"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "8 3 7 4/1 0 2 10/9 14 5 11/6 13 12 15\n"));
    check_snapshot("generate-not-uniform", &ran.err);
}

#[test]
fn impossible_boards_are_reported() {
    let wrong: [&[&str]; 14] = [
        &["--depth", "31", "-n", "3"],
        &["--size", "2x2", "-n", "13"],
        &["--depth", "32"],
        &["--size", "4x4", "--depth", "81"],
        &["--size", "4x4", "--walk", "2", "-n", "8"],
        &["--size", "6x6", "--format", "digits"],
        &["--size", "2x2", "--goal", "1 2 3/4 5 6/7 8 0"],
        &["--goal", "snial"],
        &["--goal", "1 2 3/4 5 6/7 8 8"],
        &["--walk", "3", "--depth", "3"],
        &["--unsolvable", "--depth", "3"],
        &["-n", "many"],
        &["--seed", "x"],
        &["--size", "3"],
    ];
    let mut refusals = Refusals::default();
    for arguments in wrong {
        refusals.run(2, &[&["generate"], arguments].concat());
    }
    refusals.run(2, &["generate", "--size", "2x2", "--unsolvable", "-n", "99"]);
    let limited = ["generate", "--size", "4x4", "--depth", "79", "--max-time", "100ms", "--quiet"];
    refusals.run(3, &limited);
    refusals.run(3, &["generate", "--size", "3x4", "--depth", "5", "--max-memory", "1MiB"]);
    refusals.check("refused-generate", &[]);
}

#[test]
fn any_number_of_boards_streams() {
    // More boards than fit any memory: the first ones arrive at once, and closing the pipe ends it.
    let endless = ["generate", "--size", "4x4", "-n", "1000G", "--seed", "1"];
    let child = command(&endless).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("it runs");
    let mut line = String::new();
    let mut reader = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    std::io::BufRead::read_line(&mut reader, &mut line).expect("there is a line");
    assert_eq!(line, "11 10 3 15/5 13 0 7/4 1 2 14/6 9 8 12\n");
    drop(reader);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    // If the memory for the boards already drawn is full, that is reported.
    let ran = taquin(&[&endless[..], &["--max-memory", "1MiB"]].concat());
    assert_eq!(ran.code, 3);
    check_snapshot("generate-memory-full", &ran.err);
    assert!(ran.out.lines().count() > 10_000);
}

#[test]
fn a_table_for_people() {
    let ran = taquin(&["table", "--size", "2x4"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    check_snapshot("table", &ran.out);
    let many = taquin(&["table", "--goal", "snail"]).out;
    check_snapshot("table-many", &many);
}

#[test]
fn a_table_for_programs() {
    let table = object(&["table", "--size", "3x3", "--metric", "mtm"]);
    let counts: Vec<u64> = table["counts"]
        .as_array()
        .map(|counts| counts.iter().filter_map(Value::as_u64).collect())
        .expect("a list");
    let known = include_str!("../../../taquin/figures/layers.tsv");
    let known = known.lines().find(|line| line.starts_with("3x3\t8\tmtm\t")).expect("a row");
    let known = known.rsplit('\t').next().unwrap_or_default();
    assert_eq!(counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" "), known);
    assert_eq!((&table["boards"], &table["deepest"]), (&json!(181_440), &json!(24)));
    assert_eq!((&table["checked"], &table["published"]), (&json!("equal"), &Value::Null));
    assert_eq!(table["farthest"].as_array().map(Vec::len), counts.last().map(|&n| n as usize));
    let table = object(&["table"]);
    assert_eq!(table["farthest"], json!(["6 4 7/8 5 0/3 2 1", "8 6 7/2 5 4/3 0 1"]));
    assert_eq!((&table["checked"], &table["published"]), (&json!("equal"), &json!("A089473")));
    let own = object(&["table", "--goal", "1 2 3 4/5 0 6 7"]);
    assert_eq!((&own["size"], &own["checked"]), (&json!("2x4"), &json!("equal")));
}

#[test]
fn impossible_tables_are_reported() {
    let mut refusals = Refusals::default();
    refusals.run(2, &["table", "--size", "5x5"]);
    refusals.run(2, &["table", "--size", "4x4"]);
    refusals.run(2, &["table", "--size", "1x9"]);
    refusals.run(2, &["table", "--metric", "htm"]);
    refusals.run(3, &["table", "--size", "3x4", "--max-memory", "100MiB"]);
    refusals.check("refused-table", &[]);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_table() {
    let mut table = Running::start(&["table", "--size", "3x4"]);
    let process = table.id();
    // The table takes 105 MiB, so it is being built now.
    let kibibytes = |text: String| text.trim_end_matches(" kB").parse::<u64>().unwrap_or(0);
    table.wait_until(|| kibibytes(Running::status(process, "VmRSS")) > 64 << 10);
    table.interrupt();
    let ran = table.end();
    assert_eq!((ran.code, ran.out.as_str()), (130, ""));
    check_snapshot("table-interrupted", &without_numbers(&ran.err));
}
