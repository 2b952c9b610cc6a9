//! `near-optimal`: a valid solution at any moment, successively shorter ones, and the same moves on every machine.

use crate::tries;
use taquin::random::{Random, uniform};
use taquin::search::Improvement;
use taquin::solve::AlgorithmId;
use taquin::{Board, Cancel, Goal, Limits, Outcome, Puzzle, Report, Solver, Stop};

fn any_board(size: &str, seed: u64) -> Puzzle {
    let goal = Board::classic(size.parse().expect("a size"));
    Puzzle::new(uniform(&goal, &mut Random::new(seed)), &Goal::Classic).expect("it can be solved")
}

fn solver(algorithm: &str, limits: Limits, threads: usize) -> Solver {
    let mut solver = Solver::default().algorithm(algorithm).expect("it is known");
    solver.limits = limits;
    solver.settings.threads = Some(threads);
    solver
}

fn nodes(max_nodes: u64) -> Limits {
    Limits { max_nodes: Some(max_nodes), ..Limits::default() }
}

/// Checks that the solution is valid, and that every improvement is one.
fn assert_valid(puzzle: &Puzzle, report: &Report) {
    let solution = report.solution().expect("there always is one");
    solution.verify(puzzle).expect("it is valid");
    let costs: Vec<u64> = report.improvements.iter().map(|found| found.cost).collect();
    assert!(costs.is_sorted_by(|a, b| a > b), "{costs:?}");
    assert_eq!(costs.last(), Some(&(solution.len() as u64)));
    let in_order = |a: &Improvement, b: &Improvement| {
        a.explored <= b.explored && a.elapsed <= b.elapsed && a.lower_bound <= b.lower_bound
    };
    assert!(report.improvements.is_sorted_by(in_order), "{:?}", report.improvements);
}

#[test]
fn the_same_moves_with_any_number_of_threads() {
    for algorithm in ["near-optimal", "auto"] {
        for (seed, size) in (1..).zip(["5x5", "6x6", "3x6", "2x9", "5x7", "9x9", "4x20"]) {
            let puzzle = any_board(size, seed);
            let most = tries(25_000, 3_000_000);
            let run = |threads| {
                let report = solver(algorithm, nodes(most), threads).solve(&puzzle);
                let report = report.expect("the choices fit");
                assert_valid(&puzzle, &report);
                assert!(report.stats.explored <= most, "{size}: {}", report.stats.explored);
                let found =
                    |found: &Improvement| (found.cost, found.explored, found.found_by.clone());
                let improvements: Vec<_> = report.improvements.iter().map(found).collect();
                (report.outcome.clone(), report.stats.explored, improvements)
            };
            let one = run(1);
            assert_eq!((&one, &one), (&run(2), &run(5)), "{algorithm}, {size}");
        }
    }
}

/// More nodes never make a solution longer, and the learnt score pays off.
#[test]
fn it_is_much_better_than_the_construction() {
    for (seed, (size, few)) in (1..).zip([("5x5", 20_000), ("6x6", 20_000), ("12x12", 50_000)]) {
        let puzzle = any_board(size, seed);
        let solved = |most| solver("near-optimal", nodes(most), 2).solve(&puzzle);
        let costs = [0, few, 10 * few].map(|most| solved(most).expect("it fits").cost);
        let [constructed, quick, good] = costs.map(|cost| cost.expect("it is solved"));
        assert!(quick <= constructed && good <= quick, "{size}: {costs:?}");
        assert!(good * 2 < constructed * 3 / 2, "{size}: {costs:?}");
    }
}

/// The limit holds in every phase: roaming, laying lines, beams and windows.
#[test]
fn no_more_states_are_explored_than_allowed() {
    let puzzle = any_board("20x20", 6);
    for most in [100_000, 300_000, 500_000, 700_000] {
        let report = solver("near-optimal", nodes(most), 2).solve(&puzzle).expect("it fits");
        assert_valid(&puzzle, &report);
        assert!(report.stats.explored <= most, "{most}: {}", report.stats.explored);
    }
}

#[test]
fn a_memory_limit_is_kept_and_there_is_a_solution() {
    for puzzle in [any_board("6x6", 3), any_board("11x11", 3)] {
        for max_bytes in [0, 1 << 10, 64 << 10, 1 << 20, 8 << 20, 64 << 20] {
            let limits = Limits { max_bytes: Some(max_bytes), ..nodes(tries(30_000, 100_000)) };
            let report = solver("near-optimal", limits, 2).solve(&puzzle).expect("the choices fit");
            assert!(report.stats.peak_bytes <= max_bytes, "{max_bytes}");
            // The construction claims its memory like everything else.
            match max_bytes {
                ..=1024 => assert_eq!(report.outcome, Outcome::Stopped(Stop::Memory)),
                _ => assert_valid(&puzzle, &report),
            }
        }
    }
}

#[test]
fn it_stops_at_any_check_with_a_valid_solution() {
    for puzzle in [any_board("5x5", 4), any_board("10x10", 4)] {
        for number in (2..).step_by(tries(97, 7)).take(tries(10, 300)) {
            let (solver, cancel) =
                (solver("near-optimal", nodes(1_000_000), 2), Cancel::after_checks(number));
            let report = solver.solve_observed(&puzzle, &cancel, None).expect("the choices fit");
            assert_valid(&puzzle, &report);
        }
    }
}

/// Once a beam has covered the whole space, the search ends by itself.
#[test]
fn small_boards_end_by_themselves_with_the_fewest_moves() {
    for seed in 0..5 {
        let puzzle = any_board("3x3", seed);
        let report = solver("near-optimal", Limits::default(), 1).solve(&puzzle);
        let fewest = solver("table", Limits::default(), 1).solve(&puzzle);
        let [report, fewest] = [report, fewest].map(|report| report.expect("the choices fit"));
        assert_eq!((report.cost, report.stopped_by), (fewest.cost, None));
    }
}

/// The attempt to prove an easy board takes a fifth of the states, not all of them.
#[test]
fn auto_leaves_most_states_to_it() {
    let puzzle = any_board("5x5", 5);
    let report = solver("auto", nodes(100_000), 1).solve(&puzzle).expect("the choices fit");
    assert_valid(&puzzle, &report);
    assert_eq!(report.algorithm, AlgorithmId::NearOptimal);
    let explored: Vec<u64> = report.attempts.iter().map(|attempt| attempt.explored).collect();
    assert_eq!((explored[0], explored.len()), (20_000, 2), "{explored:?}");
}
