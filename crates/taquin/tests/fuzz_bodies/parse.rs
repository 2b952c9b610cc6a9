//! Arbitrary text through the parsers of boards, goals and moves, in every format. Whatever parses survives a round trip
//! through text; whatever is rejected is rejected with a span in the text and a message.

use taquin::{
    Board, InputFormat, Mover, Moves, ParseError, Size, parse_board, parse_boards, parse_goal,
    parse_moves, text_from_bytes,
};

/// Longer sequences are written in compact form only.
const WRITTEN_OUT: usize = 10_000;

/// Parses the bytes and returns how many boards and sequences of moves were read.
pub fn parse(data: &[u8]) -> usize {
    let text = match text_from_bytes(data) {
        Ok(text) => text,
        Err(error) => {
            assert!(error.span.start <= data.len() && !error.to_string().is_empty());
            return 0;
        }
    };
    let mut boards = Vec::new();
    for size in [None, Size::new(3, 3).ok(), Size::new(2, 5).ok()] {
        for (_, format, _) in InputFormat::NAMED {
            for entry in parse_boards(text, format, size) {
                assert!(entry.line <= text.matches('\n').count() + 1 && text.contains(entry.text));
                match entry.board {
                    Ok(board) => boards.push((board, size)),
                    Err(error) => check_error(&error, text),
                }
            }
            match parse_board(text, format, size) {
                Ok(board) => boards.push((board, size)),
                Err(error) => check_error(&error, text),
            }
            if let Err(error) = parse_goal(text, format, size) {
                check_error(&error, text);
            }
        }
    }
    for (board, size) in &boards {
        assert!(size.is_none_or(|size| size == board.size()), "{board} is not of {size:?}");
    }
    let mut boards: Vec<Board> = boards.into_iter().map(|(board, _)| board).collect();
    boards.sort_by(|a, b| (a.size().rows(), a.tiles()).cmp(&(b.size().rows(), b.tiles())));
    boards.dedup();
    boards.iter().for_each(check_board);
    let mut read = boards.len();
    for mover in [Mover::Blank, Mover::Tile] {
        match parse_moves(text, mover) {
            Ok(moves) => {
                check_moves(&moves, mover);
                read += 1;
            }
            Err(error) => check_error(&error, text),
        }
    }
    read
}

/// Checks that an error has a span, a message, a label and, if any, a non-empty help text.
fn check_error(error: &ParseError, text: &str) {
    let spans = error.related.iter().map(|related| &related.0).chain([&error.span]);
    for span in spans {
        assert!(text.get(span.clone()).is_some(), "{span:?} is no span of {text:?}");
    }
    assert!(!error.to_string().is_empty() && !error.label().is_empty(), "{error:?}");
    assert!(error.help().is_none_or(|help| !help.is_empty()), "{error:?}");
}

/// Checks that a board is parsed back from every form it is written in.
fn check_board(board: &Board) {
    let text = board.to_string();
    for format in [InputFormat::Rows, InputFormat::Auto] {
        for size in [None, Some(board.size())] {
            assert_eq!(parse_board(&text, format, size).as_ref(), Ok(board), "{text} {format}");
        }
    }
    if let Some(digits) = board.to_digits() {
        let read = parse_board(&digits, InputFormat::Digits, Some(board.size()));
        assert_eq!(read.as_ref(), Ok(board), "{digits}");
    }
}

/// Checks that moves are parsed back from every form they are written in.
fn check_moves(moves: &Moves, mover: Mover) {
    assert!(moves.len() <= Moves::MAX_LEN);
    let compact = moves.compact(mover);
    assert_eq!(parse_moves(&compact, mover).as_ref(), Ok(moves), "{compact}");
    assert_eq!(moves.inverse().inverse(), *moves);
    if moves.len() <= WRITTEN_OUT {
        let letters = moves.letters(mover);
        assert_eq!(parse_moves(&letters, mover).as_ref(), Ok(moves), "{letters}");
        assert_eq!(parse_moves(&moves.letters(mover.other()), mover.other()).as_ref(), Ok(moves));
    }
}
