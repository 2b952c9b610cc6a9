//! A search of a puzzle written down step by step, for pictures and pages: [`taquin_search::Trace`] over directions.

use crate::board::{Board, Direction};
use crate::solve::Report;
pub use taquin_search::{Lists, Round, Step};

/// What a search of a puzzle did, step by step, as far as there was room.
///
/// ```
/// use taquin::trace::PuzzleTrace;
/// use taquin::{Cancel, Goal, InputFormat, Puzzle, Solver, Trace, parse_board};
/// let puzzle = Puzzle::new(parse_board("123456078", InputFormat::Auto, None)?, &Goal::Classic)?;
/// let mut trace = Trace::new(1000);
/// let bfs = Solver::default().algorithm("bfs")?;
/// let report = bfs.solve_observed(&puzzle, &Cancel::new(), Some(&mut trace))?;
/// assert!(trace.is_complete());
/// assert_eq!(trace.steps().len() as u64, report.stats.explored);
/// // After the start was taken off, nothing waits; then its two children do.
/// assert_eq!(trace.lists_at(0).open, []);
/// assert_eq!(trace.lists_at(1).open, [2]);
/// assert_eq!(trace.board(2, puzzle.start()).map(|board| board.to_string()),
///     Some("1 2 3/4 5 6/7 0 8".to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Trace = taquin_search::Trace<Direction>;

/// What a trace of a puzzle says besides.
pub trait PuzzleTrace {
    /// The board of a node, given that of the start.
    fn board(&self, id: u64, start: &Board) -> Option<Board>;

    /// The goal's number, if the search that this is the trace of reached it.
    fn goal_of(&self, report: &Report) -> Option<u64>;
}

impl PuzzleTrace for Trace {
    fn board(&self, id: u64, start: &Board) -> Option<Board> {
        let mut board = start.clone();
        for direction in self.moves_to(id)? {
            board.apply(direction)?;
        }
        Some(board)
    }

    fn goal_of(&self, report: &Report) -> Option<u64> {
        report.solution()?;
        self.goal(report.settings.goal_test?)
    }
}
