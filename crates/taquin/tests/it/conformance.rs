//! Every algorithm with every heuristic keeps its promises, on boards spread over all of 3x3, for a corner goal and a
//! centre goal. The pairs come from the lists of algorithms and heuristics. Each runs as users run it, and on every
//! fourth board once more with path ids, which only an observed search records: that is another code path.

use crate::tries;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use taquin::Settings;
use taquin::heuristic::{HeuristicChoice, HeuristicId};
use taquin::search::{Optimality, SearchTree};
use taquin::solve::AlgorithmId;
use taquin::state::Ranking;
use taquin::table::DistanceTable;
use taquin::{
    Board, Budget, CostModel, Goal, MoveOrder, Outcome, Puzzle, Report, Size, Solver, Stats,
};

/// All boards of 3x3 with their distances to a goal.
struct Space {
    goal: Goal,
    table: DistanceTable,
    ranking: Ranking,
}

impl Space {
    fn new(goal: Goal) -> Space {
        let board = goal.board(Size::new(3, 3).expect("9 cells"));
        let table = DistanceTable::build(&board, &Budget::unlimited()).expect("a small space");
        Space { goal, table, ranking: Ranking::new(&board).expect("a small space") }
    }

    fn puzzle(&self, rank: usize) -> (Puzzle, u64) {
        let tiles = self.ranking.unrank(rank);
        let board = Board::new(self.table.goal().size(), tiles).expect("a board");
        let distance = self.table.distance_of(&board).expect("it is solvable");
        (Puzzle::new(board, &self.goal).expect("it is solvable"), u64::from(distance))
    }

    /// Returns every `step`-th board, by rank, of those up to a distance.
    fn spread(&self, step: usize, farthest: u64) -> Vec<(Puzzle, u64)> {
        let all = (0..self.ranking.boards()).map(|rank| self.puzzle(rank));
        all.filter(|(_, distance)| *distance <= farthest).step_by(step).collect()
    }
}

/// Every algorithm with every heuristic that it accepts.
fn solvers() -> Vec<Solver> {
    let of_algorithm = |algorithm: AlgorithmId| {
        let informed: Vec<Option<HeuristicChoice>> = if algorithm.info().informed {
            HeuristicId::ALL.iter().map(|&id| Some(id.into())).collect()
        } else {
            vec![None]
        };
        let algorithm = Some(algorithm);
        informed.into_iter().map(move |heuristic| Solver {
            algorithm,
            heuristic,
            ..Solver::default()
        })
    };
    let accepted = |solver: &Solver| solver.check().is_ok();
    AlgorithmId::ALL.iter().copied().flat_map(of_algorithm).filter(accepted).collect()
}

fn name(solver: &Solver) -> String {
    let algorithm = solver.algorithm.map_or("", |id| id.info().id);
    let heuristic = solver.heuristic.as_ref().map_or("-", |choice| choice.info().id);
    format!("{algorithm} {heuristic} {}", solver.costs)
}

/// Runs `work` on each item, on all cores.
fn in_parallel<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}

/// Solves a puzzle without path ids and with them, compares results and counts, and returns the report with ids.
fn solve_both_ways(solver: &Solver, puzzle: &Puzzle) -> Report {
    let context = || format!("{} on {}", name(solver), puzzle.start());
    let [observed, unobserved] = [true, false].map(|path_ids| {
        let report = Solver { path_ids, ..solver.clone() }.solve(puzzle);
        report.unwrap_or_else(|error| panic!("{}: {error}", context()))
    });
    // Ids take memory, and elapsed times differ from run to run.
    let counts =
        |report: &Report| Stats { elapsed: Duration::ZERO, peak_bytes: 0, ..report.stats.clone() };
    let result = |report: &Report| (report.cost, report.optimal, report.lower_bound);
    assert_eq!(unobserved.path_ids, None, "{}", context());
    assert_eq!(observed.outcome, unobserved.outcome, "{}", context());
    assert_eq!(result(&observed), result(&unobserved), "{}", context());
    assert_eq!(counts(&observed), counts(&unobserved), "{}", context());
    observed
}

