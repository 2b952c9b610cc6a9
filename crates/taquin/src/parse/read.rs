//! Turns a [`Chunk`] into [`Numbers`] in rows. Each number keeps its position in the text, for errors. Only syntax is
//! checked here; `check` decides whether the numbers are a board.

use super::divide::{Chunk, Form};
use super::error::{ParseError, ParseErrorKind};
use super::format::InputFormat;
use super::line::{Bars, is_empty_cell, size_numbers};
use super::token::{Token, TokenKind, Tokens, is_b, is_blank_mark, is_blank_word};
use super::words::{Letters, MAX_DIGITS, digit_groups, is_dtype, letters};
use crate::board::MAX_SIDE;
use std::ops::Range;

/// A number and its position.
pub(super) struct Number {
    /// A number that does not fit becomes the largest value, which is out of range on every board.
    pub(super) value: u16,
    pub(super) span: Range<usize>,
}

/// The numbers of a chunk.
pub(super) struct Numbers {
    pub(super) list: Vec<Number>,
    /// The end of each row in the list. No row is empty.
    pub(super) row_ends: Vec<usize>,
    /// The size in the size line, and its position.
    pub(super) size_line: Option<((usize, usize), Range<usize>)>,
    /// Whether each character is a number.
    pub(super) digits: bool,
    /// Whether each word is a row: `123 456 780`.
    words_are_rows: bool,
    /// What letters stand for, if any were found.
    letters: Option<Letters>,
    /// The chunk they were read from.
    chunk: Range<usize>,
    /// The chunk without its size line.
    rows: Range<usize>,
}

pub(super) fn read(text: &str, chunk: &Chunk, format: InputFormat) -> Result<Numbers, ParseError> {
    let mut numbers = Numbers {
        list: Vec::new(),
        row_ends: Vec::new(),
        size_line: None,
        digits: false,
        words_are_rows: false,
        letters: None,
        chunk: chunk.span.clone(),
        rows: chunk.span.clone(),
    };
    let mut rows = chunk.span.clone();
    match chunk.form {
        Form::Brackets => {
            read_brackets(text, &rows, &mut numbers)?;
            numbers.digits = numbers.letters == Some(Letters::Tiles);
            return Ok(numbers);
        }
        Form::Sized => {
            let line = first_line(text, &rows);
            let size = size_numbers(text, &line).ok_or_else(|| {
                wrong_format(format, "the first line is not a size", line.clone())
            })?;
            rows.start = line.end;
            numbers.rows = rows.clone();
            numbers.size_line = Some((size, line));
        }
        Form::Rows => {}
    }
    numbers.digits = is_digits(text, &rows);
    if !numbers.digits {
        let groups = digit_groups(text, Tokens::within(text, &rows));
        let bars_fit = || Bars::of_line(Tokens::within(text, &rows)) == Bars::Cells;
        numbers.words_are_rows =
            groups.as_ref().is_some_and(|groups| groups.are_rows() && bars_fit());
        numbers.digits = numbers.words_are_rows;
        if let Some(error) = groups.and_then(|groups| groups.ambiguity(text, rows.clone())) {
            return Err(error);
        }
    }
    check_format(text, &rows, format, &numbers)?;
    read_rows(text, &rows, &mut numbers)?;
    numbers.digits |= numbers.letters == Some(Letters::Tiles);
    Ok(numbers)
}

/// Reads rows, which end at slashes and line ends, and at bars if those separate rows; a mark at the very end is
/// optional.
fn read_rows(text: &str, span: &Range<usize>, numbers: &mut Numbers) -> Result<(), ParseError> {
    let mut tokens = Tokens::within(text, span);
    // What bars separate is determined only if there are any.
    let (mut line_start, mut bars) = (tokens.clone(), None);
    // The previous token on the same line.
    let mut before: Option<Token> = None;
    while let Some(token) = tokens.next() {
        let Token { kind, span } = token.clone();
        if kind == TokenKind::Bar && bars.is_none() {
            bars = Some(Bars::of_line(line_start.clone()));
        }
        let after = before.as_ref().map(|before| before.kind);
        match kind {
            TokenKind::Word if numbers.words_are_rows => {
                numbers.push_digits(text, span)?;
                numbers.end_row();
            }
            TokenKind::Word if numbers.digits => numbers.push_digits(text, span)?,
            TokenKind::Word => numbers.push_word(text, span)?,
            TokenKind::Comma if after != Some(TokenKind::Word) => {
                return Err(ParseErrorKind::StrayComma.at(span));
            }
            TokenKind::Slash if numbers.row_is_empty() => return Err(numbers.empty_row(span)),
            TokenKind::Slash | TokenKind::LineEnd => numbers.end_row(),
            TokenKind::Comma => {}
            TokenKind::Bar
                if bars == Some(Bars::Cells) && is_empty_cell(text, before.as_ref(), &token) =>
            {
                let start = before.as_ref().map_or(span.start, |before| before.span.start);
                numbers.push(0, start..span.end)?;
            }
            // The frame of a table.
            TokenKind::Bar if after.is_none() && &text[span.clone()] == "|" => {}
            TokenKind::Bar if after.is_none() || after == Some(TokenKind::Bar) => {
                return Err(numbers.empty_row(span));
            }
            TokenKind::Bar if bars == Some(Bars::Rows) => numbers.end_row(),
            TokenKind::Bar => {}
            TokenKind::Open | TokenKind::Call | TokenKind::Close => {
                return Err(stray_mark(text, span));
            }
        }
        before = Some(token);
        if kind == TokenKind::LineEnd {
            (before, bars, line_start) = (None, None, tokens.clone());
        }
    }
    numbers.end_row();
    Ok(())
}

