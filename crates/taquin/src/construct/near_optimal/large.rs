//! The search on a board too large for beams, or for which no score was learnt.
//!
//! The blank roams, looking further and further ahead, until all tiles are near their homes. Then outer lines are laid,
//! by wider and wider beams, until what is left is small enough for beams with a learnt score, which solve it. Finally
//! windows of that size slide along the solution.

use super::super::constructive::{Laid, construct_with, lay_outer_lines};
use super::super::roam::Roamer;
use super::beam::LayerReport;
use super::search::{NearOptimalSearch, Progress, SolutionSource};
use super::small::SmallBoard;
use crate::board::{Board, Direction, Size};
use crate::puzzle::{Goal, Puzzle};
use taquin_search::Stop;

/// How many steps the blank looks ahead, from the first to the last try.
const LOOK_AHEAD: std::ops::RangeInclusive<usize> = 3..=10;
/// The factor by which looking one step further ahead takes longer.
const COST_PER_STEP_AHEAD: f64 = 3.0;
/// The share of the remaining budget for roaming, and the share of what then remains for laying lines.
const ROAMING_SHARE: f64 = 0.5;
const LAYING_SHARE: f64 = 0.6;
/// The factor by which the beam that lays lines grows, and its maximum width.
const WIDER: usize = 3;
const MAX_LAYING_WIDTH: usize = 3000;
/// How many states beams may explore to complete a solution only to see how long it is.
const QUICK_NODES: u64 = 100_000;
/// Roaming ends after this many tries in a row that are no better, or when the steps gained are fewer than this share
/// of the moves.
const MAX_WORSE_TRIES: usize = 3;
const MIN_GAIN: f64 = 0.2;
/// How many times a stretch that gained little is tried again.
const MAX_RETRIES: usize = 4;
/// How many bytes of move lists are reserved per move of the solution: several lists exist at a time, and they double
/// as they grow.
const LIST_BYTES_PER_MOVE: usize = 8;

/// The search on a large board.
pub(super) struct LargeBoard<'s, 'a> {
    search: &'s mut NearOptimalSearch<'a>,
    /// The size of the largest part that beams can solve, if there is any.
    part: Option<Size>,
}

impl<'s, 'a> LargeBoard<'s, 'a> {
    pub(super) fn new(search: &'s mut NearOptimalSearch<'a>) -> LargeBoard<'s, 'a> {
        let size = search.puzzle.size();
        let sides = (2..=size.rows().max(size.cols())).rev();
        let part = sides
            .map(|side| {
                let part = Size::new(size.rows().min(side), size.cols().min(side));
                part.expect("no side is shorter than 2")
            })
            .find(|&part| search.scored_cells(part).is_some());
        LargeBoard { search, part }
    }

    pub(super) fn search(&mut self) -> Result<(), Stop> {
        if self.search.reaches_bound() {
            return Ok(());
        }
        let mut memory = self.search.budget.open_account();
        memory.grow((LIST_BYTES_PER_MOVE * self.search.best.len()) as u64)?;
        let roamed = self.roam()?;
        let Some(part) = self.part else { return Ok(()) };
        let Some((cells, network)) = self.search.scored_cells(part) else { return Ok(()) };
        memory.grow(network.bytes())?;
        let laid = self.lay(roamed, part)?;
        self.solve_rest(laid)?;
        self.search.slide_windows((&cells, &network))
    }

    /// Lets the blank roam, looking further ahead each time. Returns the moves after which laying the rest takes the
    /// fewest moves.
    fn roam(&mut self) -> Result<Vec<Direction>, Stop> {
        let mut best = Vec::new();
        for look_ahead in LOOK_AHEAD {
            let before = (self.search.explored, self.search.budget.elapsed());
            if let Some(moves) = self.roam_with_look_ahead(look_ahead)? {
                best = moves;
            }
            let nodes = self.search.explored - before.0;
            let time = self.search.budget.elapsed() - before.1;
            if self.search.affordable(nodes, time) * ROAMING_SHARE < COST_PER_STEP_AHEAD {
                break;
            }
        }
        Ok(best)
    }

    /// Lets the blank roam, looking `look_ahead` steps ahead, and lays the rest from many boards along the path.
    /// Returns the moves to the best of them, if it improves the solution.
    fn roam_with_look_ahead(&mut self, look_ahead: usize) -> Result<Option<Vec<Direction>>, Stop> {
        let size = self.search.puzzle.size();
        let (cells, side) = (size.cells(), (size.rows() + size.cols()) / 2);
        let stretch = cells * side / 20;
        let near = (cells * (3 + side / 8)) as u64;
        let mut memory = self.search.budget.open_account();
        memory.set(Roamer::bytes_at_first(size))?;
        let mut roamer = Roamer::new(self.search.puzzle, look_ahead);
        let (mut best, mut least) = (None, usize::MAX);
        let (mut worse, mut retries) = (0, 0);
        while worse < MAX_WORSE_TRIES {
            let before = (roamer.distance, roamer.explored);
            memory.set(roamer.bytes() + stretch as u64)?;
            let nodes = self.search.nodes_left();
            let ended = roamer.roam(stretch, self.search.budget, nodes);
            self.search.explored += roamer.explored - before.1;
            self.search.generated += roamer.explored - before.1;
            ended?;
            let depth = roamer.moves.len() as u64;
            let layer = LayerReport { depth, ..LayerReport::default() };
            self.search.report_progress(layer, None);
            let gain = before.0.saturating_sub(roamer.distance);
            let is_far = roamer.distance > near;
            let is_stuck = (gain as f64) < stretch as f64 * MIN_GAIN;
            if is_far && is_stuck && retries < MAX_RETRIES {
                roamer.retry(stretch);
                retries += 1;
                continue;
            }
            if !is_far || is_stuck {
                let rest = self.after(&roamer.moves);
                let mut moves = roamer.moves.clone();
                moves.extend(construct_with(&rest, self.search.budget)?);
                worse = if moves.len() < least { 0 } else { worse + 1 };
                least = least.min(moves.len());
                if moves.len() < self.search.best.len() {
                    best = Some(roamer.moves.clone());
                    self.search.improve(moves, SolutionSource::Roaming);
                }
            }
            if is_stuck {
                break;
            }
        }
        Ok(best)
    }

