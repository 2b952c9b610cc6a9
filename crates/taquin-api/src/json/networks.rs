//! The JSON about learnt scores: one compact object per line.

use super::common::{SCHEMA_VERSION, TOOL_VERSION};
use serde::Serialize;
use taquin::construct::LearntNetwork;

/// A learnt score.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NetworkDocument<'a> {
    schema_version: u32,
    tool_version: &'static str,
    /// Rows and columns of the boards: `6x6`.
    size: String,
    /// The seed of the training.
    seed: u64,
    /// The number of training rounds.
    rounds: usize,
    /// Its size in bytes.
    bytes: u64,
    /// Where it is stored.
    place: &'a str,
}

impl<'a> NetworkDocument<'a> {
    /// Creates the object of a learnt score with its size and location.
    pub fn new(learnt: &LearntNetwork, bytes: u64, place: &'a str) -> NetworkDocument<'a> {
        NetworkDocument {
            schema_version: SCHEMA_VERSION,
            tool_version: TOOL_VERSION,
            size: learnt.size.to_string(),
            seed: learnt.seed,
            rounds: learnt.rounds,
            bytes,
            place,
        }
    }
}
