//! Turns a [`Chunk`] into [`Numbers`] in rows. Each number keeps its place in the text, for errors.
//! Only syntax is looked at here; whether the numbers are a board is for `check` to say.

use super::InputFormat;
use super::divide::{Chunk, Form};
use super::error::{ParseError, ParseErrorKind};
use super::line::size_numbers;
use super::token::{Token, TokenKind, Tokens, is_blank_mark};
use crate::board::MAX_SIDE;
use std::ops::Range;

/// A board has 33 cells at most if each is a character: digits, then the letters up to `W`.
pub(super) const MAX_DIGITS: usize = 33;

/// A number and where it stands.
pub(super) struct Number {
    /// What does not fit becomes the largest value, which is out of range on every board.
    pub(super) value: u16,
    pub(super) span: Range<usize>,
}

/// The numbers of a chunk.
pub(super) struct Numbers {
    pub(super) list: Vec<Number>,
    /// For each row where it ends in the list. No row is empty.
    pub(super) row_ends: Vec<usize>,
    /// What the size line says, and where.
    pub(super) size_line: Option<((usize, usize), Range<usize>)>,
    /// One character was one number.
    pub(super) digits: bool,
    /// The chunk they were read from.
    chunk: Range<usize>,
}

pub(super) fn read(text: &str, chunk: &Chunk, format: InputFormat) -> Result<Numbers, ParseError> {
    let mut numbers = Numbers {
        list: Vec::new(),
        row_ends: Vec::new(),
        size_line: None,
        digits: false,
        chunk: chunk.span.clone(),
    };
    let mut rows = chunk.span.clone();
    match chunk.form {
        Form::Brackets => {
            read_brackets(text, &rows, &mut numbers)?;
            return Ok(numbers);
        }
        Form::Sized => {
            let line = first_line(text, &rows);
            let size = size_numbers(text, &line).ok_or_else(|| {
                wrong_format(format, "the first line is not a size", line.clone())
            })?;
            rows.start = line.end;
            numbers.size_line = Some((size, line));
        }
        Form::Rows => {}
    }
    numbers.digits = is_digits(text, &rows);
    check_format(text, &rows, format, numbers.digits)?;
    read_rows(text, &rows, &mut numbers)?;
    Ok(numbers)
}

/// Rows end at slashes and line ends; a slash at the very end may be there or not.
fn read_rows(text: &str, span: &Range<usize>, numbers: &mut Numbers) -> Result<(), ParseError> {
    let mut after_number = false;
    for Token { kind, span } in Tokens::within(text, span) {
        match kind {
            TokenKind::Word if numbers.digits => numbers.push_digits(text, span)?,
            TokenKind::Word => numbers.push_word(text, span)?,
            TokenKind::Comma if !after_number => {
                return Err(ParseErrorKind::StrayComma.at(span));
            }
            TokenKind::Slash if numbers.row_is_empty() => {
                let row = numbers.row_ends.len() + 1;
                return Err(ParseErrorKind::EmptyRow { row }.at(span));
            }
            TokenKind::Slash | TokenKind::LineEnd => numbers.end_row(),
            TokenKind::Comma => {}
            TokenKind::Open | TokenKind::Close => {
                return Err(stray_mark(text, span));
            }
        }
        after_number = kind == TokenKind::Word;
    }
    numbers.end_row();
    Ok(())
}

/// One array of numbers, or an array of such arrays. Commas may be left out, as numpy does.
fn read_brackets(text: &str, span: &Range<usize>, numbers: &mut Numbers) -> Result<(), ParseError> {
    let mut open: Vec<Range<usize>> = Vec::new();
    let (mut nested, mut after_item) = (false, false);
    for Token { kind, span } in Tokens::within(text, span) {
        match kind {
            TokenKind::LineEnd => continue,
            TokenKind::Open if open.len() == 2 => {
                return Err(ParseErrorKind::TooDeep.at(span));
            }
            TokenKind::Open => {
                let mixed = !open.is_empty() && !nested && !numbers.list.is_empty();
                if mixed {
                    return Err(ParseErrorKind::MixedArray.at(span));
                }
                nested |= !open.is_empty();
                open.push(span);
            }
            TokenKind::Word if nested && open.len() < 2 => {
                return Err(ParseErrorKind::MixedArray.at(span));
            }
            TokenKind::Word if &text[span.clone()] == "null" => numbers.push(0, span)?,
            TokenKind::Word => numbers.push_word(text, span)?,
            TokenKind::Comma if !after_item => {
                return Err(ParseErrorKind::StrayComma.at(span));
            }
            TokenKind::Comma => {}
            TokenKind::Close if nested && open.len() == 2 && numbers.row_is_empty() => {
                let row = numbers.row_ends.len() + 1;
                return Err(ParseErrorKind::EmptyRow { row }.at(span));
            }
            TokenKind::Close => {
                numbers.end_row();
                open.pop();
            }
            TokenKind::Slash => return Err(stray_mark(text, span)),
        }
        after_item = matches!(kind, TokenKind::Word | TokenKind::Close);
    }
    match open.pop() {
        None => Ok(()),
        Some(bracket) => Err(ParseErrorKind::Unclosed.at(bracket)),
    }
}

