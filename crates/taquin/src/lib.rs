//! Solve, compare and show search on sliding-tile puzzles.
//!
//! The modules in the order in which data flows through them:
//!
//! 1. [`parse`]: text becomes a [`Board`], whatever its format; an error points to its place in the text.
//! 2. [`board`]: [`Size`], [`Board`], [`Direction`], [`Move`], [`MoveOrder`], for people and any size.
//! 3. [`puzzle`]: a start and a [`Goal`] become a [`Puzzle`], proven solvable, or [`Unsolvable`] explains
//!    why not. [`moves`] are sequences of moves as people write them, which can be verified against it,
//!    [`cost`] defines what moves cost, [`metric`] what counts as one, [`generate`] creates seeded boards.
//! 4. [`state`]: boards for hot loops, packed into words, with moves as tables.
//! 5. [`heuristic`]: estimates of the remaining cost, one file each. [`table`]: the exact distances of small
//!    spaces. [`pattern`]: pattern databases. [`store`] keeps the tables of both.
//! 6. [`search`]: the algorithms, one file each, over any [`search::Problem`].
//! 7. [`solve`]: a [`Solver`] turns names into types once, runs the search and returns a [`Report`].
//!    [`suboptimality`] measures a solution against the shortest.
//! 8. [`trace`]: a search recorded step by step, for pictures. [`figures`]: every published figure,
//!    compared with our results.
//!
//! The library never prints and never exits; a search can be limited, cancelled and observed.
//!
//! ```
//! use taquin::{Goal, InputFormat, Puzzle, Solver, parse_board};
//! let board = parse_board("6 4 7/8 5 0/3 2 1", InputFormat::Auto, None)?;
//! let puzzle = Puzzle::new(board, &Goal::Classic)?;
//! let report = Solver::default().solve(&puzzle)?;
//! assert_eq!(report.solution().map(|solution| solution.len()), Some(31));
//! assert!(report.optimal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[macro_use]
mod codes;

pub mod board;
pub mod construct;
pub mod cost;
pub mod figures;
pub mod generate;
pub mod heuristic;
pub mod metric;
pub mod moves;
pub mod parse;
pub mod pattern;
pub mod problem;
pub mod puzzle;
pub mod random;
pub mod solve;
pub mod state;
pub mod store;
pub mod suboptimality;
pub mod table;
pub mod trace;
mod unsolvable;

pub use board::{
    Board, BoardError, Direction, MAX_SIDE, Move, MoveError, MoveOrder, MoveOrderError, Size,
    SizeError,
};
pub use codes::Coded;
pub use cost::{Cost, CostModel};
pub use metric::Metric;
pub use moves::{Mover, Moves, SolutionError};
pub use parse::{
    Entry, InputFormat, InputFormatError, ParseError, ParseErrorKind, parse_board, parse_boards,
    parse_goal, parse_moves, text_from_bytes,
};
pub use puzzle::{Goal, Puzzle, PuzzleError, Unsolvable};
pub use solve::{Notice, Outcome, Report, Settings, SolveError, Solver};
pub use suboptimality::{FirstSuboptimalMove, Suboptimality};
pub use taquin_search as search;
pub use taquin_search::{Budget, Cancel, Limits, Stats, Stop};
pub use trace::Trace;

/// The Rust examples of the README and the manual, tested like those of this documentation.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/rust.md")]
pub struct Manual;

/// Returns how much a test tries: `quick` by default, `long` if `TAQUIN_LONG_TESTS=1` is set.
#[cfg(test)]
fn tries<T>(quick: T, long: T) -> T {
    let long_asked_for = std::env::var_os("TAQUIN_LONG_TESTS").is_some_and(|value| value == "1");
    if long_asked_for { long } else { quick }
}
