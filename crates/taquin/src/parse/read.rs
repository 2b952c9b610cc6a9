//! Reads the [`Numbers`] of a [`Chunk`], in rows. Each number keeps its position in the text, for errors. Only syntax is
//! checked here; `check` decides whether the numbers are a board.

use super::divide::{Chunk, Form};
use super::error::{ParseError, ParseErrorKind as Kind};
use super::format::InputFormat;
use super::line::{Line, size_numbers};
use super::token::{Token, TokenKind, Tokens, closing_bracket};
use super::words::{Letters, MAX_DIGITS, Reading, Survey, Word, digit_value, is_dtype};
use crate::board::MAX_SIDE;
use std::ops::Range;

/// A number and its position.
pub(super) struct Number {
    /// A number that does not fit becomes the largest value, which is out of range on every board.
    pub(super) value: u16,
    pub(super) span: Range<usize>,
}

/// The numbers of a chunk.
pub(super) struct Numbers<'t> {
    pub(super) text: &'t str,
    pub(super) list: Vec<Number>,
    /// The end of each row in the list. No row is empty.
    pub(super) row_ends: Vec<usize>,
    /// The size in the size line, and its position.
    pub(super) size_line: Option<((usize, usize), Range<usize>)>,
    chunk: Range<usize>,
    /// The chunk without its size line.
    rows: Range<usize>,
    reading: Reading,
    /// What letters stand for, if any were found.
    letters: Option<Letters>,
}

