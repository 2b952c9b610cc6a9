//! The data of hot loops: packed boards, and the neighbours of cells as a table.
//!
//! Boards of up to 16 cells are packed into a `u64`, up to 25 into a `u128`, and larger ones into a list
//! ([`SliceBoard`]). Searches are generic over the packing, not over the size: the cost lies in the width of the
//! arithmetic, while the geometry is a table that stays in the nearest cache.

mod grid;
mod packed;
mod rank;
mod ranked;

pub use grid::{Grid, Step};
pub use packed::{PackedBoard, SliceBoard};
pub(crate) use rank::Carry;
pub use rank::Ranking;
pub(crate) use ranked::RankedPuzzle;
