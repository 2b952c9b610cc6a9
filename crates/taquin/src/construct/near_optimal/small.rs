//! The search on a board that beams can take: beams from both ends, wider and wider, then windows.

use super::beam::{Beam, widest};
use super::cells::{Cells, MAX_CELLS};
use super::network::Network;
use super::relative::{RelativeBoard, tiles};
use super::search::{FoundBy, NearOptimalSearch, Tell};
use super::sliding::MAX_WIDTH;
use std::sync::Arc;
use taquin_search::Stop;

/// The widths of the first beams: how fast these are says how wide the next ones may be.
const FIRST_WIDTHS: [usize; 2] = [64, 512];
/// Of what is left, two beams may take this share; and it is worth trying only if they are so much wider.
const BEAM_SHARE: f64 = 0.6;
const WORTH_TRYING: f64 = 1.5;
/// The next beams are not more than so many times as wide: wide ones are slower, which only shows then.
const MUCH_WIDER: f64 = 16.0;
/// The search on a board that beams can take.
pub(super) struct SmallBoard<'s, 'a> {
    search: &'s mut NearOptimalSearch<'a>,
    cells: Cells,
    network: Arc<Network>,
    start: [u8; MAX_CELLS],
    goal: [u8; MAX_CELLS],
    lower_bound: usize,
    has_seen_all: bool,
}

impl<'s, 'a> SmallBoard<'s, 'a> {
    pub(super) fn new(
        search: &'s mut NearOptimalSearch<'a>,
        cells: Cells,
        network: Arc<Network>,
        lower_bound: u64,
    ) -> SmallBoard<'s, 'a> {
        let (start, goal) = (tiles(search.puzzle.start()), tiles(search.puzzle.goal()));
        let (lower_bound, has_seen_all) = (lower_bound as usize, false);
        SmallBoard { search, cells, network, start, goal, lower_bound, has_seen_all }
    }

    pub(super) fn search(&mut self, tell: &mut Tell<'_>) -> Result<(), Stop> {
        self.widen(tell)?;
        if self.is_finished() {
            return Ok(());
        }
        self.search.slide_windows((&self.cells, &self.network), self.lower_bound, tell)
    }

    /// Whether there is nothing shorter to be found: the bound is reached, or a beam has left nothing out.
    fn is_finished(&self) -> bool {
        self.has_seen_all || self.search.length() <= self.lower_bound
    }

    /// Beams from both ends: narrow ones, then as wide as the share of what is left allows.
    fn widen(&mut self, tell: &mut Tell<'_>) -> Result<(), Stop> {
        let budget = self.search.budget;
        let widest = widest(budget.limits.max_bytes, self.search.length()).min(MAX_WIDTH);
        let mut widths = FIRST_WIDTHS.into_iter();
        let mut next = widths.next();
        while let Some(width) = next.filter(|_| !self.is_finished()) {
            let width = width.min(widest);
            let before = (self.search.explored, budget.elapsed());
            self.beam(width, FoundBy::Beam, tell)?;
            if !self.is_finished() {
                self.beam(width, FoundBy::BeamFromGoal, tell)?;
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

    /// One beam.
    fn beam(&mut self, width: usize, by: FoundBy, tell: &mut Tell<'_>) -> Result<(), Stop> {
        let (from, to) = match by {
            FoundBy::BeamFromGoal => (&self.goal, &self.start),
            _ => (&self.start, &self.goal),
        };
        let count = self.cells.count;
        let board = RelativeBoard::new(&from[..count], &to[..count]);
        // Every solution has an even number of moves, or every one an odd number.
        let Some(most) = self.search.length().checked_sub(2) else { return Ok(()) };
        let search = &mut *self.search;
        let part = search.budget.part(search.nodes_left(), search.time_left());
        let mut beam = Beam::new(&self.cells, &self.network, width, search.threads, &part)?;
        let found = beam.search_told(&board, most, &part, &mut |layer| {
            search.tell(layer, None, tell);
        });
        search.explored += beam.explored;
        search.generated += beam.generated;
        self.has_seen_all |= found.is_ok() && !beam.has_dropped;
        if let Some(mut moves) = found? {
            if by == FoundBy::BeamFromGoal {
                moves.reverse();
                moves.iter_mut().for_each(|direction| *direction = direction.opposite());
            }
            search.improve(moves, by, tell);
        }
        Ok(())
    }
}
