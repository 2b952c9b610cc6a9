//! Boards made at random from a seed, as many as one asks for without making one twice: boards at an exact depth and
//! boards that cannot be solved among them. The same seed gives the same boards on every machine and in every version.

mod boards;
mod deck;
mod deep;
mod error;
mod population;

pub use crate::random::{Random, uniform, walk};
pub use boards::{Boards, Kind};
pub use error::GenerateError;
