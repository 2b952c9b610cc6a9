//! Boards of more than ten cells: packed into 64 bits up to 16 cells, into 128 bits up to 25, and lists beyond. Every
//! algorithm runs on each packing, observed and unobserved, with the same counts. Solutions are compared with a plain
//! breadth-first search, or with each other where that would take too long.

use crate::tries;
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;
use taquin::Settings;
use taquin::generate::Random;
use taquin::heuristic::{HeuristicChoice, HeuristicId};
use taquin::search::{Event, Observer, Optimality, SearchTree};
use taquin::solve::AlgorithmId;
use taquin::{
    Board, Cancel, CostModel, Direction, Goal, Limits, Move, Outcome, Puzzle, Report, Size,
    SolveError, Solver, Stats, Stop,
};

/// Sizes of every packing, including oblong ones, with a partition into small patterns where one exists.
const SIZES: [(&str, Option<&str>); 12] = [
    ("3x4", Some("pdb:443")),
    ("4x3", Some("pdb:3332")),
    ("3x5", Some("pdb:4433")),
    ("5x3", Some("pdb:33332")),
    ("4x4", Some("pdb:33333")),
    ("2x8", None),
    ("4x5", Some("pdb:3333331")),
    ("5x5", Some("pdb:33333333")),
    ("3x8", None),
    ("2x13", None),
    ("6x6", None),
    ("5x7", None),
];

/// Returns a puzzle with a random goal and a start some moves away from it, without immediate reversals.
fn scramble(text: &str, moves: usize, random: &mut Random) -> Puzzle {
    let size: Size = text.parse().expect("a size");
    let goal = stroll(&Board::classic(size), 200, random);
    let start = stroll(&goal, moves, random);
    Puzzle::new(start, &Goal::Board(goal)).expect("it is solvable")
}

fn stroll(board: &Board, moves: usize, random: &mut Random) -> Board {
    let (mut board, mut last, mut steps) = (board.clone(), None, 0);
    while steps < moves {
        let direction = Direction::ALL[random.below(4) as usize];
        if last != Some(direction.opposite()) && board.apply(direction).is_some() {
            (last, steps) = (Some(direction), steps + 1);
        }
    }
    board
}

/// Returns the fewest moves, by a breadth-first search over lists of tiles.
fn fewest_moves(puzzle: &Puzzle) -> u64 {
    let (rows, cols) = (puzzle.size().rows(), puzzle.size().cols());
    let start = puzzle.start().tiles().to_vec();
    let mut visited = HashSet::from([start.clone()]);
    let mut layer = vec![start];
    for moves in 0.. {
        let mut next = Vec::new();
        for tiles in layer {
            if tiles == puzzle.goal().tiles() {
                return moves;
            }
            let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
            let (row, col) = (blank / cols, blank % cols);
            let cells = [
                (row > 0).then(|| blank - cols),
                (row + 1 < rows).then(|| blank + cols),
                (col > 0).then(|| blank - 1),
                (col + 1 < cols).then(|| blank + 1),
            ];
            for cell in cells.into_iter().flatten() {
                let mut child = tiles.clone();
                child.swap(blank, cell);
                if visited.insert(child.clone()) {
                    next.push(child);
                }
            }
        }
        layer = next;
    }
    unreachable!("it is solvable")
}

/// Counts nodes, if it wants any.
#[derive(Default)]
struct Tally {
    wants_nodes: bool,
    explored: u64,
    generated: u64,
}

impl Observer<Move> for Tally {
    fn wants_nodes(&self) -> bool {
        self.wants_nodes
    }

    fn event(&mut self, event: Event<'_, Move>) {
        match event {
            Event::Explored(_, _) => {
                self.explored += 1;
            }
            Event::Generated(_child) => {
                self.generated += 1;
            }
            _ => {}
        }
    }
}

fn name(solver: &Solver) -> String {
    let algorithm = solver.algorithm.map_or("", |id| id.info().id);
    let heuristic = solver.heuristic.as_ref().map(ToString::to_string);
    format!("{algorithm} {}", heuristic.as_deref().unwrap_or("-"))
}

