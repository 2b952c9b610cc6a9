//! The meaning of words that depends on all words of a part of a text: whether letters are tiles, and whether each word
//! is a row of digits.

use super::error::{ParseError, ParseErrorKind};
use super::token::{Token, TokenKind, is_b, is_blank_mark, is_blank_word};
use crate::board::{MAX_SIDE, Size};
use std::ops::Range;

/// The maximum number of cells if each is a character: the digits, then the letters up to `W`.
pub(super) const MAX_DIGITS: usize = 33;

/// What one-letter words stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letters {
    /// `A` is 10, because every cell is one character: `9 A B C`.
    Tiles,
    /// Only `b` has a meaning: the blank.
    Blank,
}

/// Returns what one-letter words stand for. If `b` is the only letter, it is the blank: a board with tile 11 has a tile
/// 10, which would be another letter. If there is another blank, the meaning is ambiguous.
pub(super) fn letters(
    text: &str,
    tokens: impl Iterator<Item = Token>,
) -> Result<Letters, ParseError> {
    let (mut b, mut blank): (Option<Range<usize>>, Option<Range<usize>>) = (None, None);
    let (mut any_tile, mut any_digit) = (false, false);
    for Token { span, .. } in tokens.filter(|token| token.kind == TokenKind::Word) {
        let word = &text[span.clone()];
        if is_dtype(word) {
            break;
        }
        if word == "0" || is_blank_word(word) {
            blank = blank.or(Some(span));
        } else if word.len() > 1 {
            return Ok(Letters::Blank);
        } else if is_b(word) {
            b = b.or(Some(span));
        } else {
            any_digit |= word.contains(|c: char| c.is_ascii_digit());
            any_tile |= word.contains(|c: char| c.is_ascii_alphabetic());
        }
    }
    if any_tile && any_digit {
        return Ok(Letters::Tiles);
    }
    match (b, blank) {
        (Some(b), Some(blank)) if any_digit => {
            let kind = ParseErrorKind::Ambiguous {
                found: text[b.clone()].to_string(),
                readings: ["the blank".to_string(), "tile 11".to_string()],
                remedy: "write one blank only, and tile 11 as 11 or, where each cell is one character, \
                         along with the tile A, which is 10",
            };
            Err(kind.at(b).related(blank, "a blank, too"))
        }
        _ => Ok(Letters::Blank),
    }
}

/// Returns whether a word begins the arguments after the array in a numpy call.
pub(super) fn is_dtype(word: &str) -> bool {
    word == "dtype" || word.starts_with("dtype=")
}

/// Words of equal length, each of two characters or more, in rows with equally many words.
pub(super) struct DigitGroups {
    pub(super) rows: usize,
    /// The number of words in each row, and of characters in each word.
    pub(super) words: usize,
    pub(super) length: usize,
    /// The total number of characters.
    pub(super) cells: usize,
    /// Whether each character that such a board needs occurs once.
    pub(super) is_valid: bool,
    /// Whether they are decimal numbers that could all be in a row of some board.
    pub(super) may_be_numbers: bool,
}

impl DigitGroups {
    /// Returns whether each word is a row: `123 456 780`. They are not numbers, because a board on one line contains
    /// the number 1, which is shorter than others or has leading zeros. If there is a mistake in them, as many words as
    /// characters in each show what was meant.
    pub(super) fn are_rows(&self) -> bool {
        self.rows == 1 && (self.is_valid || self.words == self.length && self.length > 2)
    }

    /// Returns an error if they are a board on several lines, where either each word or each line could be a row.
    pub(super) fn ambiguity(&self, text: &str, span: Range<usize>) -> Option<ParseError> {
        if self.rows == 1 || self.words == 1 || !self.is_valid {
            return None;
        }
        let reading = |rows: usize| format!("{rows} rows of {} tiles", self.cells / rows);
        let kind = ParseErrorKind::Ambiguous {
            found: super::phrases::abbreviated(&text[span.clone()]),
            readings: [reading(self.rows * self.words), reading(self.rows)],
            remedy: "write each row as one word, as in 1234/5678/9ABC/DEF0, or put spaces between all tiles",
        };
        Some(kind.at(span))
    }
}

/// Returns the groups of digits that the tokens form, if they are nothing else.
pub(super) fn digit_groups(text: &str, tokens: impl Iterator<Item = Token>) -> Option<DigitGroups> {
    let (mut rows, mut words, mut words_in_row, mut length) = (0, 0, 0, 0);
    let (mut cells, mut seen, mut largest) = (0, 0_u64, Some(0));
    let mut any_digit = false;
    let end = Token { kind: TokenKind::LineEnd, span: 0..0 };
    for Token { kind, span } in tokens.chain([end]) {
        match kind {
            TokenKind::Word => {}
            TokenKind::Bar => continue,
            TokenKind::LineEnd | TokenKind::Slash if words_in_row == 0 => continue,
            TokenKind::LineEnd | TokenKind::Slash => {
                if rows > 0 && words != words_in_row {
                    return None;
                }
                rows += 1;
                words = std::mem::take(&mut words_in_row);
                continue;
            }
            _ => return None,
        }
        let word = &text[span];
        words_in_row += 1;
        if cells == 0 {
            length = word.len();
        }
        cells += word.len();
        if word.len() != length || length < 2 || cells > MAX_DIGITS || is_blank_word(word) {
            return None;
        }
        for c in word.chars() {
            let value = if is_blank_mark(c) { 0 } else { c.to_digit(MAX_DIGITS as u32)? };
            seen |= 1 << value;
            any_digit |= c.is_ascii_digit();
        }
        let number = word.parse::<usize>().ok();
        largest = largest.zip(number).map(|(largest, number)| largest.max(number));
    }
    if !any_digit || rows * words < 2 {
        return None;
    }
    Some(DigitGroups {
        rows,
        words,
        length,
        cells,
        is_valid: seen == (1 << cells) - 1 && Size::new(rows * words, length).is_ok(),
        may_be_numbers: largest.is_some_and(|largest| largest < MAX_SIDE * words),
    })
}
