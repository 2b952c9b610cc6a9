//! Near-optimal solutions: a solution is constructed, then beams search by a learnt score, from the start and from the
//! goal, wider and wider; then windows slide over the best solution, longer and longer.
//!
//! Beams serve boards of up to 64 cells. Larger ones are constructed with more care, and their detours removed.
//!
//! Where the number of states is limited, everything follows from the limits alone: shares go by states, never by time,
//! and the widths by what the limit on memory allows, never by what is free. So the result is the same with any number
//! of threads and on any machine.

mod beam;
mod cells;
mod layer;
mod learnt;
mod network;
mod relative;
mod shipped;
mod training;
mod weights;
mod windows;

pub use learnt::{LearnError, LearntNetwork, NetworkFault};
pub(crate) use network::Network;
pub(crate) use shipped::network_for;
pub use shipped::shipped_networks;
pub use training::RoundReport;

use super::constructive::{construct_with_beam, construct_within};
use super::shorten::shorten;
use crate::board::Direction;
use crate::puzzle::Puzzle;
use crate::random::Random;
use beam::{Beam, LayerReport, widest};
use cells::{Cells, MAX_CELLS};
use relative::{RelativeBoard, tiles};
use std::sync::Arc;
use std::time::Duration;
use taquin_search::{Budget, Stop};
use windows::{MOST_THREADS, Pass, pass};

/// The widths of the first beams: how fast these are says how wide the next ones may be.
const FIRST_WIDTHS: [usize; 2] = [64, 512];
/// Of what is left, two beams may take this share; and it is worth trying only if they are so much wider.
const BEAM_SHARE: f64 = 0.6;
const WORTH_TRYING: f64 = 1.5;
/// The next beams are not more than so many times as wide: wide ones are slower, which only shows then.
const MUCH_WIDER: f64 = 16.0;
/// The first windows, and how they grow when they find nothing more.
const FIRST_WINDOWS: Pass = Pass { length: 40, width: 300 };
const LONGER: f64 = 1.15;
const WIDER_WINDOWS: f64 = 1.4;
/// No beam is wider.
const MAX_WIDTH: usize = 1 << 22;
/// The share of the time for constructing a large board with care.
const CONSTRUCTION_SHARE: f64 = 0.7;

/// What found a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoundBy {
    /// The construction.
    Construction,
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
type Tell<'t> = dyn FnMut(Progress<'_>) + 't;

/// A search for ever shorter solutions.
pub(crate) struct NearOptimalSearch<'a> {
    puzzle: &'a Puzzle,
    network: Option<Arc<Network>>,
    threads: usize,
    budget: &'a Budget,
    explored: u64,
    generated: u64,
    best: Option<Vec<Direction>>,
}

