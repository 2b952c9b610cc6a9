//! The checks against the reference: each case runs in four modes, observed and unobserved, without limits and with them.

use super::cases::Case;
use super::truth::Least;
use super::witness::{Clock, Witness};
use std::collections::BTreeMap;
use std::time::Duration;
use taquin::generate::Random;
use taquin::search::{GoalTest, Optimality, SearchTree};
use taquin::store::Building;
use taquin::{Cancel, Limits, Mover, Outcome, Report, SolveError, Solver, Stats, Stop};

/// How often each event happened, by name.
pub type Counts = BTreeMap<String, u64>;

/// The modes in which a case runs. The first two are observed node by node internally, the last two are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunMode {
    /// Records the ids of the nodes on the path.
    Ids,
    /// An observer wants every node.
    Nodes,
    /// Without an observer.
    Plain,
    /// An observer wants only ticks.
    Ticks,
}

const RUN_MODES: [RunMode; 4] = [RunMode::Ids, RunMode::Nodes, RunMode::Plain, RunMode::Ticks];

impl RunMode {
    fn is_observed(self) -> bool {
        matches!(self, RunMode::Ids | RunMode::Nodes)
    }
}

/// Runs a case with its own limits, then with a random node limit and with a random memory limit.
pub fn check(case: &Case<'_>, random: &mut Random, counts: &mut Counts) {
    let Some(reports) = run_all(case, &case.solver, counts) else { return };
    let most_nodes = case.solver.limits.max_nodes;
    let whole = reports[2].stats.explored;
    let few = random.below(whole + 2);
    let limits = Limits { max_nodes: most_nodes.min(Some(few)), ..Limits::default() };
    let limited = Solver { limits, ..case.solver.clone() };
    for (mode, report) in
        RUN_MODES.into_iter().zip(run_all(case, &limited, counts).unwrap_or_default())
    {
        let unlimited = &reports[mode as usize];
        // With several threads, the node count of the last round is not deterministic.
        if may_differ(case, mode) || adapts(case) {
            continue;
        }
        if few < unlimited.stats.explored {
            assert_eq!(report.outcome, Outcome::Stopped(Stop::Nodes), "{mode:?} with {few} nodes");
        } else {
            same(case, (mode, unlimited), (mode, &report));
        }
    }
    let most = reports.iter().map(|report| report.stats.peak_bytes).max().unwrap_or_default();
    let bytes = random.below(most + most / 4 + 2);
    let limits = Limits { max_nodes: most_nodes, max_bytes: Some(bytes), max_time: None };
    let limited = Solver { limits, ..case.solver.clone() };
    for (mode, report) in
        RUN_MODES.into_iter().zip(run_all(case, &limited, counts).unwrap_or_default())
    {
        let unlimited = &reports[mode as usize];
        let stopped = report.outcome == Outcome::Stopped(Stop::Memory);
        // Threads that share a search claim memory independently.
        if stopped && !needs_tables(case) && !may_differ(case, mode) {
            let peak = unlimited.stats.peak_bytes;
            assert!(bytes < peak, "{mode:?}: {bytes} bytes are enough, as it took {peak}");
        }
        if !stopped && !may_differ(case, mode) && !adapts(case) {
            // Lists grow in smaller steps when less memory is left, and an index of all states may not fit.
            let Stats { peak_bytes, fixed_bytes, .. } = unlimited.stats;
            let stats = Stats { peak_bytes, fixed_bytes, ..report.stats.clone() };
            same(case, (mode, unlimited), (mode, &Report { stats, ..report }));
        }
    }
}

/// Whether an algorithm adapts its search to the limits, and always has a solution.
fn adapts(case: &Case<'_>) -> bool {
    ["auto", "near-optimal"].contains(&case.pair.algorithm.info().id)
}

/// Whether a search needs tables, which take more memory while they are built than afterwards.
fn needs_tables(case: &Case<'_>) -> bool {
    let tables = |id: &str| ["exact", "walking-distance"].contains(&id) || id.starts_with("pdb");
    let whole = ["auto", "table", "fast-ida"].contains(&case.pair.algorithm.info().id);
    whole || case.pair.heuristic.as_ref().is_some_and(|choice| tables(choice.info().id))
}

/// Whether several threads share the search, so that the counts of its last round are not deterministic.
fn may_differ(case: &Case<'_>, mode: RunMode) -> bool {
    let shared = case.solver.settings.threads > Some(1);
    match case.pair.algorithm.info().id {
        // An observed search runs on one thread.
        "ida" => shared && !mode.is_observed(),
        "fast-ida" => shared,
        _ => false,
    }
}

