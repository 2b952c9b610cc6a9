//! The JSON about learnt scores: one compact object each, one a line.

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
    /// What the training began with.
    seed: u64,
    /// How many rounds it had.
    rounds: usize,
    /// How many bytes it takes.
    bytes: u64,
    /// Where it is.
    place: &'a str,
}

impl<'a> NetworkDocument<'a> {
    /// The object of a learnt score of so many bytes, and where it is.
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
