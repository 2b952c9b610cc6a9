//! A board that was asked about, and where it came from.

use crate::diagnostic::Diagnostic;
use std::sync::Arc;
use taquin::Board;

/// One board that was asked about.
#[derive(Debug)]
pub struct BoardInput {
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

impl BoardInput {
    /// A board that takes all of a source.
    pub fn whole(source: &str, board: Result<Board, Diagnostic>) -> BoardInput {
        BoardInput { source: source.into(), line: 1, within: Within::Whole, board }
    }

    /// A board that begins on a line of a source.
    pub fn on_line(source: &Arc<str>, line: usize, board: Result<Board, Diagnostic>) -> BoardInput {
        BoardInput { source: Arc::clone(source), line, within: Within::Line, board }
    }

    /// A board of a set that was not read but made.
    pub fn from_set(set: &Arc<str>, number: usize, board: Board) -> BoardInput {
        let source = Arc::clone(set);
        BoardInput { source, line: number, within: Within::Number, board: Ok(board) }
    }

    /// A board that a person typed.
    pub fn typed(board: Board) -> BoardInput {
        BoardInput::whole("your board", Ok(board))
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
