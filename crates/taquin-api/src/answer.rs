//! One board and its answer, for every front end: what was asked of all boards is a [`SolveRequest`], what came of
//! one an [`Answer`].

use crate::board_input::BoardInput;
use crate::diagnostic::Diagnostic;
use crate::remedy::{RenderedNotice, diagnostic, render_notice};
use crate::spelling::Spelling;
use taquin::search::Observer;
use taquin::{Cancel, Direction, Goal, Puzzle, PuzzleError, Report, Solver, Unsolvable};

/// What was asked, the same for all boards.
#[derive(Debug)]
pub struct SolveRequest {
    /// The choices.
    pub solver: Solver,
    /// The algorithm asked for, `auto` perhaps.
    pub requested: &'static str,
    /// The goal.
    pub goal: Goal,
    /// Whether to show every step.
    pub steps: bool,
    /// How errors and notices spell what can be changed.
    pub spelling: &'static dyn Spelling,
    /// What else is to be said with every answer.
    pub notices: Vec<RenderedNotice>,
}

impl SolveRequest {
    /// What a person should know of an answer, in sentences, with what would help.
    pub fn notices(&self, report: &Report) -> Vec<RenderedNotice> {
        let reported = report.notices.iter().map(|notice| render_notice(notice, self.spelling));
        reported.chain(self.notices.iter().cloned()).collect()
    }
}

/// One board that was asked about, and what came of it.
#[derive(Debug)]
pub struct Answered<'a> {
    /// The board and where it came from.
    pub input: &'a BoardInput,
    /// Its place among all boards, from 1.
    pub number: usize,
    /// How many boards there are; 0 while more may come, as it is not known then.
    pub of: usize,
    /// What came of it.
    pub answer: Answer,
}

/// What came of a board.
#[derive(Debug)]
pub enum Answer {
    /// It can be solved, and that was tried.
    Searched {
        /// The board and the goal.
        puzzle: Puzzle,
        /// What came of the search.
        report: Box<Report>,
    },
    /// It can be solved; nothing else was asked.
    Solvable(Puzzle),
    /// It cannot be solved, which took no search.
    Unsolvable(Box<Unsolvable>),
    /// It is no board, or not one that the request fits.
    Wrong(Box<Diagnostic>),
}

/// What comes of a board.
pub fn solve(
    request: &SolveRequest,
    input: &BoardInput,
    cancel: &Cancel,
    observer: Option<&mut dyn Observer<Direction>>,
) -> Answer {
    let wrong = |diagnostic| Answer::Wrong(Box::new(diagnostic));
    let board = match &input.board {
        Ok(board) => board.clone(),
        Err(diagnostic) => return wrong(diagnostic.clone()),
    };
    let puzzle = match Puzzle::new(board, &request.goal) {
        Ok(puzzle) => puzzle,
        Err(PuzzleError::Unsolvable(why)) => return Answer::Unsolvable(why),
        Err(error) => {
            return wrong(Diagnostic::of(&error).in_source(&input.source));
        }
    };
    // The observer's own lifetime is longer than the search's.
    let observer = observer.map(|observer| observer as &mut dyn Observer<Direction>);
    match request.solver.solve_observed(&puzzle, cancel, observer) {
        Ok(report) => Answer::Searched { puzzle, report: Box::new(report) },
        Err(error) => wrong(diagnostic(&error, request.spelling).in_source(&input.source)),
    }
}

/// Whether a board can be solved, without a search.
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
