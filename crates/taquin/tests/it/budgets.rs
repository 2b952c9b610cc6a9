//! What stops a search and who watches it: limits are exact, a stop is a result with its statistics,
//! the same input gives the same counts, and nobody's watching changes them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taquin::search::{Cancel, Clock, Generated, Limits, Observer, Stats, Stop, Taken};
use taquin::solve::AlgorithmId;
use taquin::{Cost, Direction, Goal, InputFormat, Outcome, Puzzle, Report, Solver, parse_board};

/// Algorithms that see a puzzle as a whole: nobody can watch them node by node.
const WHOLE: [&str; 5] = ["auto", "table", "fast-ida", "constructive", "near-optimal"];

fn puzzle(digits: &str) -> Puzzle {
    let board = parse_board(digits, InputFormat::Auto, None).expect("a board");
    Puzzle::new(board, &Goal::Classic).expect("it is solvable")
}

/// Far enough for every algorithm to take some thousand nodes, near enough for blind tree searches.
fn some_way_off() -> Puzzle {
    puzzle("426108573")
}

fn fifteen() -> Puzzle {
    puzzle("2 5 13 12/1 0 3 15/9 7 14 6/10 11 8 4")
}

fn ids() -> impl Iterator<Item = &'static str> {
    AlgorithmId::ALL.iter().map(|id| id.info().id)
}

/// Those that explore nodes one by one.
fn searches() -> impl Iterator<Item = &'static str> {
    ids().filter(|id| !WHOLE.contains(id))
}

fn solver(id: &str, limits: Limits) -> Solver {
    Solver { algorithm: id.parse().ok(), limits, path_ids: true, ..Solver::default() }
}

fn solve(id: &str, limits: Limits, puzzle: &Puzzle) -> Report {
    solver(id, limits).solve(puzzle).expect("the choices fit")
}

/// With ids or without: some searches go another way when nobody asks for them.
fn solve_both_ways(id: &str, limits: Limits, puzzle: &Puzzle) -> [Report; 2] {
    let solve = |path_ids| Solver { path_ids, ..solver(id, limits) }.solve(puzzle);
    [true, false].map(|path_ids| solve(path_ids).expect("the choices fit"))
}

/// What was counted, without the time it took.
fn counts(report: &Report) -> Stats {
    Stats { elapsed: Duration::ZERO, ..report.stats.clone() }
}

