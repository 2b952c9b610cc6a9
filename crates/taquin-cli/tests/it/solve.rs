//! The text output of `taquin solve` and `taquin check`.

use crate::run::{check_snapshot, taquin, taquin_reading};

#[test]
fn a_board_is_solved() {
    let ran = taquin(&["solve", "647850321"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    check_snapshot("solve", &ran.out);
}

#[test]
fn source_e_counts_the_tiles() {
    let ran = taquin(&[
        "solve",
        "134802765",
        "--goal",
        "snail",
        "--algorithm",
        "dijkstra",
        "--cost",
        "tile",
        "--steps",
    ]);
    assert_eq!(ran.code, 0);
    let costs: Vec<&str> =
        ran.out.lines().filter_map(|line| line.split(", cost ").nth(1)).collect();
    assert_eq!(costs, ["2 (total 2)", "4 (total 6)", "3 (total 9)", "2 (total 11)"]);
    check_snapshot("steps", &ran.out);
}

#[test]
fn an_unsolvable_board_is_explained_without_a_search() {
    // No state is explored, or the limit would stop it.
    let ran = taquin(&["solve", "123456870", "--algorithm", "bfs", "--max-nodes", "0"]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    check_snapshot("unsolvable", &ran.out);
    let solvable = taquin(&["solve", "123456708", "--algorithm", "bfs", "--max-nodes", "0"]);
    assert_eq!(solvable.code, 3);
}

#[test]
fn check_says_whether() {
    let ran = taquin(&["check", "647850321", "--goal", "classic"]);
    assert_eq!(ran.code, 0);
    check_snapshot("check", &ran.out);
    let ran = taquin(&["check", "123456870"]);
    assert_eq!(ran.code, 1);
    check_snapshot("unsolvable", &ran.out);
}

#[test]
fn of_many_boards_a_bad_one_does_not_stop_the_rest() {
    let boards = "123456780\n\n1 2 3/4 5 8/7 8 0\n123456870\n\n1 2 3\n4 0 5\n7 8 6\n";
    let ran = taquin_reading(boards.as_bytes(), &["solve", "-"]);
    assert_eq!(ran.code, 2);
    check_snapshot("many", &ran.out);
    check_snapshot("many-errors", &ran.err);
    let ran = taquin_reading(boards.as_bytes(), &["check", "-"]);
    assert_eq!(ran.code, 2);
    check_snapshot("check-many", &ran.out);
    check_snapshot("many-errors", &ran.err);
}

#[test]
fn the_exit_code_is_the_greatest() {
    let code = |boards: &[&str], more: &[&str]| taquin(&[&["solve"], boards, more].concat()).code;
    let (solved, unsolvable, bad) = ("123456780", "123456870", "1234");
    assert_eq!(code(&[solved, solved], &[]), 0);
    assert_eq!(code(&[unsolvable, solved], &[]), 1);
    assert_eq!(code(&[solved, bad, unsolvable], &[]), 2);
    let stopped = ["--algorithm", "bfs", "--max-nodes", "10"];
    assert_eq!(code(&["647850321", bad], &stopped), 3);
}

#[test]
fn boards_come_from_everywhere() {
    let file = tempfile::NamedTempFile::new().expect("there is room for a file");
    std::fs::write(file.path(), "# one board\r\n3\r\n1 2 3\r\n4 5 6\r\n7 0 8\r\n")
        .expect("written");
    let path = format!("@{}", file.path().display());
    assert_eq!(taquin(&["solve", &path, "--format", "moves"]).out, "R\n");
    let moves = |input: &str, arguments: &[&str]| {
        taquin_reading(input.as_bytes(), &[&["solve", "-f", "moves"], arguments].concat()).out
    };
    assert_eq!(moves("[[1,2,3],[4,5,6],[7,0,8]]", &["-"]), "R\n");
    assert_eq!(moves("123456708", &[]), "R\n");
    assert_eq!(moves("", &["1 2 3/4 5 6/7 _ 8"]), "R\n");
    assert_eq!(moves("", &["123456780", "123456708"]), "\nR\n");
    assert_eq!(moves("", &["1", "2", "3", "4", "5", "6", "7", "0", "8"]), "R\n");
    assert_eq!(moves("", &["1 2 3 4 5 6 0 7", "--size", "2x4"]), "R\n");
    assert_eq!(moves("", &["123456708", "--goal", "1 2 3/4 5 6/0 7 8"]), "L\n");
    assert_eq!(moves("", &["1 2 3/4 5 6/7 0 8", "--input-format", "rows"]), "R\n");
    let goal = file.path().with_extension("goal");
    std::fs::write(&goal, "1 2 3\n4 5 6\n0 7 8\n").expect("written");
    let named = format!("@{}", goal.display());
    assert_eq!(moves("", &["123456708", "--goal", &named]), "L\n");
    std::fs::remove_file(goal).expect("it was there");
}

#[test]
fn nothing_found_is_reported() {
    let mut output = String::new();
    for choice in
        [["dfs", "--max-depth", "10"], ["dfs", "--max-depth", "31"], ["beam", "--width", "1"]]
    {
        let arguments = [&["solve", "647850321", "--algorithm"], &choice[..]].concat();
        let ran = taquin(&arguments);
        assert_eq!(ran.code, 1);
        output += &format!("{}\n", ran.out.lines().next().unwrap_or_default());
        let ran = taquin(&[&arguments[..], &["--json"]].concat());
        let object: serde_json::Value = serde_json::from_str(&ran.out).expect("one object");
        assert_eq!((ran.code, &object["outcome"]), (1, &"exhausted".into()));
    }
    check_snapshot("nothing-found", &output);
    // Depth-first search may miss a solution within its limit, and says so; the other one proves that there is none.
    for (algorithm, depth, code, notices) in [
        ("dfs", "31", 1, &["may-be-missed"][..]),
        // The bound proves that there is none.
        ("dfs", "20", 1, &[]),
        ("iddfs", "30", 1, &[]),
        ("iddfs", "31", 0, &[]),
    ] {
        let board = ["solve", "647850321", "--algorithm", algorithm, "--max-depth", depth];
        let ran = taquin(&[&board[..], &["--json"]].concat());
        let object: serde_json::Value = serde_json::from_str(&ran.out).expect("one object");
        assert_eq!((ran.code, &object["notice_codes"]), (code, &serde_json::json!(notices)));
    }
}

#[test]
fn a_solution_that_is_not_proven_says_so() {
    let arguments = ["solve", "647850321", "--algorithm", "greedy"];
    let ran = taquin(&arguments);
    assert_eq!(ran.code, 0);
    check_snapshot("not-proven", ran.out.lines().next().unwrap_or_default());
    let ran = taquin(&[&arguments[..], &["--json"]].concat());
    let object: serde_json::Value = serde_json::from_str(&ran.out).expect("one object");
    assert_eq!((&object["optimal"], &object["lower_bound"]), (&false.into(), &21.into()));
}

#[test]
fn a_long_solution_does_not_flood_the_screen() {
    let arguments = ["solve", "647850321", "--algorithm", "dfs", "--order", "RLDU"];
    let ran = taquin(&arguments);
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("24,249") && ran.out.contains("--format moves"), "{}", ran.out);
    assert!(ran.out.len() < 3000);
    let all = taquin(&[&arguments[..], &["--format", "moves"]].concat());
    assert_eq!(all.out.trim_end().len(), 24_249);
}

#[test]
fn colours_only_where_wanted() {
    let colored = |more: &[&str]| {
        let ran = taquin(&[&["solve", "647850321"], more].concat());
        ran.out.contains('\u{1b}')
    };
    assert!(!colored(&[]));
    assert!(!colored(&["--color", "never"]));
    assert!(colored(&["--color", "always"]));
    assert!(taquin(&["--color", "always", "--help"]).out.contains('\u{1b}'));
    assert!(!taquin(&["--color=never", "--help"]).out.contains('\u{1b}'));
}

#[test]
fn a_lower_bound_says_something_whatever_stopped_the_search() {
    for arguments in [
        &["-a", "dfs", "--max-nodes", "100"][..],
        &["-a", "bfs", "--max-nodes", "1"],
        &["-a", "greedy", "-H", "in-place"],
        &["-a", "dfs"],
    ] {
        let arguments = [&["solve", "647850321", "--json"], arguments].concat();
        let object: serde_json::Value =
            serde_json::from_str(&taquin(&arguments).out).expect("one object");
        assert_eq!((&object["lower_bound"], &object["optimal"]), (&21.into(), &false.into()));
    }
    let ran = taquin(&["solve", "647850321", "-a", "dfs"]);
    assert!(ran.out.contains("not proven optimal: at least 21 are needed."), "{}", ran.out);
}
