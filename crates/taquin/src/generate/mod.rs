//! Random boards from a seed, any number of them without repetition, including boards at an exact depth and unsolvable
//! boards. The same seed gives the same boards on every machine and in every version.

mod boards;
mod deck;
mod deep;
mod error;
mod population;

pub use crate::random::{Random, uniform, walk};
pub use boards::{Boards, Kind};
pub use error::GenerateError;