/// Runs a case in every mode and compares the reports. Returns `None` if the algorithm does not support the cost model.
fn run_all(case: &Case<'_>, solver: &Solver, counts: &mut Counts) -> Option<Vec<Report>> {
    let mut reports: Vec<Report> = Vec::new();
    let name = case.pair.name();
    case.limits.set(solver.limits);
    // The tables are built beforehand and held, so that all runs start from the same state.
    let goal = case.puzzle.goal();
    let partitions = solver.heuristic.as_ref().and_then(|choice| choice.partitions(goal.size()));
    let _tables = partitions.map(|partitions| {
        solver.store.pattern_sets(&partitions, goal, Building::unlimited(1)).expect("they fit")
    });
    for mode in RUN_MODES {
        let solver = Solver { path_ids: mode == RunMode::Ids, ..solver.clone() };
        let (never, mut witness, mut clock) = (Cancel::new(), Witness::new(case), Clock::default());
        let report = match mode {
            RunMode::Ids | RunMode::Plain => solver.solve(&case.puzzle),
            RunMode::Nodes => solver.solve_observed(&case.puzzle, &never, Some(&mut witness)),
            RunMode::Ticks => solver.solve_observed(&case.puzzle, &never, Some(&mut clock)),
        };
        let report = match report {
            Ok(report) => report,
            Err(SolveError::CostsUnused { .. }) => {
                let unit_only = ["table", "fast-ida", "near-optimal"];
                assert!(unit_only.contains(&case.pair.algorithm.info().id));
                assert_ne!(solver.costs.id(), "unit");
                *counts.entry(format!("{name}: refused")).or_default() += 1;
                return None;
            }
            Err(error) => panic!("{mode:?}: {error}"),
        };
        match mode {
            RunMode::Nodes => witness.agrees(&report),
            RunMode::Ticks => clock.agrees(case, &report),
            RunMode::Ids | RunMode::Plain => {}
        }
        holds(case, &solver, mode, &report);
        let outcome = match report.outcome {
            Outcome::Solved(_) => "solved",
            Outcome::Exhausted => "exhausted",
            Outcome::Stopped(Stop::Nodes) => "out of nodes",
            Outcome::Stopped(_) => "out of memory",
        };
        *counts.entry(format!("{name}: {outcome}")).or_default() += 1;
        reports.push(report);
    }
    for (index, mode) in RUN_MODES.into_iter().enumerate() {
        let others = RUN_MODES[..index].iter().zip(&reports);
        others.for_each(|(&other, report)| same(case, (other, report), (mode, &reports[index])));
    }
    Some(reports)
}

/// Checks that two runs of a case count the same, as far as that is deterministic.
fn same(case: &Case<'_>, (mode, one): (RunMode, &Report), (other_mode, other): (RunMode, &Report)) {
    let context = format!("{mode:?} and {other_mode:?}");
    if may_differ(case, mode) || may_differ(case, other_mode) {
        let [rounds, other_rounds] = [one, other].map(|report| &report.stats.iterations[..]);
        // In each run, every round but the last is complete.
        let complete = rounds.len().min(other_rounds.len()).saturating_sub(1);
        assert_eq!(rounds[..complete], other_rounds[..complete], "{context}");
        if let (Some(cost), Some(other_cost)) = (one.cost, other.cost) {
            let proven = |report: &Report| (report.optimal, report.lower_bound);
            assert_eq!((cost, proven(one)), (other_cost, proven(other)), "{context}");
            assert_eq!(rounds.len(), other_rounds.len(), "{context}");
        }
        return;
    }
    // Data recorded for an observer takes memory, and so changes where a memory limit stops the search.
    let alike = mode.is_observed() == other_mode.is_observed();
    let memory = Outcome::Stopped(Stop::Memory);
    // When `auto` runs out of memory in one search, only its choice of the next search shows that.
    let ends =
        one.outcome == memory || other.outcome == memory || case.pair.algorithm.info().id == "auto";
    if !alike && case.limits.get().max_bytes.is_some() && ends {
        return;
    }
    let reuses_buffers = case.pair.algorithm.info().id == "fast-ida";
    let counted = |report: &Report| Stats {
        elapsed: Duration::ZERO,
        peak_bytes: if alike && !reuses_buffers { report.stats.peak_bytes } else { 0 },
        fixed_bytes: if alike { report.stats.fixed_bytes } else { 0 },
        ..report.stats.clone()
    };
    let result = |report: &Report| (report.cost, report.optimal, report.lower_bound);
    assert_eq!(one.outcome, other.outcome, "{context}");
    assert_eq!(result(one), result(other), "{context}");
    assert_eq!(counted(one), counted(other), "{context}");
}

