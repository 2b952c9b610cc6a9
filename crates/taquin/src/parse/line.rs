//! A line of a text, as far as the rules of `divide` need it.

use super::token::{Token, TokenKind, Tokens, is_blank_mark, is_blank_word};
use super::words::digit_groups;
use std::ops::Range;

/// What the rules need to know about a line.
pub(super) struct Line {
    /// The range from its first to its last token.
    pub(super) span: Range<usize>,
    /// Where the next line begins.
    pub(super) next: usize,
    pub(super) words: usize,
    /// The number of numbers: the characters of a single word, or the number of words.
    pub(super) cells: usize,
    pub(super) has_blank: bool,
    /// Whether it has slashes or brackets, or bars between rows.
    pub(super) has_marks: bool,
    /// The number of cells if its words are the rows of a board in digits: `123 456 780`.
    pub(super) digit_rows: Option<usize>,
    /// Whether it looks like a board but could also be a row of one: its words are also numbers, or what looks like the
    /// blank could be tile 11.
    pub(super) is_doubtful: bool,
}

/// What the bars and semicolons of a line separate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bars {
    Cells,
    Rows,
}

impl Bars {
    /// Returns what the bars of a line separate, from its first token on. They separate cells if there is always one
    /// word between two of them, because no board has rows of a single cell. Words between bars at the ends of a line
    /// are its only row.
    pub(super) fn of_line(line: Tokens<'_>) -> Bars {
        let (mut words, mut filled, mut any_several) = (0, 0, false);
        for token in line.take_while(|token| token.kind != TokenKind::LineEnd) {
            match token.kind {
                TokenKind::Word => {
                    words += 1;
                    filled += usize::from(words == 1);
                    any_several |= words > 1;
                }
                TokenKind::Comma => {}
                _ => words = 0,
            }
        }
        if filled > 1 && any_several { Bars::Rows } else { Bars::Cells }
    }
}

/// Returns whether two adjacent tokens are the borders of an empty cell, which is the blank.
pub(super) fn is_empty_cell(text: &str, before: Option<&Token>, token: &Token) -> bool {
    let is_border = |token: &Token| &text[token.span.clone()] == "|";
    is_border(token) && before.is_some_and(is_border)
}

impl Line {
    /// Returns whether the line is blank.
    pub(super) fn is_blank(&self) -> bool {
        self.span.is_empty()
    }
}

/// Returns the line that begins at a position, or `None` if no token follows.
pub(super) fn line_at(text: &str, at: usize) -> Option<Line> {
    let mut tokens = Tokens::from(text, at);
    let first = tokens.clone().next()?;
    let mut line = Line {
        span: first.span.start..first.span.start,
        next: at,
        words: 0,
        cells: 0,
        has_blank: false,
        has_marks: false,
        digit_rows: None,
        is_doubtful: false,
    };
    let (mut commas, mut bars, mut empty_cells, mut only_word) = (0, 0, 0, "");
    let (mut any_b, mut any_letter, mut any_long) = (false, false, false);
    let mut before: Option<Token> = None;
    let start = tokens.clone();
    for token in tokens.by_ref().take_while(|token| token.kind != TokenKind::LineEnd) {
        line.span.end = token.span.end;
        match token.kind {
            TokenKind::Comma => commas += 1,
            TokenKind::Word => {
                let word = &text[token.span.clone()];
                only_word = word;
                line.words += 1;
                match word.as_bytes() {
                    b"0" => line.has_blank = true,
                    [b'1'..=b'9'] => {}
                    b"b" | b"B" => any_b = true,
                    _ if is_blank_word(word) => line.has_blank = true,
                    [letter] => any_letter |= letter.is_ascii_alphabetic(),
                    _ => any_long = true,
                }
            }
            TokenKind::Bar => {
                bars += 1;
                empty_cells += usize::from(is_empty_cell(text, before.as_ref(), &token));
            }
            _ => line.has_marks = true,
        }
        before = Some(token);
    }
    line.next = tokens.at();
    line.has_marks |= bars > 0 && Bars::of_line(start.clone()) == Bars::Rows;
    if any_b && !any_letter {
        line.is_doubtful = !line.has_blank && !any_long;
        line.has_blank = true;
    }
    line.has_blank |= empty_cells > 0;
    line.cells = line.words + empty_cells;
    if line.cells == 1 && line.words == 1 && commas == 0 {
        line.cells = only_word.chars().count();
        line.has_blank = only_word.contains(|c| c == '0' || is_blank_mark(c));
        line.is_doubtful = false;
    }
    if line.words > 1 && commas == 0 && !line.has_marks {
        let line_tokens = start.take_while(|token| token.kind != TokenKind::LineEnd);
        if let Some(groups) = digit_groups(text, line_tokens).filter(|groups| groups.is_valid) {
            line.digit_rows = Some(groups.cells);
            line.is_doubtful = groups.may_be_numbers;
        }
    }
    Some(line)
}

/// Returns the rows and columns in a size line: `3` or `4 5`.
pub(super) fn size_numbers(text: &str, size_line: &Range<usize>) -> Option<(usize, usize)> {
    let side = |token: Token| {
        let word = &text[token.span];
        // Longer words are boards, such as 1230.
        let short = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit());
        if short { word.parse::<usize>().ok() } else { None }
    };
    let mut tokens = Tokens::within(text, size_line).filter(|token| token.kind != TokenKind::Comma);
    let rows = side(tokens.next()?)?;
    let cols = tokens.next().map_or(Some(rows), side)?;
    if tokens.next().is_none() { Some((rows, cols)) } else { None }
}

/// Returns the number of line ends in a text.
pub(super) fn line_ends(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}