#[test]
fn a_node_budget_is_exact() {
    let puzzle = some_way_off();
    // Of these some answer without exploring anything.
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
fn the_same_again() {
    for puzzle in [some_way_off(), puzzle("1 2 3 4/5 6 7 8/0 10 11 12/9 13 14 15")] {
        let three_by_three = puzzle.size().cells() == 9;
        for id in ids().filter(|&id| three_by_three || !["table", "dfs"].contains(&id)) {
            // The tables are built by whoever is first, and building them takes memory, too.
            solve(id, Limits::default(), &puzzle);
            let first = solve(id, Limits::default(), &puzzle);
            let again = solve(id, Limits::default(), &puzzle);
            assert_eq!(first.outcome, again.outcome, "{id}");
            assert_eq!(first.path_ids, again.path_ids, "{id}");
            assert_eq!(counts(&first), counts(&again), "{id}");
        }
    }
}

/// Counts what it is told.
#[derive(Default)]
struct Watcher {
    explored: u64,
    made: u64,
    rounds: Vec<Cost>,
    ticks: u64,
}

impl Observer<Direction> for Watcher {
    fn explored(&mut self, Taken { id, .. }: Taken, stats: &Stats) {
        self.explored += 1;
        assert_eq!(stats.explored, self.explored);
        assert!(id <= self.made, "a node is explored before it is made");
    }

    fn generated(&mut self, child: Generated<Direction>) {
        self.made += 1;
        assert_eq!(child.id, self.made, "children are numbered as they are made");
        assert!(child.parent < child.id, "{} is made from {}", child.id, child.parent);
    }

    fn deepened(&mut self, _: u64, bound: Cost) {
        assert!(self.rounds.last().is_none_or(|&last| last < bound));
        self.rounds.push(bound);
    }

    fn tick(&mut self, stats: &Stats) {
        self.ticks += 1;
        assert_eq!(stats.explored, self.explored);
    }
}

#[test]
fn nobody_changes_a_count_by_watching() {
    let puzzle = some_way_off();
    for id in searches() {
        for max_nodes in [None, Some(1), Some(1000)] {
            let limits = Limits { max_nodes, ..Limits::default() };
            let solver = solver(id, limits);
            let [silent, without_ids] = solve_both_ways(id, limits, &puzzle);
            let but_bytes = |report: &Report| Stats { peak_bytes: 0, ..counts(report) };
            assert_eq!(silent.outcome, without_ids.outcome, "{id}");
            assert_eq!(but_bytes(&silent), but_bytes(&without_ids), "{id}");
            let mut watcher = Watcher::default();
            let watched = solver.solve_observed(&puzzle, &Cancel::new(), Some(&mut watcher));
            let watched = watched.expect("the choices fit");
            assert_eq!(silent.outcome, watched.outcome, "{id}");
            assert_eq!(counts(&silent), counts(&watched), "{id}");
            let stats = watched.stats;
            assert_eq!(watcher.explored, stats.explored, "{id}");
            let rounds: Vec<u64> = watcher.rounds.iter().map(|&bound| u64::from(bound)).collect();
            let iterations: Vec<u64> = stats.iterations.iter().map(|round| round.bound).collect();
            assert_eq!(rounds, iterations, "{id}");
            assert!(watcher.ticks > 0, "{id}");
            assert_eq!(watcher.made, stats.generated, "{id}");
        }
    }
}

#[test]
fn counts_fit_each_other() {
    let puzzle = some_way_off();
    for id in searches() {
        let report = solve(id, Limits::default(), &puzzle);
        let length = report.solution().map_or(0, |solution| solution.len() as u64);
        let stats = report.stats;
        assert!(stats.expanded <= stats.explored, "{id}: {stats:?}");
        assert!(stats.generated <= 4 * stats.expanded, "{id}: {stats:?}");
        assert!(stats.generated >= stats.expanded, "{id}: {stats:?}");
        assert!(stats.frontier <= stats.max_frontier, "{id}: {stats:?}");
        assert!(stats.depth <= stats.max_depth, "{id}: {stats:?}");
        // From both ends a search goes but half the way.
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
    for puzzle in [some_way_off(), fifteen()] {
        for id in ids().filter(|&id| puzzle.size().cells() == 9 || id != "table") {
            // Twice, as a table is only built once.
            solve(id, Limits { max_nodes: Some(100), ..Limits::default() }, &puzzle);
            let solver = solver(id, Limits::default());
            let report = solver.solve_observed(&puzzle, &cancel, None).expect("the choices fit");
            assert_eq!(report.outcome, Outcome::Stopped(Stop::Cancelled), "{id}");
            assert_eq!(report.stats.explored, 0, "{id}");
        }
    }
}

#[test]
fn a_flag_raised_on_the_way_stops_soon() {
    struct CancelAt(u64, Cancel);
    impl Observer<Direction> for CancelAt {
        fn explored(&mut self, _: Taken, stats: &Stats) {
            if stats.explored == self.0 {
                self.1.cancel();
            }
        }
    }
    // None of these ends before so many nodes on a board as far away as this.
    let puzzle = puzzle("15 14 8 12/10 9 11 13/2 6 5 1/3 7 4 0");
    for id in ["bfs", "dfs", "iddfs", "bidirectional", "dijkstra", "astar", "ida", "rbfs"] {
        for at in [1, 10_000, 20_000] {
            let cancel = Cancel::new();
            let mut observer = CancelAt(at, cancel.clone());
            let solver = solver(id, Limits::default());
            let report = solver.solve_observed(&puzzle, &cancel, Some(&mut observer));
            let report = report.expect("it fits");
            assert_eq!(report.outcome, Outcome::Stopped(Stop::Cancelled), "{id}");
            // It looks at the flag every 4096 nodes.
            assert!((at..=at + 4096).contains(&report.stats.explored), "{id}");
        }
    }
}

#[test]
fn no_time_stops_at_once() {
    let limits = Limits { max_time: Some(Duration::ZERO), ..Limits::default() };
    for id in searches().chain(["table"]) {
        let report = solve(id, limits, &some_way_off());
        assert_eq!(report.outcome, Outcome::Stopped(Stop::Time), "{id}");
    }
}

/// A clock that goes on by a millisecond whenever it is asked.
fn ticking() -> Clock {
    let asked = AtomicU64::new(0);
    Clock::provided_by(move || Duration::from_millis(asked.fetch_add(1, Ordering::Relaxed)))
}

#[test]
fn time_is_up_after_its_limit() {
    let limits = Limits { max_time: Some(Duration::from_millis(50)), ..Limits::default() };
    let puzzle = puzzle("15 14 8 12/10 9 11 13/2 6 5 1/3 7 4 0");
    for id in ["bfs", "dfs", "iddfs", "bidirectional", "dijkstra", "astar", "ida", "rbfs"] {
        let solve = || {
            let solver = Solver { limits, clock: ticking(), ..Solver::default() };
            solver.algorithm(id).and_then(|solver| solver.solve(&puzzle)).expect("it fits")
        };
        let (report, again) = (solve(), solve());
        assert_eq!(report.outcome, Outcome::Stopped(Stop::Time), "{id}");
        // The clock is asked once in so many nodes, whatever the machine.
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
            // Searches that remember only the path they are on do with little.
            let sparing = ["ida", "iddfs", "rbfs"].contains(&id);
            if sparing && most > 500 {
                continue;
            }
            for report in solve_both_ways(id, limits, &fifteen()) {
                assert_eq!(report.outcome, Outcome::Stopped(Stop::Memory), "{id} with {most}");
                assert!(report.stats.peak_bytes <= most, "{id}: {}", report.stats.peak_bytes);
                // Some need room for two lists before they can begin.
                let enough = if sparing { 500 } else { 10_000 };
                assert!(most < enough || report.stats.explored > 0, "{id} with {most}");
            }
        }
        let table = solve("table", limits, &some_way_off());
        assert_eq!(table.outcome, Outcome::Stopped(Stop::Memory));
    }
}

/// Counts what it is told.
#[derive(Default)]
struct Counts {
    wants_nodes: bool,
    explored: u64,
    generated: u64,
    rounds: u64,
    ticks: u64,
}

impl Observer<Direction> for Counts {
    fn wants_nodes(&self) -> bool {
        self.wants_nodes
    }

    fn explored(&mut self, _: Taken, _: &Stats) {
        self.explored += 1;
    }

    fn generated(&mut self, _: Generated<Direction>) {
        self.generated += 1;
    }

    fn deepened(&mut self, _: u64, _: Cost) {
        self.rounds += 1;
    }

    fn tick(&mut self, _: &Stats) {
        self.ticks += 1;
    }
}

#[test]
fn observers_are_put_together() {
    for id in searches() {
        let solver = Solver::default().algorithm(id).expect("it is known");
        let (mut all, mut few) =
            (Counts { wants_nodes: true, ..Counts::default() }, Counts::default());
        let mut observers = ((None::<Counts>, Some(&mut all)), &mut few);
        let (puzzle, never) = (some_way_off(), Cancel::new());
        let report = solver.solve_observed(&puzzle, &never, Some(&mut observers));
        let stats = report.expect("it fits").stats;
        assert_eq!((all.explored, all.generated), (stats.explored, stats.generated), "{id}");
        assert_eq!((few.explored, few.generated), (0, 0), "{id}");
        assert_eq!((all.rounds, all.ticks), (few.rounds, few.ticks), "{id}");
        assert_eq!(all.rounds, stats.iterations.len() as u64, "{id}");
    }
}
