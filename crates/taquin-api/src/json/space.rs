//! A whole state space, counted, as JSON, and how the counts compare with known ones.

use super::common::Versions;
use serde::Serialize;
use taquin::figures::KnownLayers;
use taquin::table::Space;

/// How the counts compare with known ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckedSpace {
    /// Nothing is known about this goal.
    Unknown,
    /// Equal to a sequence of the OEIS, or to an unpublished count.
    Equal(Option<&'static str>),
    /// Different; this is the first distance at which they differ.
    Differs(Option<&'static str>, usize),
}

impl CheckedSpace {
    /// Compares the counts of a space with known ones.
    pub fn new(space: &Space, known: Option<&KnownLayers>) -> CheckedSpace {
        let Some(KnownLayers { published, counts }) = known else { return CheckedSpace::Unknown };
        let longest = counts.len().max(space.layers.len());
        let differs = (0..longest).find(|&at| counts.get(at) != space.layers.get(at));
        differs.map_or(CheckedSpace::Equal(*published), |at| CheckedSpace::Differs(*published, at))
    }
}

/// A state space as JSON.
#[derive(Serialize)]
pub struct SpaceDocument<'a> {
    #[serde(flatten)]
    versions: Versions,
    /// Rows and columns: `3x3`.
    size: String,
    /// The goal, rows separated by slashes.
    goal: String,
    /// What counted as one move: `stm` or `mtm`.
    metric: &'static str,
    /// The number of boards.
    boards: u64,
    /// The number of boards at each distance, from 0 on.
    counts: &'a [u64],
    /// The mean distance.
    mean: f64,
    /// The greatest distance.
    deepest: usize,
    /// The boards at that distance; if there are more than 1000, the first ones.
    farthest: Vec<String>,
    /// How the counts compare with known ones: `equal`, `differs` or `unknown`.
    checked: &'static str,
    /// The sequence of the OEIS that they were compared with; null for unpublished counts.
    published: Option<&'static str>,
    /// The memory it took, in bytes.
    bytes: u64,
    /// The time it took, in seconds.
    seconds: f64,
}

impl<'a> SpaceDocument<'a> {
    /// Creates the object of a space.
    pub fn new(space: &'a Space, checked: &CheckedSpace) -> SpaceDocument<'a> {
        let (verdict, published) = match checked {
            CheckedSpace::Unknown => ("unknown", None),
            CheckedSpace::Equal(published) => ("equal", *published),
            CheckedSpace::Differs(published, _) => ("differs", *published),
        };
        SpaceDocument {
            versions: Versions::default(),
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