/// Solves a puzzle of known distance, with path ids too if `both_ways`, and checks what the algorithm promises. Returns
/// whether it was solved.
fn keeps_its_promises(solver: &Solver, puzzle: &Puzzle, distance: u64, both_ways: bool) -> bool {
    let info = solver.algorithm.expect("it is set").info();
    let name = || format!("{} on {}", name(solver), puzzle.start());
    let report = if both_ways {
        solve_both_ways(solver, puzzle)
    } else {
        solver.solve(puzzle).unwrap_or_else(|error| panic!("{}: {error}", name()))
    };
    assert!(report.lower_bound <= distance, "{}: bound {}", name(), report.lower_bound);
    let solution = match &report.outcome {
        Outcome::Solved(solution) => solution,
        Outcome::Exhausted if !info.complete => return false,
        other => panic!("{}: {other:?}", name()),
    };
    solution.verify(puzzle).unwrap_or_else(|error| panic!("{}: {error}", name()));
    let length = solution.len() as u64;
    assert_eq!(report.cost, Some(length), "{}", name());
    assert!(length >= distance, "{}: {length}, not {distance}", name());
    if info.optimal != Optimality::Never {
        assert_eq!((length, report.optimal), (distance, true), "{}", name());
    }
    if report.optimal {
        assert_eq!((length, report.lower_bound), (distance, distance), "{}", name());
    }
    if info.id == "weighted-astar"
        && solver.heuristic.as_ref().is_some_and(|choice| choice.info().admissible)
    {
        assert!(length <= 2 * distance, "{}: {length} is more than twice {distance}", name());
    }
    let keeps_ids = both_ways && info.tree == SearchTree::Stored;
    assert_eq!(report.path_ids.is_some(), keeps_ids, "{}", name());
    if let Some(ids) = &report.path_ids {
        assert_eq!((ids.len() as u64, ids[0]), (length + 1, 0), "{}", name());
        assert!(ids.is_sorted_by(|a, b| a < b), "{}: {ids:?}", name());
    }
    true
}

/// Whether a search stores no visited states and has a heuristic too weak for boards that are far away.
fn is_uninformed_tree_search(solver: &Solver) -> bool {
    let weak = ["zero", "misplaced", "gaschnig", "euclidean"];
    let is_weak = solver.heuristic.as_ref().is_none_or(|choice| weak.contains(&choice.info().id));
    tree_of(solver) == SearchTree::Walked && is_weak
}

/// Whether a search stores all visited states and visits most of the space, whatever the board.
fn is_uninformed_graph_search(solver: &Solver) -> bool {
    let is_complete = solver.algorithm.is_some_and(|id| id.info().complete);
    let is_blind =
        solver.heuristic.as_ref().is_none_or(|choice| *choice == HeuristicId::Zero.into());
    tree_of(solver) == SearchTree::Stored && is_complete && is_blind
}

fn tree_of(solver: &Solver) -> SearchTree {
    solver.algorithm.map_or(SearchTree::None, |id| id.info().tree)
}

/// Checks every algorithm on every `every`-th of at least a thousand boards, on a quarter of these if it does not promise
/// optimality. Uninformed searches take long, so they get only every `uninformed_step`-th of these.
fn all_keep_their_promises(goal: Goal, every: usize, uninformed_step: usize) {
    let space = Space::new(goal);
    let wide = space.spread(181, 31);
    let near = space.spread(26, 18);
    assert!(wide.len() > 1000 && near.len() > 1000, "{} and {}", wide.len(), near.len());
    let solvers = solvers();
    assert!(solvers.len() > 50);
    in_parallel(&solvers, |solver| {
        let promises = solver.algorithm.is_some_and(|id| id.info().optimal != Optimality::Never);
        let boards = if is_uninformed_tree_search(solver) { &near } else { &wide };
        let uninformed = is_uninformed_tree_search(solver) || is_uninformed_graph_search(solver);
        let step =
            every * if uninformed { uninformed_step } else { 1 } * if promises { 1 } else { 4 };
        let mut solved = 0;
        for (number, (puzzle, distance)) in boards.iter().step_by(step).enumerate() {
            let both_ways = number % 4 == 0;
            solved += usize::from(keeps_its_promises(solver, puzzle, *distance, both_ways));
        }
        // Only a beam search may miss the goal, and none misses it on every board.
        assert!(solved > 0, "{}", name(solver));
    });
}

