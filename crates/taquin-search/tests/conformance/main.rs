//! Every search on explicit graphs, which know nothing about tiles: what it promises, compared with brute force; the
//! same counts observed and unobserved, at every limit, with any number of threads.

mod graph;

use graph::{Graph, Random};
use std::time::Duration;
use taquin_search::*;

type Found = Result<Option<Path<usize>>, Stop>;

/// How a search is run.
#[derive(Clone, Copy, Debug)]
struct Setting {
    /// `None` for the default of the search.
    goal_test: Option<GoalTest>,
    max_nodes: u64,
    threads: usize,
    is_observed: bool,
}

/// A search that forgets states would never end on a graph without a path to the goal.
const DEFAULT: Setting =
    Setting { goal_test: None, max_nodes: 200_000, threads: 1, is_observed: false };

/// Wants every node.
struct Observed;

impl Observer<usize> for Observed {}

/// Runs a search; returns what it found, its counts without time and memory, and the lower bound it proved.
fn run<A: Algorithm>(graph: &Graph, setting: Setting) -> (Found, Stats, Cost) {
    let ties = A::INFO.ties.unwrap_or(Ties::Fifo);
    let options = Options {
        goal_test: setting.goal_test.unwrap_or(A::INFO.goal_test),
        ties,
        weight: 3000,
        width: 100,
        threads: setting.threads,
        ..Options::default_for(&A::INFO)
    };
    let limits = Limits { max_nodes: Some(setting.max_nodes), ..Limits::default() };
    let budget = Budget::new(limits, Cancel::new());
    let algorithm = A::with(&options);
    let (found, (stats, bound)) = if setting.is_observed {
        let mut run = Run::new(budget, Observed);
        (algorithm.search(graph, &mut run), run.finish())
    } else {
        let mut run = Run::new(budget, Silent);
        (algorithm.search(graph, &mut run), run.finish())
    };
    (found, Stats { elapsed: Duration::ZERO, peak_bytes: 0, ..stats }, bound)
}

/// A search as a function, with its description.
#[derive(Clone, Copy)]
struct Search {
    info: AlgorithmInfo,
    run: fn(&Graph, Setting) -> (Found, Stats, Cost),
}

macro_rules! list {
    ($($search:ident)*) => { &[$(Search { info: $search::INFO, run: run::<$search> }),*] };
}

const SEARCHES: &[Search] = for_each_search!(list);

fn search(id: &str) -> Search {
    *SEARCHES.iter().find(|search| search.info.id == id).expect("a search")
}

/// The searches that end on a graph: on one without a path to the goal, those that store the states they visit.
fn searches_for(graph: &Graph) -> impl Iterator<Item = &'static Search> + use<> {
    let is_solvable = graph.is_solvable();
    SEARCHES.iter().filter(move |search| is_solvable || search.info.tree != SearchTree::Walked)
}

/// Returns random graphs of every kind.
fn graphs(seed: u64, count: usize) -> impl Iterator<Item = Graph> {
    let mut random = Random(seed);
    (0..count).map(move |number| Graph::random(&mut random, number % 2 == 0, number % 3 == 0))
}

