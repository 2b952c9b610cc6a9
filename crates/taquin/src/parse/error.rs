//! Why a text is not a board, goal or sequence of moves: what is wrong and where. What to write instead is in `advice`.

use super::format::InputFormat;
use super::phrases::{
    abbreviated, are_missing, count, digits_or_numbers, edit_distance, shown_size, tile_name,
    times_name, which_board,
};
use crate::board::{MAX_SIDE, Size};
use crate::moves::Moves;
use crate::puzzle::Goal;
use std::fmt::Display;
use std::ops::Range;

/// No board takes more text than this: one of 127x127 takes 80 KB.
pub(super) const MAX_BOARD_BYTES: usize = 1 << 20;

/// What is wrong with a text, and where. Its `Display` is a sentence.
///
/// ```
/// use taquin::parse::{InputFormat, ParseErrorKind, parse_board};
/// let text = "1 2 3/4 5/7 8 0";
/// let error = parse_board(text, InputFormat::Auto, None).expect_err("a number is missing");
/// assert_eq!(error.to_string(), "row 2 has 2 numbers, but row 1 has 3");
/// assert_eq!((&text[error.span.clone()], error.label()), ("4 5", "2 numbers, not 3".to_string()));
/// assert!(matches!(error.kind, ParseErrorKind::RaggedRows { row: 2, .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct ParseError {
    /// What is wrong.
    pub kind: ParseErrorKind,
    /// The bytes of the text it refers to: within the text, on character boundaries.
    pub span: Range<usize>,
    /// A related place, with a label.
    pub related: Option<Box<(Range<usize>, String)>>,
}