/// Reads an array of numbers, or an array of such arrays. Commas may be left out, as in numpy, and semicolons may end
/// the rows, as in MATLAB. It may be wrapped in a numpy call, whose type is ignored.
fn read_brackets(text: &str, span: &Range<usize>, numbers: &mut Numbers) -> Result<(), ParseError> {
    let mut open: Vec<Token> = Vec::new();
    let (mut nested, mut after_item, mut any_closed, mut in_dtype) = (false, false, false, false);
    for token in Tokens::within(text, span) {
        let Token { kind, span } = token.clone();
        let is_call = open.first().is_some_and(|first| first.kind == TokenKind::Call);
        let depth = open.len() - usize::from(is_call);
        let behind_array = is_call && depth == 0 && any_closed;
        match kind {
            TokenKind::LineEnd => continue,
            TokenKind::Word if behind_array && is_dtype(&text[span.clone()]) => in_dtype = true,
            TokenKind::Word | TokenKind::Comma if in_dtype => {}
            TokenKind::Word | TokenKind::Open if behind_array => {
                return Err(ParseErrorKind::MixedArray.at(span));
            }
            TokenKind::Call if !open.is_empty() => return Err(stray_mark(text, span)),
            TokenKind::Call => open.push(token),
            TokenKind::Open if depth == 2 => return Err(ParseErrorKind::TooDeep.at(span)),
            TokenKind::Open => {
                if !nested && !numbers.list.is_empty() {
                    return Err(ParseErrorKind::MixedArray.at(span));
                }
                nested |= depth > 0;
                open.push(token);
            }
            TokenKind::Word if nested && depth < 2 => {
                return Err(ParseErrorKind::MixedArray.at(span));
            }
            TokenKind::Word => numbers.push_word(text, span)?,
            TokenKind::Comma if !after_item => return Err(ParseErrorKind::StrayComma.at(span)),
            TokenKind::Comma => {}
            TokenKind::Bar if depth == 1 && &text[span.clone()] == ";" => {
                if !after_item {
                    return Err(numbers.empty_row(span));
                }
                numbers.end_row();
            }
            TokenKind::Close => {
                if nested && depth == 2 && numbers.row_is_empty() {
                    return Err(numbers.empty_row(span));
                }
                numbers.end_row();
                any_closed = true;
                if let Some(opening) = open.pop() {
                    check_pair(text, &opening.span, span)?;
                }
            }
            TokenKind::Bar | TokenKind::Slash => return Err(stray_mark(text, span)),
        }
        after_item = matches!(kind, TokenKind::Word | TokenKind::Close);
    }
    match open.pop() {
        None => Ok(()),
        Some(bracket) => Err(ParseErrorKind::Unclosed.at(bracket.span)),
    }
}

/// Returns an error if a bracket is closed by one of another kind.
fn check_pair(text: &str, opening: &Range<usize>, closing: Range<usize>) -> Result<(), ParseError> {
    let (open, close) = (mark(text, opening), mark(text, &closing));
    if matches!((open, close), ('[', ']') | ('(', ')')) {
        return Ok(());
    }
    Err(ParseErrorKind::Mismatched { open, close }
        .at(closing)
        .related(opening.clone(), "opened here"))
}

