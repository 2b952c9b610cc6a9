//! Why a text is no board, goal or sequence of moves, said so that it can be mended: what is wrong and where. What would be
//! right is said in `advice`.

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

/// A board that takes more text than this is none: one of 127x127 takes 80 KB.
pub(super) const MAX_BOARD_BYTES: usize = 1 << 20;

/// What is wrong with a text, and where. Printed, it is a sentence.
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
    /// The bytes of the text it is about: within the text, on character boundaries.
    pub span: Range<usize>,
    /// Another place that has to do with it, and a label for that.
    pub related: Option<Box<(Range<usize>, String)>>,
}

/// The kinds of [`ParseError`], each with what its sentence says.
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
    /// The bytes are no text.
    #[error("the input is not text: it stops being UTF-8 at byte {offset}")]
    NotUtf8 {
        /// The first byte that is not UTF-8, counted from 0.
        offset: usize,
    },
    /// One board was asked for.
    #[error("one board is needed here, but a second one begins on line {line}")]
    SeveralBoards {
        /// The line of the second, counted from 1.
        line: usize,
    },
    /// The text does not have the format that was asked for.
    #[error("the input format is set to {format}, but {found}")]
    WrongFormat {
        /// The format asked for.
        format: InputFormat,
        /// What does not fit.
        found: &'static str,
    },
    /// A word that is neither a number nor a blank.
    #[error("'{found}' is not a number: {reason}")]
    NotANumber {
        /// The word, shortened if long.
        found: String,
        /// Why it is none.
        reason: &'static str,
    },
    /// A character that stands for no tile where each character is one.
    #[error("'{found}' stands for no tile")]
    NotADigit {
        /// The character, escaped if it cannot be printed.
        found: String,
    },
    /// More digits than can differ, and no letters, where each character is a tile.
    #[error("{found} digits in a row are no board, for only 10 of them can differ")]
    NotSeparated {
        /// How many there are.
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
    /// An array that does not end.
    #[error("this bracket is never closed")]
    Unclosed,
    /// A bracket that is closed by one of another sort.
    #[error("'{close}' closes a bracket that '{open}' opens")]
    Mismatched {
        /// The bracket that opens.
        open: char,
        /// The one that closes.
        close: char,
    },
    /// A text that may mean one board or another.
    #[error("'{found}' can be read in two ways: as {} or as {}", readings[0], readings[1])]
    Ambiguous {
        /// The text, shortened if long.
        found: String,
        /// What it can be read as.
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
        /// How many numbers it has.
        found: usize,
        /// The row it is measured by.
        other_row: usize,
        /// How many numbers that has.
        expected: usize,
    },
    /// A list that makes no square, and no size to go by.
    #[error("{found} {} make no {}", digits_or_numbers(*digits), which_board(*found))]
    WrongCount {
        /// How many numbers there are.
        found: usize,
        /// Whether one of them is the blank.
        has_blank: bool,
        /// Whether each is a single character.
        digits: bool,
    },
    /// The text has another size than was said.
    #[error("{by} {expected}, {}", shown_size(*expected, *rows, *cols))]
    SizeMismatch {
        /// The size that was said.
        expected: Size,
        /// Who said so.
        by: SizeSource,
        /// The rows there are.
        rows: usize,
        /// The numbers each of them has.
        cols: usize,
    },
    /// Fewer than two rows or columns.
    #[error("a board has at least 2 rows and 2 columns, but this has {rows} x {cols}")]
    TooSmall {
        /// The rows there are.
        rows: usize,
        /// The columns there are.
        cols: usize,
    },
    /// Too many rows or columns.
    #[error(
        "a board has at most {MAX_SIDE} rows and {MAX_SIDE} columns, but this has {rows} x {cols}"
    )]
    TooLarge {
        /// The rows there are.
        rows: usize,
        /// The columns there are.
        cols: usize,
    },
    /// More numbers than the largest board has.
    #[error("even a {MAX_SIDE}x{MAX_SIDE} board has only {} numbers", MAX_SIDE * MAX_SIDE)]
    TooManyNumbers,
    /// More text than any board takes, which is not waited for.
    #[error("this is no board: more than {} KiB of text without an end", MAX_BOARD_BYTES >> 10)]
    TooLong,
    /// More characters than there are digits and letters.
    #[error("without separators a board has at most 33 cells, but this has more")]
    TooManyDigits,
    /// A number that the board has no tile for.
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
    /// A number that is there more than once.
    #[error("{} occurs {} and {}", tile_name(*tile), times_name(*times), are_missing(missing))]
    Duplicate {
        /// The number.
        tile: u16,
        /// How often it occurs.
        times: usize,
        /// The numbers that are missing for it.
        missing: Vec<u16>,
        /// The board's size.
        size: Size,
    },
    /// A word that names no goal.
    #[error("'{name}' is no goal")]
    UnknownGoal {
        /// The word, shortened if long.
        name: String,
        /// A goal's name that looks like it.
        similar: Option<&'static str>,
    },
    /// A character that begins no move.
    #[error("'{found}' is no move")]
    NotAMove {
        /// The character, escaped if it cannot be printed.
        found: String,
    },
    /// A number that stands behind no move.
    #[error("this number stands behind no move")]
    StrayCount,
    /// A move repeated no times.
    #[error("a move cannot be repeated 0 times")]
    ZeroCount,
    /// More moves than can be dealt with.
    #[error("these are too many moves: at most {} can be read", Moves::MOST)]
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

/// Who said what size a board has, in [`ParseErrorKind::SizeMismatch`].
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
    /// A few words to print under the place.
    pub fn label(&self) -> String {
        self.kind.label_and_help(&in_words).0
    }

    /// What would be right.
    pub fn help(&self) -> Option<String> {
        self.help_spelled(&in_words)
    }

    /// The same, with options and their values as the reader of the message would write them: `spell` gets both.
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

/// An option and its value in plain words; a size speaks for itself.
fn in_words(option: &str, value: &str) -> String {
    match option {
        "size" if !value.is_empty() => value.to_string(),
        _ => format!("{} {value}", option.replace('-', " ")),
    }
}