/// Checks what an algorithm promises on one graph.
fn keeps_its_promise(search: &Search, graph: &Graph) -> Stats {
    let AlgorithmInfo { id, complete, optimal, .. } = search.info;
    let (found, stats, bound) = (search.run)(graph, DEFAULT);
    let (cheapest, fewest) = (graph.distances(|cost| cost)[0], graph.distances(|_| 1)[0]);
    let found = found.unwrap_or_else(|stop| panic!("{id} stops ({stop:?}) in {graph:?}"));
    let Some(path) = found else {
        assert!(cheapest == Cost::MAX || !complete, "{id} overlooks a path in {graph:?}");
        return stats;
    };
    let cost = graph.cost_of(&path.moves).unwrap_or_else(|| panic!("{id}: {path:?} in {graph:?}"));
    match optimal {
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
    let measured = if search.info.counts_cost { cheapest } else { fewest };
    assert!(bound <= measured, "{id} claims a bound of {bound}, above {measured}, in {graph:?}");
    stats
}

#[test]
fn every_search_keeps_its_promise() {
    let (mut reopened, mut unsolvable) = (0, 0);
    for graph in graphs(11, 3000) {
        unsolvable += u32::from(!graph.is_solvable());
        for search in searches_for(&graph) {
            let stats = keeps_its_promise(search, &graph);
            reopened += if search.info.id == "astar" { stats.reopened } else { 0 };
        }
    }
    assert!(reopened > 20 && unsolvable > 20, "{reopened} {unsolvable}");
}

#[test]
fn an_inconsistent_estimate_makes_astar_reopen_a_state() {
    // From 0 to 3: going straight to 2 costs 3, via 1 only 2. But 1 looks expensive, so 2 is expanded first.
    for ranked in [false, true] {
        let graph = Graph {
            edges: vec![vec![(1, 1), (2, 3)], vec![(2, 1)], vec![(3, 10)], vec![]],
            h: vec![0, 11, 0, 0],
            goal: 3,
            ranked,
            symmetric: false,
        };
        let stats = keeps_its_promise(&search("astar"), &graph);
        // 0, 2, 1, 2 again, 3; the first path to 3 stays on the frontier, or is removed as stale.
        assert_eq!((stats.reopened, stats.explored, stats.expanded), (1, 5, 4));
        assert_eq!(keeps_its_promise(&search("dijkstra"), &graph).reopened, 0);
    }
}

/// Without an observer, searches use other code: children in batches, tables by rank, one pass less over the inverse
/// move. That must not change any count, wherever they stop.
#[test]
fn observed_and_unobserved_at_every_limit() {
    let (mut solved, mut stopped) = (0, 0);
    let mut random = Random(13);
    for graph in graphs(13, 400) {
        for search in searches_for(&graph) {
            for goal_test in [GoalTest::Late, GoalTest::Early] {
                let limits = [0, 1, 2, 3, 1000, 1001, random.below(30) as u64, 200_000];
                for max_nodes in limits {
                    let setting = Setting { goal_test: Some(goal_test), max_nodes, ..DEFAULT };
                    let unobserved = (search.run)(&graph, setting);
                    let observed = (search.run)(&graph, Setting { is_observed: true, ..setting });
                    let context = || format!("{} {setting:?} {graph:?}", search.info.id);
                    assert_eq!(moves(&unobserved.0), moves(&observed.0), "{}", context());
                    assert_eq!(unobserved.1, observed.1, "{}", context());
                    match &unobserved.0 {
                        Err(stop) => {
                            assert_eq!(*stop, Stop::Nodes, "{}", context());
                            assert_eq!(unobserved.1.explored, max_nodes, "{}", context());
                            stopped += 1;
                        }
                        Ok(path) => {
                            assert!(unobserved.1.explored <= max_nodes, "{}", context());
                            solved += u32::from(path.is_some());
                        }
                    }
                    let has_ids = matches!(&observed.0, Ok(Some(Path { ids: Some(_), .. })));
                    let stores_ids = search.info.tree == SearchTree::Stored;
                    let is_solved = matches!(observed.0, Ok(Some(_)));
                    let falls_back = search.info.id == "bidirectional" && !graph.symmetric;
                    assert!(has_ids == (is_solved && stores_ids) || falls_back, "{}", context());
                }
            }
        }
    }
    assert!(solved > 1000 && stopped > 1000, "{solved} {stopped}");
}

/// The moves of a path, without the ids, which only an observer gets.
fn moves(found: &Found) -> Result<Option<&[usize]>, Stop> {
    found.as_ref().map(|path| path.as_ref().map(|path| &path.moves[..])).map_err(|stop| *stop)
}

#[test]
fn nodes_with_many_children() {
    // More edges out of the start than any list of children holds at first.
    for mut graph in graphs(17, 200) {
        let last = graph.edges.len() - 1;
        graph.symmetric = false;
        graph.edges[0].extend((0..40).map(|edge| (edge % last, 1 + edge as Cost)));
        graph.h.fill(0);
        for search in searches_for(&graph) {
            for max_nodes in [1, 7, 1000, 5000] {
                let setting = Setting { max_nodes, ..DEFAULT };
                let unobserved = (search.run)(&graph, setting).1;
                let observed = (search.run)(&graph, Setting { is_observed: true, ..setting }).1;
                assert_eq!(unobserved, observed, "{} {setting:?} {graph:?}", search.info.id);
            }
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_answer() {
    for graph in graphs(19, 100) {
        for search in searches_for(&graph) {
            let (alone, stats, _) = (search.run)(&graph, DEFAULT);
            for threads in [2, 3, 8] {
                let (found, with_threads, _) = (search.run)(&graph, Setting { threads, ..DEFAULT });
                let cost = |found: &Found| {
                    moves(found).map(|path| path.map(|moves| (graph.cost_of(moves), moves.len())))
                };
                // Several threads may find another of the cheapest paths first.
                let cost_alone = cost(&alone).map(|found| found.map(|found| found.0));
                let cost_shared = cost(&found).map(|found| found.map(|found| found.0));
                assert_eq!(cost_shared, cost_alone, "{} {graph:?}", search.info.id);
                // Only the round in which the goal is found depends on which thread is first.
                let bounds = |stats: &Stats| -> Vec<u64> {
                    stats.iterations.iter().map(|round| round.bound).collect()
                };
                assert_eq!(bounds(&with_threads), bounds(&stats), "{}", search.info.id);
            }
        }
    }
}

/// Searches with these limits and this flag.
macro_rules! stops {
    ($graph:ident $limits:ident $cancel:ident; $($search:ident)*) => {
        [$({
            let mut run = Run::new(Budget::new($limits, $cancel.clone()), Silent);
            ($search::INFO.id, $search::with_defaults().search(&$graph, &mut run))
        }),*]
    };
}

#[test]
fn every_search_stops_at_each_kind_of_limit() {
    // A long line of nodes: the goal is at its end, so no search finds it before it is stopped.
    let length = 20_000;
    let edges = (0..length).map(|node| vec![((node + 1) % length, 1)]).collect();
    let graph =
        Graph { edges, h: vec![0; length], goal: length - 1, ranked: false, symmetric: false };
    let cancel = Cancel::new();
    cancel.cancel();
    let limits = Limits::default();
    for (id, found) in for_each_search!(stops graph limits cancel;) {
        assert_eq!(found.err(), Some(Stop::Cancelled), "{id}");
    }
    let cancel = Cancel::new();
    let limits = Limits { max_time: Some(Duration::ZERO), ..Limits::default() };
    for (id, found) in for_each_search!(stops graph limits cancel;) {
        assert_eq!(found.err(), Some(Stop::Time), "{id}");
    }
    let limits = Limits { max_bytes: Some(1000), ..Limits::default() };
    for (id, found) in for_each_search!(stops graph limits cancel;) {
        // A walked tree stores its path only: these need a bound on nodes as well.
        assert_eq!(found.err(), Some(Stop::Memory), "{id}");
    }
}
