//! Every format, every kind of error with its span and its messages, and texts with many boards.

use taquin::parse::{
    Entry, InputFormat, ParseError, ParseErrorKind as Kind, SizeSource, parse_board, parse_boards,
    parse_goal, text_from_bytes,
};
use taquin::{Board, Goal, Size};

pub const THREE: &str = "6 4 7/8 5 0/3 2 1";
pub const FOUR: &str = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0";
pub const TWO: &str = "1 0/3 2";

pub fn auto(text: &str) -> Result<Board, ParseError> {
    parse_board(text, InputFormat::Auto, None)
}

fn size(text: &str) -> Size {
    text.parse().expect("a size")
}

/// Formats each board of a text, or the kind of its error, after its line number.
fn all(text: &str, size: Option<Size>) -> Vec<String> {
    let show = |Entry { line, board, .. }: Entry<'_>| match board {
        Ok(board) => format!("{line}: {board}"),
        Err(error) => format!("{line}: {:?}", error.kind),
    };
    parse_boards(text, InputFormat::Auto, size).into_iter().map(show).collect()
}

#[test]
fn every_format_is_detected() {
    let table = [
        // digits
        ("647850321", THREE),
        ("  647850321 # a comment", THREE),
        ("64785_321", THREE),
        ("64785x321", THREE),
        ("64785-321", THREE),
        ("64785.321", THREE),
        ("64785X321", THREE),
        ("647/850/321", THREE),
        ("647\n850\n321", THREE),
        ("123456789ABCDEF0", FOUR),
        ("123456789abcdefx", FOUR),
        ("1234/5678/9abc/def_", FOUR),
        ("1234\n5678\n9ABC\nDEF0\n", FOUR),
        ("123/450", "1 2 3/4 5 0"),
        ("1032", TWO),
        ("10\n32", TWO),
        ("02\n31", "0 2/3 1"),
        ("10/32", TWO),
        // rows
        (THREE, THREE),
        ("6,4,7/8,5,0/3,2,1", THREE),
        ("6, 4, 7 / 8, 5, _ / 3, 2, 1 /", THREE),
        ("\t6 4 7 /8 5 . / 3 2 1\r\n", THREE),
        ("1 2 3/4 5 0", "1 2 3/4 5 0"),
        // flat
        ("6 4 7 8 5 0 3 2 1", THREE),
        ("6,4,7,8,5,0,3,2,1", THREE),
        ("6, 4, 7, 8, 5, -, 3, 2, 1,", THREE),
        // lines
        ("6 4 7\n8 5 0\n3 2 1", THREE),
        ("\n\n 6  4  7\r\n 8  5  x\r\n 3  2  1\r\n\r\n", THREE),
        ("6,4,7,\n8,5,0,\n3,2,1,\n", THREE),
        ("# first\n6 4 7\n# between\n8 5 0 # behind\n3 2 1", THREE),
        ("1 0\n3 2", TWO),
        ("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0", FOUR),
        ("1 2 3 0\n4 5 6 7", "1 2 3 0/4 5 6 7"),
        ("2 1\n0 3", "2 1/0 3"),
        ("3 2\n0 1\n4 5\n6 7", "3 2/0 1/4 5/6 7"),
        ("3 2\n1 0\n4 5", "3 2/1 0/4 5"),
        // sized
        ("3\n 0  1  3\n 4  2  5\n 7  8  6\n", "0 1 3/4 2 5/7 8 6"),
        ("# This puzzle is solvable\n3\n6 4 7\n8 5 0\n3 2 1\n", THREE),
        ("3 # size\n\n6 4 7\n\n8 5 0 #x\n3 2 1\n", THREE),
        ("4 4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n", FOUR),
        ("2 3\n1 2 3\n4 5 0\n", "1 2 3/4 5 0"),
        ("3 2\n1 2\n3 4\n5 0\n", "1 2/3 4/5 0"),
        ("2\n1 0\n3 2", TWO),
        ("2 2\n1 0\n3 2", TWO),
        ("3\n6 4 7 8 5 0 3 2 1", THREE),
        ("3\n647850321", THREE),
        ("3\n647\n850\n321", THREE),
        ("2 3\n1 2 3 4 5 0", "1 2 3/4 5 0"),
        // json
        ("[[6,4,7],[8,5,0],[3,2,1]]", THREE),
        ("[6,4,7,8,5,null,3,2,1]", THREE),
        ("[\n  [6, 4, 7],\n  [8, 5, 0],\n  [3, 2, 1]\n]\n", THREE),
        ("[\n [\n 1,\n 0\n ],\n [\n 3,\n 2\n ]\n]", TWO),
        ("[[6 4 7]\n [8 5 0]\n [3 2 1]]", THREE),
        ("[[[6,4,7],[8,5,0],[3,2,1]]]", THREE),
        ("\u{FEFF}647850321", THREE),
    ];
    for (text, expected) in table {
        let board = auto(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(board.to_string(), expected, "{text:?}");
    }
}

#[test]
fn a_size_decides() {
    let table = [
        ("1 2 3 4 5 6 7 8 9 10 11 0", "3x4", "1 2 3 4/5 6 7 8/9 10 11 0"),
        ("123456789AB0", "2x6", "1 2 3 4 5 6/7 8 9 10 11 0"),
        ("[1,2,3,4,5,0]", "3x2", "1 2/3 4/5 0"),
        ("1 2 3/4 5 0", "2x3", "1 2 3/4 5 0"),
        ("3\n6 4 7\n8 5 0\n3 2 1", "3x3", THREE),
    ];
    for (text, given, expected) in table {
        let board = parse_board(text, InputFormat::Auto, Some(size(given)));
        assert_eq!(board.map(|board| board.to_string()), Ok(expected.to_string()), "{text:?}");
    }
}

/// Returns the kind of an error without its reason in words.
fn without_words(kind: &Kind) -> Kind {
    match kind.clone() {
        Kind::NotANumber { found, .. } => Kind::NotANumber { found, reason: "" },
        kind => kind,
    }
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let is = |text: &str| text.to_string();
    let (three, four) = (size("3x3"), size("4x4"));
    let not_a_number = |found: &str| Kind::NotANumber { found: found.to_string(), reason: "" };
    // text, span (its text and its start), kind
    let table = [
        ("", "", 0, Kind::Empty),
        ("# nothing\n \n", "", 0, Kind::Empty),
        ("[]", "[]", 0, Kind::Empty),
        (
            "1 2 3/4 5 8/7 8 0",
            "8",
            14,
            Kind::Duplicate { tile: 8, times: 2, missing: vec![6], size: three },
        ),
        (
            "_ 2 3\n4 5 x\n7 8 6",
            "x",
            10,
            Kind::Duplicate { tile: 0, times: 2, missing: vec![1], size: three },
        ),
        (
            "1 1 1/1 1 1/1 1 1",
            "1",
            2,
            Kind::Duplicate {
                tile: 1,
                times: 9,
                missing: vec![0, 2, 3, 4, 5, 6, 7, 8],
                size: three,
            },
        ),
        ("123456789", "9", 8, Kind::BlankMissing { size: three }),
        (
            "1 2 3/4 5 12/7 8 0",
            "12",
            10,
            Kind::OutOfRange { number: is("12"), size: three, missing: vec![6] },
        ),
        (
            "12A0",
            "A",
            2,
            Kind::OutOfRange { number: is("A (which is 10)"), size: size("2x2"), missing: vec![3] },
        ),
        (
            "1 2/0 99999999999999999999999",
            "99999999999999999999999",
            6,
            Kind::OutOfRange {
                number: is("99999999999999999999..."),
                size: size("2x2"),
                missing: vec![3],
            },
        ),
        ("1 2 -3 0", "-3", 4, not_a_number("-3")),
        ("1 2.5 3 0", "2.5", 2, not_a_number("2.5")),
        (
            "1 2 A 0",
            "A",
            4,
            Kind::OutOfRange { number: is("A (which is 10)"), size: size("2x2"), missing: vec![3] },
        ),
        ("1 2 A 10", "A", 4, not_a_number("A")),
        ("1 2 Z 0", "Z", 4, not_a_number("Z")),
        ("hello", "hello", 0, not_a_number("hello")),
        ("1 é 3 0", "é", 2, not_a_number("é")),
        ("12345678é", "é", 8, Kind::NotADigit { found: is("é") }),
        ("1\u{7}30", "\u{7}", 1, Kind::NotADigit { found: is("\\u{7}") }),
        ("1234567891011121314150", "1234567891011121314150", 0, Kind::NotSeparated { found: 22 }),
        ("1 2,, 3 0", ",", 4, Kind::StrayComma),
        ("1 2] 3 0", "]", 3, Kind::StrayMark { mark: ']' }),
        ("[1 2/3 0]", "/", 4, Kind::StrayMark { mark: '/' }),
        ("[1 2|3 0]", "|", 4, Kind::StrayMark { mark: '|' }),
        ("1 2 3 0 array(", "array(", 8, Kind::StrayMark { mark: '(' }),
        ("[[1,2),[3,0]]", ")", 5, Kind::Mismatched { open: '[', close: ')' }),
        ("array([1,2,3,0]]", "]", 15, Kind::Mismatched { open: '(', close: ']' }),
        ("np.array([[1,2],[3,0]]", "np.array(", 0, Kind::Unclosed),
        ("((1,2),(3,0)", "(", 0, Kind::Unclosed),
        ("np.array([1,2,3,0], 5)", "5", 20, Kind::MixedArray),
        ("np.array([[[1,2],[3,0]]])", "[", 11, Kind::TooDeep),
        ("[[1,2],[3,0]", "[", 0, Kind::Unclosed),
        ("[[1,2],\n [3,0]\n", "[", 0, Kind::Unclosed),
        ("[[1,2],[3,0", "[", 7, Kind::Unclosed),
        ("[[[1,2],[3,0]]", "[", 0, Kind::Unclosed),
        ("[[[1,2],[3,[0]]]]", "[", 11, Kind::TooDeep),
        ("[1,2,[3,0]]", "[", 5, Kind::MixedArray),
        ("[[1,2],3,0]", "3", 7, Kind::MixedArray),
        ("1 2//3 0", "/", 4, Kind::EmptyRow { row: 2 }),
        ("1 2||3 0", "|", 4, Kind::EmptyRow { row: 2 }),
        (";1 2;3 0", ";", 0, Kind::EmptyRow { row: 1 }),
        ("[1 2;;3 0]", ";", 5, Kind::EmptyRow { row: 2 }),
        (
            "123 456 788",
            "8",
            10,
            Kind::Duplicate { tile: 8, times: 2, missing: vec![0], size: three },
        ),
        ("[[1,2],[]]", "]", 8, Kind::EmptyRow { row: 2 }),
        (
            "1 2 3/4 5/7 8 0",
            "4 5",
            6,
            Kind::RaggedRows { row: 2, found: 2, other_row: 1, expected: 3 },
        ),
        (
            "1 2\n3 4 5\n6 7 0",
            "1 2",
            0,
            Kind::RaggedRows { row: 1, found: 2, other_row: 2, expected: 3 },
        ),
        (
            "3\n1 2 3\n4\n5 6 0",
            "4",
            8,
            Kind::RaggedRows { row: 2, found: 1, other_row: 1, expected: 3 },
        ),
        (
            "1 2 3 4 5 6 7 8 9 10 11 0",
            "1 2 3 4 5 6 7 8 9 10 11 0",
            0,
            Kind::WrongCount { found: 12, has_blank: true, digits: false },
        ),
        ("12345678", "12345678", 0, Kind::WrongCount { found: 8, has_blank: false, digits: true }),
        (
            "[1,2,3,4,5,6,0]",
            "1,2,3,4,5,6,0",
            1,
            Kind::WrongCount { found: 7, has_blank: true, digits: false },
        ),
        (
            "4\n6 4 7\n8 5 0\n3 2 1",
            "6 4 7\n8 5 0\n3 2 1",
            2,
            Kind::SizeMismatch { expected: four, by: SizeSource::SizeLine, rows: 3, cols: 3 },
        ),
        ("1 2 0", "1 2 0", 0, Kind::TooSmall { rows: 1, cols: 3 }),
        ("1\n2\n0", "1\n2\n0", 0, Kind::TooSmall { rows: 3, cols: 1 }),
        ("1\n6 4 7\n8 5 0", "1", 0, Kind::TooSmall { rows: 1, cols: 1 }),
        ("128\n1 2 3\n", "128", 0, Kind::TooLarge { rows: 128, cols: 128 }),
        ("1230\n\n1032", "1032", 6, Kind::SeveralBoards { line: 3 }),
        ("123456789ABCDEFGHIJKLMNOPQRSTUVW01", "1", 33, Kind::TooManyDigits),
    ];
    for (text, place, start, kind) in table {
        let error = auto(text).expect_err(text);
        assert_eq!(without_words(&error.kind), kind, "{text:?}");
        assert_eq!((&text[error.span.clone()], error.span.start), (place, start), "{text:?}");
        assert!(error.help().is_some_and(|help| !help.is_empty()), "{text:?}");
        assert!(!error.label().is_empty(), "{text:?}");
    }
}

#[test]
fn a_related_span_is_reported() {
    let text = "1 2 3/4 5 8/7 8 0";
    let related = auto(text).expect_err("two eights").related.expect("the first eight");
    assert_eq!(*related, (10..11, "first 8".to_string()));
}

#[test]
fn a_size_that_does_not_fit_is_an_error() {
    let table = [
        (THREE, "4x4", THREE, (3, 3)),
        ("1032", "3x3", "1032", (1, 4)),
        ("3\n6 4 7\n8 5 0\n3 2 1", "4x4", "3", (3, 3)),
    ];
    for (text, given, place, (rows, cols)) in table {
        let (expected, by) = (size(given), SizeSource::Given);
        let error = parse_board(text, InputFormat::Auto, Some(expected)).expect_err(text);
        assert_eq!(error.kind, Kind::SizeMismatch { expected, by, rows, cols }, "{text:?}");
        assert_eq!(&text[error.span.clone()], place);
    }
}

#[test]
fn a_requested_format_must_match() {
    let table = [
        ("6 4 7 8 5 0 3 2 1", InputFormat::Digits),
        ("6 4 7 8 5 0 3 2 1", InputFormat::Rows),
        (THREE, InputFormat::Flat),
        ("647850321", InputFormat::Flat),
        (THREE, InputFormat::Lines),
        ("6 4 7 8 5 0 3 2 1", InputFormat::Lines),
        ("6 4 7\n8 5 0\n3 2 1", InputFormat::Sized),
        (THREE, InputFormat::Json),
    ];
    for (text, format) in table {
        let error = parse_board(text, format, None).expect_err(text);
        assert!(matches!(error.kind, Kind::WrongFormat { format: asked, .. } if asked == format));
    }
    // Here a format decides: four boards of one line, or four rows of one board.
    let lines = "1 2 3 0\n4 5 6 7\n8 9 10 11\n12 13 14 15";
    assert!(parse_board(lines, InputFormat::Lines, None).is_ok());
    assert_eq!(parse_boards(lines, InputFormat::Flat, None).len(), 4);
}

#[test]
fn a_text_may_hold_many_boards() {
    let table: [(&str, &[&str]); 25] = [
        ("10 32\n12 30\n13 02", &["1: 1 0/3 2", "2: 1 2/3 0", "3: 1 3/0 2"]),
        ("123 456 780\n123 456 708\n", &["1: 1 2 3/4 5 6/7 8 0", "2: 1 2 3/4 5 6/7 0 8"]),
        ("1 b 3 2\n1 2 3 b", &["1: 1 0/3 2", "2: 1 2/3 0"]),
        (
            "1 0;3 2\n12|30\n(1,2,0,3);[1,2;0,3]",
            &["1: 1 0/3 2", "2: 1 2/3 0", "3: 1 2/0 3", "3: 1 2/0 3"],
        ),
        (
            "[np.array([[1,0],[3,2]]),\n np.array([[1,2],[3,0]], dtype=int)]\n1230",
            &["1: 1 0/3 2", "2: 1 2/3 0", "3: 1 2/3 0"],
        ),
        ("array([[1,0],[3,2]]\narray([[1,2],\n[3,0]])", &["1: Unclosed", "2: 1 2/3 0"]),
        ("1032\n1230\n", &["1: 1 0/3 2", "2: 1 2/3 0"]),
        ("1 0 3 2\n1 2 3 0\n1 2 0 3", &["1: 1 0/3 2", "2: 1 2/3 0", "3: 1 2/0 3"]),
        (
            "1032\n1 2/3 0\n[1,2,0,3]\n[[1,2],\n[3,0]]\n",
            &["1: 1 0/3 2", "2: 1 2/3 0", "3: 1 2/0 3", "4: 1 2/3 0"],
        ),
        ("# a\n1 0\n3 2\n\n# b\n\n1 2\n3 0\n", &["2: 1 0/3 2", "7: 1 2/3 0"]),
        ("2\n1 0\n3 2\n\n2\n1 2\n3 0\n", &["1: 1 0/3 2", "5: 1 2/3 0"]),
        ("2\n1 0\n3 2\n2\n1 2\n3 0\n", &["1: 1 0/3 2", "4: 1 2/3 0"]),
        ("2 3\n1 2 3\n4 5 0\n2 3\n0 2 3\n4 5 1\n", &["1: 1 2 3/4 5 0", "4: 0 2 3/4 5 1"]),
        ("2 2\n1 0\n3 2\n\n2 2\n1 2\n3 0", &["1: 1 0/3 2", "5: 1 2/3 0"]),
        ("[[1,0],[3,2]]\n[[1,2],[3,0]]", &["1: 1 0/3 2", "2: 1 2/3 0"]),
        ("[[[1,0],[3,2]],\n [[1,2],[3,0]]]", &["1: 1 0/3 2", "2: 1 2/3 0"]),
        ("[[[1,0],[3,2]],\n [[1,2],[3,0]]", &["1: 1 0/3 2", "2: 1 2/3 0", "1: Unclosed"]),
        // An invalid board does not affect the others.
        (
            "1032\n1 2/3 3\n1230",
            &[
                "1: 1 0/3 2",
                "2: Duplicate { tile: 3, times: 2, missing: [0], size: Size { rows: 2, cols: 2 } }",
                "3: 1 2/3 0",
            ],
        ),
        (
            "1 0 3 2\n1 2 3\n1 2 3 0",
            &["1: 1 0/3 2", "2: TooSmall { rows: 1, cols: 3 }", "3: 1 2/3 0"],
        ),
        (
            "[[1,0],[3,2]\n[[1,2],[3,0]]\n[1,0\n[1,2,3,0]\n",
            &["1: Unclosed", "2: 1 2/3 0", "3: Unclosed", "4: 1 2/3 0"],
        ),
        (
            "3\n1 2 3\n4 5 6\n\n2\n1 0\n3 2",
            &[
                "1: SizeMismatch { expected: Size { rows: 3, cols: 3 }, by: SizeLine, rows: 2, cols: 3 }",
                "5: 1 0/3 2",
            ],
        ),
        (
            "3\n1 2 3\n4 5 6\n\n123456780",
            &[
                "1: SizeMismatch { expected: Size { rows: 3, cols: 3 }, by: SizeLine, rows: 2, cols: 3 }",
                "5: 1 2 3/4 5 6/7 8 0",
            ],
        ),
        ("12\n1032\n1230", &["1: TooSmall { rows: 1, cols: 2 }", "2: 1 0/3 2", "3: 1 2/3 0"]),
        ("5\n1 0 3 2\n1 2 3 0", &["1: TooSmall { rows: 1, cols: 1 }", "2: 1 0/3 2", "3: 1 2/3 0"]),
        ("\n\n", &["1: Empty"]),
    ];
    for (text, expected) in table {
        assert_eq!(all(text, None), expected, "{text:?}");
    }
    let lists = "0 1 2 3 4 5\n1 0 2 3 4 5";
    assert_eq!(all(lists, Some(size("2x3"))), ["1: 0 1 2/3 4 5", "2: 1 0 2/3 4 5"]);
    assert_eq!(
        all(lists, None),
        [1, 2].map(|line| format!(
            "{line}: WrongCount {{ found: 6, has_blank: true, digits: false }}"
        ))
    );
}

#[test]
fn goals_have_names_or_are_boards() {
    let goal = |text| parse_goal(text, InputFormat::Auto, None);
    assert_eq!(goal(" Zero_First\n"), Ok(Goal::ZeroFirst));
    assert_eq!(goal("1032").map(|goal| goal.board(size("2x2")).to_string()), Ok(TWO.to_string()));
    let error = goal(" clasic").expect_err("a typing error");
    let kind = Kind::UnknownGoal { name: "clasic".to_string(), similar: Some("classic") };
    assert_eq!((error.kind, error.span), (kind, 1..7));
    let kind = Kind::UnknownGoal { name: "spiral".to_string(), similar: None };
    assert_eq!(goal("spiral").expect_err("no goal").kind, kind);
    assert!(matches!(goal("1 2 3").expect_err("no board").kind, Kind::TooSmall { .. }));
}

#[test]
fn bytes_must_be_text() {
    assert_eq!(text_from_bytes(b"\xEF\xBB\xBF10\r\n32").and_then(auto).map(|b| b.blank()), Ok(1));
    let error = text_from_bytes(b"\xFF\xFE1\0").expect_err("UTF-16");
    assert_eq!((error.kind, error.span), (Kind::NotUtf8 { offset: 0 }, 0..0));
}
