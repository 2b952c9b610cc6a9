//! Windows: a stretch of a solution is a puzzle of its own, from the board before it to the board after it, and a beam
//! solves it again. All windows of a pass lie side by side, so threads take one each.

use super::beam::Beam;
use super::cells::{Cells, MAX_CELLS};
use super::network::Network;
use super::relative::{RelativeBoard, states};
use crate::board::Direction;
use crate::random::Random;
use std::sync::Mutex;
use taquin_search::threads::{lock, on_threads};
use taquin_search::{Budget, Stop};

/// So many threads take windows at most: each has a beam of its own.
pub(super) const MOST_THREADS: usize = 4;

/// How long the windows of a pass are, and how wide their beams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pass {
    pub(super) length: usize,
    pub(super) width: usize,
}

/// What came of a pass.
pub(super) struct PassReport {
    pub(super) moves: Vec<Direction>,
    pub(super) explored: u64,
    pub(super) generated: u64,
    pub(super) stopped: Option<Stop>,
    /// Whether the nodes left were too few for each window.
    pub(super) is_starved: bool,
}

/// Where a window lies, and what is found there.
struct Window {
    first: usize,
    end: usize,
    found: Option<Vec<Direction>>,
    is_starved: bool,
}

/// One pass over a solution: no window becomes longer, and one of the same length is replaced, so that the next pass
/// meets other boards. Every window may explore the same number of nodes, so that the result is the same with any
/// number of threads.
pub(super) fn pass(
    (cells, network): (&Cells, &Network),
    start: &[u8; MAX_CELLS],
    moves: &[Direction],
    pass: Pass,
    random: &mut Random,
    threads: usize,
    (budget, nodes): (&Budget, Option<u64>),
) -> PassReport {
    let states = states(cells, start, moves);
    let mut windows = Vec::new();
    let (mut first, mut end) = (0, 1 + random.below(pass.length as u64) as usize);
    while first < moves.len() {
        windows.push(Window { first, end: end.min(moves.len()), found: None, is_starved: false });
        (first, end) = (end, end + pass.length);
    }
    let window_count = windows.len();
    let nodes_each = nodes.map(|nodes| nodes / window_count as u64);
    let (counts, stopped) = (Mutex::new((0, 0)), Mutex::new(None));
    let queue = Mutex::new(windows.iter_mut());
    // Where there are fewer windows than threads could take, all threads take each of them together.
    let side_by_side = if window_count >= 2 * threads { threads } else { 1 };
    on_threads(side_by_side, &|| {
        let mut beam = match Beam::new(cells, network, pass.width, threads / side_by_side, budget) {
            Ok(beam) => beam,
            Err(stop) => return note(&stopped, stop),
        };
        loop {
            let next = lock(&queue).next();
            let Some(window) = next else { break };
            let board = RelativeBoard::new(
                &states[window.first][..cells.count],
                &states[window.end][..cells.count],
            );
            let time_left =
                budget.limits.max_time.map(|time| time.saturating_sub(budget.elapsed()));
            let part = budget.part(nodes_each, time_left);
            match beam.search(&board, window.end - window.first, &part) {
                Ok(found) => window.found = found,
                Err(Stop::Nodes) => window.is_starved = true,
                Err(stop) => {
                    note(&stopped, stop);
                    break;
                }
            }
        }
        let mut counts = lock(&counts);
        *counts = (counts.0 + beam.explored, counts.1 + beam.generated);
    });
    let is_starved = windows.iter().all(|window| window.is_starved);
    let mut new = Vec::with_capacity(moves.len());
    for window in windows {
        match window.found {
            Some(found) => new.extend(found),
            None => new.extend_from_slice(&moves[window.first..window.end]),
        }
    }
    let (explored, generated) = *lock(&counts);
    let stopped = *lock(&stopped);
    PassReport { moves: new, explored, generated, stopped, is_starved }
}

fn note(stopped: &Mutex<Option<Stop>>, stop: Stop) {
    lock(stopped).get_or_insert(stop);
}
