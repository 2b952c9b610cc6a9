//! A text of the user's, or a part of it, that an error can point into; and a board found in one.

use crate::errors::Diagnostic;
use std::ops::Range;
use std::sync::Arc;
use taquin::Board;
use taquin::parse::StreamError;

/// A text with boards in it, or a part of one, and what to call it.
#[derive(Debug)]
pub struct Source {
    /// `argument 2`, `standard input` or the file's name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// How many bytes of the whole text come before.
    pub offset: usize,
    /// How many lines come before.
    pub lines: usize,
    /// How many characters of the same line come before.
    pub column: usize,
}

impl Source {
    /// A source of a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into(), offset: 0, lines: 0, column: 0 }
    }

    /// A line of a source, with how many lines and bytes come before it.
    pub fn of_line(name: &str, text: &str, lines: usize, offset: usize) -> Source {
        Source { lines, offset, ..Source::new(name, text) }
    }

    /// The number of the line that a byte is on, from 0 within this text.
    pub fn line_of(&self, at: usize) -> usize {
        self.text.as_bytes()[..at.min(self.text.len())].iter().filter(|&&b| b == b'\n').count()
    }

    /// The bytes of a line of this text, without its end.
    pub fn line(&self, number: usize) -> Range<usize> {
        let mut ends = self.text.match_indices('\n').map(|(at, _)| at);
        let before = number.checked_sub(1).map(|before| ends.nth(before));
        let start = match before {
            None => 0,
            Some(end) => end.map_or(self.text.len(), |end| end + 1),
        };
        let end = ends.next().unwrap_or(self.text.len()).max(start);
        start..start + self.text[start..end].trim_end_matches('\r').len()
    }
}

/// One board that was asked about.
#[derive(Debug)]
pub struct Asked {
    /// What its source is called.
    pub source: Arc<str>,
    /// The line it begins on, from 1.
    pub line: usize,
    /// Where in its source it is.
    pub within: Within,
    /// The board, or why it is none.
    pub board: Result<Board, Diagnostic>,
}

/// Where in its source a board is.
#[derive(Clone, Copy, Debug)]
pub enum Within {
    /// It takes all of it.
    Whole,
    /// On a line.
    Line,
    /// It is the board of a number, which its line tells.
    Number,
}

impl Asked {
    /// A board that takes all of a source.
    pub fn whole(source: &str, board: Result<Board, Diagnostic>) -> Asked {
        Asked { source: source.into(), line: 1, within: Within::Whole, board }
    }

    /// A board that begins on a line of a source.
    pub fn on_line(source: &Arc<str>, line: usize, board: Result<Board, Diagnostic>) -> Asked {
        Asked { source: Arc::clone(source), line, within: Within::Line, board }
    }

    /// A board of a set that was not read but made.
    pub fn from_set(set: &Arc<str>, number: usize, board: Board) -> Asked {
        let source = Arc::clone(set);
        Asked { source, line: number, within: Within::Number, board: Ok(board) }
    }

    /// A board that a person typed.
    pub fn typed(board: Board) -> Asked {
        Asked::whole("your board", Ok(board))
    }

    /// Where it is, for people: `argument 2` or `boards.txt, line 7`.
    pub fn place(&self) -> String {
        match self.within {
            Within::Whole => self.source.to_string(),
            Within::Line => format!("{}, line {}", self.source, self.line),
            Within::Number => format!("{}, board {}", self.source, self.line),
        }
    }
}

impl Diagnostic {
    /// About a part of a text that came as a stream.
    pub fn about_stream(name: &str, bad: StreamError) -> Diagnostic {
        let StreamError { error, text, offset, lines, column } = bad;
        Diagnostic::about_text(
            &Source { name: name.to_string(), text, offset, lines, column },
            &error,
        )
    }
}
