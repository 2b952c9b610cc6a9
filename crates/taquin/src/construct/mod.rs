//! Solutions for boards beyond optimal search: constructed row by row and column by column, or improved step by step
//! by beam searches with a learnt score.

mod constructive;
mod near_optimal;
mod roam;

pub use constructive::{construct, construct_with, construct_with_beam};
pub(crate) use constructive::{construct_accounted, construct_quickly};
pub use near_optimal::{
    LearnError, LearntNetwork, NetworkFault, RoundReport, shipped_networks, shipped_square,
};
pub(crate) use near_optimal::{NearOptimalSearch, Network, Progress, network_for};
