//! The JSON about learnt scores: one compact object per line.

use super::common::Versions;
use serde::Serialize;
use taquin::Size;
use taquin::construct::LearntNetwork;

/// A learnt score.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NetworkDocument<'a> {
    #[serde(flatten)]
    versions: Versions,
    /// Rows and columns of the boards: `6x6`.
    size: String,
    /// The seed of the training; null if the file cannot be used.
    seed: Option<u64>,
    /// The number of training rounds; null if the file cannot be used.
    rounds: Option<usize>,
    /// Its size in bytes.
    bytes: u64,
    /// Where it is stored.
    file: &'a str,
    /// Why the file cannot be used; null if it can.
    error: Option<String>,
}

impl<'a> NetworkDocument<'a> {
    /// Creates the object of a learnt score with its size and location.
    pub fn new(learnt: &LearntNetwork, bytes: u64, file: &'a str) -> NetworkDocument<'a> {
        NetworkDocument {
            versions: Versions::default(),
            size: learnt.size.to_string(),
            seed: Some(learnt.seed),
            rounds: Some(learnt.rounds),
            bytes,
            file,
            error: None,
        }
    }

    /// Creates the object of a file that cannot be used, and says why.
    pub fn unusable(size: Size, bytes: u64, file: &'a str, error: String) -> NetworkDocument<'a> {
        NetworkDocument {
            versions: Versions::default(),
            size: size.to_string(),
            seed: None,
            rounds: None,
            bytes,
            file,
            error: Some(error),
        }
    }
}
