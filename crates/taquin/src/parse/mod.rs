//! Text to [`Board`]s: every notation in which people write them down, detected from the text.
//!
//! Four steps, none of which can panic or recurse, all in time linear in the text: `token` cuts the text into
//! words and marks, `divide` finds out which part of it is a board (`arrays` and `blocks` of lines, line by
//! `line`), `read` turns a part into numbers that remember their place (`words` says what letters and groups
//! of digits stand for), and `check` makes them a board or a [`ParseError`] that points to the place and says
//! what would be right. `stream` does so with a text that is still coming. `moves` reads sequences of moves.
//!
//! # What is read
//! | format | example |
//! | --- | --- |
//! | digits | `647850321`, `647/850/321` or `647 850 321`; above 9 come the letters `A` = 10 to `W` = 32 |
//! | rows | `6 4 7/8 5 0/3 2 1`, also with `;` or a bar in place of the slash |
//! | flat | `6 4 7 8 5 0 3 2 1` or `6,4,7,8,5,0,3,2,1`; not square: a [`Size`] is needed |
//! | lines | one row a line, as numbers or digits, or a table with bars and borders such as `+---+---+` |
//! | sized | a line `3` or `4 5` (rows, columns), then one row a line |
//! | json | `[[6,4,7],[8,5,0],[3,2,1]]` or flat; commas may be left out, as numpy prints it |
//! | json | also tuples, `[6 4 7; 8 5 0; 3 2 1]` as in MATLAB, and `np.array([[6,4,7],[8,5,0],[3,2,1]])` |
//!
//! The blank is `0`, `_`, `.`, `-`, `*`, `x` or `X`, among separated numbers also `b`, `None` or `null`, in a
//! table with bars an empty cell. Letters are tiles among separated cells, too, where every cell is one
//! character: `9 A B C`; then `b` is tile 11. A `#` begins a comment.
//!
//! Bars and semicolons stand between rows; where there is always one word between them, they stand between
//! cells, for no board has rows of one. Groups of digits on one line are rows if they make a sound board:
//! they can be no numbers then. What can still be read in two ways is an error that says both.
//!
//! # Where a board ends
//! 1. A blank line ends a board; only below a size line rows go on until there are enough.
//! 2. A line with a slash, or with bars between rows, is a board. An array is a board, an array of nested arrays many.
//! 3. A first line of one number, or of two that fit the lines below, is a size line.
//! 4. Other lines that stand together are the rows of one board, unless more than half of them are
//!    boards themselves: have a blank and as many numbers as some board. (Rows share one blank.)
//!    Where a size is given, a line is a board if it has as many numbers as that size. Lines such as `10 32`
//!    or `1 2 3 b`, which may be boards or rows, are boards only if together they make no sound board.
//!
//! Where there may be many boards, none waits for more text than it must: a line of 9 cells or more that
//! is a sound board is one at once (unless its tiles lie in order with the blank in the first half, as in
//! the first row of a larger board), two lines that are boards decide for those that follow, and rows that
//! make a sound board of the size line's or the given size are not waited after.

mod advice;
mod arrays;
mod blocks;
mod check;
mod divide;
mod error;
mod line;
mod moves;
mod read;
mod stream;
mod token;
mod words;

pub use error::{ParseError, ParseErrorKind, SizeSource};
pub use moves::parse_moves;
pub use stream::{BoardStream, StreamError, Streamed};

use crate::board::{Board, Size};
use crate::puzzle::Goal;
use divide::{Chunk, Chunks, Rules};
use std::fmt;
use std::str::FromStr;

/// How a text writes its boards.
///
/// ```
/// use taquin::parse::InputFormat;
/// assert_eq!("flat".parse(), Ok(InputFormat::Flat));
/// assert_eq!(InputFormat::Json.to_string(), "json");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum InputFormat {
    /// Detected from the text.
    #[default]
    Auto,
    /// One character a cell.
    Digits,
    /// Rows divided by slashes, semicolons or bars.
    Rows,
    /// All numbers on one line.
    Flat,
    /// One row a line.
    Lines,
    /// A line with the size, then one row a line.
    Sized,
    /// An array or tuple of numbers, or of rows.
    Json,
}

