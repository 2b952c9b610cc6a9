//! Statistics of searches that start at the goal, end early or are stopped: frontier sizes and depths.

use std::time::Duration;
use taquin::Settings;
use taquin::solve::AlgorithmId;
use taquin::{
    CostModel, Goal, InputFormat, Limits, Outcome, Puzzle, Report, Solver, Stop, parse_board,
};

fn puzzle(text: &str) -> Puzzle {
    let board = parse_board(text, InputFormat::Auto, None).expect("it is a board");
    Puzzle::new(board, &Goal::Classic).expect("it is solvable")
}

fn solver(id: &str) -> Solver {
    Solver::default().algorithm(id).expect("it is known")
}

fn stopped_after(id: &str, nodes: u64) -> Solver {
    Solver { limits: Limits { max_nodes: Some(nodes), ..Limits::default() }, ..solver(id) }
}

#[test]
fn the_start_may_be_the_goal() {
    for &algorithm in AlgorithmId::ALL {
        let report = solver(algorithm.info().id).solve(&puzzle("123456780")).expect("it fits");
        assert_eq!(report.cost, Some(0), "{}", algorithm.info().id);
        assert!(report.optimal, "{}", algorithm.info().id);
        // A budget of exactly the nodes it takes is enough, even if that is none.
        let explored = report.stats.explored;
        let enough = stopped_after(algorithm.info().id, explored).solve(&puzzle("123456780"));
        let enough = enough.expect("it fits");
        assert_eq!(
            (enough.cost, enough.stats.explored),
            (Some(0), explored),
            "{}",
            algorithm.info().id
        );
    }
}

#[test]
fn the_frontier_is_reported_when_a_budget_ends() {
    let puzzle = puzzle("647850321");
    for id in ["bfs", "dfs", "dijkstra", "astar", "greedy", "weighted-astar", "beam"] {
        let none = stopped_after(id, 0).solve(&puzzle).expect("it fits").stats;
        assert_eq!((none.explored, none.frontier, none.max_frontier), (0, 1, 1), "{id}");
        // The blank is on an edge: three children.
        let one = stopped_after(id, 1).solve(&puzzle).expect("it fits").stats;
        assert_eq!((one.explored, one.frontier, one.max_frontier), (1, 3, 3), "{id}");
    }
}

#[test]
fn a_goal_found_by_an_early_test_is_not_put_on_the_frontier() {
    for id in ["bfs", "dfs", "dijkstra", "astar", "greedy", "beam"] {
        let early = solver(id).set("goal-test", "early").expect("a goal test");
        let report = early.solve(&puzzle("123456708")).expect("it fits");
        assert_eq!((report.cost, report.stats.max_depth), (Some(1), 1), "{id}");
        assert!(report.stats.frontier <= 2, "{id}: {}", report.stats.frontier);
    }
}

#[test]
fn depth_is_never_above_max_depth() {
    let puzzle = puzzle("647850321");
    for &algorithm in AlgorithmId::ALL {
        for nodes in [1, 2, 3, 10, 100] {
            let stats =
                stopped_after(algorithm.info().id, nodes).solve(&puzzle).expect("it fits").stats;
            assert!(stats.depth <= stats.max_depth, "{} after {nodes}", algorithm.info().id);
        }
    }
}

