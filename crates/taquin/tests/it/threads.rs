//! IDA* on several threads: the same solutions, and the same counts up to the last round.

use std::time::Duration;
use taquin::Settings;
use taquin::figures::korf_boards;
use taquin::generate::{Random, uniform};
use taquin::parse_board;
use taquin::{
    Board, Cancel, Goal, InputFormat, Limits, Outcome, Puzzle, Report, Size, Solver, Stop,
};

fn ida(heuristic: &str, threads: usize) -> Solver {
    let solver = Solver::default().algorithm("ida").expect("known");
    Solver {
        settings: Settings { threads: Some(threads), ..Settings::default() },
        ..solver.heuristic(heuristic).expect("known")
    }
}

fn solve(solver: &Solver, puzzle: &Puzzle) -> Report {
    let report = solver.solve(puzzle).expect("it fits");
    report.solution().expect("it is solvable").verify(puzzle).expect("it solves the puzzle");
    assert!(report.optimal);
    report
}

#[test]
fn lengths_and_all_rounds_but_the_last_are_the_same() {
    let mut random = Random::new(3);
    let goal = Board::classic(Size::new(3, 3).expect("9 cells"));
    let mut puzzles: Vec<Puzzle> = (0..20)
        .map(|_| Puzzle::new(uniform(&goal, &mut random), &Goal::Classic).expect("solvable"))
        .collect();
    // The three easiest of Korf's boards.
    let mut korf = korf_boards();
    korf.sort_by_key(|board| board.nodes);
    let zero_first = |board| Puzzle::new(board, &Goal::ZeroFirst).expect("solvable");
    puzzles.extend(korf.into_iter().take(3).map(|korf| zero_first(korf.board)));
    for puzzle in &puzzles {
        let alone = solve(&ida("manhattan", 1), puzzle);
        for threads in [2, 3] {
            let shared = solve(&ida("manhattan", threads), puzzle);
            assert_eq!(shared.cost, alone.cost);
            let rounds = |report: &Report| {
                let rounds = &report.stats.iterations;
                (rounds[..rounds.len() - 1].to_vec(), rounds.last().map(|round| round.bound))
            };
            assert_eq!(rounds(&shared), rounds(&alone), "{}", puzzle.start());
            let sum = shared.stats.iterations.iter().map(|round| round.generated).sum::<u64>();
            assert_eq!(shared.stats.generated, sum);
        }
    }
}

#[test]
fn a_goal_that_is_tested_late_is_explored_but_not_expanded() {
    let one_move = parse_board("123456708", InputFormat::Auto, None).expect("a board");
    let puzzle = Puzzle::new(one_move, &Goal::Classic).expect("it is solvable");
    for threads in [1, 2] {
        let solver = ida("manhattan", threads).set("goal-test", "late").expect("a goal test");
        let stats = solve(&solver, &puzzle).stats;
        assert_eq!((stats.explored, stats.expanded), (2, 1), "{threads}");
    }
}

#[test]
fn limits_hold_for_all_threads_together() {
    let korf = korf_boards().swap_remove(87);
    let puzzle = Puzzle::new(korf.board, &Goal::ZeroFirst).expect("it is solvable");
    for threads in [2, 3, 64] {
        for max_nodes in [1, 999, 100_000, 1_234_567] {
            let mut solver = ida("manhattan", threads);
            solver.limits = Limits { max_nodes: Some(max_nodes), ..Limits::default() };
            let report = solver.solve(&puzzle).expect("it fits");
            assert_eq!(report.outcome, Outcome::Stopped(Stop::Nodes));
            assert_eq!(report.stats.explored, max_nodes, "{threads} threads");
            assert!(report.stats.peak_bytes > 0);
        }
    }
    let mut solver = ida("manhattan", 2);
    solver.limits = Limits { max_time: Some(Duration::from_millis(100)), ..Limits::default() };
    let report = solver.solve(&puzzle).expect("it fits");
    assert_eq!(report.outcome, Outcome::Stopped(Stop::Time));
    assert!(report.stats.elapsed >= Duration::from_millis(100));
    solver.limits = Limits { max_bytes: Some(1 << 16), ..Limits::default() };
    let report = solver.solve(&puzzle).expect("it fits");
    assert_eq!(report.outcome, Outcome::Stopped(Stop::Memory));
    let cancel = Cancel::new();
    cancel.cancel();
    let report = ida("manhattan", 2).solve_observed(&puzzle, &cancel, None).expect("it fits");
    assert_eq!(report.outcome, Outcome::Stopped(Stop::Cancelled));
}

#[test]
fn a_limit_on_nodes_is_exact_with_pattern_databases_too() {
    let korf = korf_boards().swap_remove(87);
    let puzzle = Puzzle::new(korf.board, &Goal::ZeroFirst).expect("it is solvable");
    let solver = Solver::default().algorithm("fast-ida").expect("known");
    let mut solver = solver.heuristic("pdb:555").expect("known");
    for threads in [1, 2, 16] {
        for max_nodes in [1, 999, 50_000, 123_457] {
            solver.settings.threads = Some(threads);
            solver.limits = Limits { max_nodes: Some(max_nodes), ..Limits::default() };
            let report = solver.solve(&puzzle).expect("it fits");
            assert_eq!(report.outcome, Outcome::Stopped(Stop::Nodes));
            assert_eq!(report.stats.explored, max_nodes, "{threads} threads");
        }
    }
}
