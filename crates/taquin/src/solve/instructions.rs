//! Loops that are also compiled for newer instructions find and count the same with either set. If the processor has no
//! newer ones, both runs are the same.

use crate::board::{Board, MoveOrder};
use crate::cost::CostModel;
use crate::heuristic::{BuiltIn, Heuristic, LinearConflict, Manhattan, WalkingDistance};
use crate::pattern::{Partitions, ida};
use crate::problem::Tiles;
use crate::puzzle::{Goal, Puzzle};
use crate::random::{Random, uniform, walk};
use crate::state::RankedPuzzle;
use crate::store::{Building, Store};
use std::time::Duration;
use taquin_search::{
    AStar, Algorithm, Budget, Cancel, Iddfs, InstructionSet, Limits, Problem, Run, Silent, Stats,
};

const LIMITS: Limits = Limits { max_nodes: Some(200_000), max_time: None, max_bytes: None };

/// Runs a search with each set of instructions, and compares everything that it reports.
fn runs_the_same<M, R: PartialEq + std::fmt::Debug>(
    what: &str,
    search: impl Fn(&mut Run<M, Silent>) -> R,
) {
    let [portable, best]: [(R, Stats, u32); 2] = [InstructionSet::PORTABLE, InstructionSet::best()]
        .map(|instructions| {
            let budget = Budget::new(LIMITS, Cancel::new());
            let mut run = Run::new(budget, Silent).with_instructions(instructions);
            let found = search(&mut run);
            let (stats, bound) = run.finish();
            (found, Stats { elapsed: Duration::ZERO, ..stats }, bound)
        });
    assert!(portable.1.generated > 0, "{what}");
    assert_eq!(portable, best, "{what}");
}

fn searches_the_same<A: Algorithm, P: Problem>(what: &str, problem: &P) {
    assert!(P::FOR_NEWER, "{what}");
    runs_the_same(what, |run| A::with_defaults().search(problem, run));
}

fn with_heuristic<A: Algorithm, H: Heuristic<u64> + BuiltIn>(puzzle: &Puzzle) {
    let heuristic = H::new(puzzle.goal(), CostModel::Unit).expect("it fits");
    let tiles = Tiles::<u64, H>::new(puzzle, heuristic, CostModel::Unit, MoveOrder::default());
    searches_the_same::<A, _>(&format!("{} {}", A::INFO.id, H::INFO.id), &tiles);
}

/// Returns some boards of a size: near the goal, and anywhere.
fn puzzles(size: &str) -> Vec<Puzzle> {
    let goal = Goal::Classic.board(size.parse().expect("a size"));
    let mut random = Random::new(15);
    let near = (0..4).map(|_| walk(&goal, 60, &mut random)).collect::<Vec<Board>>();
    let far = (0..4).map(|_| uniform(&goal, &mut random)).collect::<Vec<Board>>();
    let boards = near.into_iter().chain(far).filter(|board| *board != goal);
    boards.map(|board| Puzzle::new(board, &Goal::Classic).expect("it is solvable")).collect()
}

#[test]
fn deepening_counts_the_same() {
    for puzzle in puzzles("3x3").iter().chain(&puzzles("4x4")) {
        with_heuristic::<taquin_search::Ida, Manhattan>(puzzle);
        with_heuristic::<taquin_search::Ida, LinearConflict>(puzzle);
        with_heuristic::<taquin_search::Ida, WalkingDistance>(puzzle);
    }
    for puzzle in puzzles("3x3") {
        let ranked = RankedPuzzle::new(&puzzle, MoveOrder::default()).expect("a small space");
        searches_the_same::<Iddfs, _>("iddfs", &ranked);
    }
}

#[test]
fn best_first_search_counts_the_same() {
    for puzzle in puzzles("3x3").iter().chain(&puzzles("4x4")) {
        with_heuristic::<AStar, Manhattan>(puzzle);
        with_heuristic::<AStar, LinearConflict>(puzzle);
    }
}

#[test]
fn fast_ida_counts_the_same() {
    // One partition for each number of views and tables that is compiled.
    for partition in ["555", "555+663", "33333"] {
        let partitions: Partitions = partition.parse().expect("a partition");
        let goal = Goal::Classic.board("4x4".parse().expect("a size"));
        let sets = Store::in_memory().pattern_sets(&partitions, &goal, Building::unlimited(2));
        let sets = sets.expect("tables").sets;
        for puzzle in puzzles("4x4") {
            runs_the_same(partition, |run| ida::search(&puzzle, &sets, 1, None, run));
        }
    }
}
