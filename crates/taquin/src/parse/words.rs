//! What the words of a part of a text mean. That depends on all of them, so they are surveyed first, in one pass; then
//! the readings that they allow are weighed, here and nowhere else: whether each character is a cell, whether each word
//! is a row, what letters stand for, and whether a line could be a board of its own.

use super::error::{ParseError, ParseErrorKind};
use super::phrases::abbreviated;
use super::token::{Token, TokenKind};
use crate::board::{MAX_SIDE, Size};
use std::ops::Range;

/// The maximum number of cells if each is a character: the digits, then the letters up to `W`.
pub(super) const MAX_DIGITS: usize = 33;

/// What a word is, if it is a cell of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// `0` or a mark that is a blank whatever the other words are.
    Blank,
    Digit,
    /// Among numbers the blank, among letters tile 11.
    B,
    Letter,
    /// A single character that is nothing else.
    Sign,
    Long,
}

impl Word {
    pub(super) fn of(word: &str) -> Word {
        match word.as_bytes() {
            b"0" | [b'_' | b'.' | b'-' | b'*' | b'x' | b'X'] => Word::Blank,
            [b'1'..=b'9'] => Word::Digit,
            b"b" | b"B" => Word::B,
            [letter] if letter.is_ascii_alphabetic() => Word::Letter,
            [_] => Word::Sign,
            none if none.eq_ignore_ascii_case(b"none") || none.eq_ignore_ascii_case(b"null") => {
                Word::Blank
            }
            _ => Word::Long,
        }
    }
}

/// Returns the number that a character stands for, where each character is a cell.
pub(super) fn digit_value(c: char) -> Option<u16> {
    match c {
        '_' | '.' | '-' | '*' | 'x' | 'X' => Some(0),
        _ => c.to_digit(MAX_DIGITS as u32).map(|value| value as u16),
    }
}

/// Returns whether a word begins the arguments after the array in a numpy call.
pub(super) fn is_dtype(word: &str) -> bool {
    word == "dtype" || word.starts_with("dtype=")
}

/// How the words of some rows are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Each word is a cell.
    Numbers,
    /// Each character is a cell, each word part of a row.
    Digits,
    /// Each character is a cell, each word a row: `123 456 780`.
    DigitRows,
}

/// What one-letter words stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letters {
    /// `A` is 10, because every cell is one character: `9 A B C`.
    Tiles,
    /// Only `b` has a meaning: the blank.
    Blank,
}

/// The facts about the words of a part of a text on which its reading depends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Survey<'t> {
    pub(super) words: usize,
    /// The number of characters in all words, and of bytes in the longest.
    chars: usize,
    longest: usize,
    /// The number of rows, which slashes and line ends divide, and of words in the longest.
    rows: usize,
    most_words: usize,
    /// Up to now: the words in the current row, in the current line, and in how many parts of it, which marks divide.
    in_row: usize,
    in_line: usize,
    parts: usize,
    /// Whether bars separate rows, on the first line and on any. On a line where there is always one word between two
    /// bars they separate cells, because no board has rows of a single cell. Words between bars at the ends of a line
    /// are its only row.
    first_line_has_rows: Option<bool>,
    pub(super) bars_divide_rows: bool,
    /// The number of cells that a table leaves empty: two bars with nothing in between.
    empty_cells: usize,
    /// The kinds of its tokens and of its words, a bit each.
    kinds: u16,
    cell_kinds: u16,
    /// The values of all characters, a bit each, and whether some have none.
    values: u64,
    any_strange: bool,
    any_digit: bool,
    /// Whether some characters are no decimal digits; the largest word if none are and all are equally long.
    any_other: bool,
    largest: &'t str,
    /// The first blank and the first `b`.
    blank: Option<Token<'t>>,
    b: Option<Token<'t>>,
}