/// Solves without an observer, with path ids, with an observer of nodes and with an observer of ticks. Checks that all
/// count the same, and returns the report without an observer.
fn solve_all_ways(solver: &Solver, puzzle: &Puzzle) -> Result<Report, SolveError> {
    let context = || format!("{} on {} to {}", name(solver), puzzle.start(), puzzle.goal());
    let plain = Solver { path_ids: false, ..solver.clone() };
    let report = plain.solve(puzzle)?;
    let with_ids = Solver { path_ids: true, ..solver.clone() }.solve(puzzle)?;
    let mut nodes = Tally { wants_nodes: true, ..Tally::default() };
    let observed = plain.solve_observed(puzzle, &Cancel::new(), Some(&mut nodes))?;
    let ticked = plain.solve_observed(puzzle, &Cancel::new(), Some(&mut Tally::default()))?;
    for other in [&with_ids, &observed, &ticked] {
        let counts =
            |r: &Report| Stats { elapsed: Duration::ZERO, peak_bytes: 0, ..r.stats.clone() };
        let result = |report: &Report| (report.cost, report.optimal, report.lower_bound);
        assert_eq!(result(other), result(&report), "{}", context());
        if solver.settings.threads > Some(1) {
            // The counts of the last round depend on which thread finds the goal first.
            let complete = report.stats.iterations.len() - 1;
            let rounds = |r: &Report| r.stats.iterations[..complete].to_vec();
            assert_eq!(rounds(other), rounds(&report), "{}", context());
        } else {
            assert_eq!(other.outcome, report.outcome, "{}", context());
            assert_eq!(counts(other), counts(&report), "{}", context());
        }
    }
    if report.algorithm.info().tree != SearchTree::None {
        let reported = (observed.stats.explored, observed.stats.generated);
        assert_eq!((nodes.explored, nodes.generated), reported, "{}", context());
    }
    if let Some(solution) = report.solution() {
        solution.verify(puzzle).unwrap_or_else(|error| panic!("{}: {error}", context()));
    }
    Ok(report)
}

/// Every algorithm with every heuristic that it accepts. Only `auto` is excluded: on such boards it depends on the clock.
fn solvers(partition: Option<&str>) -> Vec<Solver> {
    let divided = partition.map(|name| name.parse().expect("a heuristic"));
    // The default partitions of large boards take long to build.
    let built_in = HeuristicId::ALL.iter().filter(|id| **id != HeuristicId::Patterns);
    let heuristics = built_in.map(|&id| HeuristicChoice::from(id)).chain(divided);
    let heuristics: Vec<Option<HeuristicChoice>> = heuristics.map(Some).collect();
    let of_algorithm = |algorithm: AlgorithmId| {
        let heuristics = if algorithm.info().informed { heuristics.clone() } else { vec![None] };
        let solver =
            move |heuristic| Solver { algorithm: Some(algorithm), heuristic, ..Solver::default() };
        heuristics.into_iter().map(solver)
    };
    let accepted = |solver: &Solver| solver.check().is_ok();
    let algorithms = AlgorithmId::ALL.iter().copied().filter(|id| *id != AlgorithmId::Auto);
    algorithms.flat_map(of_algorithm).filter(accepted).collect()
}

