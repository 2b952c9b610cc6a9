//! One board and its answer, for every front end: a [`SolveRequest`] holds what applies to all boards, an [`Answer`]
//! the result for one.

use crate::board_input::BoardInput;
use crate::diagnostic::Diagnostic;
use crate::remedy::{RenderedNotice, diagnostic, render_notice};
use crate::spelling::Spelling;
use taquin::search::Observer;
use taquin::{Cancel, Goal, Move, Puzzle, PuzzleError, Report, SolveError, Solver, Unsolvable};

/// What to solve and how, the same for all boards.
#[derive(Debug)]
pub struct SolveRequest {
    /// The algorithm, heuristic, settings and limits.
    pub solver: Solver,
    /// The requested algorithm, possibly `auto`.
    pub requested: &'static str,
    /// The goal.
    pub goal: Goal,
    /// Whether to show every step.
    pub steps: bool,
    /// How errors and notices spell the options that the user can change.
    pub spelling: &'static dyn Spelling,
    /// Further notices to include with every answer.
    pub notices: Vec<RenderedNotice>,
}

impl SolveRequest {
    /// Returns the notices about an answer as sentences, each with its remedy.
    pub fn notices(&self, report: &Report, spelling: &dyn Spelling) -> Vec<RenderedNotice> {
        let reported = report.notices.iter().map(|notice| render_notice(notice, spelling));
        reported.chain(self.notices.iter().cloned()).collect()
    }
}

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

/// Solves one board; choices that do not fit it are an answer.
pub fn solve(
    request: &SolveRequest,
    input: &BoardInput,
    cancel: &Cancel,
    observer: Option<&mut dyn Observer<Move>>,
) -> Answer {
    let wrong = |error| {
        let diagnostic = diagnostic(&error, request.spelling).in_source(&input.source);
        Answer::Wrong(Box::new(diagnostic))
    };
    request.search(input, cancel, observer).unwrap_or_else(wrong)
}

impl SolveRequest {
    /// Solves one board, or returns why the choices do not fit it.
    pub fn search(
        &self,
        input: &BoardInput,
        cancel: &Cancel,
        observer: Option<&mut dyn Observer<Move>>,
    ) -> Result<Answer, SolveError> {
        let puzzle = match check(input, &self.goal) {
            Answer::Solvable(puzzle) => puzzle,
            answer => return Ok(answer),
        };
        // Reborrow: the observer's own lifetime is longer than the search's.
        let observer = observer.map(|observer| observer as &mut dyn Observer<Move>);
        let report = Box::new(self.solver.solve_observed(&puzzle, cancel, observer)?);
        Ok(Answer::Searched { puzzle, report })
    }
}

/// Checks whether a board is solvable, without a search.
pub fn check(input: &BoardInput, goal: &Goal) -> Answer {
    let board = match &input.board {
        Ok(board) => board.clone(),
        Err(diagnostic) => return Answer::Wrong(Box::new(diagnostic.clone())),
    };
    match Puzzle::new(board, goal) {
        Ok(puzzle) => Answer::Solvable(puzzle),
        Err(PuzzleError::Unsolvable(why)) => Answer::Unsolvable(why),
        Err(error) => {
            let diagnostic = Diagnostic::of(&error).in_source(&input.source);
            Answer::Wrong(Box::new(diagnostic))
        }
    }
}