#[test]
fn auto_always_returns_an_answer() {
    let quick = Limits { max_nodes: Some(1_000_000), ..Limits::default() };
    let hard = puzzle("9 4 13 12 2 1 14 10/0 7 8 6 3 5 15 11");
    for costs in [CostModel::Unit, CostModel::Tile] {
        let report = Solver { costs, limits: quick, ..Solver::default() }.solve(&hard);
        let report = report.expect("it fits");
        report.solution().expect("there is an answer").verify(&hard).expect("the path replays");
    }
    // Estimates of tile costs would overflow here; auto still finds a solution.
    let large = taquin::Board::classic(taquin::Size::new(70, 70).expect("it is a size"));
    let start = taquin::generate::uniform(&large, &mut taquin::generate::Random::new(1));
    let large = Puzzle::new(start, &Goal::Classic).expect("it is solvable");
    let by_tile = Solver { costs: CostModel::Tile, limits: quick, ..Solver::default() };
    assert!(matches!(by_tile.solve(&large).expect("it fits").outcome, Outcome::Solved(_)));
    // A time limit that no clock can represent.
    let forever = Limits { max_time: Some(Duration::MAX), ..Limits::default() };
    let easy = puzzle("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15");
    let report = Solver { limits: forever, ..Solver::default() }.solve(&easy).expect("it fits");
    assert_eq!(report.cost, Some(1));
    let twelfth = taquin::Board::classic(taquin::Size::new(12, 12).expect("it is a size"));
    let start = taquin::generate::uniform(&twelfth, &mut taquin::generate::Random::new(1));
    let twelfth = Puzzle::new(start, &Goal::Classic).expect("it is solvable");
    let forever = Limits { max_nodes: Some(300_000), ..forever };
    let report = Solver { limits: forever, ..solver("near-optimal") }.solve(&twelfth);
    assert!(matches!(report.expect("it fits").outcome, Outcome::Solved(_)));
}

#[test]
fn a_short_search_needs_little_memory() {
    let limits = Limits { max_bytes: Some(100_000), ..Limits::default() };
    let report = Solver { limits, ..solver("astar") }.solve(&puzzle("123456708")).expect("it fits");
    assert_eq!(report.cost, Some(1));
}

#[test]
fn rounds_are_bounded_in_whole_costs() {
    let euclidean = solver("ida").heuristic("euclidean").expect("it is known");
    let report = euclidean.solve(&puzzle("412587063")).expect("it fits");
    let last = report.stats.iterations.last().expect("there was a round");
    assert_eq!(Some(last.bound), report.cost);
}

#[test]
fn a_node_that_exceeds_the_memory_limit_is_not_explored() {
    let puzzle = puzzle("426108573");
    let mut stopped = 0;
    for id in ["ida", "iddfs", "rbfs", "bfs", "dfs", "astar"] {
        for path_ids in [false, true] {
            for bytes in (0..4000).step_by(100) {
                let limits = Limits { max_bytes: Some(bytes), ..Limits::default() };
                let stats = Solver { limits, path_ids, ..solver(id) }.solve(&puzzle);
                let Report { outcome, stats, .. } = stats.expect("it fits");
                let context = format!("{id} with {bytes} bytes, ids {path_ids}: {stats:?}");
                assert!(stats.depth <= stats.max_depth, "{context}");
                assert!(stats.peak_bytes <= bytes, "{context}");
                stopped += u64::from(outcome == Outcome::Stopped(Stop::Memory));
            }
        }
    }
    assert!(stopped > 6 * 20, "{stopped} of {}", 6 * 2 * 40);
}

#[test]
fn a_search_with_nothing_left_needs_no_more_nodes() {
    let puzzle = puzzle("647850321");
    for max_depth in 0..5 {
        for path_ids in [false, true] {
            let dfs = Solver {
                settings: Settings { max_depth: Some(max_depth), ..Settings::default() },
                path_ids,
                ..solver("dfs")
            };
            let all = dfs.solve(&puzzle).expect("it fits");
            assert_eq!(all.outcome, Outcome::Exhausted, "to depth {max_depth}");
            let nodes = all.stats.explored;
            let limited = |max_nodes| {
                let limits = Limits { max_nodes: Some(max_nodes), ..Limits::default() };
                Solver { limits, ..dfs.clone() }.solve(&puzzle).expect("it fits").outcome
            };
            assert_eq!(limited(nodes), Outcome::Exhausted, "{nodes} nodes to depth {max_depth}");
            assert_eq!(limited(nodes - 1), Outcome::Stopped(Stop::Nodes), "one less");
        }
    }
}