/// The kinds of [`ParseError`], each with the values in its sentence.
///
/// ```
/// use taquin::parse::{InputFormat, ParseErrorKind, parse_board};
/// let error = parse_board("12345678", InputFormat::Auto, None).expect_err("no blank");
/// assert!(matches!(error.kind, ParseErrorKind::WrongCount { found: 8, has_blank: false, .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// There are no numbers.
    #[error("there is no board here: the text has no numbers")]
    Empty,
    /// The bytes are not text.
    #[error("the input is not text: it stops being UTF-8 at byte {offset}")]
    NotUtf8 {
        /// The first byte that is not UTF-8, counted from 0.
        offset: usize,
    },
    /// There is more than one board.
    #[error("one board is needed here, but a second one begins on line {line}")]
    SeveralBoards {
        /// The line of the second board, counted from 1.
        line: usize,
    },
    /// The text does not have the requested format.
    #[error("the input format is set to {format}, but {found}")]
    WrongFormat {
        /// The requested format.
        format: InputFormat,
        /// What does not fit.
        found: &'static str,
    },
    /// A word that is neither a number nor a blank.
    #[error("'{found}' is not a number: {reason}")]
    NotANumber {
        /// The word, shortened if long.
        found: String,
        /// Why it is not a number.
        reason: &'static str,
    },
    /// A character that is not a tile, where each character is one.
    #[error("'{found}' does not stand for a tile")]
    NotADigit {
        /// The character, escaped if it cannot be printed.
        found: String,
    },
    /// More digits than can be distinct, and no letters, where each character is a tile.
    #[error("{found} digits in a row are not a board: there are only 10 different digits")]
    NotSeparated {
        /// The number of digits.
        found: usize,
    },
    /// A comma where a number should be.
    #[error("a number is missing before this comma")]
    StrayComma,
    /// A slash or bar within an array, or a bracket outside of one.
    #[error("'{mark}' has no place here: a board is written with slashes or with brackets")]
    StrayMark {
        /// The slash, bar or bracket.
        mark: char,
    },
    /// An array that is not closed.
    #[error("this bracket is never closed")]
    Unclosed,
    /// A bracket that is closed by one of another kind.
    #[error("'{close}' closes a bracket that '{open}' opens")]
    Mismatched {
        /// The opening bracket.
        open: char,
        /// The closing bracket.
        close: char,
    },
    /// A text that can be read as two different boards.
    #[error("'{found}' can be read in two ways: as {} or as {}", readings[0], readings[1])]
    Ambiguous {
        /// The text, shortened if long.
        found: String,
        /// The two readings.
        readings: [String; 2],
        /// What to write instead.
        remedy: &'static str,
    },
    /// An array in an array in an array.
    #[error("a board is an array of numbers or of rows, but here is an array within a row")]
    TooDeep,
    /// Numbers and rows side by side.
    #[error("this array has both numbers and rows in it")]
    MixedArray,
    /// A row without numbers.
    #[error("row {row} is empty")]
    EmptyRow {
        /// The row, counted from 1.
        row: usize,
    },
    /// Rows of different lengths.
    #[error("row {row} has {}, but row {other_row} has {expected}", count(*found, "number"))]
    RaggedRows {
        /// The row, counted from 1.
        row: usize,
        /// The number of numbers in it.
        found: usize,
        /// The row it is compared with.
        other_row: usize,
        /// The number of numbers in that row.
        expected: usize,
    },
    /// A list that is not square, and no size is given.
    #[error("{found} {} do not make a {}", digits_or_numbers(*digits), which_board(*found))]
    WrongCount {
        /// The number of numbers.
        found: usize,
        /// Whether one of them is the blank.
        has_blank: bool,
        /// Whether each is a single character.
        digits: bool,
    },
    /// The text has a different size than stated.
    #[error("{by} {expected}, {}", shown_size(*expected, *rows, *cols))]
    SizeMismatch {
        /// The stated size.
        expected: Size,
        /// Where the size was stated.
        by: SizeSource,
        /// The number of rows found.
        rows: usize,
        /// The number of numbers in each row.
        cols: usize,
    },
    /// Fewer than two rows or columns.
    #[error("a board has at least 2 rows and 2 columns, but this has {rows} x {cols}")]
    TooSmall {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        cols: usize,
    },
    /// Too many rows or columns.
    #[error(
        "a board has at most {MAX_SIDE} rows and {MAX_SIDE} columns, but this has {rows} x {cols}"
    )]
    TooLarge {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        cols: usize,
    },
    /// More numbers than the largest board has.
    #[error("even a {MAX_SIDE}x{MAX_SIDE} board has only {} numbers", MAX_SIDE * MAX_SIDE)]
    TooManyNumbers,
    /// More text than any board takes; the rest is not read.
    #[error("this is not a board: more than {} KiB of text without an end", MAX_BOARD_BYTES >> 10)]
    TooLong,
    /// More characters than there are digits and letters.
    #[error("without separators a board has at most 33 cells, but this has more")]
    TooManyDigits,
    /// A number that is not a tile of the board.
    #[error("{number} is out of range: a {size} board has the numbers 0 to {}", size.cells() - 1)]
    OutOfRange {
        /// The number, shortened if long.
        number: String,
        /// The board's size.
        size: Size,
        /// The numbers that are missing.
        missing: Vec<u16>,
    },
    /// The numbers begin with 1 and end one too high.
    #[error("the blank is missing: a {size} board has the numbers 0 to {}", size.cells() - 1)]
    BlankMissing {
        /// The board's size.
        size: Size,
    },
    /// A number that occurs more than once.
    #[error("{} occurs {} and {}", tile_name(*tile), times_name(*times), are_missing(missing))]
    Duplicate {
        /// The number.
        tile: u16,
        /// The number of occurrences.
        times: usize,
        /// The numbers that are missing as a result.
        missing: Vec<u16>,
        /// The board's size.
        size: Size,
    },
    /// A word that is not the name of a goal.
    #[error("'{name}' is not a goal")]
    UnknownGoal {
        /// The word, shortened if long.
        name: String,
        /// A similar name of a goal.
        similar: Option<&'static str>,
    },
    /// A character that does not begin a move.
    #[error("'{found}' is not a move")]
    NotAMove {
        /// The character, escaped if it cannot be printed.
        found: String,
    },
    /// A number that does not follow a move.
    #[error("this number does not follow a move")]
    StrayCount,
    /// A move repeated 0 times.
    #[error("a move cannot be repeated 0 times")]
    ZeroCount,
    /// More moves than the maximum.
    #[error("these are too many moves: at most {} can be read", Moves::MAX_LEN)]
    TooManyMoves,
}

