//! Solutions for boards beyond optimal search: row by row and column by column, then shortened piece by piece.

mod constructive;
mod near_optimal;
mod shorten;

pub use constructive::*;
pub use near_optimal::{LearnError, LearntNetwork, NetworkFault, RoundReport, shipped_networks};
pub(crate) use near_optimal::{NearOptimalSearch, Network, Progress, network_for};
pub use shorten::*;
