//! Compares speed with the `pathfinding` crate, used as in its documentation, with a function that returns the
//! successors as a list: `cargo bench --bench speed`.
//!
//! Both solve the same boards in turn, so that a busy machine slows down both; each answer is checked, and
//! the ratio of the fastest rounds is printed. `--require` makes it fail below the target ratios.

#![allow(clippy::disallowed_methods)]

use pathfinding::prelude::{astar, bfs, idastar};
use std::hint::black_box;
use std::time::{Duration, Instant};
use taquin::generate::{Random, uniform};
use taquin::{Board, Goal, Puzzle, Size, Solver};

/// The number of rounds: enough for the fastest to be undisturbed on a busy machine.
const ROUNDS: usize = 15;

fn main() {
    let require = std::env::args().any(|argument| argument == "--require");
    let ratios = [
        ("BFS, the 31-move board", 10.0, breadth_first()),
        ("A* Manhattan, 1,000 random 3x3", 4.0, best_first()),
        ("IDA* Manhattan, ten easy 4x4 of Korf's", 10.0, deepening()),
    ];
    let mut missed = false;
    for (what, target, [ours, theirs]) in ratios {
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        println!(
            "{what}: taquin {ours:.1?}, pathfinding {theirs:.1?}: {ratio:.1}x (aim {target}x)"
        );
        missed |= ratio < target;
    }
    assert!(!(require && missed), "a target ratio was missed");
}

/// Returns the fastest time of each over several alternating rounds.
fn race(ours: impl Fn() -> u64, theirs: impl Fn() -> u64) -> [Duration; 2] {
    let mut best = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        let contenders: [&dyn Fn() -> u64; 2] = [&ours, &theirs];
        let mut answers = [0; 2];
        for ((contender, best), answer) in contenders.iter().zip(&mut best).zip(&mut answers) {
            let began = Instant::now();
            *answer = black_box(contender());
            *best = began.elapsed().min(*best);
        }
        assert_eq!(answers[0], answers[1], "both must find solutions of the same length");
    }
    best
}

fn breadth_first() -> [Duration; 2] {
    let puzzle = puzzle(3, &[6, 4, 7, 8, 5, 0, 3, 2, 1], Goal::Classic);
    let solver = Solver::default().algorithm("bfs").expect("bfs is known");
    let ours = || length(&solver, &puzzle);
    let start: Cells<9> = cells(puzzle.start());
    let goal: Cells<9> = cells(puzzle.goal());
    let theirs = || {
        let path = bfs(&start, |state| successors(state, 3), |state| *state == goal);
        path.expect("it is solvable").len() as u64 - 1
    };
    race(ours, theirs)
}

fn best_first() -> [Duration; 2] {
    let size = Size::new(3, 3).expect("3x3 is a size");
    let mut random = Random::new(1);
    let goal = Board::classic(size);
    let boards = std::iter::repeat_with(|| uniform(&goal, &mut random));
    let puzzles: Vec<Puzzle> = boards
        .take(1000)
        .map(|board| Puzzle::new(board, &Goal::Classic).expect("it is solvable"))
        .collect();
    let solver = Solver::default().algorithm("astar").expect("astar is known");
    let ours = || puzzles.iter().map(|puzzle| length(&solver, puzzle)).sum();
    let goal: Cells<9> = cells(&goal);
    let solve = |puzzle: &Puzzle| {
        let start: Cells<9> = cells(puzzle.start());
        let steps = |state: &Cells<9>| costed(state, 3);
        let path = astar(&start, steps, |state| manhattan(state, 3, true), |state| *state == goal);
        u64::from(path.expect("it is solvable").1)
    };
    let theirs = || puzzles.iter().map(solve).sum();
    race(ours, theirs)
}

fn deepening() -> [Duration; 2] {
    let puzzles = easiest_of_korf(10);
    let mut solver = Solver::default().algorithm("ida").expect("ida is known");
    solver.settings.order = "ULRD".parse().ok();
    let ours = || puzzles.iter().map(|puzzle| length(&solver, puzzle)).sum();
    let solve = |puzzle: &Puzzle| {
        let start: Cells<16> = cells(puzzle.start());
        let goal: Cells<16> = cells(puzzle.goal());
        let steps = |state: &Cells<16>| costed(state, 4);
        let path =
            idastar(&start, steps, |state| manhattan(state, 4, false), |state| *state == goal);
        u64::from(path.expect("it is solvable").1)
    };
    let theirs = || puzzles.iter().map(solve).sum();
    race(ours, theirs)
}

/// Returns Korf's boards with the fewest nodes.
fn easiest_of_korf(count: usize) -> Vec<Puzzle> {
    let lines = include_str!("../figures/korf.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut boards: Vec<(u64, &str)> = lines
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            (columns[2].parse().expect("a number of nodes"), columns[3])
        })
        .collect();
    boards.sort_unstable();
    let read = |(_, text): &(u64, &str)| {
        let tiles: Vec<u16> =
            text.split([' ', '/']).map(|tile| tile.parse().expect("a tile")).collect();
        puzzle(4, &tiles, Goal::ZeroFirst)
    };
    boards.iter().take(count).map(read).collect()
}

fn puzzle(side: usize, tiles: &[u16], goal: Goal) -> Puzzle {
    let size = Size::new(side, side).expect("it is a size");
    let board = Board::new(size, tiles.to_vec()).expect("it is a board");
    Puzzle::new(board, &goal).expect("it is solvable")
}

fn length(solver: &Solver, puzzle: &Puzzle) -> u64 {
    let report = solver.solve(puzzle).expect("the choices fit");
    report.solution().expect("it is solvable").len() as u64
}

type Cells<const N: usize> = [u8; N];

fn cells<const N: usize>(board: &Board) -> Cells<N> {
    std::array::from_fn(|cell| board.tiles()[cell] as u8)
}

/// Returns the boards one move away.
fn successors<const N: usize>(state: &Cells<N>, side: usize) -> Vec<Cells<N>> {
    let blank = state.iter().position(|&tile| tile == 0).expect("there is a blank");
    let (row, col) = (blank / side, blank % side);
    let up = (row > 0).then(|| blank - side);
    let down = (row + 1 < side).then(|| blank + side);
    let left = (col > 0).then(|| blank - 1);
    let right = (col + 1 < side).then(|| blank + 1);
    let moved = |to| {
        let mut next = *state;
        next.swap(blank, to);
        next
    };
    [up, left, right, down].into_iter().flatten().map(moved).collect()
}

/// Returns the boards one move away, each with the cost of the move.
fn costed<const N: usize>(state: &Cells<N>, side: usize) -> Vec<(Cells<N>, u32)> {
    successors(state, side).into_iter().map(|next| (next, 1)).collect()
}

/// Returns the Manhattan distance; the blank's goal cell is the last or the first.
fn manhattan<const N: usize>(state: &Cells<N>, side: usize, blank_last: bool) -> u32 {
    let away = |(cell, &tile): (usize, &u8)| {
        let home = usize::from(tile) - usize::from(blank_last);
        (cell / side).abs_diff(home / side) + (cell % side).abs_diff(home % side)
    };
    state.iter().enumerate().filter(|&(_, &tile)| tile != 0).map(away).sum::<usize>() as u32
}
