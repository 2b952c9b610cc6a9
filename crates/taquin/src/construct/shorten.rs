//! Makes a solution shorter: the moves of a quick, long solution are mended piece by piece.
//!
//! First what is plainly wasted goes: every detour that comes back to a board it has been at, be it
//! only a move taken back at once. Then a window slides along the moves, and a beam search looks for a
//! shorter path from the board before it to the board after it (see `window.rs`). Windows grow longer and
//! beams wider stage by stage, until time is up, or the last stage finds nothing more.
//!
//! Promises: the result is never longer than the moves given, and solves the puzzle if they did, for
//! it is played once more before it is handed out. Without a deadline the result is the same every
//! time, but that takes seconds at 5x5 and hours at 50x50. The budget is checked every few milliseconds.
//! Memory is linear in the moves, some 25 bytes each, and what the beams take; all of it is on the budget's account.
//!
//! On 4x4 the result is mostly as short as can be, after a tenth of a second; on 5x5 it is a quarter
//! shorter after a second. On large boards the gain is a few percent, for the other tiles of a window
//! must come to lie exactly as before, which leaves little choice: there
//! [`construct_within`](super::constructive::construct_within) makes more of the time.

mod playing;
mod window;

use crate::board::Direction;
use crate::puzzle::Puzzle;
use playing::{Grid, Tiles, mark};
use taquin_search::{Budget, Stop};
use window::Window;

/// Window lengths and beam widths, stage by stage.
const STAGES: [(usize, usize); 7] =
    [(24, 50), (40, 150), (60, 400), (100, 1000), (160, 2500), (250, 6000), (400, 15_000)];

/// Makes a solution shorter until the budget stops it.
///
/// ```
/// use taquin::construct::{construct, shorten};
/// use taquin::search::{Budget, Cancel, Limits};
/// use taquin::{Board, Goal, Puzzle, Size, Solution};
/// use std::time::Duration;
/// let puzzle = Puzzle::new(Board::classic(Size::new(3, 5)?), &Goal::ZeroFirst)?;
/// let quick = construct(&puzzle);
/// let limits = Limits { max_time: Some(Duration::from_millis(50)), ..Limits::default() };
/// let short = shorten(&puzzle, quick.clone(), &Budget::new(limits, Cancel::new()));
/// assert!(short.len() <= quick.len());
/// Solution::new(short).verify(&puzzle)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shorten(puzzle: &Puzzle, moves: Vec<Direction>, budget: &Budget) -> Vec<Direction> {
    let grid = Grid::new(puzzle.size());
    let start = Tiles::new(puzzle);
    let mut short = without_detours(&grid, start.clone(), &moves, budget);
    // The moves given, those mended, and those before them.
    let mut held = budget.hold_nothing();
    if held.grow(3 * moves.len() as u64).is_err() {
        return checked(puzzle, &grid, short, moves);
    }
    let mut window = Window::new(&grid, budget);
    for (stage, (length, width)) in STAGES.into_iter().enumerate() {
        loop {
            let before = short.len();
            let stopped = mend(&mut window, start.clone(), &mut short, (length, width));
            if stopped.is_err() {
                return checked(puzzle, &grid, short, moves);
            }
            // A stage is repeated while it pays, the last one while it gains anything.
            let gain = before - short.len();
            let pays = gain * 200 >= before || stage + 1 == STAGES.len();
            if gain == 0 || !pays {
                break;
            }
        }
    }
    checked(puzzle, &grid, short, moves)
}

/// The shorter moves if they are right, else those given.
fn checked(
    puzzle: &Puzzle,
    grid: &Grid,
    short: Vec<Direction>,
    given: Vec<Direction>,
) -> Vec<Direction> {
    let mut tiles = Tiles::new(puzzle);
    let played = short.iter().all(|&direction| tiles.step(grid, direction).is_some());
    let solved = played && tiles.at[..] == *puzzle.goal().tiles();
    if solved && short.len() < given.len() { short } else { given }
}

