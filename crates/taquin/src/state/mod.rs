//! What hot loops see: boards packed into words, and the grid's neighbours as a table.
//!
//! Boards of up to 16 cells are packed into a `u64`, up to 25 into a `u128`, and larger ones into a
//! list ([`Wide`]). Searches are generic over the word, not over the size: the width of the
//! arithmetic is what costs, the geometry is a table that stays in the nearest cache.

mod grid;
mod numbered;
mod rank;
mod word;

pub use grid::{Grid, PackedSteps, Slot, Step, StepBytes};
pub(crate) use numbered::RankedPuzzle;
pub(crate) use rank::Carry;
pub use rank::Ranking;
pub use word::{Wide, Word};
