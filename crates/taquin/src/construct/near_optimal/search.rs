//! A search for shorter and shorter solutions: the best one so far, the counts, and the remaining budget.

use super::beam::LayerReport;
use super::cells::Cells;
use super::network::Network;
use crate::board::{Direction, Size};
use crate::puzzle::Puzzle;
use std::sync::Arc;
use std::time::Duration;
use taquin_search::Budget;

/// The phase of the search that found a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SolutionSource {
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

impl SolutionSource {
    /// Returns its name for the user.
    pub fn in_words(self) -> &'static str {
        match self {
            SolutionSource::Construction => "construction",
            SolutionSource::Roaming => "roaming and construction",
            SolutionSource::Beam => "beam from the start",
            SolutionSource::BeamFromGoal => "beam from the goal",
            SolutionSource::Windows => "windows",
        }
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress<'a> {
    /// States expanded so far.
    pub explored: u64,
    /// Children generated so far.
    pub generated: u64,
    /// States in the current layer.
    pub frontier: u64,
    /// The number of moves from the start to these.
    pub depth: u64,
    /// The best solution so far.
    pub best: &'a [Direction],
    /// What found it, if it was found just now.
    pub found_by: Option<SolutionSource>,
}

/// A callback that receives the progress of a search, and each improvement.
pub(super) type ProgressFn<'t> = dyn FnMut(Progress<'_>) + 't;

/// Returns the learnt score for boards of a size, if there is one.
pub(crate) type FindNetwork<'n> = dyn Fn(Size) -> Option<Arc<Network>> + 'n;

/// A search for shorter and shorter solutions.
pub(crate) struct NearOptimalSearch<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) networks: &'a FindNetwork<'a>,
    pub(super) threads: usize,
    pub(super) budget: &'a Budget,
    pub(super) explored: u64,
    pub(super) generated: u64,
    pub(super) best: Option<Vec<Direction>>,
}

impl<'a> NearOptimalSearch<'a> {
    /// Creates a search that has not started.
    pub fn new(
        puzzle: &'a Puzzle,
        networks: &'a FindNetwork<'a>,
        threads: usize,
        budget: &'a Budget,
    ) -> NearOptimalSearch<'a> {
        let (explored, generated) = (0, 0);
        NearOptimalSearch { puzzle, networks, threads, budget, explored, generated, best: None }
    }

    /// Returns the total numbers of states expanded and children generated.
    pub fn counts(&self) -> (u64, u64) {
        (self.explored, self.generated)
    }

    /// Returns the best solution so far.
    pub fn best(self) -> Option<Vec<Direction>> {
        self.best
    }

    /// Returns the cells of boards of a size and their score, if one was learnt.
    pub(super) fn scored_cells(&self, size: Size) -> Option<(Cells, Arc<Network>)> {
        Some((Cells::new(size)?, (self.networks)(size)?))
    }

    /// Replaces the best solution by one that is no longer, and reports it if it is shorter.
    pub(super) fn improve(
        &mut self,
        moves: Vec<Direction>,
        source: SolutionSource,
        on_progress: &mut ProgressFn<'_>,
    ) {
        let before = self.best.as_ref().map_or(usize::MAX, Vec::len);
        let is_shorter = moves.len() < before;
        if moves.len() <= before {
            self.best = Some(moves);
        }
        if is_shorter {
            self.report_progress(LayerReport::default(), Some(source), on_progress);
        }
    }

    /// Reports progress; `layer` contains the counts that are not in the totals yet.
    pub(super) fn report_progress(
        &self,
        layer: LayerReport,
        found_by: Option<SolutionSource>,
        on_progress: &mut ProgressFn<'_>,
    ) {
        let best = self.best.as_deref().unwrap_or_default();
        let depth = if found_by.is_some() { best.len() as u64 } else { layer.depth };
        on_progress(Progress {
            explored: self.explored + layer.explored,
            generated: self.generated + layer.generated,
            frontier: layer.frontier,
            depth,
            best,
            found_by,
        });
    }

    /// Returns what is left, in nodes or in time, as a multiple of what a step took.
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
