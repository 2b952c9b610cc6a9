//! `taquin verify`, `apply`, `invert`, `simplify`, `length` and `gap`.

use crate::run::{Ran, Refusals, check_snapshot, taquin, taquin_reading, without_numbers};
use serde_json::{Value, json};

fn object(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).expect("it is an object")
}

/// Returns the exit code and the output, with nothing on standard error.
fn answer(arguments: &[&str]) -> (i32, String) {
    let ran = taquin(arguments);
    assert_eq!(ran.err, "", "{arguments:?}");
    (ran.code, ran.out)
}

#[test]
fn a_solution_is_verified() {
    let expected = "Solved by 2 moves (2 straight runs).\n\n  \
                    board 1 2 3/4 0 5/7 8 6\n  goal  1 2 3/4 5 6/7 8 0\n";
    for moves in ["RD", "r d", "Right, Down", "['Right', 'Down']"] {
        assert_eq!(answer(&["verify", "123405786", moves]), (0, expected.to_string()));
    }
    let by_tile = ["verify", "123405786", "LU", "--moves", "tile"];
    assert_eq!(answer(&by_tile), (0, expected.to_string()));
    assert_eq!(answer(&["verify", "123456780", ""]).0, 0);
    let columbia = ["verify", "3,1,2,0,4,5,6,7,8", "['Up']", "--goal", "zero-first"];
    assert_eq!(answer(&columbia).0, 0);
    let solution = taquin(&["solve", "647850321", "--format", "moves"]).out;
    let ran = taquin_reading(solution.as_bytes(), &["verify", "647850321", "-", "--json"]);
    assert_eq!((ran.code, object(&ran)["stm"].clone()), (0, json!(31)));
}

#[test]
fn a_wall_is_shown_with_its_board() {
    let expected = "Impossible: move 2 of 3, U, takes the blank up off the board. Before it:\n\n  \
                    1 . 3\n  4 2 5\n  7 8 6\n\n  board 1 0 3/4 2 5/7 8 6\n";
    for command in ["verify", "gap", "apply"] {
        assert_eq!(answer(&[command, "123405786", "U2D"]), (1, expected.to_string()));
    }
    let (code, out) = answer(&["verify", "123405786", "U2", "--moves", "tile"]);
    let first = out.lines().next();
    let expected = "Impossible: move 2 of 2, U, moves no tile: there is none to go up here. \
                    Before it:";
    assert_eq!((code, first), (1, Some(expected)));
}

#[test]
fn what_is_not_solved_is_shown() {
    let expected = "Not solved: after 2 moves the board is not the goal.\n\n  \
                    . 2 3\n  1 4 5\n  7 8 6\n\n  board 0 2 3/1 4 5/7 8 6\n  \
                    goal  1 2 3/4 5 6/7 8 0\n\n\
                    With --moves tile they solve it: the letters say where the tile goes.\n";
    assert_eq!(answer(&["verify", "123405786", "LU"]), (1, expected.to_string()));
    let (code, out) = answer(&["verify", "123456870", "UD"]);
    assert_eq!(code, 1);
    check_snapshot("verify-unsolvable", &out);
    let result = object(&taquin(&["verify", "123456870", "UD", "--json"]));
    assert_eq!((&result["solved"], &result["solvable"]), (&json!(false), &json!(false)));
}

#[test]
fn verdicts_as_json() {
    let ran = taquin(&["verify", "123405786", "U2D", "--json"]);
    let result = object(&ran);
    assert_eq!((ran.code, &result["solved"], &result["end"]), (1, &json!(false), &Value::Null));
    let wall = json!({"step": 2, "move": "U", "board": "1 0 3/4 2 5/7 8 6"});
    assert_eq!(result["impossible"], wall);
    let ran = taquin(&["verify", "123405786", "LU", "--json"]);
    let result = object(&ran);
    assert_eq!((ran.code, &result["end"]), (1, &json!("0 2 3/1 4 5/7 8 6")));
    assert_eq!(
        (&result["solved_by_other_mover"], &result["solvable"]),
        (&json!(true), &json!(true))
    );
}

#[test]
fn moves_are_applied() {
    let out = |arguments: &[&str]| answer(&[&["apply", "123456780"], arguments].concat());
    assert_eq!(out(&["ULDR"]), (0, "1 2 3/4 8 5/7 6 0\n".to_string()));
    assert_eq!(out(&["DRUL", "--moves", "tile"]), (0, "1 2 3/4 8 5/7 6 0\n".to_string()));
    let path = "1 2 3/4 5 6/7 8 0\n1 2 3/4 5 0/7 8 6\n1 2 3/4 0 5/7 8 6\n1 2 3/0 4 5/7 8 6\n";
    assert_eq!(out(&["UL2", "--steps"]), (0, path.to_string()));
    let result = object(&taquin(&["apply", "123456780", "UL2", "--steps", "--json"]));
    assert_eq!(result["steps"].as_array().map(Vec::len), Some(4));
    assert_eq!(result["end"], json!("1 2 3/0 4 5/7 8 6"));
    // Forwards and backwards.
    let back = taquin(&["invert", "ULDR"]).out;
    assert_eq!(answer(&["apply", "1 2 3/4 8 5/7 6 0", &back]).1, "1 2 3/4 5 6/7 8 0\n");
}