impl Numbers {
    /// From the first to the last number; the whole chunk where there is none.
    pub(super) fn span(&self) -> Range<usize> {
        match (self.list.first(), self.list.last()) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => self.chunk.clone(),
        }
    }

    fn row_is_empty(&self) -> bool {
        self.list.len() == self.row_ends.last().copied().unwrap_or(0)
    }

    fn end_row(&mut self) {
        if !self.row_is_empty() {
            self.row_ends.push(self.list.len());
        }
    }

    /// Stops at the first number that no board has a cell for, so that memory stays small.
    fn push(&mut self, value: u16, span: Range<usize>) -> Result<(), ParseError> {
        if self.list.len() == MAX_SIDE * MAX_SIDE {
            return Err(ParseErrorKind::TooManyNumbers.at(span));
        }
        self.list.push(Number { value, span });
        Ok(())
    }

    fn push_word(&mut self, text: &str, span: Range<usize>) -> Result<(), ParseError> {
        let word = &text[span.clone()];
        if word.len() == 1 && word.contains(is_blank_mark) {
            self.push(0, span)
        } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
            self.push(word.parse().unwrap_or(u16::MAX), span)
        } else {
            Err(ParseError::not_a_number(word, span))
        }
    }

    fn push_digits(&mut self, text: &str, span: Range<usize>) -> Result<(), ParseError> {
        let word = &text[span.clone()];
        for (offset, c) in word.char_indices() {
            let start = span.start + offset;
            let place = start..start + c.len_utf8();
            if self.list.len() == MAX_DIGITS {
                return Err(ParseErrorKind::TooManyDigits.at(place));
            }
            match c.to_digit(MAX_DIGITS as u32) {
                Some(value) => self.push(value as u16, place)?,
                None if is_blank_mark(c) => self.push(0, place)?,
                None => return Err(ParseError::not_a_digit(c, place)),
            }
        }
        Ok(())
    }
}

/// Whether each row is a single word, so that each character is a number. Among them must be some
/// digits, as every board has a 1; else they are just words.
fn is_digits(text: &str, span: &Range<usize>) -> bool {
    let (mut words_in_row, mut longest, mut any_digit) = (0, 0, false);
    for Token { kind, span } in Tokens::within(text, span) {
        match kind {
            TokenKind::Word if words_in_row == 0 => {
                words_in_row = 1;
                longest = longest.max(span.len());
                any_digit |= text[span].contains(|c: char| c.is_ascii_digit());
            }
            TokenKind::Slash | TokenKind::LineEnd => words_in_row = 0,
            _ => return false,
        }
    }
    longest > 1 && any_digit
}

/// If a format was asked for, the chunk must have it.
fn check_format(
    text: &str,
    span: &Range<usize>,
    format: InputFormat,
    digits: bool,
) -> Result<(), ParseError> {
    let find = |kind| Tokens::within(text, span).find(|token| token.kind == kind);
    let slash = find(TokenKind::Slash);
    let found = match format {
        InputFormat::Digits if !digits => "the numbers are separated",
        InputFormat::Rows if slash.is_none() => "there is no slash",
        InputFormat::Flat if slash.is_some() => "there is a slash",
        InputFormat::Flat if digits => "the numbers are not separated",
        InputFormat::Lines if slash.is_some() => "there is a slash",
        InputFormat::Lines if find(TokenKind::LineEnd).is_none() => "there is only one line",
        InputFormat::Json => "this is no array",
        _ => return Ok(()),
    };
    Err(wrong_format(format, found, span.clone()))
}

fn stray_mark(text: &str, span: Range<usize>) -> ParseError {
    let mark = text[span.clone()].chars().next().unwrap_or_default();
    ParseErrorKind::StrayMark { mark }.at(span)
}

fn wrong_format(format: InputFormat, found: &'static str, span: Range<usize>) -> ParseError {
    ParseErrorKind::WrongFormat { format, found }.at(span)
}

/// From a chunk's beginning, which is a token, to the last token on its line.
fn first_line(text: &str, span: &Range<usize>) -> Range<usize> {
    let line = Tokens::within(text, span).take_while(|token| token.kind != TokenKind::LineEnd);
    span.start..line.last().map_or(span.end, |token| token.span.end)
}
