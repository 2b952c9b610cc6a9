//! The parts of a [`ParseErrorKind`] message besides its sentence: a label for the place, and what to write instead.

use super::error::{ParseErrorKind, SizeSource};
use super::phrases::{count, digits_or_numbers, listed, missing_ones, nearest_size};
use super::token::closing_bracket;
use crate::puzzle::Goal;

/// Formats an option and its value as the user would write them.
pub(super) type Spell<'a> = &'a dyn Fn(&str, &str) -> String;

impl ParseErrorKind {
    /// Returns a short label for the place, and what to write instead.
    pub(super) fn label_and_help(&self, spell: Spell<'_>) -> (String, String) {
        use ParseErrorKind::*;
        let fixed = |label: &str, help: &str| (label.to_string(), help.to_string());
        match self {
            Empty => fixed(
                "no numbers",
                "write a board such as 647850321 or 6 4 7/8 5 0/3 2 1, where 0 is the blank",
            ),
            NotUtf8 { .. } => fixed(
                "not text from here on",
                "save the file as UTF-8; in PowerShell, write it with Out-File -Encoding utf8",
            ),
            SeveralBoards { .. } => fixed(
                "a second board",
                "give one board only; if these are the rows of one board, leave no blank line \
                 between them, or divide them by slashes, as in 6 4 7/8 5 0/3 2 1",
            ),
            WrongFormat { format, .. } => (
                format!("not {format}"),
                format!(
                    "{} reads {}; with auto the format is detected",
                    spell("input-format", &format.to_string()),
                    format.doc()
                ),
            ),
            NotANumber { .. } => fixed(
                "not a number",
                "write tiles as whole numbers, and the blank as 0, _, ., -, *, x, b, None or null",
            ),
            NotADigit { .. } => fixed(
                "no tile",
                "without separators each character is a cell: a digit, a letter from A (10) to \
                 W (32), or the blank as 0, _, ., -, * or x",
            ),
            NotSeparated { found } => (
                format!("{found} digits"),
                "put spaces between the numbers, or write tiles above 9 as letters: A is 10"
                    .to_string(),
            ),
            StrayComma => fixed(
                "no number before this",
                "write one comma between two numbers; the blank needs a mark, such as 0",
            ),
            StrayMark { .. } => {
                fixed("not here", "write rows as [[1,2],[3,0]], or without any bracket as 1 2/3 0")
            }
            Unclosed => fixed(
                "never closed",
                "write a ], or a ) for a (, where the row or the board ends, as in [[1,2],[3,0]]; a \
                 blank line within a board is not allowed",
            ),
            Mismatched { open, .. } => {
                let right = closing_bracket(*open);
                (format!("not {right}"), format!("close a {open} by a {right}"))
            }
            Ambiguous { readings: [one, other], remedy, .. } => {
                (format!("{one}, or {other}?"), remedy.to_string())
            }
            TooDeep => fixed(
                "one bracket too many",
                "write a board as [[1,2],[3,0]] and a list of boards as \
                 [[[1,2],[3,0]],[[1,2],[0,3]]]",
            ),
            MixedArray => fixed(
                "not the same kind as what is before it",
                "write a board either as [[1,2],[3,0]] or as [1,2,3,0]",
            ),
            EmptyRow { .. } => {
                fixed("no numbers before this", "write the row's numbers, or remove this mark")
            }
            RaggedRows { found, expected, .. } => (
                format!("{}, not {expected}", count(*found, "number")),
                "all rows of a board are equally long".to_string(),
            ),
            WrongCount { found, has_blank, digits } => {
                let noun = digits_or_numbers(*digits);
                (format!("{found} {noun}"), count_help(*found, *has_blank, spell))
            }
            SizeMismatch { expected, by, rows, cols } => (
                if *rows == 1 { count(*cols, "number") } else { format!("{rows} x {cols}") },
                match by {
                    SizeSource::Given => format!(
                        "a {expected} board has {} numbers; give as many, or change {}",
                        expected.cells(),
                        spell("size", "").trim_end()
                    ),
                    SizeSource::SizeLine => format!(
                        "write {} of {} below the size line, or correct the size",
                        count(expected.rows(), "row"),
                        count(expected.cols(), "number")
                    ),
                },
            ),
            TooSmall { rows, cols } => {
                let help = if *rows > 1 && *cols == 1 {
                    "write all numbers of a row on the same line"
                } else {
                    "the smallest board is 2x2, such as 1 2/3 0"
                };
                (format!("{rows} x {cols}"), help.to_string())
            }
            TooLarge { rows, cols } => {
                (format!("{rows} x {cols}"), "give a smaller board".to_string())
            }
            TooManyNumbers => fixed(
                "one too many",
                "give a smaller board; if these are many boards, put a blank line between them",
            ),
            TooLong => fixed(
                "it begins here",
                "write each board on a line of its own, or with a blank line after it",
            ),
            TooManyDigits => fixed(
                "one too many",
                "put spaces between the numbers; without them the last tile is W, which is 32",
            ),
            OutOfRange { size, missing, .. } => {
                (format!("not from 0 to {}", size.cells() - 1), missing_ones(missing))
            }
            BlankMissing { size } => {
                let number = size.cells();
                (
                    "no such tile".to_string(),
                    format!("write 0 for the blank, perhaps in place of {number}"),
                )
            }
            Duplicate { tile, missing, size, .. } => (
                if *tile == 0 { "second blank".to_string() } else { format!("second {tile}") },
                format!(
                    "each number from 0 to {} must occur exactly once; {}",
                    size.cells() - 1,
                    missing_ones(missing)
                ),
            ),
            UnknownGoal { similar, .. } => {
                let names = listed(&Goal::NAMED.map(|(name, ..)| name.to_string()));
                let guess = similar.map_or(String::new(), |name| format!("did you mean {name}? "));
                ("not a goal".to_string(), format!("{guess}the goals are {names}, or any board"))
            }
            NotAMove { .. } => fixed(
                "no move",
                "write U, D, L and R, or the words Up, Down, Left and Right, followed by a number to \
                 repeat a move: URDL2",
            ),
            StrayCount => fixed(
                "no move before this",
                "write the number directly after the move that it repeats: L2 is L L",
            ),
            ZeroCount => fixed("0 times", "leave the move out, or repeat it once or more"),
            TooManyMoves => fixed("too many", "give fewer moves"),
        }
    }
}

fn count_help(found: usize, has_blank: bool, spell: Spell<'_>) -> String {
    let (side, next) = (found.isqrt(), found.isqrt() + 1);
    if !has_blank && found + 1 == next * next {
        return format!("write the blank as 0, which makes {} numbers, {next}x{next}", found + 1);
    }
    let squares = format!(
        "a {side}x{side} board has {} numbers, a {next}x{next} board {}",
        side * side,
        next * next
    );
    match nearest_size(found) {
        Some(size) => {
            format!("give the size, such as {}; {squares}", spell("size", &size.to_string()))
        }
        None => squares,
    }
}
