//! What a search promises about the solution it finds, and that observers and threads change nothing.

use crate::graph::{Graph, Kind, Random};
use crate::graphs;
use crate::search::{Ended, SEARCHES, Search, Setting};
use taquin_search::*;

/// Chooses the options that a search supports at random.
pub fn random_options(search: &Search, random: &mut Random) -> Options {
    let mut options = Options::default_for(&search.info);
    for option in search.info.options {
        match option {
            OptionId::GoalTest => {
                options.goal_test = [GoalTest::Late, GoalTest::Early][random.below(2)];
            }
            OptionId::Ties => {
                options.ties = [Ties::Fifo, Ties::Lifo, Ties::State, Ties::Heap][random.below(4)];
            }
            OptionId::Weight => options.weight = [0, 1, 500, 1000, 1001, 3000][random.below(6)],
            OptionId::Width => options.width = [1, 2, 3, 1000][random.below(4)],
            OptionId::MaxDepth => {
                options.max_depth = [None, Some(random.below(10) as u64)][random.below(2)];
            }
        }
    }
    options
}

/// Checks what a search that was not stopped promises, and the bound that any search claims.
pub fn keeps_its_promise(search: &Search, graph: &Graph, setting: &Setting, ended: &Ended) {
    let (info, options) = (&search.info, &setting.options);
    let context = || format!("{} {setting:?} {ended:?} {graph:?}", info.id);
    let (cheapest, fewest) = (graph.distances(|cost| cost)[0], graph.distances(|_| 1)[0]);
    let measured = if info.counts_cost { cheapest } else { fewest };
    assert!(ended.lower_bound <= measured, "above {measured}: {}", context());
    let Ok(path) = ended.moves() else { return };
    let deepest = options.max_depth.unwrap_or(u64::MAX);
    let Some(moves) = path else {
        // A depth-first search may have met a state of the only path for the first time where it was too deep.
        let is_bounded = options.max_depth.is_some()
            && (info.optimal == Optimality::Never || deepest < fewest.into());
        let overlooked = info.complete && measured < Cost::MAX && !is_bounded;
        return assert!(!overlooked, "overlooked: {}", context());
    };
    let cost = graph.cost_of(moves).unwrap_or_else(|| panic!("no path: {}", context()));
    assert!(moves.len() as u64 <= deepest, "too deep: {}", context());
    // An early goal test may accept the goal before a cheaper path to it is known.
    let is_late = [GoalTest::Late, info.goal_test].contains(&options.goal_test);
    match info.optimal {
        // What is promised is also proven.
        Optimality::FewestMoves => {
            assert_eq!((moves.len() as Cost, ended.lower_bound), (fewest, fewest), "{}", context());
        }
        Optimality::Always | Optimality::IfAdmissible if is_late => {
            assert_eq!((cost, ended.lower_bound), (cheapest, cheapest), "{}", context());
        }
        _ if search.has(OptionId::Weight) && is_late => {
            let most = u64::from(options.weight.max(1000)) * u64::from(cheapest);
            assert!(1000 * u64::from(cost) <= most, "above {most}: {}", context());
        }
        _ => assert!(cost >= cheapest, "below {cheapest}: {}", context()),
    }
}

#[test]
fn every_search_keeps_its_promise_observed_and_unobserved() {
    let (mut reopened, mut unsolvable, mut solved) = (0, 0, 0);
    let mut random = Random(13);
    for graph in graphs(11, 1200) {
        unsolvable += u32::from(graph.distances(|_| 1)[0] == Cost::MAX);
        for search in SEARCHES {
            for options in [Setting::of(search).options, random_options(search, &mut random)] {
                let setting = Setting { options, ..Setting::of(search) };
                let ends = search.ends_on(&graph);
                let setting = if ends { setting } else { setting.max_nodes(500) };
                let unobserved = search.run(&graph, &setting);
                let context = || format!("{} {setting:?} {graph:?}", search.info.id);
                assert!(unobserved.found.is_ok() || !ends, "{}", context());
                keeps_its_promise(search, &graph, &setting, &unobserved);
                let observed = search.run(&graph, &setting.clone().observed());
                assert_eq!(unobserved.moves(), observed.moves(), "{}", context());
                assert_eq!(unobserved.counts(), observed.counts(), "{}", context());
                assert_eq!(unobserved.lower_bound, observed.lower_bound, "{}", context());
                reopened += observed.stats.reopened;
                solved += u32::from(matches!(observed.found, Ok(Some(_))));
            }
        }
    }
    assert!(
        reopened > 20 && unsolvable > 20 && solved > 10_000,
        "{reopened} {unsolvable} {solved}"
    );
}

#[test]
fn an_inconsistent_estimate_makes_astar_reopen_a_state() {
    let [astar, dijkstra] = ["astar", "dijkstra"]
        .map(|id| SEARCHES.iter().find(|search| search.info.id == id).expect("it is listed"));
    for is_ranked in [false, true] {
        let mut graph = Graph { is_ranked, ..Graph::empty(4, Kind::Directed) };
        // From 0 to 3: going straight to 2 costs 3, via 1 only 2. But 1 looks expensive, so 2 is expanded first.
        for (from, to, cost) in [(0, 1, 1), (0, 2, 3), (1, 2, 1), (2, 3, 10)] {
            graph.connect(from, to, cost);
        }
        graph.h = vec![0, 11, 0, 0];
        let setting = Setting::of(astar).observed();
        let ended = astar.run(&graph, &setting);
        keeps_its_promise(astar, &graph, &setting, &ended);
        // 0, 2, 1, 2 again, 3; the first path to 3 stays on the frontier, or is removed as stale.
        let Stats { reopened, explored, expanded, .. } = ended.stats;
        assert_eq!((reopened, explored, expanded), (1, 5, 4));
        assert_eq!(dijkstra.run(&graph, &setting).stats.reopened, 0);
    }
}