impl<'t> Numbers<'t> {
    pub(super) fn read(
        text: &'t str,
        chunk: &Chunk<'t>,
        format: InputFormat,
    ) -> Result<Numbers<'t>, ParseError> {
        let mut numbers = Numbers {
            text,
            list: Vec::new(),
            row_ends: Vec::new(),
            size_line: None,
            chunk: chunk.span.clone(),
            rows: chunk.span.clone(),
            reading: Reading::Numbers,
            letters: None,
        };
        if let Form::Sized = chunk.form {
            numbers.read_size(format)?;
        }
        match chunk.form {
            Form::Brackets => numbers.read_array()?,
            Form::Line(survey) => numbers.read_rows(&survey, format)?,
            Form::Rows | Form::Sized => {
                numbers.read_rows(&Survey::of(numbers.tokens()), format)?;
            }
        }
        Ok(numbers)
    }

    fn tokens(&self) -> Tokens<'t> {
        Tokens::within(self.text, &self.rows)
    }

    fn read_size(&mut self, format: InputFormat) -> Result<(), ParseError> {
        // A chunk begins with a token.
        let line = Line::at(&self.text[..self.rows.end], self.rows.start);
        let line = line.map_or(self.rows.clone(), |line| line.span);
        self.rows.start = line.end;
        match size_numbers(self.text, &line) {
            Some(size) => self.size_line = Some((size, line)),
            None => {
                let found = "the first line is not a size";
                return Err(Kind::WrongFormat { format, found }.at(line));
            }
        }
        Ok(())
    }

    /// Reads rows, which end at slashes and line ends, and at bars if those separate rows.
    fn read_rows(&mut self, survey: &Survey<'t>, format: InputFormat) -> Result<(), ParseError> {
        self.reading = survey.reading(self.text, &self.rows)?;
        if let Some(found) = other_format(survey, self.reading, format) {
            return Err(Kind::WrongFormat { format, found }.at(self.rows.clone()));
        }
        let mut tokens = self.tokens();
        while tokens.at() < self.rows.end {
            let bars_divide_rows = survey.has_bars()
                && survey.bars_divide_rows
                && Survey::of(tokens.clone().line()).bars_divide_rows;
            self.read_line(tokens.line(), bars_divide_rows)?;
            self.end_row();
        }
        Ok(())
    }

    /// Reads the tokens of a line. A mark at its very end is optional.
    fn read_line(
        &mut self,
        line: impl Iterator<Item = Token<'t>>,
        bars_divide_rows: bool,
    ) -> Result<(), ParseError> {
        use TokenKind::{Bar, Comma, Semicolon, Slash, Word};
        let mut before: Option<Token> = None;
        for token in line {
            let wrong = |kind: Kind| Err(kind.at(token.span()));
            match (token.kind, before.map(|before| before.kind)) {
                (Word, _) => self.read_cells(token)?,
                (Comma, Some(Word)) => {}
                (Comma, _) => return wrong(Kind::StrayComma),
                (Slash, _) if self.row_is_empty() => return wrong(self.empty_row()),
                (Slash, _) => self.end_row(),
                // An empty cell is the blank.
                (Bar, Some(Bar)) if !bars_divide_rows => {
                    let start = before.map_or(token.start, |before| before.start);
                    self.push(0, start..token.end())?;
                }
                // The frame of a table.
                (Bar, None) => {}
                (Bar | Semicolon, None | Some(Bar | Semicolon)) => return wrong(self.empty_row()),
                (Bar | Semicolon, _) if bars_divide_rows => self.end_row(),
                (Bar | Semicolon, _) => {}
                _ => return wrong(stray(token)),
            }
            before = Some(token);
        }
        Ok(())
    }

    /// Reads an array of numbers, or an array of such arrays. Commas may be left out, as in numpy, and semicolons may
    /// end the rows, as in MATLAB. It may be wrapped in a numpy call, whose type is ignored.
    fn read_array(&mut self) -> Result<(), ParseError> {
        use TokenKind::{Call, Close, Comma, LineEnd, Open, Semicolon, Word};
        let mut open: Vec<Token> = Vec::new();
        let mut nested = false;
        let (mut after_item, mut any_closed, mut in_dtype) = (false, false, false);
        for token in self.tokens().filter(|token| token.kind != LineEnd) {
            let wrong = |kind: Kind| Err(kind.at(token.span()));
            let in_call = open.first().is_some_and(|first| first.kind == Call);
            let depth = open.len() - usize::from(in_call);
            let behind_array = in_call && depth == 0 && any_closed;
            in_dtype |= behind_array && token.kind == Word && is_dtype(token.text);
            match token.kind {
                Word | Comma if in_dtype => {}
                Word | Open if behind_array => return wrong(Kind::MixedArray),
                Word if nested && depth < 2 => return wrong(Kind::MixedArray),
                Open if !nested && !self.list.is_empty() => return wrong(Kind::MixedArray),
                Word => self.read_cells(token)?,
                Comma if after_item => {}
                Comma => return wrong(Kind::StrayComma),
                Semicolon if depth == 1 && after_item => self.end_row(),
                Semicolon if depth == 1 => return wrong(self.empty_row()),
                Open if depth == 2 => return wrong(Kind::TooDeep),
                Call if !open.is_empty() => return wrong(stray(token)),
                Open | Call => {
                    nested |= depth > 0;
                    open.push(token);
                }
                Close if depth == 2 && self.row_is_empty() => return wrong(self.empty_row()),
                Close => {
                    self.end_row();
                    any_closed = true;
                    open.pop().map_or(Ok(()), |opening| check_pair(opening, token))?;
                }
                _ => return wrong(stray(token)),
            }
            after_item = matches!(token.kind, Word | Close);
        }
        open.pop().map_or(Ok(()), |bracket| Err(Kind::Unclosed.at(bracket.span())))
    }

    /// Reads a word: a cell, or a cell from each character.
    fn read_cells(&mut self, token: Token<'t>) -> Result<(), ParseError> {
        let word = token.text;
        if self.reading == Reading::Numbers {
            let value = match Word::of(word) {
                Word::Blank => Some(0),
                Word::B | Word::Letter => self.letter_value(word)?,
                _ if !word.bytes().all(|byte| byte.is_ascii_digit()) => None,
                _ => Some(word.parse().unwrap_or(u16::MAX)),
            };
            let value = value.ok_or_else(|| ParseError::not_a_number(word, token.span()))?;
            return self.push(value, token.span());
        }
        for (offset, c) in word.char_indices() {
            let start = token.start + offset;
            let place = start..start + c.len_utf8();
            if self.list.len() == MAX_DIGITS {
                return Err(Kind::TooManyDigits.at(place));
            }
            let value = digit_value(c).ok_or_else(|| ParseError::not_a_digit(c, place.clone()))?;
            self.push(value, place)?;
        }
        if self.reading == Reading::DigitRows {
            self.end_row();
        }
        Ok(())
    }

    /// Returns the tile that a letter stands for. That depends on all words, which are surveyed once.
    fn letter_value(&mut self, letter: &str) -> Result<Option<u16>, ParseError> {
        if self.letters.is_none() {
            let words = self.tokens().take_while(|token| !is_dtype(token.text));
            self.letters = Some(Survey::of(words).letters()?);
        }
        Ok(match self.letters {
            Some(Letters::Tiles) => letter.chars().next().and_then(digit_value),
            _ => (Word::of(letter) == Word::B).then_some(0),
        })
    }

    /// Returns whether each character is a number.
    pub(super) fn are_digits(&self) -> bool {
        self.reading != Reading::Numbers || self.letters == Some(Letters::Tiles)
    }

    /// Returns the range from the first to the last number, or the whole chunk if there are none.
    pub(super) fn span(&self) -> Range<usize> {
        match (self.list.first(), self.list.last()) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => self.chunk.clone(),
        }
    }

    /// Returns the numbers of a row.
    pub(super) fn row(&self, index: usize) -> &[Number] {
        let start = if index == 0 { 0 } else { self.row_ends[index - 1] };
        &self.list[start..self.row_ends[index]]
    }

    fn row_is_empty(&self) -> bool {
        self.list.len() == self.row_ends.last().copied().unwrap_or(0)
    }

    fn empty_row(&self) -> Kind {
        Kind::EmptyRow { row: self.row_ends.len() + 1 }
    }

    fn end_row(&mut self) {
        if !self.row_is_empty() {
            self.row_ends.push(self.list.len());
        }
    }

    /// Adds a number. Stops at the first one that no board has a cell for, so that memory stays small.
    fn push(&mut self, value: u16, span: Range<usize>) -> Result<(), ParseError> {
        if self.list.len() == MAX_SIDE * MAX_SIDE {
            return Err(Kind::TooManyNumbers.at(span));
        }
        self.list.push(Number { value, span });
        Ok(())
    }
}

