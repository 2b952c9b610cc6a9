//! A search of a puzzle recorded step by step, for pictures and pages: [`taquin_search::Trace`] over directions.

use crate::board::{Board, Direction};
use crate::solve::Report;
pub use taquin_search::{Lists, Round, Step};

/// The steps of a search of a puzzle, up to a capacity.
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
/// // When the start is taken off, the frontier is empty; when its first child is, the second remains.
/// assert_eq!(trace.lists_at(0).open, []);
/// assert_eq!(trace.lists_at(1).open, [2]);
/// assert_eq!(trace.board(2, puzzle.start()).map(|board| board.to_string()),
///     Some("1 2 3/4 5 6/7 0 8".to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Trace = taquin_search::Trace<Direction>;

/// Puzzle-specific methods of a trace.
pub trait PuzzleTrace {
    /// Returns the board of a node, given that of the start.
    fn board(&self, id: u64, start: &Board) -> Option<Board>;

    /// Returns the id of the goal, if the traced search reached it.
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
