//! The search on a board small enough for beams: beams from both ends, wider and wider, then windows.

use super::beam::{Beam, widest};
use super::cells::{Cells, MAX_CELLS};
use super::network::Network;
use super::relative::{RelativeBoard, tiles};
use super::search::{NearOptimalSearch, SolutionSource};
use super::sliding::MAX_WIDTH;
use std::sync::Arc;
use taquin_search::Stop;

/// The widths of the first beams. Their speed determines how wide the next ones may be.
const FIRST_WIDTHS: [usize; 2] = [64, 512];
/// The share of the remaining budget that the next two beams may use, and how many times wider they must be to be worth
/// trying.
const BEAM_SHARE: f64 = 0.6;
const WORTH_TRYING: f64 = 1.5;
/// How many times wider the next beams may be at most: wide beams are slower per node, which is only known afterwards.
const MUCH_WIDER: f64 = 16.0;

/// The search on a board small enough for beams.
pub(super) struct SmallBoard<'s, 'a> {
    search: &'s mut NearOptimalSearch<'a>,
    cells: Cells,
    network: Arc<Network>,
    start: [u8; MAX_CELLS],
    goal: [u8; MAX_CELLS],
    is_exhaustive: bool,
}

impl<'s, 'a> SmallBoard<'s, 'a> {
    pub(super) fn new(
        search: &'s mut NearOptimalSearch<'a>,
        cells: Cells,
        network: Arc<Network>,
    ) -> SmallBoard<'s, 'a> {
        let (start, goal) = (tiles(search.puzzle.start()), tiles(search.puzzle.goal()));
        SmallBoard { search, cells, network, start, goal, is_exhaustive: false }
    }

    pub(super) fn search(&mut self) -> Result<(), Stop> {
        self.widen()?;
        if self.is_finished() {
            return Ok(());
        }
        self.search.slide_windows((&self.cells, &self.network))
    }

    /// Returns whether no shorter solution exists: the bound is reached, or a beam has dropped nothing.
    fn is_finished(&self) -> bool {
        self.is_exhaustive || self.search.reaches_bound()
    }

    /// Searches with beams from both ends: narrow ones first, then as wide as their share of the budget allows.
    fn widen(&mut self) -> Result<(), Stop> {
        let budget = self.search.budget;
        let widest = widest(budget.limits.max_bytes, self.search.best.len()).min(MAX_WIDTH);
        let mut widths = FIRST_WIDTHS.into_iter();
        let mut next = widths.next();
        while let Some(width) = next.filter(|_| !self.is_finished()) {
            let width = width.min(widest);
            let before = (self.search.explored, budget.elapsed());
            self.beam(width, SolutionSource::Beam)?;
            if !self.is_finished() {
                self.beam(width, SolutionSource::BeamFromGoal)?;
            }
            let nodes = self.search.explored - before.0;
            let times = self.search.affordable(nodes, budget.elapsed() - before.1);
            let wider = (times * BEAM_SHARE).min(MUCH_WIDER);
            let worth_trying = wider >= WORTH_TRYING && width < widest;
            let affordable = (width as f64 * wider) as usize;
            next = Some(affordable).filter(|_| worth_trying);
            if let (Some(affordable), Some(first)) = (next, widths.next()) {
                next = Some(affordable.min(first));
            }
        }
        Ok(())
    }

    /// Searches with one beam.
    fn beam(&mut self, width: usize, source: SolutionSource) -> Result<(), Stop> {
        let (from, to) = match source {
            SolutionSource::BeamFromGoal => (&self.goal, &self.start),
            _ => (&self.start, &self.goal),
        };
        let count = self.cells.count;
        let board = RelativeBoard::new(&from[..count], &to[..count]);
        // The lengths of all solutions are even, or all are odd.
        let Some(max_moves) = self.search.best.len().checked_sub(2) else { return Ok(()) };
        let search = &mut *self.search;
        let part = search.budget.part(search.nodes_left(), search.time_left());
        let mut beam = Beam::new(&self.cells, &self.network, width, search.threads, &part)?;
        let found = beam.search_with_progress(&board, max_moves, &part, &mut |layer| {
            search.report_progress(layer, None);
        });
        search.explored += beam.explored;
        search.generated += beam.generated;
        self.is_exhaustive |= found.is_ok() && !beam.has_dropped;
        if let Some(mut moves) = found? {
            if source == SolutionSource::BeamFromGoal {
                moves.reverse();
                moves.iter_mut().for_each(|direction| *direction = direction.opposite());
            }
            search.improve(moves, source);
        }
        Ok(())
    }
}
