//! taquin

pub mod board;
pub mod cost;
pub mod heuristic;
pub mod parse;
pub mod puzzle;
pub mod search;
pub mod solve;
pub mod state;
pub mod table;

pub use board::{Board, BoardError, Direction, MoveOrder, MoveOrderError, Size, SizeError};
pub use cost::{Cost, CostModel};
pub use parse::{
    Entry, InputFormat, InputFormatError, ParseError, ParseErrorKind, parse_board, parse_boards,
    parse_goal, text_from_bytes,
};
pub use puzzle::{Goal, Puzzle, PuzzleError, Solution, SolutionError, Unsolvable};
pub use search::{Cancel, Limits, Stats, Stop};
pub use solve::{Outcome, Report, SolveError, Solver};
