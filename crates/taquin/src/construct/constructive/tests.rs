//! Boards of every shape and goal are solved in few moves.

use super::*;
use crate::board::Board;
use crate::puzzle::{Goal, PuzzleError, Solution};
use crate::table::DistanceTable;
use crate::tries;

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).expect("a size")
}

/// Shuffles with SplitMix64, whose stream is fixed.
fn random_board(size: Size, seed: &mut u64) -> Board {
    let mut tiles: Vec<u16> = (0..size.cells() as u16).collect();
    for last in (1..tiles.len()).rev() {
        *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (*seed ^ *seed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        tiles.swap(last, ((mixed ^ mixed >> 31) % (last as u64 + 1)) as usize);
    }
    Board::new(size, tiles).expect("a board")
}

/// Returns the puzzle of these boards; if it is unsolvable, that of the start with two tiles swapped.
fn puzzle(start: Board, goal: &Goal) -> Puzzle {
    match Puzzle::new(start, goal) {
        Err(PuzzleError::Unsolvable(unsolvable)) => {
            Puzzle::new(unsolvable.solvable, goal).expect("solvable now")
        }
        other => other.expect("a puzzle"),
    }
}

fn solve(puzzle: &Puzzle, beam_width: usize) -> usize {
    let solution = Solution::new(construct_with_beam(puzzle, beam_width));
    if let Err(error) = solution.verify(puzzle) {
        panic!("{} to {} with a beam of {beam_width}: {error}", puzzle.start(), puzzle.goal());
    }
    solution.len()
}

/// Visits every board of a size, in lexicographic order.
fn every_board(size: Size, mut visit: impl FnMut(Board)) {
    let mut tiles: Vec<u16> = (0..size.cells() as u16).collect();
    loop {
        visit(Board::new(size, tiles.clone()).expect("a board"));
        let Some(drop) = tiles.windows(2).rposition(|pair| pair[0] < pair[1]) else { return };
        let swap = tiles.iter().rposition(|&tile| tile > tiles[drop]).expect("there is one");
        tiles.swap(drop, swap);
        tiles[drop + 1..].reverse();
    }
}

#[test]
fn every_board_of_the_small_sizes_and_every_goal_blank() {
    for (size, boards, longest) in
        [(size(2, 2), 12, 6), (size(2, 3), 360, 21), (size(3, 2), 360, 21)]
    {
        for blank in 0..size.cells() {
            let goal = Goal::Board(Board::zero_first(size).swapped(0, blank));
            let (mut solved, mut most) = (0, 0);
            every_board(size, |start| {
                if let Ok(puzzle) = Puzzle::new(start, &goal) {
                    most = most.max(solve(&puzzle, 0));
                    solved += 1;
                }
            });
            assert_eq!(solved, boards, "{size}");
            assert!(most <= longest, "{size}: {most}");
        }
    }
}

#[test]
fn every_board_of_3x3_in_the_fewest_moves() {
    let table = DistanceTable::build(&Board::classic(size(3, 3)), &crate::Budget::unlimited())
        .expect("small");
    let (mut number, step) = (0, tries(16, 1));
    every_board(size(3, 3), |start| {
        let Some(distance) = table.distance_of(&start) else { return };
        // The farthest boards are always tried.
        if number % step == 0 || distance == 31 {
            let puzzle = Puzzle::new(start, &Goal::Classic).expect("it is solvable");
            assert_eq!(solve(&puzzle, 0), usize::from(distance), "{}", puzzle.start());
        }
        number += 1;
    });
    assert_eq!(number, 181_440);
}

#[test]
fn any_shape_and_any_goal() {
    let mut seed = 1;
    let shapes = [(2, 4), (4, 2), (3, 4), (4, 3), (2, 9), (9, 2), (3, 40), (40, 3), (2, 127)];
    let shapes = shapes.into_iter().chain([(127, 2), (5, 4), (4, 7), (6, 6), (9, 13), (20, 11)]);
    for (rows, cols) in shapes {
        let size = size(rows, cols);
        for _ in 0..(200 / rows.max(cols).min(50)).div_ceil(tries(5, 1)) {
            let goal = Goal::Board(random_board(size, &mut seed));
            let puzzle = puzzle(random_board(size, &mut seed), &goal);
            for beam_width in [0, 1, 4] {
                solve(&puzzle, beam_width);
            }
        }
    }
}

#[test]
fn every_goal_blank_of_4x4_and_5x5() {
    let mut seed = 2;
    for (side, beam_width) in [(4, 0), (4, 3), (5, 0), (5, 3)] {
        let size = size(side, side);
        for blank in (0..size.cells()).cycle().take(tries(200, 1000)) {
            let goal = Goal::Board(Board::zero_first(size).swapped(0, blank));
            solve(&puzzle(random_board(size, &mut seed), &goal), beam_width);
        }
    }
}

#[test]
fn few_moves_on_squares() {
    let mut seed = 3;
    // Without a beam and with the default one: the most moves a random board takes, as a multiple of n³.
    let bounds = [(3_usize, 1.2, 1.2), (4, 2.1, 1.7), (5, 2.3, 1.7), (7, 2.3, 1.6), (10, 2.2, 1.6)];
    for (side, quick, default) in bounds.into_iter().chain([(20, 1.95, 1.65), (30, 1.9, 1.7)]) {
        for goal in [Goal::Classic, Goal::Snail] {
            for _ in 0..(60 / side).div_ceil(tries(4, 1)) {
                let puzzle = puzzle(random_board(size(side, side), &mut seed), &goal);
                let cube = side.pow(3) as f64;
                assert!((solve(&puzzle, 0) as f64) < quick * cube, "{side}");
                let moves = construct(&puzzle);
                assert!((moves.len() as f64) < default * cube, "{side}: {}", moves.len());
                Solution::new(moves).verify(&puzzle).expect("a solution");
            }
        }
    }
}

#[test]
fn the_largest_boards() {
    let mut seed = 4;
    let cases = [(100, Goal::Classic), (127, Goal::Classic), (127, Goal::Snail)];
    for (side, goal) in cases.into_iter().step_by(tries(2, 1)) {
        let puzzle = puzzle(random_board(size(side, side), &mut seed), &goal);
        let moves = construct(&puzzle);
        assert!(moves.len() as f64 <= 1.8 * side.pow(3) as f64, "{side}: {}", moves.len());
        Solution::new(moves).verify(&puzzle).expect("a solution");
    }
}

#[test]
fn wider_beams_take_fewer_moves_and_cancelling_stops() {
    let puzzle = puzzle(random_board(size(6, 6), &mut 5), &Goal::Classic);
    assert!(solve(&puzzle, 100) < solve(&puzzle, 0));
    let cancelled = Budget::unlimited();
    cancelled.cancel.cancel();
    assert_eq!(construct_with(&puzzle, &cancelled), Err(Stop::Cancelled));
}

#[test]
fn outer_lines_are_laid_until_the_given_size_is_left() {
    for (rows, cols, left) in [(9, 9, 5), (6, 11, 4), (2, 9, 5), (7, 5, 7)] {
        let puzzle = puzzle(random_board(size(rows, cols), &mut 8), &Goal::Snail);
        let laid = lay_outer_lines(&puzzle, 3, left, &Budget::unlimited(), None).expect("no limit");
        assert_eq!((laid.rows.len(), laid.cols.len()), (rows.min(left), cols.min(left)));
        let mut board = puzzle.start().clone();
        laid.moves.iter().for_each(|&direction| assert!(board.apply(direction).is_some()));
        for cell in 0..rows * cols {
            let is_left = laid.rows.contains(&(cell / cols)) && laid.cols.contains(&(cell % cols));
            let is_home = board.tiles()[cell] == puzzle.goal().tiles()[cell];
            assert!(is_left || is_home, "{rows}x{cols}, cell {cell}");
        }
    }
}