    /// Lays outer lines after these moves by wider and wider beams, and solves what is left quickly. Returns the best
    /// result.
    fn lay(
        &mut self,
        roamed: Vec<Direction>,
        part: Size,
    ) -> Result<Option<(Vec<Direction>, Laid)>, Stop> {
        let left = part.rows().max(part.cols());
        let mut beginnings = vec![roamed];
        // If only few lines need to be laid, laying them right away may be as good.
        if self.search.puzzle.size().cells() <= 2 * part.cells() {
            beginnings.push(Vec::new());
        }
        let (mut best, mut width) = (None, 1);
        loop {
            let before = (self.search.explored, self.search.budget.elapsed());
            for beginning in &beginnings {
                let puzzle = self.after(beginning);
                let max_moves = self.search.nodes_left();
                let laid = lay_outer_lines(&puzzle, width, left, self.search.budget, max_moves)?;
                self.search.explored += laid.explored;
                let nodes =
                    self.search.nodes_left().map_or(QUICK_NODES, |left| left.min(QUICK_NODES));
                let moves = self.complete(beginning, &laid, Some(nodes), 1.0)?;
                if moves.len() <= self.search.best.len() {
                    self.search.improve(moves, SolutionSource::Roaming);
                    best = Some((beginning.clone(), laid));
                }
            }
            let nodes = self.search.explored - before.0;
            let time = self.search.budget.elapsed() - before.1;
            let times = self.search.affordable(nodes, time) * LAYING_SHARE;
            if times < WIDER as f64 || width * WIDER > MAX_LAYING_WIDTH {
                return Ok(best);
            }
            width *= WIDER;
        }
    }

    /// Solves what is left after the outer lines were laid, with its share of the budget.
    fn solve_rest(&mut self, laid: Option<(Vec<Direction>, Laid)>) -> Result<(), Stop> {
        let Some((roamed, laid)) = laid else { return Ok(()) };
        let cells = laid.rows.len() * laid.cols.len();
        let share = cells as f64 / self.search.puzzle.size().cells() as f64;
        let nodes = self.search.nodes_left().map(|left| (left as f64 * share) as u64);
        let moves = self.complete(&roamed, &laid, nodes, share)?;
        self.search.improve(moves, SolutionSource::Beam);
        Ok(())
    }

    /// Returns a solution: these moves, the lines laid, and beams for what is left, with at most `nodes` nodes and this
    /// share of the remaining time.
    fn complete(
        &mut self,
        roamed: &[Direction],
        laid: &Laid,
        nodes: Option<u64>,
        share: f64,
    ) -> Result<Vec<Direction>, Stop> {
        let mut moves = [roamed, &laid.moves].concat();
        let board = self.after(&moves);
        let rest = rest(&board, laid);
        let time = self.search.time_left().map(|time| time.mul_f64(share));
        let budget = self.search.budget.part(nodes, time);
        let NearOptimalSearch { networks, threads, .. } = *self.search;
        let mut silent = |_: Progress<'_>| {};
        let mut search =
            NearOptimalSearch::begin(&rest, networks, threads, &budget, 0, &mut silent)?;
        if let Some((cells, network)) = search.scored_cells(rest.size()) {
            // If its budget stops it, the best solution so far will do; if all is stopped, the check below notices.
            let _ = SmallBoard::new(&mut search, cells, network).search();
        }
        let (explored, generated, best) = search.finish();
        self.search.explored += explored;
        self.search.generated += generated;
        self.search.budget.check()?;
        moves.extend(best);
        Ok(moves)
    }

    /// Returns the puzzle after some moves.
    fn after(&self, moves: &[Direction]) -> Puzzle {
        let mut board = self.search.puzzle.start().clone();
        for &direction in moves {
            board.apply(direction);
        }
        let goal = Goal::Board(self.search.puzzle.goal().clone());
        Puzzle::new(board, &goal).expect("moves keep a puzzle solvable")
    }
}

/// Returns what is left of a puzzle as a puzzle of its own.
fn rest(puzzle: &Puzzle, laid: &Laid) -> Puzzle {
    let size = Size::new(laid.rows.len(), laid.cols.len()).expect("a part of a board is left");
    let tiles_of = |board: &Board| -> Vec<u16> {
        let rows = board.rows().skip(laid.rows.start).take(laid.rows.len());
        rows.flat_map(|row| &row[laid.cols.clone()]).copied().collect()
    };
    // The smallest tile left becomes 1, and so on; the blank stays 0.
    let goal = tiles_of(puzzle.goal());
    let mut sorted = goal.clone();
    sorted.sort_unstable();
    let numbered = |tiles: Vec<u16>| {
        let number = |tile| sorted.binary_search(tile).expect("its goal is in the part") as u16;
        Board::new(size, tiles.iter().map(number).collect()).expect("each number is there once")
    };
    let start = numbered(tiles_of(puzzle.start()));
    Puzzle::new(start, &Goal::Board(numbered(goal))).expect("moves keep a puzzle solvable")
}
