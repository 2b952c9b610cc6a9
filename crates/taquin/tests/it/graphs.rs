//! The searches know nothing about tiles: here they run on graphs. One graph forces A* to reopen a state. Many random
//! graphs, with admissible but inconsistent estimates, are solved by every algorithm and by brute force. Solutions of
//! boards are compared with the `pathfinding` crate, which shares no code with this one.

use std::time::Duration;
use taquin::generate::Random;
use taquin::search::*;
use taquin::solve::AlgorithmId;
use taquin::{Cost, Goal, InputFormat, Puzzle, Solver, parse_board};

/// A directed graph with an estimate for each node.
#[derive(Clone, Debug)]
struct Graph {
    edges: Vec<Vec<(usize, Cost)>>,
    h: Vec<Cost>,
    goal: usize,
    /// Whether closed lists may index nodes by rank instead of hashing them.
    numbered: bool,
}

impl Problem for Graph {
    type Node = usize;
    type Key = usize;
    type Move = usize;
    type Moves<'a> = std::ops::Range<usize>;

    fn start(&self) -> usize {
        0
    }

    fn is_goal(&self, node: &usize) -> bool {
        *node == self.goal
    }

    fn h(&self, node: &usize) -> Cost {
        self.h[*node]
    }

    fn moves(&self, node: &usize, _last: Option<usize>) -> std::ops::Range<usize> {
        0..self.edges[*node].len()
    }

    fn step(&self, node: &usize, by: usize) -> (usize, Cost) {
        self.edges[*node][by]
    }

    fn undoes(&self, _by: usize, _last: usize) -> bool {
        false
    }

    fn key(&self, node: &usize) -> usize {
        *node
    }

    fn state_count(&self) -> Option<usize> {
        self.numbered.then_some(self.edges.len())
    }

    fn rank(&self, node: &usize) -> usize {
        *node
    }
}

impl Graph {
    /// The least cost from every node to the goal, with edges weighted by `cost`: the Bellman-Ford algorithm.
    fn distances(&self, cost: impl Fn(Cost) -> Cost) -> Vec<Cost> {
        let mut best = vec![Cost::MAX; self.edges.len()];
        best[self.goal] = 0;
        for _ in 0..self.edges.len() {
            for (node, edges) in self.edges.iter().enumerate() {
                let paths = edges.iter().map(|&(to, step)| best[to].saturating_add(cost(step)));
                best[node] = paths.min().unwrap_or(Cost::MAX).min(best[node]);
            }
        }
        best
    }

    fn random(random: &mut Random, numbered: bool) -> Graph {
        let nodes = 5 + random.below(20) as usize;
        let mut edges = vec![Vec::new(); nodes];
        for from in &mut edges {
            for _ in 0..random.below(4) {
                let (to, cost) = (random.below(nodes as u64) as usize, 1 + random.below(9) as Cost);
                if from.iter().all(|(known, _)| *known != to) {
                    from.push((to, cost));
                }
            }
        }
        let mut graph = Graph { edges, h: vec![0; nodes], goal: nodes - 1, numbered };
        // Anything from 0 to the truth is admissible.
        let truth = graph.distances(|cost| cost);
        let estimate = |&truth: &Cost| match truth {
            Cost::MAX => random.below(100) as Cost,
            truth => random.below(u64::from(truth) + 1) as Cost,
        };
        graph.h = truth.iter().map(estimate).collect();
        graph
    }

    /// Follows a path; returns its cost if it leads to the goal.
    fn cost_of(&self, moves: &[usize]) -> Option<Cost> {
        let (mut node, mut cost) = (0, 0);
        for &by in moves {
            let (to, step) = *self.edges[node].get(by)?;
            (node, cost) = (to, cost + step);
        }
        (node == self.goal).then_some(cost)
    }
}

type SearchResult = Result<Option<Path<usize>>, Stop>;

fn run<A: Algorithm>(graph: &Graph) -> (SearchResult, Stats) {
    // A tree search on a graph with no path to the goal would never end.
    run_before::<A, _>(graph, A::INFO.goal_test, 200_000, Silent)
}

fn run_before<A: Algorithm, O: Observer<usize>>(
    graph: &Graph,
    goal_test: GoalTest,
    max_nodes: u64,
    observer: O,
) -> (SearchResult, Stats) {
    let ties = A::INFO.ties.unwrap_or(Ties::Fifo);
    let defaults = Options::default_for(&A::INFO);
    let options = Options { goal_test, ties, weight: 3000, width: 100, threads: 1, ..defaults };
    let limits = Limits { max_nodes: Some(max_nodes), ..Limits::default() };
    let mut run = Run::new(Budget::new(limits, Cancel::new()), observer);
    let found = A::with(&options).search(graph, &mut run);
    let (stats, _) = run.finish();
    (found, Stats { elapsed: Duration::ZERO, ..stats })
}

