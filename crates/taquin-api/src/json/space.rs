//! A whole space, counted, as JSON, and how the counts compare with what is known.

use super::common::{SCHEMA_VERSION, TOOL_VERSION};
use serde::Serialize;
use taquin::figures::KnownLayers;
use taquin::table::Space;

/// How the counts compare with what is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckedSpace {
    /// Nothing is known of this goal.
    Unknown,
    /// Equal to a sequence of the OEIS, or to a count of our own.
    Equal(Option<&'static str>),
    /// Not equal, for the first time at this distance.
    Differs(Option<&'static str>, usize),
}

impl CheckedSpace {
    /// Compares.
    pub fn new(space: &Space, known: Option<&KnownLayers>) -> CheckedSpace {
        let Some(KnownLayers { published, counts }) = known else { return CheckedSpace::Unknown };
        let longest = counts.len().max(space.layers.len());
        let differs = (0..longest).find(|&at| counts.get(at) != space.layers.get(at));
        differs.map_or(CheckedSpace::Equal(*published), |at| CheckedSpace::Differs(*published, at))
    }
}

/// A space as JSON.
#[derive(Serialize)]
pub struct SpaceDocument<'a> {
    /// The version of the schema.
    schema_version: u32,
    /// The version of the program.
    tool_version: &'static str,
    /// Rows and columns: `3x3`.
    size: String,
    /// The goal, rows divided by slashes.
    goal: String,
    /// What counted as one move: `stm` or `mtm`.
    metric: &'static str,
    /// How many boards there are.
    boards: u64,
    /// How many lie at each distance, from 0 on.
    counts: &'a [u64],
    /// The mean distance.
    mean: f64,
    /// The greatest distance.
    deepest: usize,
    /// The boards there, of more than 1000 the first.
    farthest: Vec<String>,
    /// How the counts compare with those known: `equal`, `differs` or `unknown`.
    checked: &'static str,
    /// The sequence of the OEIS they were compared with; null for counts that were never published.
    published: Option<&'static str>,
    /// How many bytes it took.
    bytes: u64,
    /// How long it took.
    seconds: f64,
}

impl<'a> SpaceDocument<'a> {
    /// The object of a space.
    pub fn new(space: &'a Space, checked: &CheckedSpace) -> SpaceDocument<'a> {
        let (verdict, published) = match checked {
            CheckedSpace::Unknown => ("unknown", None),
            CheckedSpace::Equal(published) => ("equal", *published),
            CheckedSpace::Differs(published, _) => ("differs", *published),
        };
        SpaceDocument {
            schema_version: SCHEMA_VERSION,
            tool_version: TOOL_VERSION,
            size: space.goal.size().to_string(),
            goal: space.goal.to_string(),
            metric: space.metric.id(),
            boards: space.boards(),
            counts: &space.layers,
            mean: space.mean(),
            deepest: space.layers.len() - 1,
            farthest: space.farthest.iter().map(ToString::to_string).collect(),
            checked: verdict,
            published,
            bytes: space.bytes,
            seconds: space.time.as_secs_f64(),
        }
    }
}