impl InputFormat {
    /// All formats, with their names and meanings.
    pub const NAMED: [(&'static str, InputFormat, &'static str); 7] = [
        ("auto", InputFormat::Auto, "detected from the text"),
        (
            "digits",
            InputFormat::Digits,
            "one character a cell, letters above 9: 647850321 or 647 850 321",
        ),
        (
            "rows",
            InputFormat::Rows,
            "rows divided by slashes, semicolons or bars: 6 4 7/8 5 0/3 2 1",
        ),
        ("flat", InputFormat::Flat, "all numbers on one line: 6 4 7 8 5 0 3 2 1"),
        ("lines", InputFormat::Lines, "one row a line, or a table; a blank line between boards"),
        ("sized", InputFormat::Sized, "a line with the size (3, or 4 5), then one row a line"),
        ("json", InputFormat::Json, "arrays, tuples, numpy or MATLAB: [[6,4,7],[8,5,0],[3,2,1]]"),
    ];

    /// What the format looks like, in a few words.
    pub fn doc(self) -> &'static str {
        InputFormat::NAMED.iter().find(|entry| entry.1 == self).map_or("", |entry| entry.2)
    }
}

impl fmt::Display for InputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = InputFormat::NAMED.iter().find(|entry| entry.1 == *self);
        f.pad(named.map_or("", |entry| entry.0))
    }
}

/// The text is no name of an [`InputFormat`].
///
/// ```
/// use taquin::parse::InputFormat;
/// let error = "xml".parse::<InputFormat>().expect_err("no such format");
/// assert!(error.to_string().starts_with("'xml' is no input format: give auto, digits, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no input format: give auto, digits, rows, flat, lines, sized or json")]
pub struct InputFormatError(String);

impl FromStr for InputFormat {
    type Err = InputFormatError;
    fn from_str(text: &str) -> Result<InputFormat, InputFormatError> {
        let named = InputFormat::NAMED.iter().find(|entry| entry.0.eq_ignore_ascii_case(text));
        named.map(|entry| entry.1).ok_or_else(|| InputFormatError(text.to_string()))
    }
}

/// One board of a text that may hold many, or why it is none; see [`parse_boards`].
///
/// ```
/// use taquin::{InputFormat, parse_boards};
/// let entries = parse_boards("123456780\n113456780\n", InputFormat::Auto, None);
/// assert_eq!((entries[0].line, entries[0].board.is_ok()), (1, true));
/// assert_eq!((entries[1].line, entries[1].board.is_ok()), (2, false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'t> {
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// The part of the text it was read from.
    pub text: &'t str,
    /// The board; an error's places count from the beginning of the whole text.
    pub board: Result<Board, ParseError>,
}

/// The one board of a text.
///
/// `size` is needed for a list that is not square; if given, every board must have it.
///
/// ```
/// use taquin::{Size, parse::{InputFormat, parse_board}};
/// let board = parse_board("647850321", InputFormat::Auto, None)?;
/// assert_eq!(board.to_string(), "6 4 7/8 5 0/3 2 1");
///
/// let text = "1 2 3/4 5 8/7 8 0";
/// let error = parse_board(text, InputFormat::Auto, None).expect_err("there are two eights");
/// assert_eq!(error.to_string(), "tile 8 occurs twice and 6 is missing");
/// assert_eq!((&text[error.span.clone()], error.span.start), ("8", 14));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_board(
    text: &str,
    format: InputFormat,
    size: Option<Size>,
) -> Result<Board, ParseError> {
    let mut chunks = Chunks::of(text, Rules { format, size, many: false });
    let first = chunks.next().ok_or_else(ParseError::empty)?;
    let board = parse_chunk(text, &first, format, size);
    let Some(second) = chunks.next() else { return board };
    // What follows an array that is never closed belongs to it more likely than not; and the
    // bracket of a list that is never closed comes last.
    let unclosed = |error: &ParseError| error.kind == ParseErrorKind::Unclosed;
    if board.as_ref().is_err_and(unclosed) {
        board
    } else if second.span.start < first.span.start {
        parse_chunk(text, &second, format, size)
    } else {
        let line = 1 + line_ends(&text[..second.span.start]);
        let kind = ParseErrorKind::SeveralBoards { line };
        Err(kind.at(second.span).related(first.span, "the first board"))
    }
}