impl<'a> NearOptimalSearch<'a> {
    /// A search that has not begun; without a network it has no beams.
    pub fn new(
        puzzle: &'a Puzzle,
        network: Option<Arc<Network>>,
        threads: usize,
        budget: &'a Budget,
    ) -> NearOptimalSearch<'a> {
        let (explored, generated) = (0, 0);
        NearOptimalSearch { puzzle, network, threads, budget, explored, generated, best: None }
    }

    /// The best solution so far.
    pub fn best(self) -> Option<Vec<Direction>> {
        self.best
    }

    /// Goes on until the budget stops it, or no solution can be shorter. What stopped it, if anything did.
    pub fn run(&mut self, lower_bound: u64, tell: &mut Tell<'_>) -> Option<Stop> {
        self.go_on(lower_bound, tell).err()
    }

    fn go_on(&mut self, lower_bound: u64, tell: &mut Tell<'_>) -> Result<(), Stop> {
        self.budget.check()?;
        self.improve(construct_with_beam(self.puzzle, 0), FoundBy::Construction, tell);
        match Cells::new(self.puzzle.size()).zip(self.network.clone()) {
            Some((cells, network)) => {
                let mut held = self.budget.hold_nothing();
                held.grow(network.bytes())?;
                SmallBoard::new(self, cells, network, lower_bound).search(tell)
            }
            None => self.construct(tell),
        }
    }

    /// Constructs with more care, then removes detours.
    fn construct(&mut self, tell: &mut Tell<'_>) -> Result<(), Stop> {
        // Without a limit on time it would not end, and states are not counted here.
        let Some(time) = self.time_left() else { return Ok(()) };
        let part = self.budget.part(None, Some(time.mul_f64(CONSTRUCTION_SHARE)));
        self.improve(construct_within(self.puzzle, &part), FoundBy::Construction, tell);
        self.budget.check()?;
        let best = self.best.clone().unwrap_or_default();
        self.improve(shorten(self.puzzle, best, self.budget), FoundBy::Windows, tell);
        self.budget.check()
    }

    /// Takes a solution that is no longer than the best, and tells of one that is shorter.
    fn improve(&mut self, moves: Vec<Direction>, by: FoundBy, tell: &mut Tell<'_>) {
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
    fn tell(&self, layer: LayerReport, found_by: Option<FoundBy>, tell: &mut Tell<'_>) {
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

    fn length(&self) -> usize {
        self.best.as_ref().map_or(0, Vec::len)
    }

    fn nodes_left(&self) -> Option<u64> {
        self.budget.limits.max_nodes.map(|most| most.saturating_sub(self.explored))
    }

    fn time_left(&self) -> Option<Duration> {
        self.budget.limits.max_time.map(|time| time.saturating_sub(self.budget.elapsed()))
    }
}

/// The search on a board that beams can take.
struct SmallBoard<'s, 'a> {
    search: &'s mut NearOptimalSearch<'a>,
    cells: Cells,
    network: Arc<Network>,
    start: [u8; MAX_CELLS],
    goal: [u8; MAX_CELLS],
    lower_bound: usize,
    has_seen_all: bool,
}

impl<'s, 'a> SmallBoard<'s, 'a> {
    fn new(
        search: &'s mut NearOptimalSearch<'a>,
        cells: Cells,
        network: Arc<Network>,
        lower_bound: u64,
    ) -> SmallBoard<'s, 'a> {
        let (start, goal) = (tiles(search.puzzle.start()), tiles(search.puzzle.goal()));
        let (lower_bound, has_seen_all) = (lower_bound as usize, false);
        SmallBoard { search, cells, network, start, goal, lower_bound, has_seen_all }
    }

    fn search(&mut self, tell: &mut Tell<'_>) -> Result<(), Stop> {
        self.widen(tell)?;
        self.slide_windows(tell)
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
            let wider = self.affordable(nodes, budget.elapsed() - before.1).min(MUCH_WIDER);
            let worth_trying = wider >= WORTH_TRYING && width < widest;
            let affordable = (width as f64 * wider) as usize;
            next = Some(affordable).filter(|_| worth_trying);
            if let (Some(affordable), Some(first)) = (next, widths.next()) {
                next = Some(affordable.min(first));
            }
        }
        Ok(())
    }

    /// How many times as wide the next two beams may be, if these took so many nodes and so much time.
    fn affordable(&self, nodes: u64, time: Duration) -> f64 {
        let by_nodes = self.search.nodes_left().map(|left| left as f64 / nodes.max(1) as f64);
        let seconds = |left: Duration| left.as_secs_f64() / time.as_secs_f64().max(1e-6);
        let by_time = self.search.time_left().map(seconds);
        let times = by_nodes.into_iter().chain(by_time).fold(f64::INFINITY, f64::min);
        times * BEAM_SHARE
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

    /// Windows, longer and wider whenever a pass finds nothing.
    fn slide_windows(&mut self, tell: &mut Tell<'_>) -> Result<(), Stop> {
        let budget = self.search.budget;
        let mut random = Random::new(1);
        let mut windows = FIRST_WINDOWS;
        let bytes_each = budget.limits.max_bytes.map(|bytes| bytes / MOST_THREADS as u64);
        while !self.is_finished() {
            budget.check()?;
            let nodes_left = self.search.nodes_left();
            if nodes_left == Some(0) {
                return Err(Stop::Nodes);
            }
            let before = self.search.length();
            let widest = widest(bytes_each, windows.length).min(MAX_WIDTH);
            let report = pass(
                (&self.cells, &self.network),
                &self.start,
                self.search.best.as_deref().unwrap_or_default(),
                Pass { width: windows.width.min(widest), ..windows },
                &mut random,
                self.search.threads.min(MOST_THREADS),
                (budget, nodes_left),
            );
            self.search.explored += report.explored;
            self.search.generated += report.generated;
            self.search.improve(report.moves, FoundBy::Windows, tell);
            let layer = LayerReport { depth: before as u64, ..LayerReport::default() };
            self.search.tell(layer, None, tell);
            if let Some(stop) = report.stopped {
                return Err(stop);
            }
            if report.is_starved {
                return Err(Stop::Nodes);
            }
            if self.search.length() == before {
                let longer = (windows.length as f64 * LONGER) as usize;
                windows.length = longer.min(before);
                windows.width = (windows.width as f64 * WIDER_WINDOWS) as usize;
            }
        }
        Ok(())
    }
}
