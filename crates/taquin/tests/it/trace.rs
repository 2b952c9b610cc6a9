//! Traces: tracing changes no count, and the open and closed lists can be reconstructed at every step.

use std::time::Duration;
use taquin::heuristic::{HeuristicChoice, HeuristicId};
use taquin::parse_board;
use taquin::search::{Budget, SearchTree};
use taquin::solve::{AlgorithmId, estimate};
use taquin::store::Store;
use taquin::trace::PuzzleTrace;
use taquin::{Cancel, CostModel, Goal, InputFormat, Limits, Puzzle, Report, Solver, Stats, Trace};

fn puzzle(digits: &str) -> Puzzle {
    let board = parse_board(digits, InputFormat::Auto, None).expect("a board");
    Puzzle::new(board, &Goal::Classic).expect("it is solvable")
}

fn traced(id: &str, capacity: usize, limits: Limits, puzzle: &Puzzle) -> (Report, Trace) {
    let solver = Solver { algorithm: id.parse().ok(), limits, ..Solver::default() };
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
            let (report, trace) = traced(id, capacity, Limits::default(), &puzzle);
            assert_eq!(report.outcome, alone.outcome, "{id} with capacity {capacity}");
            assert_eq!(counts(&report), counts(&alone), "{id} with capacity {capacity}");
            let entries = trace.nodes().len() + trace.steps().len() + trace.rounds().len();
            if trace.is_complete() {
                assert_eq!(trace.steps().len() as u64, report.stats.explored, "{id}");
                assert_eq!(trace.nodes().len() as u64, report.stats.generated, "{id}");
                assert_eq!(trace.rounds().len(), report.stats.iterations.len(), "{id}");
            } else {
                assert_eq!(entries, capacity, "{id}");
            }
            assert_eq!(
                trace.is_complete(),
                capacity == usize::MAX,
                "{id} with capacity {capacity}"
            );
        }
    }
}

#[test]
fn lists_have_the_reported_sizes() {
    let puzzle = puzzle("426108573");
    for id in ["bfs", "dfs", "greedy", "astar", "weighted-astar", "dijkstra"] {
        let limits = Limits { max_nodes: Some(700), ..Limits::default() };
        let (report, trace) = traced(id, usize::MAX, limits, &puzzle);
        assert!(trace.steps().len() > 50, "{id}");
        for (number, step) in trace.steps().iter().enumerate() {
            let lists = trace.lists_at(number);
            assert_eq!(lists.open.len() as u64, step.stats.frontier, "{id} at step {number}");
            assert_eq!(lists.closed.len() as u64, step.stats.explored, "{id} at step {number}");
            assert!(lists.closed.contains(&step.id) && !lists.open.contains(&step.id));
        }
        let last = trace.lists_at(trace.steps().len());
        assert_eq!(last.open.len() as u64, report.stats.frontier, "{id} at the end");
    }
}

#[test]
fn the_path_to_the_goal_is_the_solution() {
    let puzzle = puzzle("426108573");
    for id in searches().filter(|&id| id != "bidirectional") {
        let (report, trace) = traced(id, usize::MAX, Limits::default(), &puzzle);
        let goal = trace.goal_of(&report).expect("it was reached");
        let path = trace.path_to(goal);
        assert_eq!(path.len() - 1, report.solution().map_or(0, |solution| solution.len()), "{id}");
        assert_eq!(trace.board(goal, puzzle.start()).as_ref(), Some(puzzle.goal()), "{id}");
        assert_eq!(trace.node(goal).map(|node| node.h), Some(0), "{id}");
        let parts: usize = (0..trace.steps().len()).map(|step| trace.children_of(step).len()).sum();
        assert_eq!(parts, trace.nodes().len(), "{id}");
    }
}

#[test]
fn each_round_starts_from_the_root() {
    let (report, trace) = traced("ida", usize::MAX, Limits::default(), &puzzle("426108573"));
    let last = report.stats.iterations.last().expect("it deepens");
    let (steps, generated) = trace.last_round();
    assert_eq!((steps.len() as u64, generated.len() as u64), (last.expanded, last.generated));
    assert_eq!(trace.rounds().last().map(|round| u64::from(round.bound)), Some(last.bound));
    let first_of_last = trace.steps().len() - steps.len();
    assert_eq!(trace.lists_at(first_of_last).closed, [0]);
    assert_eq!(trace.lists_at(first_of_last).open, []);
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
