//! The words, commas, slashes, bars, brackets and line ends of a text. Spaces and comments are skipped. A line with
//! only a comment is skipped together with its line end, so that it is not a blank line. So is the border of a table,
//! such as `+---+---+`. Numbers joined by `_` are words of their own, as if there were spaces: `5_12_11_0`.

use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    Comma,
    Slash,
    /// `|` or `;`, which separate rows or cells.
    Bar,
    /// `[` or `(`.
    Open,
    /// `np.array(` or similar, including its parenthesis.
    Call,
    /// `]` or `)`.
    Close,
    LineEnd,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Range<usize>,
}

/// The tokens of a text from a position on; spans count from the beginning of the text.
#[derive(Clone)]
pub(super) struct Tokens<'t> {
    text: &'t str,
    at: usize,
    at_line_start: bool,
    /// The end of the numbers joined by `_` that it is among.
    joined_end: usize,
}

impl<'t> Tokens<'t> {
    /// Returns the tokens from `at` on, which must be a character boundary, as both ends of every token are.
    pub(super) fn from(text: &'t str, at: usize) -> Tokens<'t> {
        Tokens { text, at, at_line_start: true, joined_end: at }
    }

    /// Returns the tokens of a part of the text.
    pub(super) fn within(text: &'t str, span: &Range<usize>) -> Tokens<'t> {
        Tokens::from(&text[..span.end], span.start)
    }

    /// Returns where the last token ended.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_while(&mut self, wanted: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !wanted(c)).unwrap_or(rest.len());
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;
    fn next(&mut self) -> Option<Token> {
        // The `_` between two joined numbers.
        self.at += usize::from(self.at < self.joined_end);
        self.skip_while(is_space);
        while self.rest().starts_with('#') || self.at_line_start && is_border(self.rest()) {
            self.skip_while(|c| c != '\n');
            if self.at_line_start && !self.rest().is_empty() {
                self.at += 1;
                self.skip_while(is_space);
            }
        }
        let start = self.at;
        let mut kind = kind_of(self.rest().chars().next()?);
        if kind == TokenKind::Word {
            let in_word = |c| c != '#' && !is_space(c) && kind_of(c) == TokenKind::Word;
            if start >= self.joined_end {
                self.skip_while(in_word);
                if are_joined(&self.text[start..self.at]) {
                    self.joined_end = self.at;
                }
            }
            if start < self.joined_end {
                let joined = &self.text[start..self.joined_end];
                self.at = start + joined.find('_').unwrap_or(joined.len());
            }
            if self.rest().starts_with('(') && CALLS.contains(&&self.text[start..self.at]) {
                kind = TokenKind::Call;
                self.at += 1;
            }
        } else {
            self.at += 1;
        }
        self.at_line_start = kind == TokenKind::LineEnd;
        Some(Token { kind, span: start..self.at })
    }
}

/// Returns whether a word is three or more numbers joined by `_`, as in `5_12_11_0`. If each character were a cell, there
/// would be two blanks or more, so this is never a board or a row in another notation.
fn are_joined(word: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    word.matches('_').count() > 1 && word.split('_').all(is_number)
}

fn kind_of(first: char) -> TokenKind {
    match first {
        ',' => TokenKind::Comma,
        '/' => TokenKind::Slash,
        '|' | ';' => TokenKind::Bar,
        '[' | '(' => TokenKind::Open,
        ']' | ')' => TokenKind::Close,
        '\n' => TokenKind::LineEnd,
        _ => TokenKind::Word,
    }
}

/// The Python functions that create an array.
const CALLS: [&str; 3] = ["array", "np.array", "numpy.array"];

/// Returns whether a text begins with a line that only a table has between its rows: `+---+---+`, `---+---` or
/// `|---|---|`. No board has such a row, because it would have two blanks.
fn is_border(text: &str) -> bool {
    let is_part = |c: char| matches!(c, '+' | '-' | '=' | '|' | ':') || is_space(c);
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let line = &text[..end];
    let is_whole = text[end..].is_empty() || text[end..].starts_with(['\n', '#']);
    let has_rule = || line.contains("--") || line.contains("==");
    is_whole && (line.contains('+') || line.contains('|') && has_rule())
}

/// Includes the carriage return, and the byte order mark, which some editors leave in the text.
fn is_space(c: char) -> bool {
    c != '\n' && (c.is_whitespace() || c == '\u{FEFF}')
}

/// Returns whether a character is a blank among numbers or digits; `0` is one by its value.
pub(super) fn is_blank_mark(c: char) -> bool {
    matches!(c, '_' | '.' | '-' | '*' | 'x' | 'X')
}

/// Returns whether a word is a blank among numbers, whatever the other words are; `0` is one by its value.
pub(super) fn is_blank_word(word: &str) -> bool {
    match word.len() {
        1 => word.contains(is_blank_mark),
        4 => word.eq_ignore_ascii_case("none") || word.eq_ignore_ascii_case("null"),
        _ => false,
    }
}

/// Returns whether a word is `b`: among numbers it is the blank, among letters tile 11.
pub(super) fn is_b(word: &str) -> bool {
    matches!(word, "b" | "B")
}