impl<'t> Survey<'t> {
    pub(super) fn of(tokens: impl Iterator<Item = Token<'t>>) -> Survey<'t> {
        let mut survey = Survey::default();
        let (mut before, mut begins_part) = (TokenKind::LineEnd, true);
        for token in tokens {
            survey.kinds |= 1 << token.kind as u16;
            match token.kind {
                TokenKind::Word => {
                    survey.parts += usize::from(begins_part);
                    survey.add_word(token);
                }
                TokenKind::Bar => survey.empty_cells += usize::from(before == TokenKind::Bar),
                TokenKind::Slash => survey.end_row(),
                TokenKind::LineEnd => survey.end_line(),
                _ => {}
            }
            before = token.kind;
            if before != TokenKind::Comma {
                begins_part = before != TokenKind::Word;
            }
        }
        survey.end_line();
        survey
    }

    fn end_row(&mut self) {
        self.rows += usize::from(self.in_row > 0);
        self.most_words = self.most_words.max(self.in_row);
        self.in_row = 0;
    }

    fn end_line(&mut self) {
        self.end_row();
        let has_rows = self.parts > 1 && self.in_line > self.parts;
        self.first_line_has_rows.get_or_insert(has_rows);
        self.bars_divide_rows |= has_rows;
        (self.in_line, self.parts) = (0, 0);
    }

    fn add_word(&mut self, token: Token<'t>) {
        self.words += 1;
        self.in_row += 1;
        self.in_line += 1;
        self.longest = self.longest.max(token.text.len());
        self.largest = self.largest.max(token.text);
        for c in token.text.chars() {
            self.chars += 1;
            self.any_digit |= c.is_ascii_digit();
            self.any_other |= !c.is_ascii_digit();
            match digit_value(c) {
                Some(value) => self.values |= 1 << value,
                None => self.any_strange = true,
            }
        }
        let kind = Word::of(token.text);
        self.cell_kinds |= 1 << kind as u16;
        match kind {
            Word::Blank => {
                self.blank.get_or_insert(token);
                self.any_strange |= token.text.len() > 1;
            }
            Word::B => _ = self.b.get_or_insert(token),
            _ => {}
        }
    }

    pub(super) fn has(&self, kind: TokenKind) -> bool {
        self.kinds & 1 << kind as u16 != 0
    }

    fn has_word(&self, kind: Word) -> bool {
        self.cell_kinds & 1 << kind as u16 != 0
    }

    pub(super) fn has_bars(&self) -> bool {
        self.has(TokenKind::Bar) || self.has(TokenKind::Semicolon)
    }

    fn has_brackets(&self) -> bool {
        [TokenKind::Open, TokenKind::Call, TokenKind::Close].iter().any(|&kind| self.has(kind))
    }

    /// Returns whether there is nothing but one word, each character of which may be a cell.
    fn is_one_word(&self) -> bool {
        self.words == 1 && self.empty_cells == 0 && !self.has(TokenKind::Comma)
    }

    /// Returns the number of numbers on a line: the characters of a single word, or the number of words.
    pub(super) fn cells(&self) -> usize {
        if self.is_one_word() { self.chars } else { self.words + self.empty_cells }
    }

    /// Returns whether a line has a blank.
    pub(super) fn has_blank(&self) -> bool {
        if self.is_one_word() {
            return self.values & 1 != 0;
        }
        self.blank.is_some()
            || self.empty_cells > 0
            || self.b.is_some() && !self.has_word(Word::Letter)
    }

    /// Returns whether a line has slashes or brackets, or bars between rows.
    pub(super) fn has_marks(&self) -> bool {
        self.has(TokenKind::Slash) || self.has_brackets() || self.bars_divide_rows
    }

    /// Returns the number of cells if the words of a line are the rows of a board in digits: `123 456 780`.
    pub(super) fn digit_rows(&self) -> Option<usize> {
        (!self.has_marks() && self.are_valid_groups()).then_some(self.chars)
    }

    /// Returns whether a line that looks like a board could also be a row of one: its words are decimal numbers that one
    /// row may have, too, or what looks like the blank could be tile 11.
    pub(super) fn is_doubtful(&self) -> bool {
        if self.digit_rows().is_some() {
            let largest = self.largest.parse::<usize>().ok().filter(|_| !self.any_other);
            return largest.is_some_and(|largest| largest < MAX_SIDE * self.most_words);
        }
        let only_b = self.b.is_some() && self.blank.is_none();
        only_b && !self.has_word(Word::Letter) && !self.has_word(Word::Long) && !self.is_one_word()
    }

    /// Returns whether its words are equally many in each row, and equally long: two characters or more, each of which
    /// could be a cell.
    fn are_groups(&self) -> bool {
        let is_plain = !self.has(TokenKind::Comma) && !self.has_brackets() && !self.any_strange;
        is_plain
            && self.any_digit
            && self.words > 1
            && self.longest > 1
            && self.chars <= MAX_DIGITS
            && self.chars == self.words * self.longest
            && self.words == self.rows * self.most_words
    }

    /// Returns whether its words would be the rows of a valid board.
    fn are_valid_groups(&self) -> bool {
        self.are_groups()
            && self.values == (1 << self.chars) - 1
            && Size::new(self.words, self.longest).is_ok()
    }

    /// Returns how its words are read, if they are rows, or an error if they can be read in two ways.
    ///
    /// If each row is a single word, each character is a cell. At least one must be a digit, as every board has a 1;
    /// otherwise they are just words. Groups of digits on one line are rows: they are not numbers, because a board on
    /// one line contains the number 1, which is shorter than others or has leading zeros. If there is a mistake in them,
    /// as many words as characters in each show what was meant.
    pub(super) fn reading(&self, text: &str, span: &Range<usize>) -> Result<Reading, ParseError> {
        let is_plain = !self.has(TokenKind::Comma) && !self.has_brackets();
        if is_plain && self.most_words == 1 && self.longest > 1 && self.any_digit {
            return Ok(Reading::Digits);
        }
        let (valid, length) = (self.are_valid_groups(), self.longest);
        let meant = valid || self.are_groups() && self.words == length && length > 2;
        if self.rows == 1 && meant && self.first_line_has_rows == Some(false) {
            return Ok(Reading::DigitRows);
        }
        if self.rows == 1 || !valid {
            return Ok(Reading::Numbers);
        }
        let reading = |rows: usize| format!("{rows} rows of {} tiles", self.chars / rows);
        let kind = ParseErrorKind::Ambiguous {
            found: abbreviated(&text[span.clone()]),
            readings: [reading(self.words), reading(self.rows)],
            remedy: "write each row as one word, as in 1234/5678/9ABC/DEF0, or put spaces between all tiles",
        };
        Err(kind.at(span.clone()))
    }

    /// Returns what one-letter words stand for. If `b` is the only letter, it is the blank: a board with tile 11 has a
    /// tile 10, which would be another letter. If there is another blank, the meaning is ambiguous.
    pub(super) fn letters(&self) -> Result<Letters, ParseError> {
        match (self.b, self.blank) {
            _ if self.has_word(Word::Long) || !self.has_word(Word::Digit) => Ok(Letters::Blank),
            _ if self.has_word(Word::Letter) => Ok(Letters::Tiles),
            (Some(b), Some(blank)) => {
                let kind = ParseErrorKind::Ambiguous {
                    found: b.text.to_string(),
                    readings: ["the blank".to_string(), "tile 11".to_string()],
                    remedy: "write one blank only, and tile 11 as 11 or, where each cell is one character, \
                             along with the tile A, which is 10",
                };
                Err(kind.at(b.span()).related(blank.span(), "a blank, too"))
            }
            _ => Ok(Letters::Blank),
        }
    }
}
