//! A line of a text, as far as the rules of `divide` need it.

use super::token::{TokenKind, Tokens};
use super::words::Survey;
use std::ops::Range;

#[derive(Clone)]
pub(super) struct Line<'t> {
    /// The range from its first to its last token.
    pub(super) span: Range<usize>,
    /// Where the next line begins.
    pub(super) next: usize,
    pub(super) survey: Survey<'t>,
}

impl<'t> Line<'t> {
    /// Returns the line that begins at a position, or `None` if no token follows.
    pub(super) fn at(text: &'t str, at: usize) -> Option<Line<'t>> {
        let mut tokens = Tokens::from(text, at);
        let start = tokens.clone().next()?.start;
        let mut end = start;
        let survey = Survey::of(tokens.line().inspect(|token| end = token.end()));
        Some(Line { span: start..end, next: tokens.at(), survey })
    }

    /// Returns whether the line is blank.
    pub(super) fn is_blank(&self) -> bool {
        self.span.is_empty()
    }
}

/// Returns the rows and columns in a size line: `3` or `4 5`.
pub(super) fn size_numbers(text: &str, size_line: &Range<usize>) -> Option<(usize, usize)> {
    // Longer words are boards, such as 1230.
    let short = |word: &str| word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    let words = Tokens::within(text, size_line).filter(|token| token.kind != TokenKind::Comma);
    let mut sides = words.map(|token| token.text.parse().ok().filter(|_| short(token.text)));
    let rows = sides.next()??;
    let cols = sides.next().unwrap_or(Some(rows))?;
    if sides.next().is_none() { Some((rows, cols)) } else { None }
}

/// Returns the number of line ends in a text.
pub(super) fn line_ends(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}