#[test]
fn moves_are_rewritten_and_counted() {
    let out = |arguments: &[&str]| {
        let (code, out) = answer(arguments);
        assert_eq!(code, 0);
        out
    };
    assert_eq!(out(&["invert", "URDL2"]), "R2ULD\n");
    assert_eq!(out(&["invert", "URDL2", "--plain"]), "RRULD\n");
    assert_eq!(out(&["invert", "URDL2", "--moves", "tile"]), "R2ULD\n");
    assert_eq!(out(&["simplify", "U R L D2"]), "D\n");
    assert_eq!(out(&["simplify", "RDLU RDLU RDLU L"]), "L\n");
    assert_eq!(out(&["simplify", "UD"]), "\n");
    assert_eq!(out(&["length", "URDL2"]), "5\n");
    assert_eq!(out(&["length", "URDL2", "--metric", "mtm"]), "4\n");
    let expected = json!({
        "schema_version": 2, "tool_version": env!("CARGO_PKG_VERSION"),
        "moves_blank": "URDLL", "moves_tile": "DLURR",
        "compact_blank": "URDL2", "compact_tile": "DLUR2", "stm": 5, "mtm": 4,
    });
    for command in ["length", "simplify"] {
        assert_eq!(object(&taquin(&[command, "URDL2", "--json"])), expected);
    }
    assert_eq!(taquin_reading(b"URDL2\n", &["invert", "-"]).out, "R2ULD\n");
}

#[test]
fn the_gap_is_measured() {
    let expected = "2 moves too many: 4 moves, where 2 are the fewest (proven).\n\
                    The first suboptimal move is move 2 of 4, U, where D would lead on. Before it:\n\n  \
                    1 2 3\n  4 5 .\n  7 8 6\n\n  board 1 2 3/4 5 0/7 8 6\n";
    assert_eq!(answer(&["gap", "123405786", "RUDD"]), (0, expected.to_string()));
    let expected = "As short as can be: 2 moves, the fewest possible (proven).\n";
    assert_eq!(answer(&["gap", "123405786", "RD"]), (0, expected.to_string()));
    let result = object(&taquin(&["gap", "123405786", "RUDD", "--json"]));
    assert_eq!((&result["gap"], &result["first_suboptimal_move"]), (&json!(2), &json!([2, 2])));
    assert_eq!((&result["better"], &result["stopped_by"]), (&json!("D"), &Value::Null));
}

#[test]
fn the_gap_on_a_larger_board_is_proven_by_searching() {
    let board = "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12";
    let result = object(&taquin(&["gap", board, "UUURRLRDDRD", "--json"]));
    assert_eq!((&result["fewest_at_least"], &result["gap"]), (&json!(9), &json!(2)));
    assert_eq!(
        (&result["first_suboptimal_move"], &result["better"]),
        (&json!([6, 6]), &json!("D"))
    );
}

#[test]
fn without_a_proof_the_bounds_are_reported() {
    let board = "6 16 22 14 1 5 20 10 9 13 24 12 3 8 21 23 0 2 15 19 11 4 17 18 7";
    let long = taquin(&["solve", board, "-a", "constructive", "--format", "moves"]).out;
    // Any solution found within the limit is shorter than this.
    let long = format!("{}{}", long.trim_end(), "LR".repeat(100));
    let arguments = ["gap", board, &long, "--max-nodes", "100k"];
    let ran = taquin(&arguments);
    assert_eq!((ran.code, ran.err.as_str()), (3, ""));
    for part in ["--max-nodes", &long.len().to_string()] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    check_snapshot("gap-not-proven", &without_numbers(&ran.out));
    let ran = taquin(&[&arguments[..], &["--json"]].concat());
    let result = object(&ran);
    assert_eq!(
        (ran.code, &result["gap"], &result["stopped_by"]),
        (3, &Value::Null, &json!("nodes"))
    );
    assert!(result["fewest_at_least"].as_u64() < result["fewest_at_most"].as_u64());
    assert_eq!(result["first_suboptimal_move"], json!([1, long.len()]));
}

#[test]
fn bad_moves_are_pointed_at() {
    let ran = taquin(&["length", "UR L2X"]);
    let expected = "\
error: 'X' is not a move
 --> MOVES, line 1, column 6
  |
1 | UR L2X
  |      ^ no move
  |
help: write U, D, L and R, or the words Up, Down, Left and Right, followed by a number to repeat a move: URDL2
";
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (2, "", expected));
    let mut refusals = Refusals::default();
    let mut wrong = |commands: [&str; 3], rest: &[&str]| {
        let [first, others @ ..] = commands.map(|command| taquin(&[&[command], rest].concat()));
        for other in others {
            assert_eq!((other.code, other.out.as_str()), (2, ""), "{rest:?}");
            assert_eq!(other.err.lines().next(), first.err.lines().next());
        }
        refusals.add(2, &format!("{} {}", commands.join(", "), rest.join(" ")), &first);
    };
    let of_moves = ["invert", "simplify", "length"];
    wrong(of_moves, &["2U"]);
    wrong(of_moves, &["U0"]);
    wrong(of_moves, &["U99999999999"]);
    wrong(of_moves, &["@/no/such/file"]);
    wrong(of_moves, &["U", "--moves", "tiles"]);
    wrong(of_moves, &[]);
    let of_boards = ["verify", "gap", "apply"];
    wrong(of_boards, &["123405786", "RX"]);
    wrong(of_boards, &["12345", "R"]);
    wrong(of_boards, &["-", "-"]);
    wrong(of_boards, &["123405786"]);
    refusals.run(2, &["verify", "123405786", "R", "--goal", "1 2/3 0"]);
    refusals.run(2, &["length", "U", "--metric", "htm"]);
    refusals.add(2, "length - of bytes", &taquin_reading(b"U\xff", &["length", "-"]));
    refusals.check("refused-moves", &[]);
}
