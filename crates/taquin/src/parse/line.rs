//! A line of a text, as far as the rules of `divide` look at it.

use super::token::{Token, TokenKind, Tokens, is_blank_mark};
use std::ops::Range;

/// What the rules need to know of a line.
pub(super) struct Line {
    /// From its first to its last token.
    pub(super) span: Range<usize>,
    /// Where the next line begins.
    pub(super) next: usize,
    pub(super) words: usize,
    /// How many numbers it has: the characters of a single word, the words of several.
    pub(super) cells: usize,
    pub(super) has_blank: bool,
    /// It has slashes or brackets.
    pub(super) has_marks: bool,
}

impl Line {
    /// Nothing is on it.
    pub(super) fn is_blank(&self) -> bool {
        self.span.is_empty()
    }
}

/// The line that begins at a place, or `None` where no token follows.
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
    };
    let (mut commas, mut only_word) = (0, "");
    let is_blank_word = |word: &str| word == "0" || word.len() == 1 && word.contains(is_blank_mark);
    for Token { kind, span } in tokens.by_ref().take_while(|t| t.kind != TokenKind::LineEnd) {
        line.span.end = span.end;
        match kind {
            TokenKind::Comma => commas += 1,
            TokenKind::Word => {
                only_word = &text[span];
                line.words += 1;
                line.has_blank |= is_blank_word(only_word);
            }
            _ => line.has_marks = true,
        }
    }
    line.next = tokens.at();
    line.cells = line.words;
    if line.words == 1 && commas == 0 {
        line.cells = only_word.chars().count();
        line.has_blank = only_word.contains(|c| c == '0' || is_blank_mark(c));
    }
    Some(line)
}

/// Rows and columns as a size line writes them: `3` or `4 5`.
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
