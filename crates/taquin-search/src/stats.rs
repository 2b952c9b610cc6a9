//! The counts of a search.

use std::borrow::Cow;
use std::time::Duration;

/// The counts of a search.
///
/// ```
/// use taquin_search::Stats;
/// let mut stats = Stats { explored: 2, max_depth: 7, ..Stats::default() };
/// stats.add(&Stats { explored: 3, max_depth: 5, ..Stats::default() });
/// assert_eq!((stats.explored, stats.max_depth), (5, 7));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats {
    /// Entries taken off the frontier, including the goal and stale duplicates; in tree searches, nodes visited.
    pub explored: u64,
    /// Nodes whose children were generated.
    pub expanded: u64,
    /// Children generated, before any duplicate check.
    pub generated: u64,
    /// States put on the frontier again, after they had been expanded, because a cheaper path was found.
    pub reopened: u64,
    /// The size of the frontier now, or at the end.
    pub frontier: u64,
    /// The size of the frontier at the peak.
    pub max_frontier: u64,
    /// The number of moves from the start to the node explored last.
    pub depth: u64,
    /// The number of moves from the start to the deepest node ever put on the frontier.
    pub max_depth: u64,
    /// States stored at the peak: the nodes of a graph search, the path of a depth-first tree search (with the siblings
    /// that it keeps, if it does), the entries of a table; 0 if they were not counted.
    pub stored: u64,
    /// The accounted size of nodes, frontier and tables at the peak, in bytes.
    pub peak_bytes: u64,
    /// The part of `peak_bytes` that does not grow with the search: tables, and the index of all states of a small
    /// space.
    pub fixed_bytes: u64,
    /// For searches that restart with a higher bound: each round.
    pub iterations: Vec<Iteration>,
    /// The time taken, written in seconds; in a trace it includes the recording, which takes longer than the search.
    #[cfg_attr(feature = "serde", serde(rename = "seconds", with = "crate::seconds"))]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub elapsed: Duration,
}

impl Stats {
    /// Adds the counts of another search; peaks are the maximum of both.
    pub fn add(&mut self, other: &Stats) {
        self.explored += other.explored;
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.reopened += other.reopened;
        self.frontier = other.frontier;
        self.max_frontier = self.max_frontier.max(other.max_frontier);
        self.depth = other.depth;
        self.max_depth = self.max_depth.max(other.max_depth);
        self.stored = self.stored.max(other.stored);
        self.peak_bytes = self.peak_bytes.max(other.peak_bytes);
        self.fixed_bytes = self.fixed_bytes.max(other.fixed_bytes);
        self.iterations.extend_from_slice(&other.iterations);
        self.elapsed += other.elapsed;
    }
}

/// A solution that is better than all before it. Reported as [`Event::Improved`](crate::Event::Improved).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Improvement {
    /// The cost of the solution.
    pub cost: u64,
    /// The lower bound known at that time.
    pub lower_bound: u64,
    /// What found the solution, in a few words.
    pub found_by: Cow<'static, str>,
    /// The number of states explored by then, in all attempts together.
    pub explored: u64,
    /// The time elapsed by then, written in seconds.
    #[cfg_attr(feature = "serde", serde(rename = "seconds", with = "crate::seconds"))]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub elapsed: Duration,
}

/// One round of a deepening search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Iteration {
    /// The bound on f (on the depth, without a heuristic), rounded up to whole costs.
    pub bound: u64,
    /// Nodes expanded in this round.
    pub expanded: u64,
    /// Children generated in this round.
    pub generated: u64,
}
