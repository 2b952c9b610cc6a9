//! A search for ever shorter solutions: its best so far, what it has counted, and what it may still use.

use super::beam::LayerReport;
use super::cells::Cells;
use super::network::Network;
use crate::board::{Direction, Size};
use crate::puzzle::Puzzle;
use std::sync::Arc;
use std::time::Duration;
use taquin_search::Budget;

/// What found a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoundBy {
    /// The construction.
    Construction,
    /// The construction, after the blank has roamed.
    Roaming,
    /// A beam from the start.
    Beam,
    /// A beam from the goal.
    BeamFromGoal,
    /// Windows.
    Windows,
}

impl FoundBy {
    /// What it is called.
    pub fn in_words(self) -> &'static str {
        match self {
            FoundBy::Construction => "construction",
            FoundBy::Roaming => "roaming and construction",
            FoundBy::Beam => "beam from the start",
            FoundBy::BeamFromGoal => "beam from the goal",
            FoundBy::Windows => "windows",
        }
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress<'a> {
    /// States expanded so far.
    pub explored: u64,
    /// Children made so far.
    pub generated: u64,
    /// States in the present layer.
    pub frontier: u64,
    /// How many moves these are from the start.
    pub depth: u64,
    /// The best solution so far.
    pub best: &'a [Direction],
    /// What found it, if that was just now.
    pub found_by: Option<FoundBy>,
}

/// Is told how far a search is, and of each improvement.
pub(super) type Tell<'t> = dyn FnMut(Progress<'_>) + 't;

/// What was learnt for boards of a size.
pub(crate) type Networks<'n> = dyn Fn(Size) -> Option<Arc<Network>> + 'n;

/// A search for ever shorter solutions.
pub(crate) struct NearOptimalSearch<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) networks: &'a Networks<'a>,
    pub(super) threads: usize,
    pub(super) budget: &'a Budget,
    pub(super) explored: u64,
    pub(super) generated: u64,
    pub(super) best: Option<Vec<Direction>>,
}

impl<'a> NearOptimalSearch<'a> {
    /// A search that has not begun.
    pub fn new(
        puzzle: &'a Puzzle,
        networks: &'a Networks<'a>,
        threads: usize,
        budget: &'a Budget,
    ) -> NearOptimalSearch<'a> {
        let (explored, generated) = (0, 0);
        NearOptimalSearch { puzzle, networks, threads, budget, explored, generated, best: None }
    }

    /// How many states were expanded and how many children made, in all.
    pub fn counts(&self) -> (u64, u64) {
        (self.explored, self.generated)
    }

    /// The best solution so far.
    pub fn best(self) -> Option<Vec<Direction>> {
        self.best
    }

    /// The cells of boards of a size and the score for them, if one was learnt.
    pub(super) fn scored_cells(&self, size: Size) -> Option<(Cells, Arc<Network>)> {
        Some((Cells::new(size)?, (self.networks)(size)?))
    }

    /// Takes a solution that is no longer than the best, and tells of one that is shorter.
    pub(super) fn improve(&mut self, moves: Vec<Direction>, by: FoundBy, tell: &mut Tell<'_>) {
        let before = self.best.as_ref().map_or(usize::MAX, Vec::len);
        let is_shorter = moves.len() < before;
        if moves.len() <= before {
            self.best = Some(moves);
        }
        if is_shorter {
            self.tell(LayerReport::default(), Some(by), tell);
        }
    }

    /// Tells how far it is: `layer` says what is not counted yet.
    pub(super) fn tell(&self, layer: LayerReport, found_by: Option<FoundBy>, tell: &mut Tell<'_>) {
        let best = self.best.as_deref().unwrap_or_default();
        let depth = if found_by.is_some() { best.len() as u64 } else { layer.depth };
        tell(Progress {
            explored: self.explored + layer.explored,
            generated: self.generated + layer.generated,
            frontier: layer.frontier,
            depth,
            best,
            found_by,
        });
    }

    /// What is left, in nodes and in time, as a multiple of what something took.
    pub(super) fn affordable(&self, nodes: u64, time: Duration) -> f64 {
        let by_nodes = self.nodes_left().map(|left| left as f64 / nodes.max(1) as f64);
        let seconds = |left: Duration| left.as_secs_f64() / time.as_secs_f64().max(1e-6);
        let by_time = self.time_left().map(seconds);
        by_nodes.into_iter().chain(by_time).fold(f64::INFINITY, f64::min)
    }

    pub(super) fn length(&self) -> usize {
        self.best.as_ref().map_or(0, Vec::len)
    }

    pub(super) fn nodes_left(&self) -> Option<u64> {
        self.budget.limits.max_nodes.map(|most| most.saturating_sub(self.explored))
    }

    pub(super) fn time_left(&self) -> Option<Duration> {
        self.budget.limits.max_time.map(|time| time.saturating_sub(self.budget.elapsed()))
    }
}
