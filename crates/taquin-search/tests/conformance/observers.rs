//! Observers: they can be combined, and a recording is complete up to its capacity.

use crate::graph::{Graph, Random};
use crate::graphs;
use crate::promises::random_options;
use crate::search::{Ended, Polls, SEARCHES, Search, Setting};
use taquin_search::*;

/// Runs a search with random options and an observer, up to a small number of nodes.
fn observe(
    search: &Search,
    graph: &Graph,
    random: &mut Random,
    observer: &mut dyn Observer<usize>,
) -> Ended {
    let options = random_options(search, random);
    let setting = Setting { options, ..Setting::of(search) }.max_nodes(300);
    search.run_with(graph, &setting, Polls::Always, Some(observer))
}

/// Counts the events it receives.
#[derive(Default)]
struct Counts {
    wants_nodes: bool,
    explored: u64,
    generated: u64,
    rounds: u64,
    ticks: u64,
}

impl Observer<usize> for Counts {
    fn wants_nodes(&self) -> bool {
        self.wants_nodes
    }

    fn event(&mut self, event: Event<'_, usize>) {
        match event {
            Event::Explored(..) => self.explored += 1,
            Event::Generated(_) => self.generated += 1,
            Event::Deepened { .. } => self.rounds += 1,
            Event::Tick(_) => self.ticks += 1,
            _ => {}
        }
    }
}

#[test]
fn observers_can_be_combined() {
    let mut random = Random(31);
    for graph in graphs(31, 50) {
        for search in SEARCHES {
            let (mut all, mut few) =
                (Counts { wants_nodes: true, ..Counts::default() }, Counts::default());
            let mut observers = ((None::<Counts>, Some(&mut all)), &mut few);
            let Ended { stats, .. } = observe(search, &graph, &mut random, &mut observers);
            let id = search.info.id;
            assert_eq!((all.explored, all.generated), (stats.explored, stats.generated), "{id}");
            assert_eq!((few.explored, few.generated), (0, 0), "{id}");
            assert_eq!((all.rounds, all.ticks), (few.rounds, few.ticks), "{id}");
            assert_eq!(all.rounds, stats.iterations.len() as u64, "{id}");
        }
    }
}

#[test]
fn a_trace_is_complete_up_to_its_capacity() {
    for graph in graphs(37, 100) {
        for search in SEARCHES {
            for capacity in [0, 1, 30, usize::MAX] {
                let mut trace = Trace::new(capacity);
                let Ended { stats, .. } = observe(search, &graph, &mut Random(37), &mut trace);
                let counts = [trace.steps().len(), trace.nodes().len(), trace.rounds().len()];
                let context = format!("{} with capacity {capacity}: {stats:?}", search.info.id);
                if trace.is_complete() {
                    let rounds = stats.iterations.len();
                    let all = [stats.explored as usize, stats.generated as usize, rounds];
                    assert_eq!(counts, all, "{context}");
                } else {
                    assert_eq!(counts.iter().sum::<usize>(), capacity, "{context}");
                }
                assert!(trace.is_complete() || capacity < usize::MAX, "{context}");
                assert_eq!(trace.len(), counts.iter().sum::<usize>(), "{context}");
            }
        }
    }
}

#[test]
fn a_trace_leads_to_the_goal() {
    let stores = |search: &&Search| search.info.tree == SearchTree::Stored;
    for graph in graphs(41, 100) {
        for search in SEARCHES.iter().filter(stores) {
            let mut trace = Trace::new(usize::MAX);
            let ended = observe(search, &graph, &mut Random(41), &mut trace);
            if let Ok(Some(Path { moves, ids: Some(ids) })) = ended.found {
                let goal = *ids.last().expect("the start, at least");
                assert_eq!(trace.moves_to(goal), Some(moves), "{}", search.info.id);
            }
        }
    }
}

#[test]
fn a_trace_has_every_round() {
    let mut rounds = 0;
    for graph in graphs(43, 100) {
        for search in SEARCHES.iter().filter(|search| search.info.tree == SearchTree::Walked) {
            let mut trace = Trace::new(usize::MAX);
            let ended = observe(search, &graph, &mut Random(43), &mut trace);
            let id = search.info.id;
            let ends = trace.rounds().iter().skip(1).map(|round| round.generated_before);
            let ends = ends.chain([trace.nodes().len()]);
            assert_eq!(trace.rounds().len(), ended.stats.iterations.len(), "{id}");
            for ((round, end), iteration) in
                trace.rounds().iter().zip(ends).zip(&ended.stats.iterations)
            {
                assert_eq!(u64::from(round.bound), iteration.bound, "{id}");
                let generated = end - round.generated_before;
                assert_eq!(generated as u64, iteration.generated, "{id}");
                let first = trace.steps().get(round.first_step);
                assert!(first.is_none_or(|first| first.id == 0), "{id} begins at the root");
            }
            rounds += trace.rounds().len();
        }
    }
    assert!(rounds > 200, "{rounds}");
}

#[test]
fn the_priority_in_astar_is_f_and_never_falls_if_the_estimate_is_consistent() {
    struct LeastFirst(u64);
    impl Observer<usize> for LeastFirst {
        fn event(&mut self, event: Event<'_, usize>) {
            let Event::Explored(node, _) = event else { return };
            let priority = node.priority.expect("the frontier is ordered");
            assert_eq!(priority, u64::from(node.g) + u64::from(node.h));
            assert!(priority >= self.0);
            self.0 = priority;
        }
    }
    let astar = SEARCHES.iter().find(|search| search.info.id == "astar").expect("it is listed");
    for mut graph in graphs(47, 100) {
        graph.h = graph.distances(|cost| cost);
        let setting = Setting::of(astar);
        astar.run_with(&graph, &setting, Polls::Always, Some(&mut LeastFirst(0)));
    }
}
