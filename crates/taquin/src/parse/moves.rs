//! Text to [`Moves`]: `URDL2`, `u r d l l`, `Up, Left` or `['Up', 'Left']`.
//!
//! A move is a letter, a word or an arrow, upper or lower case; a number directly after it repeats it. Spaces, commas,
//! brackets and quotes may separate moves, and a `#` begins a comment.

use super::error::{ParseError, ParseErrorKind};
use super::phrases::abbreviated;
use crate::board::Direction;
use crate::moves::{Mover, Moves};

/// Parses a sequence of moves; `mover` defines what its letters mean. An empty text is an empty sequence, which solves
/// a board that is the goal already.
///
/// ```
/// use taquin::{Mover, parse_moves};
/// let moves = parse_moves("URDL2", Mover::Blank)?;
/// assert_eq!(moves, parse_moves("['Up', 'Right', 'Down', 'Left', 'Left']", Mover::Blank)?);
///
/// let error = parse_moves("URXL2", Mover::Blank).expect_err("X is no direction");
/// assert_eq!((error.to_string().as_str(), error.span), ("'X' is not a move", 2..3));
/// # Ok::<(), taquin::ParseError>(())
/// ```
pub fn parse_moves(text: &str, mover: Mover) -> Result<Moves, ParseError> {
    let mut moves = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        if next == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if next.is_whitespace() || ",;[]()'\"\u{FEFF}".contains(next) {
            at += next.len_utf8();
        } else if next.is_ascii_digit() {
            return Err(ParseErrorKind::StrayCount.at(at..at + digits(rest).len()));
        } else if let Some((direction, length)) = direction(rest) {
            let counted = digits(&rest[length..]);
            let span = at..at + length + counted.len();
            let count = match counted {
                "" => 1,
                // A number too large to parse means too many moves.
                _ => counted.parse().unwrap_or(usize::MAX),
            };
            if count == 0 {
                return Err(ParseErrorKind::ZeroCount.at(span));
            }
            if count > Moves::MAX_LEN - moves.len() {
                return Err(ParseErrorKind::TooManyMoves.at(span));
            }
            moves.extend(std::iter::repeat_n(mover.turn(direction), count));
            at = span.end;
        } else {
            let found = abbreviated(&rest[..next.len_utf8()]);
            return Err(ParseErrorKind::NotAMove { found }.at(at..at + next.len_utf8()));
        }
    }
    Ok(moves.into())
}

/// Returns the direction that a text begins with, and the length of its name in bytes.
fn direction(text: &str) -> Option<(Direction, usize)> {
    // No word consists only of the letters U, D, L and R, so a word is never mistaken for letters.
    let word = |direction: &Direction| {
        let name = direction.to_string();
        let begins = text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(&name));
        begins.then_some((*direction, name.len()))
    };
    let first = text.chars().next()?;
    let arrow = match first {
        '↑' => Some(Direction::Up),
        '↓' => Some(Direction::Down),
        '←' => Some(Direction::Left),
        '→' => Some(Direction::Right),
        _ => None,
    };
    let single = arrow.or_else(|| Direction::from_letter(first));
    Direction::ALL.iter().find_map(word).or(single.map(|single| (single, first.len_utf8())))
}

/// Returns the digits that a text begins with.
fn digits(text: &str) -> &str {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    &text[..length]
}