/// Returns what does not fit the requested format in these rows.
fn other_format(
    survey: &Survey<'_>,
    reading: Reading,
    format: InputFormat,
) -> Option<&'static str> {
    let digits = reading != Reading::Numbers;
    let slash = survey.has(TokenKind::Slash).then_some("there is a slash");
    let divided = survey.bars_divide_rows || reading == Reading::DigitRows && survey.has_bars();
    let between_rows = slash.or(divided.then_some("there is a mark between rows"));
    match format {
        InputFormat::Digits if !digits => Some("the numbers are separated"),
        InputFormat::Rows if between_rows.is_none() => Some("there is no slash"),
        InputFormat::Flat | InputFormat::Lines if between_rows.is_some() => between_rows,
        InputFormat::Flat if digits => Some("the numbers are not separated"),
        InputFormat::Lines if !survey.has(TokenKind::LineEnd) => Some("there is only one line"),
        InputFormat::Json => Some("this is not an array"),
        _ => None,
    }
}

/// Returns an error if a bracket is closed by one of another kind.
fn check_pair(opening: Token<'_>, closing: Token<'_>) -> Result<(), ParseError> {
    let (open, close) = (opening.mark(), closing.mark());
    if close == closing_bracket(open) {
        return Ok(());
    }
    let error = Kind::Mismatched { open, close }.at(closing.span());
    Err(error.related(opening.span(), "opened here"))
}

fn stray(token: Token<'_>) -> Kind {
    Kind::StrayMark { mark: token.mark() }
}
