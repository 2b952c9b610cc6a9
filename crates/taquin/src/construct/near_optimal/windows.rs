//! Windows: a section of a solution is a puzzle of its own, from the board before it to the board after it, and a beam
//! solves it again. On a board too large for a beam, a window lasts as long as the blank stays in a part of the board
//! that is small enough. The windows of a pass do not overlap, so threads can search them in parallel.

use super::beam::Beam;
use super::cells::{Cells, MAX_CELLS};
use super::network::Network;
use super::relative::RelativeBoard;
use crate::board::{Board, Direction, Size};
use crate::random::Random;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::Mutex;
use taquin_search::threads::{lock, share_out};
use taquin_search::{Budget, Stop};

/// The maximum number of threads that search windows in parallel: each has a beam of its own.
pub(super) const MAX_THREADS: usize = 4;
/// The minimum length of a window: fewer moves cannot be improved.
const MIN_LENGTH: usize = 8;

/// The length of the windows of a pass, and the width of their beams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pass {
    pub(super) length: usize,
    pub(super) width: usize,
}

/// The result of a pass.
pub(super) struct PassReport {
    pub(super) moves: Vec<Direction>,
    pub(super) explored: u64,
    pub(super) generated: u64,
    pub(super) stopped: Option<Stop>,
    /// Whether the remaining nodes were too few for every window.
    pub(super) is_starved: bool,
}

/// A section of a solution on a part of the board: the tiles of the part before and after.
struct Window {
    moves: Range<usize>,
    before: [u8; MAX_CELLS],
    after: [u8; MAX_CELLS],
    found: Option<Vec<Direction>>,
    is_starved: bool,
}

/// Makes one pass over a solution. No window becomes longer; one of the same length is replaced, too, so that the next
/// pass visits other boards. Every window may explore the same number of nodes, so that the result is the same with any
/// number of threads.
pub(super) fn pass(
    (cells, network): (&Cells, &Network),
    start: &Board,
    moves: &[Direction],
    pass: Pass,
    random: &mut Random,
    threads: usize,
    (budget, nodes): (&Budget, Option<u64>),
) -> PassReport {
    let mut windows = windows(cells.size, start, moves, pass.length, random);
    let window_count = windows.len();
    let nodes_each = nodes.map(|nodes| nodes / window_count.max(1) as u64);
    let (counts, stopped) = (Mutex::new((0, 0)), Mutex::new(None));
    // If there are too few windows for the threads, all threads work on one window at a time.
    let parallel = if window_count >= 2 * threads { threads } else { 1 };
    let Ok(()) = share_out(parallel, windows.iter_mut(), |own| {
        let mut beam = match Beam::new(cells, network, pass.width, threads / parallel, budget) {
            Ok(beam) => beam,
            // The others go on.
            Err(stop) => {
                record_stop(&stopped, stop);
                return Ok::<(), Infallible>(());
            }
        };
        for window in own {
            let board =
                RelativeBoard::new(&window.before[..cells.count], &window.after[..cells.count]);
            let time_left =
                budget.limits.max_time.map(|time| time.saturating_sub(budget.elapsed()));
            let part = budget.part(nodes_each, time_left);
            match beam.search(&board, window.moves.len(), &part) {
                Ok(found) => window.found = found,
                Err(Stop::Nodes) => window.is_starved = true,
                Err(stop) => {
                    record_stop(&stopped, stop);
                    break;
                }
            }
        }
        let mut counts = lock(&counts);
        *counts = (counts.0 + beam.explored, counts.1 + beam.generated);
        Ok(())
    });
    let is_starved = windows.iter().all(|window| window.is_starved);
    let mut new = Vec::with_capacity(moves.len());
    let mut done = 0;
    for window in windows {
        new.extend_from_slice(&moves[done..window.moves.start]);
        match window.found {
            Some(found) => new.extend(found),
            None => new.extend_from_slice(&moves[window.moves.clone()]),
        }
        done = window.moves.end;
    }
    new.extend_from_slice(&moves[done..]);
    let (explored, generated) = *lock(&counts);
    let stopped = *lock(&stopped);
    PassReport { moves: new, explored, generated, stopped, is_starved }
}