/// Checks what an algorithm promises on one graph.
fn keeps_its_promise<A: Algorithm>(graph: &Graph) -> Stats {
    let id = A::INFO.id;
    let (found, stats) = run::<A>(graph);
    let (cheapest, fewest) = (graph.distances(|cost| cost)[0], graph.distances(|_| 1)[0]);
    let path = match found {
        Ok(Some(path)) => path,
        Ok(None) => {
            assert_eq!(cheapest, Cost::MAX, "{id} overlooks a path in {graph:?}");
            return stats;
        }
        Err(stop) => {
            assert_eq!((cheapest, stop), (Cost::MAX, Stop::Nodes), "{id} in {graph:?}");
            return stats;
        }
    };
    let cost = graph.cost_of(&path.moves).unwrap_or_else(|| panic!("{id}: {path:?} in {graph:?}"));
    match A::INFO.optimal {
        Optimality::Always | Optimality::IfAdmissible => {
            assert_eq!(cost, cheapest, "{id}: {path:?} in {graph:?}");
        }
        Optimality::FewestMoves => {
            assert_eq!(path.moves.len() as Cost, fewest, "{id}: {path:?} in {graph:?}");
        }
        Optimality::WhereProven | Optimality::Never => assert!(cost >= cheapest, "{id}"),
    }
    if id == "weighted-astar" {
        assert!(cost <= 3 * cheapest, "{id}: {cost} of {cheapest} in {graph:?}");
    }
    stats
}

/// Lists the searches that run on graphs.
macro_rules! searches {
    ($($search:ident)*) => {
        const SEARCHES: &[&str] = &[$($search::INFO.id),*];

        fn all_keep_their_promise(graph: &Graph) {
            $(keeps_its_promise::<$search>(graph);)*
        }
    };
}

searches! { Bfs Dfs Iddfs Bidirectional Dijkstra Greedy AStar WeightedAStar Ida Rbfs Beam }

#[test]
fn every_search_runs_on_graphs() {
    let only_puzzles = ["auto", "table", "fast-ida", "constructive", "near-optimal"];
    let all = AlgorithmId::ALL.iter().map(|id| id.info().id);
    let general: Vec<&str> = all.filter(|id| !only_puzzles.contains(id)).collect();
    assert_eq!(general, SEARCHES);
}

#[test]
fn an_inconsistent_estimate_makes_astar_reopen_a_state() {
    // From 0 to 3: going straight to 2 costs 3, via 1 only 2. But 1 looks expensive, so 2 is expanded first.
    for numbered in [false, true] {
        let graph = Graph {
            edges: vec![vec![(1, 1), (2, 3)], vec![(2, 1)], vec![(3, 10)], vec![]],
            h: vec![0, 11, 0, 0],
            goal: 3,
            numbered,
        };
        let stats = keeps_its_promise::<AStar>(&graph);
        assert_eq!(stats.reopened, 1);
        // 0, 2, 1, 2 again, 3; the first path to 3 stays on the frontier, or is removed as stale.
        assert_eq!((stats.explored, stats.expanded), (5, 4));
        assert_eq!(keeps_its_promise::<Dijkstra>(&graph).reopened, 0);
        all_keep_their_promise(&graph);
    }
}

#[test]
fn random_graphs() {
    let mut random = Random::new(11);
    let (mut reopened, mut unreachable) = (0, 0);
    for round in 0..2000 {
        let graph = Graph::random(&mut random, round % 2 == 0);
        unreachable += u32::from(graph.distances(|_| 1)[0] == Cost::MAX);
        // Without a path, searches that store visited states end; the others run until stopped.
        if graph.distances(|_| 1)[0] < Cost::MAX {
            all_keep_their_promise(&graph);
        } else {
            keeps_its_promise::<Bfs>(&graph);
            keeps_its_promise::<Dfs>(&graph);
            keeps_its_promise::<AStar>(&graph);
            keeps_its_promise::<Dijkstra>(&graph);
        }
        reopened += run::<AStar>(&graph).1.reopened;
    }
    assert!(reopened > 20 && unreachable > 20, "{reopened} {unreachable}");
}

