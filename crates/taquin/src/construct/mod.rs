//! Solutions for boards beyond optimal search: row by row and column by column, then shortened piece by piece.

mod constructive;
mod shorten;

pub use constructive::*;
pub use shorten::*;