/// Divides a solution into windows of a length; the first one has a random, shorter length. Each lasts only as long as
/// the blank stays within a part of the board of this size.
fn windows(
    part: Size,
    start: &Board,
    moves: &[Direction],
    length: usize,
    random: &mut Random,
) -> Vec<Window> {
    let mut longest = 1 + random.below(length as u64) as usize;
    let mut board = start.clone();
    let mut windows = Vec::new();
    let mut first = 0;
    while first < moves.len() {
        let (count, corner) = stretch(part, &board, &moves[first..], longest);
        let before = tiles_within(part, corner, &board);
        for &direction in &moves[first..first + count] {
            board.apply(direction);
        }
        if count >= MIN_LENGTH {
            let after = tiles_within(part, corner, &board);
            // The tiles of the part are numbered by their order before the window; the blank is 0.
            let place_of = |tile: u16| {
                let place = before.iter().position(|&other| other == tile);
                place.expect("no tile enters or leaves the part") as u8
            };
            let blank = place_of(0);
            let number = |&tile: &u16| match place_of(tile) {
                place if place == blank => 0,
                0 => blank,
                place => place,
            };
            let numbered = |tiles: &[u16]| {
                let mut numbers = [0; MAX_CELLS];
                numbers.iter_mut().zip(tiles).for_each(|(to, tile)| *to = number(tile));
                numbers
            };
            let (before, after) = (numbered(&before), numbered(&after));
            let moves = first..first + count;
            windows.push(Window { moves, before, after, found: None, is_starved: false });
        }
        first += count;
        longest = length;
    }
    windows
}

/// Returns for how many moves, at most `longest`, the blank stays within a part of the board, and the part's upper left
/// corner.
fn stretch(
    part: Size,
    board: &Board,
    moves: &[Direction],
    longest: usize,
) -> (usize, (usize, usize)) {
    let size = board.size();
    let (mut row, mut col) = (size.row(board.blank()), size.col(board.blank()));
    let (mut rows, mut cols) = (row..row + 1, col..col + 1);
    let mut count = 0;
    for &direction in moves.iter().take(longest) {
        match direction {
            Direction::Up => row -= 1,
            Direction::Down => row += 1,
            Direction::Left => col -= 1,
            Direction::Right => col += 1,
        }
        let wider = |range: &Range<usize>, to: usize| range.start.min(to)..range.end.max(to + 1);
        let (new_rows, new_cols) = (wider(&rows, row), wider(&cols, col));
        if new_rows.len() > part.rows() || new_cols.len() > part.cols() {
            break;
        }
        (rows, cols) = (new_rows, new_cols);
        count += 1;
    }
    // Centered, as far as the edges of the board allow.
    let corner = |range: Range<usize>, part: usize, side: usize| {
        range.start.saturating_sub((part - range.len()) / 2).min(side - part)
    };
    let corner = (corner(rows, part.rows(), size.rows()), corner(cols, part.cols(), size.cols()));
    (count, corner)
}

/// Returns the tiles of a part of a board.
fn tiles_within(part: Size, (top, left): (usize, usize), board: &Board) -> Vec<u16> {
    let rows = board.rows().skip(top).take(part.rows());
    rows.flat_map(|row| &row[left..left + part.cols()]).copied().collect()
}

fn record_stop(stopped: &Mutex<Option<Stop>>, stop: Stop) {
    lock(stopped).get_or_insert(stop);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::construct::construct_with_beam;
    use crate::construct::near_optimal::network_for;
    use crate::puzzle::{Goal, Puzzle, Solution};
    use crate::random::uniform;

    /// With any size of the board and of its part, no pass makes a solution longer or wrong.
    #[test]
    fn windows_on_parts_of_a_board_keep_a_solution_right() {
        for (size, part) in [("6x6", "6x6"), ("12x12", "6x6"), ("4x15", "4x6"), ("9x2", "6x2")] {
            let [size, part]: [Size; 2] = [size, part].map(|size| size.parse().expect("a size"));
            let start = uniform(&Board::classic(size), &mut Random::new(3));
            let puzzle = Puzzle::new(start, &Goal::Classic).expect("solvable");
            let mut moves = construct_with_beam(&puzzle, 0);
            let cells = Cells::new(part).expect("few cells");
            let network = network_for(part, None, &[]).expect("there is one");
            let mut random = Random::new(4);
            for _ in 0..3 {
                let before = moves.len();
                let report = pass(
                    (&cells, &network),
                    puzzle.start(),
                    &moves,
                    Pass { length: 40, width: 30 },
                    &mut random,
                    2,
                    (&Budget::unlimited(), None),
                );
                moves = report.moves;
                assert!(moves.len() <= before && report.stopped.is_none());
                Solution::new(moves.clone()).verify(&puzzle).expect("it is right");
            }
            assert!(moves.len() < construct_with_beam(&puzzle, 0).len(), "{size}");
        }
    }

    /// The blank never leaves the part while a window lasts.
    #[test]
    fn a_stretch_ends_where_the_blank_leaves_the_part() {
        let board = Board::classic(Size::new(9, 9).expect("a size"));
        let part = Size::new(4, 6).expect("a size");
        use Direction::{Left, Up};
        let moves = [[Up; 3].as_slice(), &[Left; 5], &[Up]].concat();
        assert_eq!(stretch(part, &board, &moves, 100), (8, (5, 3)));
        assert_eq!(stretch(part, &board, &moves, 4), (4, (5, 3)));
    }
}