/// The one board of a text in any format, as [`parse_board`] reads it without a size.
///
/// ```
/// use taquin::Board;
/// let board: Board = "647850321".parse()?;
/// assert_eq!("((6,4,7), (8,5,None), (3,2,1))".parse(), Ok(board));
///
/// let error = "1 2 3/4 5/7 8 0".parse::<Board>().expect_err("a number is missing");
/// assert_eq!((error.to_string().as_str(), error.span), ("row 2 has 2 numbers, but row 1 has 3", 6..9));
/// # Ok::<(), taquin::ParseError>(())
/// ```
impl FromStr for Board {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Board, ParseError> {
        parse_board(text, InputFormat::Auto, None)
    }
}

/// All boards of a text, in order. A bad one does not stop the rest, and a text with nothing in it
/// gives the one error [`ParseErrorKind::Empty`].
///
/// ```
/// use taquin::parse::{InputFormat, parse_boards};
/// let text = "# two boards, one a line\n123456780\n1 2/3 3\n";
/// let entries = parse_boards(text, InputFormat::Auto, None);
/// assert_eq!((entries[0].line, entries[1].line), (2, 3));
/// assert!(entries[0].board.is_ok() && entries[1].board.is_err());
/// ```
pub fn parse_boards(text: &str, format: InputFormat, size: Option<Size>) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    let (mut line, mut counted_to) = (1, 0);
    for chunk in Chunks::of(text, Rules { format, size, many: true }) {
        // Chunks come in order, but for a list that the end of the text shows to be unclosed.
        if chunk.span.start < counted_to {
            (line, counted_to) = (1, 0);
        }
        line += line_ends(&text[counted_to..chunk.span.start]);
        counted_to = chunk.span.start;
        let board = parse_chunk(text, &chunk, format, size);
        entries.push(Entry { line, text: &text[chunk.span], board });
    }
    if entries.is_empty() {
        entries.push(Entry { line: 1, text: "", board: Err(ParseError::empty()) });
    }
    entries
}

/// A goal: a name of [`Goal::NAMED`], or else a board.
///
/// ```
/// use taquin::{Goal, parse::{InputFormat, parse_goal}};
/// assert_eq!(parse_goal("snail", InputFormat::Auto, None)?, Goal::Snail);
/// let error = parse_goal("snial", InputFormat::Auto, None).expect_err("a typing error");
/// assert!(error.help().is_some_and(|help| help.contains("did you mean snail?")));
/// # Ok::<(), taquin::parse::ParseError>(())
/// ```
pub fn parse_goal(text: &str, format: InputFormat, size: Option<Size>) -> Result<Goal, ParseError> {
    let name = text.trim();
    let spelled = name.to_ascii_lowercase().replace(['_', ' '], "-");
    if let Some(goal) = Goal::from_name(&spelled) {
        return Ok(goal);
    }
    let mut chars = name.chars();
    let like_a_name = chars.by_ref().take(2).filter(|c| c.is_alphabetic()).count() == 2
        && chars.all(|c| c.is_alphabetic() || "-_ ".contains(c));
    if like_a_name {
        let start = text.len() - text.trim_start().len();
        return Err(ParseError::unknown_goal(&spelled, start..start + name.len()));
    }
    parse_board(text, format, size).map(Goal::Board)
}

/// Bytes from a file or a pipe as text, without a byte order mark.
///
/// The span of an error is empty and stands where the bytes stop being text.
///
/// ```
/// use taquin::parse::text_from_bytes;
/// assert_eq!(text_from_bytes(b"\xEF\xBB\xBF1230")?, "1230");
/// assert_eq!(text_from_bytes(b"12\xFF").expect_err("no text").span, 2..2);
/// # Ok::<(), taquin::parse::ParseError>(())
/// ```
pub fn text_from_bytes(bytes: &[u8]) -> Result<&str, ParseError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{FEFF}').unwrap_or(text)),
        Err(error) => {
            let offset = error.valid_up_to();
            Err(ParseErrorKind::NotUtf8 { offset }.at(offset..offset))
        }
    }
}

fn parse_chunk(
    text: &str,
    chunk: &Chunk,
    format: InputFormat,
    size: Option<Size>,
) -> Result<Board, ParseError> {
    let numbers = read::read(text, chunk, format)?;
    check::check(text, &numbers, size)
}

fn line_ends(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}