/// An observer that wants every node, so that children are generated one by one.
struct NodeObserver;

impl Observer<usize> for NodeObserver {}

/// Without an observer, deepening searches generate children in batches. That must not change any count, wherever they
/// stop.
fn counts_as_one_by_one<A: Algorithm>(graph: &Graph, max_nodes: u64) -> SearchResult {
    let goal_test = [GoalTest::Late, GoalTest::Early][(max_nodes % 2) as usize];
    let without_bytes = |(found, stats)| (found, Stats { peak_bytes: 0, ..stats });
    let batched = without_bytes(run_before::<A, _>(graph, goal_test, max_nodes, Silent));
    let one_by_one = without_bytes(run_before::<A, _>(graph, goal_test, max_nodes, NodeObserver));
    assert_eq!(batched, one_by_one, "{} {max_nodes} {goal_test:?} {graph:?}", A::INFO.id);
    batched.0
}

#[test]
fn batched_children_count_as_if_generated_one_by_one() {
    let mut random = Random::new(13);
    let (mut solved, mut stopped) = (0, 0);
    for round in 0..2000 {
        let mut graph = Graph::random(&mut random, false);
        if round % 10 == 0 {
            // More edges out of the start than the initial capacity.
            let last = graph.edges.len() - 1;
            graph.edges[0].extend((0..40).map(|edge| (edge % last, 1 + edge as Cost)));
        }
        for most in [0, 1, 2, 3, 1000, 1001, 5000, random.below(100), random.below(1000)] {
            for found in [
                counts_as_one_by_one::<Ida>(&graph, most),
                counts_as_one_by_one::<Iddfs>(&graph, most),
            ] {
                solved += u32::from(matches!(found, Ok(Some(_))));
                stopped += u32::from(found.is_err());
            }
        }
    }
    assert!(solved > 1000 && stopped > 1000, "{solved} {stopped}");
}

/// The neighbours of a board, each at cost 1.
fn around(board: &[u8; 9]) -> Vec<([u8; 9], u32)> {
    let blank = board.iter().position(|&tile| tile == 0).expect("a blank");
    let (row, col) = (blank / 3, blank % 3);
    let swapped = |cell: usize| {
        let mut next = *board;
        next.swap(blank, cell);
        (next, 1)
    };
    let neighbours = [
        (row > 0).then(|| blank - 3),
        (row < 2).then(|| blank + 3),
        (col > 0).then(|| blank - 1),
        (col < 2).then(|| blank + 1),
    ];
    neighbours.into_iter().flatten().map(swapped).collect()
}

/// The Manhattan distance to 123456780.
fn steps(board: &[u8; 9]) -> u32 {
    let tiles = board.iter().enumerate().filter(|(_, tile)| **tile != 0);
    let away = |(cell, &tile): (usize, &u8)| {
        let home = usize::from(tile) - 1;
        (cell / 3).abs_diff(home / 3) + (cell % 3).abs_diff(home % 3)
    };
    tiles.map(away).sum::<usize>() as u32
}

#[test]
fn an_independent_crate_agrees() {
    let mut random = Random::new(12);
    let goal = Goal::Classic.board("3x3".parse().expect("a size"));
    let goal_cells = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let mut boards: Vec<_> =
        (0..30).map(|_| taquin::generate::uniform(&goal, &mut random)).collect();
    boards.push(parse_board("647850321", InputFormat::Auto, None).expect("a board"));
    for board in boards {
        let cells: [u8; 9] = std::array::from_fn(|cell| board.tiles()[cell] as u8);
        let puzzle = Puzzle::new(board, &Goal::Classic).expect("it is solvable");
        let ours = |id: &str| {
            let solver = Solver::default().algorithm(id).expect("an algorithm");
            solver.solve(&puzzle).expect("it fits").cost.expect("it is solvable")
        };
        let is_goal = |cells: &[u8; 9]| *cells == goal_cells;
        let next = |cells: &[u8; 9]| around(cells).into_iter().map(|(next, _)| next);
        let bfs = pathfinding::prelude::bfs(&cells, next, is_goal).expect("it is solvable");
        assert_eq!(ours("bfs"), bfs.len() as u64 - 1);
        let astar = pathfinding::prelude::astar(&cells, around, steps, is_goal);
        assert_eq!(ours("astar"), u64::from(astar.expect("it is solvable").1));
        let ida = pathfinding::prelude::idastar(&cells, around, steps, is_goal);
        assert_eq!(ours("ida"), u64::from(ida.expect("it is solvable").1));
    }
}
