//! Random boards, written in every format and parsed back; and random, board-like and large texts, which must neither
//! panic nor take long.

use crate::tries;
use proptest::prelude::*;
use taquin::parse::{InputFormat, ParseError, parse_board, parse_boards, parse_goal};
use taquin::{Board, Size};

/// Large texts that are hard to split into boards. No time is asserted: anything quadratic would practically not end.
#[test]
fn large_texts_are_parsed_in_time() {
    let filled = "2\n1 0\n3 2\n";
    for (start, repeated) in [
        ("", "1"),
        ("", "1 "),
        ("", "["),
        ("", "[\n"),
        ("", "]"),
        ("", "[["),
        ("", "/"),
        ("", ",\n"),
        ("", "1\n"),
        ("", "1\n\n"),
        ("", "[1\n\n"),
        ("[[[", "1,2],[\n"),
        ("", "9 2\n"),
        ("", "2 2\n1 0\n"),
        (filled, "99 99\n"),
        (filled, "99 2\n"),
        ("", "#\n"),
        ("127\n", "1\n\n"),
        ("", "3 3\n\n"),
        ("", "0 1 2 3\n"),
        ("", "é"),
        ("", "|"),
        ("", ";1"),
        ("", "| 1 |\n"),
        ("", "+-"),
        ("", "+-\n"),
        ("", "("),
        ("", "np.array("),
        ("", "np.array(\n"),
        ("[", "np.array([1])\n"),
        ("", "10 32\n"),
        ("", "1 2 3 b\n"),
        ("", "b "),
        ("", "10 11 12 b 13 14\n"),
    ] {
        let text = start.to_string() + &repeated.repeat(tries(300_000, 1_000_000) / repeated.len());
        let entries = parse_boards(&text, InputFormat::Auto, None);
        assert!(!entries.is_empty(), "{repeated:?}");
    }
}

/// A board of any size, with its tiles in any order.
fn any_board() -> impl Strategy<Value = Board> {
    let side = prop_oneof![8 => 2..=7_usize, 1 => 2..=127_usize];
    (side.clone(), side).prop_flat_map(|(rows, cols)| {
        let size = Size::new(rows, cols).expect("sides are from 2 to 127");
        let numbers: Vec<u16> = (0..size.cells() as u16).collect();
        Just(numbers)
            .prop_shuffle()
            .prop_map(move |tiles| Board::new(size, tiles).expect("each number is there once"))
    })
}

/// Writes a board in every format that supports it, with whether the text shows the rows.
fn written(board: &Board) -> Vec<(InputFormat, String, bool)> {
    let joined = |between: &str, row_end: &str| {
        let row = |row: &[u16]| row.iter().map(u16::to_string).collect::<Vec<_>>().join(between);
        board.rows().map(row).collect::<Vec<_>>().join(row_end)
    };
    let sized = format!("{} {}\n{}\n", board.size().rows(), board.size().cols(), joined(" ", "\n"));
    let mut texts = vec![
        (InputFormat::Rows, board.to_string(), true),
        (InputFormat::Rows, joined(",", " / ") + "/", true),
        (InputFormat::Flat, joined(" ", " "), false),
        (InputFormat::Flat, joined(",", ","), false),
        (InputFormat::Lines, joined(" ", "\n"), true),
        (InputFormat::Lines, joined("  ", "\r\n") + "\r\n\r\n", true),
        (InputFormat::Sized, sized, true),
        (InputFormat::Json, format!("[[{}]]", joined(",", "],[")), true),
        (InputFormat::Json, format!("[{}]", joined(",", ",")), false),
        (InputFormat::Rows, joined(" ", ";"), true),
        (InputFormat::Rows, format!("| {} |", joined(" ", " | ")), true),
        (InputFormat::Lines, format!("| {} |", joined(" | ", " |\n+--+\n| ")), true),
        (InputFormat::Lines, joined(";", ";\n"), true),
        (InputFormat::Json, format!("(({}))", joined(", ", "), (")), true),
        (InputFormat::Json, format!("[{}];", joined(" ", "; ")), true),
        (InputFormat::Json, format!("np.array([[{}]], dtype=int)", joined(", ", "],\n [")), true),
    ];
    texts.extend(board.to_digits().map(|digits| (InputFormat::Digits, digits, false)));
    texts.extend(board.to_digits().map(|digits| {
        let rows: Vec<String> = digits
            .as_bytes()
            .chunks(board.size().cols())
            .map(|row| row.iter().copied().map(char::from).collect())
            .collect();
        (InputFormat::Digits, rows.join(" "), true)
    }));
    texts.extend(board.to_digits().map(|digits| {
        let cells: Vec<String> = digits.chars().map(String::from).collect();
        (InputFormat::Flat, cells.join(" "), false)
    }));
    texts
}

/// Texts of significant characters, in short runs that look like boards.
fn likely_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[0-9]{1,3}[ ,/\n]{1,2}",
        1 => "[\\]\\[(),/;|+ \n#xX_.*\\-A-Zb]{1,3}",
        1 => Just("1 2 3\n".to_string()),
        1 => Just("[[1,2],[3,0]]".to_string()),
        1 => Just("3\n".to_string()),
        1 => Just("np.array([[1,2],[3,0]], dtype=int)".to_string()),
        1 => Just("| 1 |   |\n".to_string()),
        1 => Just("10 32 None".to_string()),
        1 => Just("2 2\n".to_string()),
        1 => Just("\r\n\n".to_string()),
        1 => "\\PC{1,2}",
    ];
    prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

fn check_any_text(text: &str, size: Option<Size>) {
    let slice = |span: &std::ops::Range<usize>| {
        assert!(text.get(span.clone()).is_some(), "{text:?}: {span:?}");
    };
    let check = |error: &ParseError| {
        slice(&error.span);
        error.related.iter().for_each(|related| slice(&related.0));
        assert!(!error.to_string().is_empty() && !error.label().is_empty());
        assert!(error.help().is_some());
    };
    for (_, format, _) in InputFormat::NAMED {
        for entry in parse_boards(text, format, size) {
            assert!(entry.line <= text.matches('\n').count() + 1);
            entry.board.as_ref().err().into_iter().for_each(check);
            if let (Ok(board), Some(size)) = (entry.board, size) {
                assert_eq!(board.size(), size);
            }
        }
        parse_board(text, format, size).err().iter().for_each(check);
        parse_goal(text, format, size).err().iter().for_each(check);
    }
}

proptest! {
    #[test]
    fn written_boards_read_back(board in any_board()) {
        for (format, text, shows_rows) in written(&board) {
            let mut sizes = vec![Some(board.size())];
            if shows_rows || board.size().rows() == board.size().cols() {
                sizes.push(None);
            }
            for size in sizes {
                for format in [format, InputFormat::Auto] {
                    let read = parse_board(&text, format, size);
                    prop_assert_eq!(read, Ok(board.clone()), "{} {:?} {}", format, size, text);
                }
            }
        }
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        check_any_text(&text, None);
    }

    #[test]
    fn no_likely_text_panics(text in likely_text(), sized in any::<bool>()) {
        check_any_text(&text, sized.then(|| Size::new(3, 3).expect("a size")));
    }
}
