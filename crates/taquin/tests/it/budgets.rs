//! Limits and observers: limits are exact, a stop is a result with its statistics, the same input gives the same
//! counts, and observing a search does not change them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taquin::search::{Cancel, Clock, Event, Limits, Observer, SearchTree, Stats, Stop};
use taquin::solve::AlgorithmId;
use taquin::{Cost, Goal, InputFormat, Move, Outcome, Puzzle, Report, Solver, parse_board};

fn puzzle(digits: &str) -> Puzzle {
    let board = parse_board(digits, InputFormat::Auto, None).expect("a board");
    Puzzle::new(board, &Goal::Classic).expect("it is solvable")
}

/// A board far enough for every algorithm to explore some thousand nodes, near enough for uninformed tree searches.
fn medium_puzzle() -> Puzzle {
    puzzle("426108573")
}

fn fifteen() -> Puzzle {
    puzzle("2 5 13 12/1 0 3 15/9 7 14 6/10 11 8 4")
}

fn ids() -> impl Iterator<Item = &'static str> {
    AlgorithmId::ALL.iter().map(|id| id.info().id)
}

/// The algorithms that explore nodes one by one.
fn searches() -> impl Iterator<Item = &'static str> {
    let infos = AlgorithmId::ALL.iter().map(|id| id.info());
    infos.filter(|info| info.tree != SearchTree::None).map(|info| info.id)
}

fn solver(id: &str, limits: Limits) -> Solver {
    Solver { algorithm: id.parse().ok(), limits, path_ids: true, ..Solver::default() }
}

fn solve(id: &str, limits: Limits, puzzle: &Puzzle) -> Report {
    solver(id, limits).solve(puzzle).expect("the choices fit")
}

/// Solves with path ids and without: some searches take another code path without them.
fn solve_both_ways(id: &str, limits: Limits, puzzle: &Puzzle) -> [Report; 2] {
    let solve = |path_ids| Solver { path_ids, ..solver(id, limits) }.solve(puzzle);
    [true, false].map(|path_ids| solve(path_ids).expect("the choices fit"))
}

/// The statistics without the elapsed time.
fn counts(report: &Report) -> Stats {
    Stats { elapsed: Duration::ZERO, ..report.stats.clone() }
}

#[test]
fn a_node_budget_is_exact() {
    let puzzle = medium_puzzle();
    // The excluded two may answer without exploring any node.
    for id in ids().filter(|id| !["constructive", "near-optimal"].contains(id)) {
        let all = solve(id, Limits::default(), &puzzle).stats.explored;
        for most in [0, 1, 2, 3, 10, 100, 4095, 4096, 4097, 5000, all - 1] {
            let limits = Limits { max_nodes: Some(most), ..Limits::default() };
            for report in solve_both_ways(id, limits, &puzzle) {
                if most < all {
                    assert_eq!(report.outcome, Outcome::Stopped(Stop::Nodes), "{id} with {most}");
                    assert_eq!(report.stats.explored, most, "{id}");
                } else {
                    assert!(report.solution().is_some(), "{id} needs {all} nodes and has {most}");
                }
            }
        }
        let limits = Limits { max_nodes: Some(all), ..Limits::default() };
        for enough in solve_both_ways(id, limits, &puzzle) {
            assert!(enough.solution().is_some(), "{id} needs {all} nodes");
            assert_eq!(enough.stats.explored, all, "{id}");
        }
    }
}

#[test]
fn repeated_searches_count_the_same() {
    for puzzle in [medium_puzzle(), puzzle("1 2 3 4/5 6 7 8/0 10 11 12/9 13 14 15")] {
        let three_by_three = puzzle.size().cells() == 9;
        for id in ids().filter(|&id| three_by_three || !["table", "dfs"].contains(&id)) {
            // The first run builds the tables, which takes memory, too.
            solve(id, Limits::default(), &puzzle);
            let first = solve(id, Limits::default(), &puzzle);
            let again = solve(id, Limits::default(), &puzzle);
            assert_eq!(first.outcome, again.outcome, "{id}");
            assert_eq!(first.path_ids, again.path_ids, "{id}");
            assert_eq!(counts(&first), counts(&again), "{id}");
        }
    }
}

