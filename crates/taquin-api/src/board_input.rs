//! A requested board and where it came from.

use crate::diagnostic::Diagnostic;
use std::sync::Arc;
use taquin::Board;

/// One requested board.
#[derive(Debug)]
pub struct BoardInput {
    /// The name of its source.
    pub source: Arc<str>,
    /// The line it begins on, from 1.
    pub line: usize,
    /// Where in its source it is.
    pub within: Within,
    /// The board, or what is wrong with the input.
    pub board: Result<Board, Diagnostic>,
}

/// Where a board is in its source.
#[derive(Clone, Copy, Debug)]
pub enum Within {
    /// The board is the whole source.
    Whole,
    /// The board begins on a line.
    Line,
    /// The board has a number, which is stored as its line.
    Number,
}

impl BoardInput {
    /// Creates an input that is the whole of a source.
    pub fn whole(source: &str, board: Result<Board, Diagnostic>) -> BoardInput {
        BoardInput { source: source.into(), line: 1, within: Within::Whole, board }
    }

    /// Creates an input that begins on a line of a source.
    pub fn on_line(source: &Arc<str>, line: usize, board: Result<Board, Diagnostic>) -> BoardInput {
        BoardInput { source: Arc::clone(source), line, within: Within::Line, board }
    }

    /// Creates an input from a set that was generated rather than read.
    pub fn from_set(set: &Arc<str>, number: usize, board: Board) -> BoardInput {
        let source = Arc::clone(set);
        BoardInput { source, line: number, within: Within::Number, board: Ok(board) }
    }

    /// Creates an input from a board that the user typed.
    pub fn typed(board: Board) -> BoardInput {
        BoardInput::whole("your board", Ok(board))
    }

    /// Describes where it is, for people: `argument 2` or `boards.txt, line 7`.
    pub fn place(&self) -> String {
        match self.within {
            Within::Whole => self.source.to_string(),
            Within::Line => format!("{}, line {}", self.source, self.line),
            Within::Number => format!("{}, board {}", self.source, self.line),
        }
    }
}
