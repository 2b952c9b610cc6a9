//! taquin
pub mod board;
pub mod puzzle;
pub use board::{Board, BoardError, Direction, MoveOrder, MoveOrderError, Size, SizeError};
pub use puzzle::{Goal, Puzzle, PuzzleError, Solution, SolutionError, Unsolvable};