#[test]
fn all_keep_their_promises_to_a_corner() {
    let (every, uninformed_step) = tries((15, 7), (1, 1));
    all_keep_their_promises(Goal::Classic, every, uninformed_step);
}

#[test]
fn all_keep_their_promises_to_the_centre() {
    let (every, uninformed_step) = tries((25, 7), (1, 8));
    all_keep_their_promises(Goal::Snail, every, uninformed_step);
}

#[test]
fn every_board_through_the_table() {
    let space = Space::new(Goal::Classic);
    let table = Solver::default().algorithm("table").expect("an algorithm");
    let ranks: Vec<usize> = (0..181_440).collect();
    let blocks: Vec<&[usize]> = ranks.chunks(1000).collect();
    in_parallel(&blocks, |block| {
        for &rank in *block {
            let (puzzle, distance) = space.puzzle(rank);
            assert!(keeps_its_promises(&table, &puzzle, distance, rank % 4 == 0));
        }
    });
}

#[test]
fn every_near_board_in_every_order() {
    let space = Space::new(Goal::Classic);
    let boards = space.spread(3, 7);
    let orders = ["UDLR", "RLDU", "LURD", "DRUL", "ULRD", "LRUD"];
    let orders = orders.map(|order| order.parse::<MoveOrder>().expect("an order"));
    in_parallel(&solvers(), |solver| {
        for order in orders.into_iter().step_by(tries(5, 1)) {
            let solver = Solver {
                settings: Settings { order: Some(order), ..solver.settings.clone() },
                ..solver.clone()
            };
            // Depth-first search is slow even here.
            let step = if solver.algorithm.is_some_and(|id| id.info().id == "dfs") { 9 } else { 1 };
            for (puzzle, distance) in boards.iter().step_by(step) {
                assert!(keeps_its_promises(&solver, puzzle, *distance, true), "{}", name(&solver));
            }
        }
    });
}

#[test]
fn the_cheapest_path_under_other_costs() {
    // Tree searches are given near boards.
    let (step, near_step) = tries((25_001, 211), (2401, 31));
    let space = Space::new(Goal::Snail);
    let boards = space.spread(step, 31);
    let near = space.spread(near_step, 12);
    let by_cost = |solver: &Solver| {
        let info = solver.algorithm.expect("it is set").info();
        info.counts_cost && matches!(info.optimal, Optimality::Always | Optimality::IfAdmissible)
    };
    for costs in [CostModel::Tile, CostModel::TileDisplaced] {
        let dijkstra = Solver { costs, ..Solver::default() }.algorithm("dijkstra").expect("known");
        let cheapest = |(puzzle, _): &(Puzzle, u64)| {
            dijkstra.solve(puzzle).expect("it fits").cost.expect("it is solvable")
        };
        let [cheapest_of_all, cheapest_of_near] =
            [&boards, &near].map(|boards| boards.iter().map(cheapest).collect::<Vec<u64>>());
        let solvers: Vec<Solver> = solvers().into_iter().filter(by_cost).collect();
        assert!(solvers.len() > 3 * 8);
        in_parallel(&solvers, |solver| {
            let solver = Solver { costs, ..solver.clone() };
            let tree = tree_of(&solver) == SearchTree::Walked;
            let known = if tree { (&near, &cheapest_of_near) } else { (&boards, &cheapest_of_all) };
            for ((puzzle, _), &cheapest) in known.0.iter().zip(known.1) {
                let report = solve_both_ways(&solver, puzzle);
                let context = format!("{} on {}", name(&solver), puzzle.start());
                let solution = report.solution().unwrap_or_else(|| panic!("{context}"));
                solution.verify(puzzle).unwrap_or_else(|error| panic!("{context}: {error}"));
                assert_eq!(costs.of_path(puzzle, solution), cheapest, "{context}");
                assert_eq!((report.cost, report.optimal), (Some(cheapest), true), "{context}");
            }
        });
    }
}
