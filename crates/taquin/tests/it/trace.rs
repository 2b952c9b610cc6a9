//! Traces of boards: tracing changes no report. What a trace says is tested where it is read, in `taquin-api`.

use std::time::Duration;
use taquin::heuristic::{HeuristicChoice, HeuristicId};
use taquin::parse_board;
use taquin::search::{Budget, SearchTree};
use taquin::solve::{AlgorithmId, estimate};
use taquin::store::Store;
use taquin::{Cancel, CostModel, Goal, InputFormat, Puzzle, Report, Solver, Stats, Trace};

fn puzzle(digits: &str) -> Puzzle {
    let board = parse_board(digits, InputFormat::Auto, None).expect("a board");
    Puzzle::new(board, &Goal::Classic).expect("it is solvable")
}

fn traced(id: &str, capacity: usize, puzzle: &Puzzle) -> (Report, Trace) {
    let solver = Solver { algorithm: id.parse().ok(), ..Solver::default() };
    let mut trace = Trace::new(capacity);
    let report = solver.solve_observed(puzzle, &Cancel::new(), Some(&mut trace));
    (report.expect("the choices fit"), trace)
}

/// The statistics without time and memory: the ids recorded for an observer take memory.
fn counts(report: &Report) -> Stats {
    Stats { elapsed: Duration::ZERO, peak_bytes: 0, ..report.stats.clone() }
}

/// The algorithms that explore nodes one by one.
fn searches() -> impl Iterator<Item = &'static str> {
    let infos = AlgorithmId::ALL.iter().map(|id| id.info());
    infos.filter(|info| info.tree != SearchTree::None).map(|info| info.id)
}

#[test]
fn tracing_changes_no_count() {
    let puzzle = puzzle("426108573");
    for id in searches() {
        let solver = Solver { algorithm: id.parse().ok(), ..Solver::default() };
        let alone = solver.solve(&puzzle).expect("the choices fit");
        for capacity in [0, 1, 100, usize::MAX] {
            let (report, trace) = traced(id, capacity, &puzzle);
            assert_eq!(report.outcome, alone.outcome, "{id} with capacity {capacity}");
            assert_eq!(counts(&report), counts(&alone), "{id} with capacity {capacity}");
            assert_eq!(
                trace.is_complete(),
                capacity == usize::MAX,
                "{id} with capacity {capacity}"
            );
        }
    }
}

#[test]
fn a_board_can_be_estimated_by_name() {
    let puzzle = puzzle("647850321");
    let (store, budget) = (Store::in_memory(), Budget::unlimited());
    let of = |id: &str| {
        let heuristic: HeuristicChoice = id.parse().expect("it is on the list");
        let goal = puzzle.goal();
        estimate(&heuristic, puzzle.start(), goal, CostModel::Unit, &store, &budget)
            .expect("it fits")
    };
    assert_eq!((of("manhattan").units, of("manhattan").per_step), (21, 1));
    assert_eq!((of("zero").units, of("exact").units), (0, 31));
    // Roots of 5, of 2 twice, of 8 three times, and 2, each rounded down to 1/256.
    let roots = 572 + 2 * 362 + 3 * 724 + 512;
    assert_eq!((of("euclidean").units, of("euclidean").per_step), (roots, 256));
    let large = taquin::Board::classic("6x6".parse().expect("a size"));
    for &id in HeuristicId::ALL {
        let info = id.info();
        let small_only = ["walking-distance", "exact", "pdb"].contains(&info.id);
        let found = estimate(&id.into(), &large, &large, CostModel::Unit, &store, &budget);
        assert_eq!(found.is_err(), small_only, "{}", info.id);
        assert!(found.is_err() || found.is_ok_and(|estimate| estimate.units == 0), "{}", info.id);
    }
}