/// Adds a move, or takes the last one away if this takes it back.
fn push(moves: &mut Vec<Direction>, direction: Direction) {
    if moves.last() == Some(&direction.opposite()) {
        moves.pop();
    } else {
        moves.push(direction);
    }
}

/// The moves without those between two visits of the same board, known by a hash of 64 bits.
fn without_detours(
    grid: &Grid,
    mut tiles: Tiles,
    moves: &[Direction],
    budget: &Budget,
) -> Vec<Direction> {
    // An open-addressed table of the moves kept, by the hash of the board after them.
    let mask = (moves.len() * 2 + 2).next_power_of_two() - 1;
    let mut held = budget.hold_nothing();
    // The table, and lists of hashes and moves that double as they grow.
    let lists = moves.len().next_power_of_two() * (size_of::<u64>() + 1);
    if held.grow(((mask + 1) * size_of::<u32>() + lists) as u64).is_err() {
        return moves.to_vec();
    }
    let stop = || budget.check().is_err();
    let mut table = vec![0u32; mask + 1];
    let (mut kept, mut hashes): (Vec<Direction>, Vec<u64>) = (Vec::new(), vec![0]);
    let mut hash = 0;
    for (index, &direction) in moves.iter().enumerate() {
        let from = tiles.blank;
        let Some(tile) = tiles.step(grid, direction).filter(|_| index % 4096 > 0 || !stop()) else {
            kept.extend(&moves[index..]);
            break;
        };
        hash ^= mark(tile.into(), from) ^ mark(tile.into(), tiles.blank);
        let mut slot = hash as usize & mask;
        // Entries of moves cut off since are out of date and match nothing.
        let seen = loop {
            let entry = table[slot] as usize;
            match hashes.get(entry) {
                _ if entry == 0 => break (hash == 0).then_some(0),
                Some(&known) if known == hash => break Some(entry),
                _ => slot = (slot + 1) & mask,
            }
        };
        if let Some(length) = seen {
            kept.truncate(length);
            hashes.truncate(length + 1);
        } else {
            kept.push(direction);
            hashes.push(hash);
            table[slot] = kept.len() as u32;
        }
    }
    kept
}