impl Numbers {
    /// Returns the range from the first to the last number, or the whole chunk if there are none.
    pub(super) fn span(&self) -> Range<usize> {
        match (self.list.first(), self.list.last()) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => self.chunk.clone(),
        }
    }

    fn row_is_empty(&self) -> bool {
        self.list.len() == self.row_ends.last().copied().unwrap_or(0)
    }

    /// Returns the error for a row without numbers that ends at a mark.
    fn empty_row(&self, mark: Range<usize>) -> ParseError {
        ParseErrorKind::EmptyRow { row: self.row_ends.len() + 1 }.at(mark)
    }

    fn end_row(&mut self) {
        if !self.row_is_empty() {
            self.row_ends.push(self.list.len());
        }
    }

    /// Adds a number. Stops at the first one that no board has a cell for, so that memory stays small.
    fn push(&mut self, value: u16, span: Range<usize>) -> Result<(), ParseError> {
        if self.list.len() == MAX_SIDE * MAX_SIDE {
            return Err(ParseErrorKind::TooManyNumbers.at(span));
        }
        self.list.push(Number { value, span });
        Ok(())
    }

    fn push_word(&mut self, text: &str, span: Range<usize>) -> Result<(), ParseError> {
        let word = &text[span.clone()];
        if is_blank_word(word) {
            self.push(0, span)
        } else if word.len() == 1 && word.contains(|c: char| c.is_ascii_alphabetic()) {
            self.push_letter(text, span)
        } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
            self.push(word.parse().unwrap_or(u16::MAX), span)
        } else {
            Err(ParseError::not_a_number(word, span))
        }
    }

    /// Adds a letter. What letters stand for depends on all words, which are scanned once.
    fn push_letter(&mut self, text: &str, span: Range<usize>) -> Result<(), ParseError> {
        let known = match self.letters {
            Some(known) => known,
            None => letters(text, Tokens::within(text, &self.rows))?,
        };
        self.letters = Some(known);
        let word = &text[span.clone()];
        let tile = word.chars().next().and_then(|letter| letter.to_digit(MAX_DIGITS as u32));
        match (known, tile) {
            (Letters::Tiles, Some(tile)) => self.push(tile as u16, span),
            (Letters::Blank, _) if is_b(word) => self.push(0, span),
            _ => Err(ParseError::not_a_number(word, span)),
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

/// Returns whether each row is a single word, so that each character is a number. At least one must be a digit, as
/// every board has a 1; otherwise they are just words.
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
            TokenKind::Bar => {}
            _ => return false,
        }
    }
    longest > 1 && any_digit
}

/// Returns an error if the chunk does not have the requested format.
fn check_format(
    text: &str,
    span: &Range<usize>,
    format: InputFormat,
    numbers: &Numbers,
) -> Result<(), ParseError> {
    if matches!(format, InputFormat::Auto | InputFormat::Sized) {
        return Ok(());
    }
    let has = |kind| Tokens::within(text, span).any(|token| token.kind == kind);
    let between_rows = if has(TokenKind::Slash) {
        Some("there is a slash")
    } else if bars_divide_rows(text, span) || numbers.words_are_rows && has(TokenKind::Bar) {
        Some("there is a mark between rows")
    } else {
        None
    };
    let found = match (format, between_rows) {
        (InputFormat::Digits, _) if !numbers.digits => "the numbers are separated",
        (InputFormat::Rows, None) => "there is no slash",
        (InputFormat::Flat | InputFormat::Lines, Some(mark)) => mark,
        (InputFormat::Flat, None) if numbers.digits => "the numbers are not separated",
        (InputFormat::Lines, None) if !has(TokenKind::LineEnd) => "there is only one line",
        (InputFormat::Json, _) => "this is not an array",
        _ => return Ok(()),
    };
    Err(wrong_format(format, found, span.clone()))
}

/// Returns whether the bars of some line separate rows.
fn bars_divide_rows(text: &str, span: &Range<usize>) -> bool {
    let mut tokens = Tokens::within(text, span);
    loop {
        if Bars::of_line(tokens.clone()) == Bars::Rows {
            return true;
        }
        if tokens.find(|token| token.kind == TokenKind::LineEnd).is_none() {
            return false;
        }
    }
}

/// Returns the character of a mark; for a call, its parenthesis.
fn mark(text: &str, span: &Range<usize>) -> char {
    text[span.clone()].chars().next_back().unwrap_or_default()
}

fn stray_mark(text: &str, span: Range<usize>) -> ParseError {
    ParseErrorKind::StrayMark { mark: mark(text, &span) }.at(span)
}

fn wrong_format(format: InputFormat, found: &'static str, span: Range<usize>) -> ParseError {
    ParseErrorKind::WrongFormat { format, found }.at(span)
}

/// Returns the range from a chunk's beginning, which is a token, to the last token on its line.
fn first_line(text: &str, span: &Range<usize>) -> Range<usize> {
    let line = Tokens::within(text, span).take_while(|token| token.kind != TokenKind::LineEnd);
    span.start..line.last().map_or(span.end, |token| token.span.end)
}
