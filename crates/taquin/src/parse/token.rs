//! The words, commas, slashes, bars, brackets and line ends of a text. Spaces and comments are skipped. A line with
//! only a comment is skipped together with its line end, so that it is not a blank line. So is the border of a table,
//! such as `+---+---+`. Numbers joined by `_` are words of their own, as if there were spaces: `5_12_11_0`.

use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    Comma,
    Slash,
    Bar,
    Semicolon,
    /// `[` or `(`.
    Open,
    /// `np.array(` or similar, including its parenthesis.
    Call,
    /// `]` or `)`.
    Close,
    LineEnd,
}

impl TokenKind {
    /// The separators and brackets; everything else is part of a word.
    fn of(c: char) -> TokenKind {
        match c {
            ',' => TokenKind::Comma,
            '/' => TokenKind::Slash,
            '|' => TokenKind::Bar,
            ';' => TokenKind::Semicolon,
            '[' | '(' => TokenKind::Open,
            ']' | ')' => TokenKind::Close,
            '\n' => TokenKind::LineEnd,
            _ => TokenKind::Word,
        }
    }
}

/// Returns the bracket that closes another.
pub(super) fn closing_bracket(open: char) -> char {
    if open == '[' { ']' } else { ')' }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) text: &'t str,
}

impl Token<'_> {
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.end()
    }

    /// Returns the character of a mark; for a call, its parenthesis.
    pub(super) fn mark(&self) -> char {
        self.text.chars().next_back().unwrap_or_default()
    }
}

/// The tokens of a text from a position on.
#[derive(Clone)]
pub(super) struct Tokens<'t> {
    text: &'t str,
    at: usize,
    at_line_start: bool,
    /// The end of the numbers joined by `_` that it is among.
    joined_end: usize,
}

impl<'t> Tokens<'t> {
    /// Returns the tokens from `at` on, which must be a character boundary, as both ends of every token are. What they
    /// count from is the beginning of the text.
    pub(super) fn from(text: &'t str, at: usize) -> Tokens<'t> {
        Tokens { text, at, at_line_start: true, joined_end: at }
    }

    /// Returns the tokens of a part of the text.
    pub(super) fn within(text: &'t str, span: &Range<usize>) -> Tokens<'t> {
        Tokens::from(&text[..span.end], span.start)
    }

    /// Returns the tokens up to the next line end, which is taken as well.
    pub(super) fn line(&mut self) -> impl Iterator<Item = Token<'t>> {
        self.take_while(|token| token.kind != TokenKind::LineEnd)
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

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;
    fn next(&mut self) -> Option<Token<'t>> {
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
        let mut kind = TokenKind::of(self.rest().chars().next()?);
        if kind == TokenKind::Word {
            let in_word = |c| c != '#' && !is_space(c) && TokenKind::of(c) == TokenKind::Word;
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
        Some(Token { kind, start, text: &self.text[start..self.at] })
    }
}

/// Returns whether a word is three or more numbers joined by `_`, as in `5_12_11_0`. If each character were a cell, there
/// would be two blanks or more, so this is never a board or a row in another notation.
fn are_joined(word: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    word.bytes().filter(|&byte| byte == b'_').count() > 1 && word.split('_').all(is_number)
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