/// Slides a window along the moves and replaces what it shows by something shorter. Where the budget stops it, what
/// was not shown yet stays as it was.
fn mend(
    window: &mut Window,
    mut tiles: Tiles,
    moves: &mut Vec<Direction>,
    (length, width): (usize, usize),
) -> Result<(), Stop> {
    let mut mended = Vec::with_capacity(moves.len());
    let mut rest = &moves[..];
    let mut shown: Vec<Direction> = Vec::with_capacity(length);
    let stopped = loop {
        let (more, after) = rest.split_at(rest.len().min(length - shown.len()));
        shown.extend(more);
        rest = after;
        if shown.is_empty() {
            break Ok(());
        }
        match window.search(&tiles, &shown, width) {
            Ok(Some(shorter)) => shown = shorter,
            Ok(None) => {}
            Err(stop) => break Err(stop),
        }
        for direction in shown.drain(..shown.len().min(length / 2)) {
            tiles.step(window.grid, direction);
            push(&mut mended, direction);
        }
    };
    mended.extend(shown);
    mended.extend(rest);
    *moves = mended;
    stopped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::Size;
    use crate::construct::construct_with_beam;
    use crate::puzzle::{Goal, Solution};
    use taquin_search::{Cancel, Limits};

    /// A budget that is cancelled at the check of this number.
    fn after_checks(number: u64) -> Budget {
        Budget::new(Limits::default(), Cancel::after_checks(number))
    }

    /// A board some pseudo-random moves away from the goal, and these moves back.
    fn walk(side: usize, steps: usize, mut seed: u64) -> (Puzzle, Vec<Direction>) {
        let size = Size::new(side, side).expect("a size");
        let mut board = Board::classic(size);
        let mut back = Vec::new();
        while back.len() < steps {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let direction = Direction::ALL[(seed >> 60) as usize % 4];
            if board.apply(direction).is_some() {
                back.push(direction.opposite());
            }
        }
        back.reverse();
        (Puzzle::new(board, &Goal::Classic).expect("a puzzle"), back)
    }

    fn shortened(puzzle: &Puzzle, moves: &[Direction], budget: &Budget) -> usize {
        let short = Solution::new(shorten(puzzle, moves.to_vec(), budget));
        short.verify(puzzle).expect("still a solution");
        assert!(short.len() <= moves.len());
        short.len()
    }

    #[test]
    fn random_walks_become_optimal_on_small_boards() {
        for seed in 0..20 {
            let (puzzle, moves) = walk(3, 2000, seed);
            // On 3x3 construct is exact.
            let length = shortened(&puzzle, &moves, &Budget::unlimited());
            assert_eq!(length, construct_with_beam(&puzzle, 0).len());
        }
        let (puzzle, moves) = walk(4, 30_000, 1);
        assert!(shortened(&puzzle, &moves, &after_checks(2000)) < 30_000);
    }

    #[test]
    fn detours_are_cut() {
        let (puzzle, _) = walk(4, 0, 0);
        use Direction::{Down, Left, Right, Up};
        let around: Vec<Direction> = [Left, Up, Right, Down].repeat(3 * 1000);
        assert_eq!(shortened(&puzzle, &around, &Budget::unlimited()), 0);
        let (puzzle, moves) = walk(20, 300, 7);
        let there_and_back: Vec<Direction> = moves
            .iter()
            .copied()
            .chain(moves.iter().rev().map(|direction| direction.opposite()))
            .chain(moves.iter().copied())
            .collect();
        assert!(shortened(&puzzle, &there_and_back, &after_checks(100)) <= moves.len());
    }

    #[test]
    fn what_is_no_solution_comes_back_as_it_is() {
        let (puzzle, mut moves) = walk(4, 100, 3);
        moves.push(Direction::Right);
        assert_eq!(shorten(&puzzle, moves.clone(), &Budget::unlimited()), moves);
        moves.truncate(90);
        assert_eq!(shorten(&puzzle, moves.clone(), &Budget::unlimited()), moves);
        assert!(shorten(&puzzle, Vec::new(), &Budget::unlimited()).is_empty());
    }

    #[test]
    fn constructed_solutions_of_any_shape() {
        for (side, beam_width) in [(2, 0), (3, 0), (4, 0), (4, 9), (5, 0), (7, 1), (12, 0)] {
            let (puzzle, _) = walk(side, 20_000, 5);
            let moves = construct_with_beam(&puzzle, beam_width);
            let length = shortened(&puzzle, &moves, &after_checks(5000));
            assert!(length < moves.len() || side < 4, "{side}");
        }
    }

    #[test]
    fn the_same_result_every_time() {
        let (puzzle, _) = walk(4, 1000, 8);
        let moves = construct_with_beam(&puzzle, 0);
        let result = || {
            let budget = after_checks(300);
            (shorten(&puzzle, moves.clone(), &budget), budget.cancel.checks())
        };
        let (first, checks) = result();
        assert_eq!(((first.clone(), checks), checks), (result(), 300));
        assert!(first.len() < moves.len());
    }

    #[test]
    fn it_stops_at_the_first_check_that_says_so() {
        let (puzzle, moves) = walk(127, 100_000, 9);
        for number in [1, 2, 20, 200] {
            let budget = after_checks(number);
            shortened(&puzzle, &moves, &budget);
            // The moves that were not looked at, and the windows that were begun, are not checked once more.
            assert!(budget.cancel.checks() <= number + 1, "{number}: {}", budget.cancel.checks());
        }
    }

    #[test]
    fn too_little_memory_is_not_passed() {
        let (puzzle, moves) = walk(20, 30_000, 9);
        for max_bytes in [0, 1 << 10, 1 << 18, 1 << 20] {
            let limits = Limits { max_bytes: Some(max_bytes), ..Limits::default() };
            let budget = Budget::new(limits, Cancel::after_checks(2000));
            shortened(&puzzle, &moves, &budget);
            assert!(budget.peak_bytes() <= max_bytes);
        }
    }
}
