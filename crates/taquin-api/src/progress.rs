//! How far a search is.

use serde::Serialize;

/// How far a search is.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Progress {
    /// The search that runs, such as `fast-ida with pdb`; empty before the first.
    pub search: String,
    /// Entries taken off the frontier.
    pub explored: u64,
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Children made.
    pub generated: u64,
    /// Entries waiting now.
    pub frontier: u64,
    /// Moves from the start to the node explored last.
    pub depth: u64,
    /// The bound of the round, in searches that deepen.
    pub bound: Option<f64>,
    /// Time since it began.
    pub seconds: f64,
    /// Explored a second, lately.
    pub rate: f64,
    /// Bytes of nodes, frontier and tables at the peak, as accounted.
    pub bytes: u64,
    /// What the last solutions cost, each better than the one before; empty while there is none.
    pub improvements: Vec<u64>,
    /// No solution costs less, as far as was proven when the last one was found.
    pub lower_bound: Option<u64>,
    /// Of a comparison: which run this is, from 1.
    pub run: Option<usize>,
    /// Of a comparison: how many there are.
    pub runs: Option<usize>,
}