/// Checks a report against the reference.
fn holds(case: &Case<'_>, solver: &Solver, mode: RunMode, report: &Report) {
    let least = case.truth.of(&case.start).expect("the goal can be reached");
    let (algorithm, stats, limits) = (case.pair.algorithm.info(), &report.stats, solver.limits);
    let bound = report.lower_bound;
    assert!(bound <= least.cost, "{mode:?}: a lower bound of {bound} where the truth is {least:?}");
    assert!(stats.expanded <= stats.explored, "{mode:?}: {stats:?}");
    assert!(stats.depth <= stats.max_depth, "{mode:?}: {stats:?}");
    assert!(stats.frontier <= stats.max_frontier, "{mode:?}: {stats:?}");
    let rounds = &stats.iterations;
    if !rounds.is_empty() && algorithm.id != "auto" {
        let expanded = rounds.iter().map(|round| round.expanded).sum::<u64>();
        let generated = rounds.iter().map(|round| round.generated).sum::<u64>();
        assert_eq!((expanded, generated), (stats.expanded, stats.generated), "{mode:?}");
    }
    let most_nodes = limits.max_nodes.unwrap_or(u64::MAX);
    assert!(stats.explored <= most_nodes, "{mode:?}: {} nodes of {most_nodes}", stats.explored);
    // The construction needs too little memory to claim any.
    if !["constructive", "auto"].contains(&algorithm.id) {
        let most_bytes = limits.max_bytes.unwrap_or(u64::MAX);
        assert!(stats.peak_bytes <= most_bytes, "{mode:?}: {} bytes", stats.peak_bytes);
    }
    match &report.outcome {
        Outcome::Solved(solution) => {
            let letters = solution.letters(Mover::Blank);
            let (end, cost) = case.truth.replay(&case.start, &letters).expect("moves on the board");
            assert_eq!(end, case.truth.goal, "{mode:?}: {letters} ends elsewhere");
            assert_eq!(report.cost, Some(cost), "{mode:?}: {letters}");
            assert_eq!(report.optimal, cost == bound, "{mode:?}");
            let moves = letters.len() as u64;
            assert!(
                solver.settings.max_depth.is_none_or(|most| moves <= most),
                "{mode:?}: {letters}"
            );
            keeps_promise(case, mode, report, Least { moves, cost }, least);
        }
        Outcome::Exhausted => {
            match (algorithm.complete, algorithm.tree, solver.settings.max_depth) {
                (false, ..) | (true, SearchTree::Stored, Some(_)) => {}
                (true, _, Some(most)) => assert!(most < least.moves, "{mode:?}: overlooked"),
                (true, _, None) => panic!("{mode:?}: exhausted, but the search is complete"),
            }
            assert_eq!((report.cost, report.optimal), (None, false), "{mode:?}");
        }
        Outcome::Stopped(stop) => {
            match stop {
                Stop::Nodes => assert_eq!(stats.explored, most_nodes, "{mode:?}"),
                Stop::Memory => assert!(limits.max_bytes.is_some(), "{mode:?}"),
                Stop::Time | Stop::Cancelled => panic!("{mode:?}: nothing stopped it"),
            }
            assert_eq!((report.cost, report.optimal), (None, false), "{mode:?}");
        }
    }
    match (&report.path_ids, mode == RunMode::Ids && report.solution().is_some()) {
        (Some(ids), true) => {
            let moves = report.solution().map_or(0, |solution| solution.len());
            assert_eq!((ids.len(), ids[0]), (moves + 1, 0), "{mode:?}");
            assert!(ids.is_sorted_by(|a, b| a < b), "{mode:?}: {ids:?}");
        }
        (None, true) => {
            assert!(algorithm.tree != SearchTree::Stored, "{mode:?}: no ids");
        }
        (ids, false) => assert_eq!(*ids, None, "{mode:?}"),
    }
}

/// Checks that a solution is as good as the algorithm promises.
fn keeps_promise(case: &Case<'_>, mode: RunMode, report: &Report, found: Least, least: Least) {
    let algorithm = case.pair.algorithm.info();
    let unit = found.cost == found.moves && least.cost == least.moves;
    // An early goal test may accept a goal before a cheaper path to it is known; within a bound on f it cannot.
    let late = report.settings.goal_test == Some(GoalTest::Late)
        || ["ida", "fast-ida"].contains(&algorithm.id);
    match algorithm.optimal {
        Optimality::FewestMoves => {
            assert_eq!(found.moves, least.moves, "{mode:?}");
            assert!(
                report.optimal || !unit,
                "{mode:?}: it is the shortest, but not reported as optimal"
            );
        }
        Optimality::Always | Optimality::IfAdmissible if late => {
            assert_eq!((found.cost, report.optimal), (least.cost, true), "{mode:?}");
        }
        _ => assert!(found.cost >= least.cost, "{mode:?}"),
    }
    if report.optimal {
        assert_eq!(found.cost, least.cost, "{mode:?}: reported as optimal");
    }
    let admissible = case.pair.heuristic.as_ref().is_some_and(|choice| choice.info().admissible);
    if algorithm.id == "weighted-astar" && admissible && late {
        let weight = u64::from(case.solver.settings.weight.unwrap_or(2000)).max(1000);
        assert!(1000 * found.cost <= weight * least.cost, "{mode:?}: {found:?} of {least:?}");
    }
    if algorithm.id == "auto" && report.costs.id() == "unit" {
        assert!(report.optimal, "{mode:?}: small boards are looked up");
    }
}