/// Counts the events it receives, and checks that they are consistent.
#[derive(Default)]
struct CheckingObserver {
    explored: u64,
    generated: u64,
    rounds: Vec<Cost>,
    ticks: u64,
}

impl Observer<Move> for CheckingObserver {
    fn event(&mut self, event: Event<'_, Move>) {
        match event {
            Event::Explored(node, stats) => {
                self.explored += 1;
                assert_eq!(stats.explored, self.explored);
                assert!(node.id <= self.generated, "a node is explored before it is generated");
            }
            Event::Generated(child) => {
                self.generated += 1;
                assert_eq!(child.id, self.generated, "children are numbered as they are generated");
                assert!(child.parent < child.id, "{} is a child of {}", child.id, child.parent);
            }
            Event::Deepened { bound, .. } => {
                assert!(self.rounds.last().is_none_or(|&last| last < bound));
                self.rounds.push(bound);
            }
            Event::Tick(stats) => {
                self.ticks += 1;
                assert_eq!(stats.explored, self.explored);
            }
            _ => {}
        }
    }
}

#[test]
fn observing_changes_no_count() {
    let puzzle = medium_puzzle();
    for id in searches() {
        for max_nodes in [None, Some(1), Some(1000)] {
            let limits = Limits { max_nodes, ..Limits::default() };
            let solver = solver(id, limits);
            let [unobserved, without_ids] = solve_both_ways(id, limits, &puzzle);
            let without_bytes = |report: &Report| Stats { peak_bytes: 0, ..counts(report) };
            assert_eq!(unobserved.outcome, without_ids.outcome, "{id}");
            assert_eq!(without_bytes(&unobserved), without_bytes(&without_ids), "{id}");
            let mut observer = CheckingObserver::default();
            let observed = solver.solve_observed(&puzzle, &Cancel::new(), Some(&mut observer));
            let observed = observed.expect("the choices fit");
            assert_eq!(unobserved.outcome, observed.outcome, "{id}");
            assert_eq!(counts(&unobserved), counts(&observed), "{id}");
            let stats = observed.stats;
            assert_eq!(observer.explored, stats.explored, "{id}");
            let rounds: Vec<u64> = observer.rounds.iter().map(|&bound| u64::from(bound)).collect();
            let iterations: Vec<u64> = stats.iterations.iter().map(|round| round.bound).collect();
            assert_eq!(rounds, iterations, "{id}");
            assert!(observer.ticks > 0, "{id}");
            assert_eq!(observer.generated, stats.generated, "{id}");
        }
    }
}

#[test]
fn counts_are_consistent() {
    let puzzle = medium_puzzle();
    for id in searches() {
        let report = solve(id, Limits::default(), &puzzle);
        let length = report.solution().map_or(0, |solution| solution.len() as u64);
        let stats = report.stats;
        assert!(stats.expanded <= stats.explored, "{id}: {stats:?}");
        assert!(stats.generated <= 4 * stats.expanded, "{id}: {stats:?}");
        assert!(stats.generated >= stats.expanded, "{id}: {stats:?}");
        assert!(stats.frontier <= stats.max_frontier, "{id}: {stats:?}");
        assert!(stats.depth <= stats.max_depth, "{id}: {stats:?}");
        // A bidirectional search goes only half the way from each end.
        assert!(
            stats.max_depth >= if id == "bidirectional" { length / 2 } else { length },
            "{id}: {stats:?}"
        );
        assert!(stats.peak_bytes > 0, "{id}: {stats:?}");
        let rounds = &stats.iterations;
        if !rounds.is_empty() {
            let expanded: u64 = rounds.iter().map(|round| round.expanded).sum();
            let generated: u64 = rounds.iter().map(|round| round.generated).sum();
            assert_eq!((expanded, generated), (stats.expanded, stats.generated), "{id}");
        }
    }
}

#[test]
fn a_raised_flag_stops_at_once() {
    let cancel = Cancel::new();
    cancel.cancel();
    for puzzle in [medium_puzzle(), fifteen()] {
        for id in ids().filter(|&id| puzzle.size().cells() == 9 || id != "table") {
            // A first run builds the tables.
            solve(id, Limits { max_nodes: Some(100), ..Limits::default() }, &puzzle);
            let solver = solver(id, Limits::default());
            let report = solver.solve_observed(&puzzle, &cancel, None).expect("the choices fit");
            assert_eq!(report.outcome, Outcome::Stopped(Stop::Cancelled), "{id}");
            assert_eq!(report.stats.explored, 0, "{id}");
        }
    }
}

