//! A search of a puzzle recorded step by step, for pictures and pages: [`taquin_search::Trace`] over moves.

use crate::board::Move;
pub use taquin_search::{FrontierChange, Round, Step};

/// The steps of a search of a puzzle, up to a capacity.
///
/// ```
/// use taquin::{Cancel, Goal, InputFormat, Puzzle, Solver, Trace, parse_board};
/// let puzzle = Puzzle::new(parse_board("123456078", InputFormat::Auto, None)?, &Goal::Classic)?;
/// let mut trace = Trace::new(1000);
/// let bfs = Solver::default().algorithm("bfs")?;
/// let report = bfs.solve_observed(&puzzle, &Cancel::new(), Some(&mut trace))?;
/// assert!(trace.is_complete());
/// assert_eq!(trace.steps().len() as u64, report.stats.explored);
/// assert_eq!(trace.nodes().len() as u64, report.stats.generated);
/// let last = trace.steps().last().expect("it explored the goal");
/// assert_eq!(trace.moves_to(last.id), report.solution().map(|solution| solution.iter().collect()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Trace = taquin_search::Trace<Move>;
