//! Boards as people paste them: from Python, numpy, MATLAB, tables and chats.

use crate::parse::{FOUR, THREE, TWO, auto};
use taquin::parse::{InputFormat, ParseErrorKind as Kind, parse_boards};

#[test]
fn what_people_paste_is_read() {
    let hex = "1 2 3 4 5 6 7 8 9 A B C D E F 0";
    let oblong = "1 2 3 11/4 5 6 7/8 9 10 0";
    let table = [
        // tuples, also mixed with brackets
        ("(6,4,7,8,5,0,3,2,1)", THREE),
        ("((6,4,7),(8,5,0),(3,2,1))", THREE),
        ("[(6, 4, 7),\n (8, 5, 0),\n (3, 2, 1)]", THREE),
        ("([6,4,7],[8,5,0],[3,2,1],)", THREE),
        ("[[(6,4,7),(8,5,0),(3,2,1)]]", THREE),
        // semicolons
        ("6 4 7;8 5 0;3 2 1", THREE),
        ("6,4,7; 8,5,0; 3,2,1;", THREE),
        ("6 4 7;\n8 5 0;\n3 2 1;\n", THREE),
        ("[6 4 7; 8 5 0; 3 2 1]", THREE),
        ("[6, 4, 7;\n 8, 5, 0;\n 3, 2, 1];\n", THREE),
        ("[1 2 3;4 5 0]", "1 2 3/4 5 0"),
        ("6;4;7\n8;5;0\n3;2;1\n", THREE),
        ("647;850;321", THREE),
        ("647;\n850;\n321;", THREE),
        // bars
        ("6 4 7|8 5 0|3 2 1", THREE),
        ("| 6 4 7 | 8 5 0 | 3 2 1 |", THREE),
        ("647|850|321", THREE),
        ("| 6 | 4 | 7 |\n| 8 | 5 | 0 |\n| 3 | 2 | 1 |", THREE),
        ("|6|4|7|\r\n|8|5| |\r\n|3|2|1|\r\n", THREE),
        ("6|4|7\n-+-+-\n8|5|_\n-+-+-\n3|2|1\n", THREE),
        ("+---+---+\n| 1 |   |\n+---+---+\n| 3 | 2 |\n+---+---+\n", TWO),
        ("|---|---|\n| 1 | 0 |\n|===|===|\n| 3 | 2 |\n", TWO),
        ("| 6 4 7 |\n| 8 5 x |\n| 3 2 1 |", THREE),
        ("6|4|7|8|5|0|3|2|1", THREE),
        ("|647|\n|850|\n|321|", THREE),
        // blanks
        ("6 4 7 8 5 None 3 2 1", THREE),
        ("6 4 7/8 5 null/3 2 1", THREE),
        ("[[6,4,7],[8,5,None],[3,2,1]]", THREE),
        ("6 4 7 8 5 * 3 2 1", THREE),
        ("64785*321", THREE),
        ("6 4 7\n8 5 b\n3 2 1", THREE),
        ("[6,4,7,8,5,B,3,2,1]", THREE),
        ("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 b", FOUR),
        // numbers joined by underscores, as in links; a single one is a blank
        ("6_4_7_8_5_0_3_2_1", THREE),
        ("1_2_3_4_5_6_7_8_9_10_11_12_13_14_15_0", FOUR),
        ("6_4_7/8_5_0/3_2_1", THREE),
        ("6_4_7\n8_5_0\n3_2_1 # a comment\n", THREE),
        ("[6_4_7_8_5_0_3_2_1]", THREE),
        ("64785_321", THREE),
        ("6 4 7/8 5 _/3 2 1", THREE),
        // numpy
        ("np.array([[6,4,7],[8,5,0],[3,2,1]])", THREE),
        ("numpy.array([6, 4, 7, 8, 5, 0, 3, 2, 1])", THREE),
        ("array([[6, 4, 7],\n       [8, 5, 0],\n       [3, 2, 1]])", THREE),
        ("array([[6, 4, 7],\n       [8, 5, 0],\n       [3, 2, 1]], dtype=uint8)\n", THREE),
        ("np.array(\n  [[6,4,7],\n   [8,5,0],\n   [3,2,1]],\n  dtype = np.int64,\n);", THREE),
        ("np.array(((1, None), (3, 2)), dtype=object)", TWO),
        // rows of digits
        ("647 850 321", THREE),
        ("  647  85x  321 # a comment", THREE),
        ("012 345 678", "0 1 2/3 4 5/6 7 8"),
        ("10 32", TWO),
        ("12 34 50", "1 2/3 4/5 0"),
        ("1234 5678 9ABC DEF0", FOUR),
        ("12345 6789a bcde_", "1 2 3 4 5/6 7 8 9 10/11 12 13 14 0"),
        ("3\n647 850 321\n", THREE),
        // one character per cell, with separators
        (hex, FOUR),
        ("1,2,3,4/5,6,7,8/9,a,b,c/d,e,f,x", FOUR),
        ("1 2 3 4\n5 6 7 8\n9 A B C\nD E F 0", FOUR),
        ("[[1,2,3,4],[5,6,7,8],[9,A,B,C],[D,E,F,None]]", FOUR),
        // Here B is 11, although its line alone would be a board in which it is the blank.
        ("1 2 3 B\n4 5 6 7\n8 9 A 0", oblong),
    ];
    for (text, expected) in table {
        let board = auto(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(board.to_string(), expected, "{text:?}");
        assert_eq!(text.parse(), Ok(board.clone()), "{text:?}");
        let all = parse_boards(text, InputFormat::Auto, None);
        let boards: Vec<_> = all.into_iter().map(|entry| entry.board).collect();
        assert_eq!(boards, [Ok(board)], "{text:?}");
    }
    // With enough of them, the same rows are one board of numbers.
    let numbers: Vec<String> = (0..34).rev().map(|number| number.to_string()).collect();
    let mut rows: Vec<String> = numbers.chunks(2).map(|row| row.join(" ")).collect();
    rows.swap(0, 11);
    rows[0] = "10 32".to_string();
    rows[1] = "31 11".to_string();
    rows[11] = "33 30".to_string();
    let board = auto(&rows.join("\n")).map(|board| board.size().to_string());
    assert_eq!(board, Ok("17x2".to_string()), "{rows:?}");
}

#[test]
fn ambiguous_texts_are_reported_not_guessed() {
    let table = [
        ("1 2 b 0", "b", ["the blank", "tile 11"]),
        ("[1,_,3,B]", "B", ["the blank", "tile 11"]),
        (
            "1234 5678\n9ABC DEF0",
            "1234 5678\n9ABC DEF0",
            ["4 rows of 4 tiles", "2 rows of 8 tiles"],
        ),
        ("12 34/56 70", "12 34/56 70", ["4 rows of 2 tiles", "2 rows of 4 tiles"]),
    ];
    for (text, place, both) in table {
        let error = auto(text).expect_err(text);
        assert_eq!(&text[error.span.clone()], place);
        let Kind::Ambiguous { found, readings, .. } = &error.kind else {
            panic!("{text:?}: {error:?}");
        };
        assert_eq!((found, readings), (&place.replace('\n', "\\n"), &both.map(String::from)));
        assert!(error.label().ends_with('?') && error.help().is_some_and(|help| !help.is_empty()));
    }
}