codes! {
    ParseErrorKind {
        ParseErrorKind::Empty => "no-board",
        ParseErrorKind::NotUtf8 { .. } => "not-utf8",
        ParseErrorKind::SeveralBoards { .. } => "several-boards",
        ParseErrorKind::WrongFormat { .. } => "wrong-format",
        ParseErrorKind::NotANumber { .. } => "not-a-number",
        ParseErrorKind::NotADigit { .. } => "not-a-digit",
        ParseErrorKind::NotSeparated { .. } => "not-separated",
        ParseErrorKind::StrayComma => "stray-comma",
        ParseErrorKind::StrayMark { .. } => "stray-mark",
        ParseErrorKind::Unclosed => "unclosed",
        ParseErrorKind::Mismatched { .. } => "mismatched",
        ParseErrorKind::Ambiguous { .. } => "ambiguous",
        ParseErrorKind::TooDeep => "too-deep",
        ParseErrorKind::MixedArray => "mixed-array",
        ParseErrorKind::EmptyRow { .. } => "empty-row",
        ParseErrorKind::RaggedRows { .. } => "ragged-rows",
        ParseErrorKind::WrongCount { .. } => "wrong-count",
        ParseErrorKind::SizeMismatch { .. } => "size-mismatch",
        ParseErrorKind::TooSmall { .. } => "too-small",
        ParseErrorKind::TooLarge { .. } => "too-large",
        ParseErrorKind::TooManyNumbers => "too-many-numbers",
        ParseErrorKind::TooLong => "too-long",
        ParseErrorKind::TooManyDigits => "too-many-digits",
        ParseErrorKind::OutOfRange { .. } => "out-of-range",
        ParseErrorKind::BlankMissing { .. } => "blank-missing",
        ParseErrorKind::Duplicate { .. } => "duplicate",
        ParseErrorKind::UnknownGoal { .. } => "unknown-goal",
        ParseErrorKind::NotAMove { .. } => "not-a-move",
        ParseErrorKind::StrayCount => "stray-count",
        ParseErrorKind::ZeroCount => "zero-count",
        ParseErrorKind::TooManyMoves => "too-many-moves",
    }
}

/// Where the size of a board was stated, in [`ParseErrorKind::SizeMismatch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeSource {
    /// The caller.
    Given,
    /// The text's size line.
    SizeLine,
}

impl Display for SizeSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            SizeSource::Given => "the size given is",
            SizeSource::SizeLine => "the size line says",
        })
    }
}

impl ParseErrorKind {
    pub(super) fn at(self, span: Range<usize>) -> ParseError {
        ParseError { kind: self, span, related: None }
    }
}

impl ParseError {
    /// Returns a short label to print under the place.
    pub fn label(&self) -> String {
        self.kind.label_and_help(&in_words).0
    }

    /// Returns what to write instead.
    pub fn help(&self) -> Option<String> {
        self.help_spelled(&in_words)
    }

    /// Returns the same, with options and their values formatted by `spell` as the user would write them.
    pub fn help_spelled(&self, spell: &dyn Fn(&str, &str) -> String) -> Option<String> {
        Some(self.kind.label_and_help(spell).1)
    }

    pub(super) fn related(mut self, span: Range<usize>, label: impl Into<String>) -> ParseError {
        self.related = Some(Box::new((span, label.into())));
        self
    }

    pub(super) fn empty() -> ParseError {
        ParseErrorKind::Empty.at(0..0)
    }

    pub(super) fn not_a_number(word: &str, span: Range<usize>) -> ParseError {
        let unsigned = word.trim_start_matches(['-', '+']);
        let reason = if word.len() == 1 && word.contains(|c: char| c.is_ascii_alphabetic()) {
            "letters up to W stand for tiles, but only where every cell is one character"
        } else if unsigned.len() < word.len() && unsigned.starts_with(|c: char| c.is_ascii_digit())
        {
            "tiles have no sign"
        } else {
            "tiles are whole numbers"
        };
        ParseErrorKind::NotANumber { found: abbreviated(word), reason }.at(span)
    }

    pub(super) fn not_a_digit(c: char, span: Range<usize>) -> ParseError {
        let found = c.escape_debug().to_string();
        ParseErrorKind::NotADigit { found }.at(span)
    }

    pub(super) fn unknown_goal(name: &str, span: Range<usize>) -> ParseError {
        let typing_errors = |goal: &'static str| (edit_distance(goal, name), goal);
        let nearest = Goal::NAMED.into_iter().map(|(goal, ..)| typing_errors(goal)).min();
        let similar =
            nearest.filter(|(errors, goal)| errors * 2 <= goal.len()).map(|(_, goal)| goal);
        ParseErrorKind::UnknownGoal { name: abbreviated(name), similar }.at(span)
    }
}

/// Formats an option and its value in plain words; a size needs no option name.
fn in_words(option: &str, value: &str) -> String {
    match option {
        "size" if !value.is_empty() => value.to_string(),
        _ => format!("{} {value}", option.replace('-', " ")),
    }
}