#[test]
fn every_pair_on_every_kind_of_board() {
    let mut random = Random::new(21);
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for (row, (text, partition)) in SIZES.into_iter().enumerate() {
        let cells = text.parse::<Size>().expect("a size").cells();
        for (number, solver) in solvers(partition).into_iter().enumerate() {
            let (info, id) =
                (solver.effective_algorithm(text.parse().expect("a size")).info(), name(&solver));
            let heuristic = solver.heuristic.as_ref().map_or("", |choice| choice.info().id);
            let mut count = |what: &str| *counts.entry(format!("{id}: {what}")).or_default() += 1;
            // Short runs alternate between the cost models, except for algorithms that have only one.
            let turn = if info.tree == SearchTree::None { 0 } else { tries((row + number) % 3, 0) };
            for (costs, ..) in CostModel::LIST.into_iter().skip(turn).take(tries(1, 3)) {
                let puzzle = scramble(text, 8, &mut random);
                let limits = Limits { max_nodes: Some(2000), ..Limits::default() };
                let solver = Solver { costs, limits, ..solver.clone() };
                let report = match solve_all_ways(&solver, &puzzle) {
                    Ok(report) => report,
                    Err(SolveError::CostsUnused { .. }) => {
                        assert!(["table", "fast-ida"].contains(&info.id), "{id}");
                        assert_ne!(costs, CostModel::Unit, "{id}");
                        continue;
                    }
                    Err(SolveError::SpaceTooLarge { .. }) => {
                        assert_eq!(info.id, "table");
                        continue;
                    }
                    Err(SolveError::Heuristic(error)) => {
                        let small = heuristic == "walking-distance"
                            && (cells > 16 || text == "2x8" || text == "5x3" || text == "3x5");
                        assert!(heuristic == "exact" || small, "{id} on {text}: {error}");
                        count("too large");
                        continue;
                    }
                    Err(error) => panic!("{id} on {text}: {error}"),
                };
                let unit = costs == CostModel::Unit;
                let fewest = fewest_moves(&puzzle);
                let context = format!("{id} on {} to {}", puzzle.start(), puzzle.goal());
                let least = match &report.outcome {
                    Outcome::Solved(_) if info.optimal == Optimality::FewestMoves => {
                        report.solution().map(|solution| solution.len() as u64)
                    }
                    Outcome::Solved(_) if info.optimal != Optimality::Never => {
                        assert!(report.optimal, "{context}");
                        report.cost.filter(|_| unit)
                    }
                    Outcome::Solved(_) => None,
                    Outcome::Stopped(Stop::Nodes) => {
                        assert_eq!(report.stats.explored, 2000, "{context}");
                        None
                    }
                    other => panic!("{context}: {other:?}"),
                };
                assert!(least.is_none_or(|least| least == fewest), "{context}: not {fewest}");
                assert!(!unit || report.lower_bound <= fewest, "{context}: {}", report.lower_bound);
                count(if report.solution().is_some() { "solved" } else { "stopped" });
            }
        }
    }
    let never_solved = |solver: &Solver| {
        let id = name(solver);
        !counts.contains_key(&format!("{id}: solved")) && !["table -"].contains(&id.as_str())
    };
    // In short runs, which try one cost model per pair, some pairs solve nothing.
    for (_, partition) in SIZES.into_iter().take(tries(0, SIZES.len())) {
        for solver in solvers(partition).into_iter().filter(never_solved) {
            assert_eq!(solver.heuristic, Some(HeuristicId::Exact.into()), "{}", name(&solver));
        }
    }
}

/// Deeper boards, which only informed searches solve.
#[test]
fn informed_searches_agree_on_deeper_boards() {
    let mut random = Random::new(22);
    let (mut solved, mut deepest) = (0, 0);
    for (text, partition) in SIZES {
        for moves in [21, 30] {
            let puzzle = scramble(text, moves, &mut random);
            let solver = |algorithm: &str, heuristic: &str, threads| {
                let solver = Solver {
                    settings: Settings { threads: Some(threads), ..Settings::default() },
                    ..Solver::default()
                };
                let solver = solver.algorithm(algorithm).and_then(|s| s.heuristic(heuristic));
                solver.expect("both are known")
            };
            let mut solvers = vec![
                solver("astar", "manhattan", 1),
                solver("astar", "linear-conflict", 1),
                solver("ida", "manhattan", 1),
                solver("ida", "manhattan", 2),
                solver("ida", "linear-conflict", 2),
                solver("rbfs", "linear-conflict", 1),
            ];
            if let Some(partition) = partition {
                solvers.push(solver("astar", partition, 1));
                solvers.push(solver("ida", partition, 2));
                solvers.push(solver("fast-ida", partition, 1));
            }
            let lengths: Vec<u64> = solvers
                .iter()
                .map(|solver| {
                    let report = solve_all_ways(solver, &puzzle).expect("it fits");
                    assert!(report.optimal, "{} on {}", name(solver), puzzle.start());
                    report.cost.expect("it is solvable")
                })
                .collect();
            assert!(lengths.iter().all(|&length| length == lengths[0]), "{lengths:?} on {text}");
            assert!(lengths[0] <= moves as u64 && (moves as u64 - lengths[0]).is_multiple_of(2));
            solved += lengths.len();
            deepest = deepest.max(lengths[0]);
        }
    }
    assert_eq!(solved, 2 * (12 * 6 + 7 * 3));
    assert!(deepest >= 24, "{deepest}");
}

/// Uninformed searches from one end and from both, on boards within their reach.
#[test]
fn uninformed_searches_agree_on_shallow_boards() {
    let mut random = Random::new(23);
    for (text, _) in SIZES {
        for moves in [0, 1, 5, 11] {
            let puzzle = scramble(text, moves, &mut random);
            let fewest = fewest_moves(&puzzle);
            for id in ["bfs", "bidirectional", "iddfs", "dijkstra"] {
                let solver = Solver::default().algorithm(id).expect("known");
                let report = solve_all_ways(&solver, &puzzle).expect("it fits");
                let result = (report.cost, report.optimal, report.lower_bound);
                assert_eq!(result, (Some(fewest), true, fewest), "{id} on {}", puzzle.start());
            }
        }
    }
}
