//! Text to [`Board`]s: every notation in which people write them down, detected from the text.
//!
//! There are four steps. None of them can panic or recurse, and all take time linear in the text: `token` splits the
//! text into words and marks; `divide` finds which parts are boards (`blocks`: which lines are the rows of one); `read`
//! turns a part into numbers that remember their position; and `check` turns them into a board, or into a
//! [`ParseError`] that points to the place and says what to write instead. What words stand for, and whether a line may
//! be a board or a row, depends on all words of a part: `words` surveys them and weighs the readings. `stream` does the
//! same with a text that is still arriving. `moves` reads sequences of moves.
//!
//! # Accepted notations
//! | format | example |
//! | --- | --- |
//! | digits | `647850321`, `647/850/321` or `647 850 321`; above 9 come the letters `A` = 10 to `W` = 32 |
//! | rows | `6 4 7/8 5 0/3 2 1`, also with `;` or a bar in place of the slash |
//! | flat | `6 4 7 8 5 0 3 2 1`, `6,4,7,8,5,0,3,2,1` or `6_4_7_8_5_0_3_2_1`; not square: a [`Size`] is needed |
//! | lines | one row a line, as numbers or digits, or a table with bars and borders such as `+---+---+` |
//! | sized | a line `3` or `4 5` (rows, columns), then one row a line |
//! | json | `[[6,4,7],[8,5,0],[3,2,1]]` or flat; commas may be left out, as numpy prints it |
//! | json | also tuples, `[6 4 7; 8 5 0; 3 2 1]` as in MATLAB, and `np.array([[6,4,7],[8,5,0],[3,2,1]])` |
//!
//! The blank is `0`, `_`, `.`, `-`, `*`, `x` or `X`; among separated numbers also `b`, `None` or `null`; in a table
//! with bars also an empty cell. Letters are also tiles among separated cells if every cell is one character: `9 A B
//! C`; then `b` is tile 11. Between the numbers of a word that has two `_` or more, each `_` is a space: two blanks are
//! no board. A `#` begins a comment.
//!
//! Bars and semicolons separate rows; if there is always one word between them, they separate cells, because no board
//! has rows of one cell. Groups of digits on one line are rows if they make a valid board: then they cannot be numbers.
//! Text that can still be read in two ways is an error that names both.
//!
//! # Where a board ends
//! 1. A blank line ends a board; only below a size line do rows continue until there are enough.
//! 2. A line with a slash, or with bars between rows, is a board. An array is a board, an array of nested arrays many.
//! 3. A first line of one number, or of two that fit the lines below, is a size line.
//! 4. Other consecutive lines are the rows of one board, unless more than half of them are boards
//!    themselves: have a blank and as many numbers as some board. (Rows share one blank.)
//!    If a size is given, a line is a board if it has as many numbers as that size. Lines such as `10 32`
//!    or `1 2 3 b`, which may be boards or rows, are boards only if together they do not make a valid board.
//!
//! If there may be many boards, none waits for more text than necessary: a line of 9 cells or more that is a valid
//! board is complete at once (unless its tiles are in order with the blank in the first half, as in the first row of a
//! larger board), two lines that are boards decide for those that follow, and rows that make a valid board of the size
//! line's or the given size are complete as well.

mod advice;
mod blocks;
mod check;
mod divide;
mod error;
mod format;
mod line;
mod moves;
mod phrases;
mod read;
mod stream;
mod token;
mod words;

pub use error::{ParseError, ParseErrorKind, SizeSource};
pub use format::{InputFormat, InputFormatError};
pub use moves::parse_moves;
pub use stream::{BoardStream, StreamError, Streamed};

use crate::board::{Board, Size};
use crate::puzzle::Goal;
use check::parse_chunk;
use divide::{Chunks, Rules};
use line::line_ends;
use std::str::FromStr;

/// One board of a text that may contain many, or why it is invalid; see [`parse_boards`].
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
    /// The board; positions in an error count from the beginning of the whole text.
    pub board: Result<Board, ParseError>,
}

/// Parses a text that contains exactly one board.
///
/// `size` is needed for a list that is not square; if given, the board must have that size.
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
    let rules = Rules { format, size, many: false };
    let mut chunks = Chunks::of(text, rules);
    let first = chunks.next().ok_or_else(ParseError::empty)?;
    let board = parse_chunk(text, &first, rules);
    let Some(second) = chunks.next() else { return board };
    // What follows an array that is never closed most likely belongs to it; and the bracket of an unclosed list comes
    // last.
    let unclosed = |error: &ParseError| error.kind == ParseErrorKind::Unclosed;
    if board.as_ref().is_err_and(unclosed) {
        board
    } else if second.span.start < first.span.start {
        parse_chunk(text, &second, rules)
    } else {
        let line = 1 + line_ends(&text[..second.span.start]);
        let kind = ParseErrorKind::SeveralBoards { line };
        Err(kind.at(second.span).related(first.span, "the first board"))
    }
}

/// Parses one board in any format, like [`parse_board`] without a size.
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

/// Parses all boards of a text, in order. An invalid board does not stop the rest, and an empty text gives the single
/// error [`ParseErrorKind::Empty`].
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
    let rules = Rules { format, size, many: true };
    for chunk in Chunks::of(text, rules) {
        // Chunks come in order, except for a list that turns out to be unclosed at the end of the text.
        if chunk.span.start < counted_to {
            (line, counted_to) = (1, 0);
        }
        line += line_ends(&text[counted_to..chunk.span.start]);
        counted_to = chunk.span.start;
        let board = parse_chunk(text, &chunk, rules);
        entries.push(Entry { line, text: &text[chunk.span], board });
    }
    if entries.is_empty() {
        entries.push(Entry { line: 1, text: "", board: Err(ParseError::empty()) });
    }
    entries
}

/// Parses a goal: a name of [`Goal::NAMED`], or else a board.
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

/// Converts bytes from a file or a pipe to text, without a byte order mark.
///
/// The span of an error is empty and marks where the bytes stop being text.
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
