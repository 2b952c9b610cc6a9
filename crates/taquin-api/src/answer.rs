//! One board and its answer, for every front end.

use crate::board_input::BoardInput;
use crate::diagnostic::Diagnostic;
use crate::remedy::diagnostic;
use crate::spelling::Spelling;
use taquin::{Puzzle, Report, SolveError, Unsolvable};

/// One requested board and its answer.
#[derive(Debug)]
pub struct Answered<'a> {
    /// The board and where it came from.
    pub input: &'a BoardInput,
    /// Its position among all boards, from 1.
    pub number: usize,
    /// The number of boards; 0 while it is unknown because more may come.
    pub of: usize,
    /// The answer.
    pub answer: Answer,
}

/// The result for one board.
#[derive(Debug)]
pub enum Answer {
    /// The board is solvable, and a search was run.
    Searched {
        /// The board and the goal.
        puzzle: Puzzle,
        /// The result of the search.
        report: Box<Report>,
    },
    /// The board is solvable; no search was requested.
    Solvable(Puzzle),
    /// The board is unsolvable, which takes no search to find out.
    Unsolvable(Box<Unsolvable>),
    /// The input is not a board, or the request does not fit it.
    Wrong(Box<Diagnostic>),
}

impl Answer {
    /// The answer for a board that the choices do not fit.
    pub fn of_misfit(error: &SolveError, input: &BoardInput, spelling: &dyn Spelling) -> Answer {
        Answer::Wrong(Box::new(diagnostic(error, spelling).in_source(&input.source)))
    }
}