#[test]
fn a_time_limit_of_zero_stops_at_once() {
    let limits = Limits { max_time: Some(Duration::ZERO), ..Limits::default() };
    for id in searches().chain(["table"]) {
        let report = solve(id, limits, &medium_puzzle());
        assert_eq!(report.outcome, Outcome::Stopped(Stop::Time), "{id}");
    }
}

/// A clock that advances by a millisecond whenever it is read.
fn ticking() -> Clock {
    let reads = AtomicU64::new(0);
    Clock::provided_by(move || Duration::from_millis(reads.fetch_add(1, Ordering::Relaxed)))
}

#[test]
fn a_time_limit_is_kept() {
    let limits = Limits { max_time: Some(Duration::from_millis(50)), ..Limits::default() };
    let puzzle = puzzle("15 14 8 12/10 9 11 13/2 6 5 1/3 7 4 0");
    for id in ["bfs", "dfs", "iddfs", "bidirectional", "dijkstra", "astar", "ida", "rbfs"] {
        let solve = || {
            let solver = Solver { limits, clock: ticking(), ..Solver::default() };
            solver.algorithm(id).and_then(|solver| solver.solve(&puzzle)).expect("it fits")
        };
        let (report, again) = (solve(), solve());
        assert_eq!(report.outcome, Outcome::Stopped(Stop::Time), "{id}");
        // The clock is read every fixed number of nodes, whatever the machine.
        let elapsed = report.stats.elapsed.as_millis();
        assert!((50..60).contains(&elapsed), "{id}: {elapsed}");
        assert!(report.stats.explored > 0, "{id}");
        assert_eq!(report.stats, again.stats, "{id}");
    }
}

#[test]
fn little_memory_stops_with_statistics() {
    for most in [0, 500, 10_000, 100_000] {
        let limits = Limits { max_bytes: Some(most), ..Limits::default() };
        for id in searches() {
            // Searches that store only the current path need little memory.
            let path_only =
                id.parse::<AlgorithmId>().expect("known").info().tree == SearchTree::Walked;
            if path_only && most > 500 {
                continue;
            }
            for report in solve_both_ways(id, limits, &fifteen()) {
                assert_eq!(report.outcome, Outcome::Stopped(Stop::Memory), "{id} with {most}");
                assert!(report.stats.peak_bytes <= most, "{id}: {}", report.stats.peak_bytes);
                // Some need memory for two lists before they can start.
                let enough = if path_only { 500 } else { 10_000 };
                assert!(most < enough || report.stats.explored > 0, "{id} with {most}");
            }
        }
        let table = solve("table", limits, &medium_puzzle());
        assert_eq!(table.outcome, Outcome::Stopped(Stop::Memory));
    }
}

#[test]
fn the_states_stored_are_counted_and_what_is_fixed_is_the_same_for_every_board() {
    let run = |id: &str, board: &str| {
        let report = solver(id, Limits::default()).solve(&puzzle(board)).expect("it fits");
        report.stats
    };
    for id in ["bfs", "dfs", "dijkstra", "greedy", "astar", "weighted-astar"] {
        let stats = run(id, "412587063");
        // Every node that is stored was taken off the frontier, or is still on it.
        assert_eq!(stats.stored, stats.explored + stats.frontier, "{id}");
    }
    for id in ["ida", "iddfs", "fast-ida"] {
        let stats = run(id, "412587063");
        assert_eq!(stats.stored, stats.max_depth + 1, "{id}: the path, with the start");
    }
    assert_eq!(run("table", "412587063").stored, 181_440);
    for id in ["bfs", "bidirectional", "dfs", "greedy", "astar", "table"] {
        let [near, far] = ["123450786", "647850321"].map(|board| run(id, board));
        assert_eq!(near.fixed_bytes, far.fixed_bytes, "{id}");
        assert!((20_000..=near.peak_bytes).contains(&near.fixed_bytes), "{id}: {near:?}");
    }
    assert_eq!(run("ida", "647850321").fixed_bytes, 0);
}
