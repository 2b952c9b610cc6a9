//! The progress of a search.

use serde::Serialize;

/// The progress of a search.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Progress {
    /// The running search, such as `fast-ida with pdb`; empty before the first.
    pub search: String,
    /// Entries taken off the frontier.
    pub explored: u64,
    /// Nodes whose children were generated.
    pub expanded: u64,
    /// Children generated.
    pub generated: u64,
    /// Entries on the frontier.
    pub frontier: u64,
    /// Moves from the start to the node explored last.
    pub depth: u64,
    /// The bound of the current iteration, in iterative-deepening searches.
    pub bound: Option<f64>,
    /// Seconds since the search began.
    pub seconds: f64,
    /// Nodes explored per second, recently.
    pub rate: f64,
    /// Bytes of nodes, frontier and tables at the peak, as accounted.
    pub bytes: u64,
    /// The costs of the most recent solutions, each lower than the one before; empty until there is one.
    pub improvements: Vec<u64>,
    /// The lower bound on the cost of any solution, as proven when the last one was found.
    pub lower_bound: Option<u64>,
    /// In a comparison: the number of this run, from 1.
    pub run: Option<usize>,
    /// In a comparison: the number of runs.
    pub runs: Option<usize>,
}
