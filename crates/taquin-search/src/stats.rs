//! What a search counted.

use std::time::Duration;

/// What a search counted.
///
/// ```
/// use taquin_search::Stats;
/// let mut stats = Stats { explored: 2, max_depth: 7, ..Stats::default() };
/// stats.add(&Stats { explored: 3, max_depth: 5, ..Stats::default() });
/// assert_eq!((stats.explored, stats.max_depth), (5, 7));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Entries taken off the frontier, the goal and stale duplicates included; nodes visited in tree
    /// searches.
    pub explored: u64,
    /// Nodes whose children were generated.
    pub expanded: u64,
    /// Children generated, before any duplicate check.
    pub generated: u64,
    /// States put on the frontier again, after they had been expanded, because a cheaper path was found.
    pub reopened: u64,
    /// Entries waiting now.
    pub frontier: u64,
    /// Entries waiting at the peak.
    pub max_frontier: u64,
    /// Moves from the start to the node explored last.
    pub depth: u64,
    /// Moves from the start to the deepest node ever put on the frontier.
    pub max_depth: u64,
    /// Bytes of nodes, frontier and tables at the peak, as accounted.
    pub peak_bytes: u64,
    /// For searches that start over with a higher bound: each round.
    pub iterations: Vec<Iteration>,
    /// Time taken.
    pub elapsed: Duration,
}

impl Stats {
    /// Adds what another search counted; peaks are the greater of both.
    pub fn add(&mut self, other: &Stats) {
        self.explored += other.explored;
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.reopened += other.reopened;
        self.frontier = other.frontier;
        self.max_frontier = self.max_frontier.max(other.max_frontier);
        self.depth = other.depth;
        self.max_depth = self.max_depth.max(other.max_depth);
        self.peak_bytes = self.peak_bytes.max(other.peak_bytes);
        self.iterations.extend_from_slice(&other.iterations);
        self.elapsed += other.elapsed;
    }
}

/// A solution that is better than all before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improvement {
    /// What it costs.
    pub cost: u64,
    /// No solution costs less than this, as far as is known by then.
    pub lower_bound: u64,
    /// What found it, in a few words.
    pub found_by: &'static str,
    /// How many states had been explored by then.
    pub explored: u64,
    /// How much time had passed.
    pub elapsed: Duration,
}

/// One round of a search that deepens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The bound on f (on the depth, without a heuristic), rounded up to whole costs.
    pub bound: u64,
    /// Nodes expanded in this round.
    pub expanded: u64,
    /// Children generated in this round.
    pub generated: u64,
}
