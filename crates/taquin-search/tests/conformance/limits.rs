//! Limits: they are exact, a stop is a result, and nothing depends on who looks or on how many threads there are.

use crate::graph::{Graph, Kind, Random};
use crate::graphs;
use crate::promises::{keeps_its_promise, random_options};
use crate::search::{Ended, Polls, SEARCHES, Search, Setting};
use std::time::Duration;
use taquin_search::*;

/// A search on a graph with a setting, and how it ends, observed or not, if only its limit on nodes stops it.
struct Case {
    search: &'static Search,
    graph: Graph,
    setting: Setting,
    whole: Ended,
}

impl Case {
    /// Returns every search on some graphs, observed and not, with random options.
    fn all(seed: u64, graphs_of_each: usize) -> impl Iterator<Item = Case> {
        let mut random = Random(seed);
        graphs(seed, graphs_of_each).flat_map(move |graph| {
            let of = |search| Case::new(search, &graph, &mut random);
            SEARCHES.iter().map(of).collect::<Vec<_>>()
        })
    }

    fn new(search: &'static Search, graph: &Graph, random: &mut Random) -> Case {
        let options = random_options(search, random);
        let is_observed = random.below(2) == 0;
        let nodes = if search.ends_on(graph) { 20_000 } else { 300 };
        let setting = Setting { options, is_observed, ..Setting::of(search) }.max_nodes(nodes);
        Case { whole: search.run(graph, &setting), search, graph: graph.clone(), setting }
    }

    /// Runs it with a changed setting, checks that a stop is a result, and returns how it ended.
    fn with(&self, change: impl FnOnce(&mut Setting)) -> Ended {
        let mut setting = Setting { cancel: Cancel::new(), ..self.setting.clone() };
        change(&mut setting);
        let ended = self.search.run(&self.graph, &setting);
        keeps_its_promise(self.search, &self.graph, &setting, &ended);
        let Limits { max_nodes, max_bytes, .. } = setting.limits;
        let Stats { explored, peak_bytes, .. } = ended.stats;
        assert!(max_nodes.is_none_or(|most| explored <= most), "{}: {explored}", self.name());
        assert!(max_bytes.is_none_or(|most| peak_bytes <= most), "{}: {peak_bytes}", self.name());
        ended
    }

    /// Checks that a run ended as the whole one did.
    fn is_whole(&self, ended: &Ended) {
        assert_eq!(ended.moves(), self.whole.moves(), "{}", self.name());
        assert_eq!(ended.counts(), self.whole.counts(), "{}", self.name());
        assert_eq!(ended.lower_bound, self.whole.lower_bound, "{}", self.name());
    }

    fn name(&self) -> String {
        format!("{} {:?} {:?} {:?}", self.search.info.id, self.setting, self.whole, self.graph)
    }
}

/// Returns the first and the last numbers below `end`, and some between.
fn some_below(end: u64, random: &mut Random) -> Vec<u64> {
    let between = (0..6).map(|_| random.below(end.max(1) as usize) as u64);
    let mut numbers: Vec<u64> = (0..3).chain(end.saturating_sub(3)..end).chain(between).collect();
    numbers.retain(|&number| number < end);
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Whatever stops a search before a node, it reports the same.
#[test]
fn nodes_time_and_the_flag_stop_it_at_each_node() {
    let (mut random, mut stopped) = (Random(23), 0);
    for case in Case::all(23, 300) {
        // It polls before every node, and once more before it finds the frontier empty.
        let explored = case.whole.stats.explored;
        for nodes in some_below(explored, &mut random) {
            let at_limit = case.with(|setting| setting.limits.max_nodes = Some(nodes));
            assert_eq!(at_limit.moves(), Err(Stop::Nodes), "{nodes} of {}", case.name());
            assert_eq!(at_limit.stats.explored, nodes, "{}", case.name());
            let cancelled = case.with(|setting| setting.cancel = Cancel::after_checks(nodes + 1));
            assert_eq!(cancelled.moves(), Err(Stop::Cancelled), "{nodes} of {}", case.name());
            // The clock is read once when the budget starts.
            let time = Duration::from_millis(nodes + 1);
            let late = case.with(|setting| setting.limits.max_time = Some(time));
            assert_eq!(late.moves(), Err(Stop::Time), "{nodes} of {}", case.name());
            for other in [cancelled, late] {
                assert_eq!(other.counts(), at_limit.counts(), "{nodes} of {}", case.name());
                assert_eq!(other.lower_bound, at_limit.lower_bound, "{}", case.name());
            }
            stopped += 1;
        }
        case.is_whole(&case.with(|setting| setting.limits.max_nodes = Some(explored)));
        case.is_whole(&case.with(|setting| {
            setting.cancel = Cancel::after_checks(case.whole.checks + 1);
            setting.limits.max_time = Some(Duration::from_millis(case.whole.checks + 1));
        }));
    }
    assert!(stopped > 10_000, "{stopped}");
}

#[test]
fn memory_is_claimed_before_it_is_used() {
    let (mut random, mut stopped) = (Random(29), 0);
    for case in Case::all(29, 200) {
        let peak = case.whole.stats.peak_bytes;
        for bytes in some_below(peak, &mut random) {
            let ended = case.with(|setting| setting.limits.max_bytes = Some(bytes));
            match ended.moves() {
                Err(Stop::Memory) => stopped += 1,
                // Lists grow in smaller steps when less is left, and an index of all states may not fit.
                _ => case.is_whole(&ended),
            }
        }
        let ended = case.with(|setting| setting.limits.max_bytes = Some(peak));
        case.is_whole(&ended);
        assert_eq!(ended.stats.peak_bytes, peak, "{}", case.name());
    }
    assert!(stopped > 3000, "{stopped}");
}

#[test]
fn the_memory_of_a_path_does_not_grow_with_the_rounds() {
    for kind in [Kind::Directed, Kind::Boxed, Kind::TwoWay] {
        let graph = Graph::line(200, kind);
        for search in SEARCHES.iter().filter(|search| search.info.tree == SearchTree::Walked) {
            for is_observed in [false, true] {
                let setting = Setting { is_observed, ..Setting::of(search) };
                let ended = search.run(&graph, &setting);
                let peak = ended.stats.peak_bytes;
                assert!((200..64 << 10).contains(&peak), "{}: {peak}", search.info.id);
            }
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_answer() {
    let mut random = Random(19);
    for case in Case::all(19, 100) {
        [2, 3, 8].into_iter().for_each(|threads| case.is_shared_by(threads, &mut random));
    }
}

/// A round is divided only if it has many nodes.
#[test]
fn threads_share_large_rounds() {
    let mut random = Random(53);
    for kind in [Kind::Directed, Kind::Boxed, Kind::TwoWay] {
        let graph = Graph::layers(&mut random, 6, kind);
        for search in SEARCHES.iter().filter(|search| search.info.tree == SearchTree::Walked) {
            let case = Case::new(search, &graph, &mut random);
            let setting = Setting { is_observed: false, ..case.setting.max_nodes(500_000) };
            let case = Case { whole: search.run(&graph, &setting), setting, ..case };
            [2, 3].into_iter().for_each(|threads| case.is_shared_by(threads, &mut random));
        }
    }
}

impl Case {
    /// Checks that several threads find the same as one, and that nothing they report when they are stopped is false.
    fn is_shared_by(&self, threads: usize, random: &mut Random) {
        let ended = self.with(|setting| setting.options.threads = threads);
        if self.whole.found.is_ok() {
            let cost = |ended: &Ended| {
                ended.moves().map(|path| path.map(|moves| self.graph.cost_of(moves)))
            };
            // Several threads may find another of the cheapest paths first.
            assert_eq!(cost(&ended), cost(&self.whole), "{threads}: {}", self.name());
            assert_eq!(ended.lower_bound, self.whole.lower_bound, "{}", self.name());
        } else if ended.found.is_err() {
            assert_eq!(ended.stats.explored, self.whole.stats.explored, "{}", self.name());
        }
        // Only the round that a goal or a limit ends depends on which thread is first.
        let rounds = &self.whole.stats.iterations;
        let complete = rounds.len().saturating_sub(1);
        assert_eq!(ended.stats.iterations[..complete], rounds[..complete], "{}", self.name());
        let Stats { explored, peak_bytes, .. } = self.whole.stats;
        let [few, checks, bytes] =
            [explored, explored, peak_bytes].map(|end| random.below(end as usize + 1) as u64);
        let stops: [&dyn Fn(&mut Setting); 3] = [
            &|setting| setting.limits.max_nodes = Some(few),
            &|setting| setting.cancel = Cancel::after_checks(checks + 1),
            &|setting| setting.limits.max_bytes = Some(bytes),
        ];
        for stop in stops {
            let ended = self.with(|setting| {
                setting.options.threads = threads;
                stop(setting);
            });
            if ended.moves() == Err(Stop::Nodes) {
                let most = few.min(self.setting.limits.max_nodes.unwrap_or(u64::MAX));
                assert!([most, self.whole.stats.explored].contains(&ended.stats.explored));
            }
        }
    }
}

#[test]
fn nodes_with_many_children() {
    // More edges out of the start than any list of children holds at first.
    for mut graph in graphs(17, 60).filter(|graph| graph.kind != Kind::TwoWay) {
        for edge in 0..40 {
            graph.connect(0, edge % (graph.out.len() - 1), 1 + edge as Cost);
        }
        graph.h.fill(0);
        for search in SEARCHES {
            for nodes in [1, 7, 1000, 5000] {
                let setting = Setting::of(search).max_nodes(nodes);
                let unobserved = search.run(&graph, &setting);
                let observed = search.run(&graph, &setting.clone().observed());
                let context = || format!("{} {setting:?} {graph:?}", search.info.id);
                assert_eq!(unobserved.counts(), observed.counts(), "{}", context());
                assert_eq!(unobserved.moves(), observed.moves(), "{}", context());
            }
        }
    }
}

#[test]
fn every_search_stops_at_each_kind_of_limit() {
    for kind in [Kind::Directed, Kind::Boxed, Kind::TwoWay] {
        let graph = Graph::line(20_000, kind);
        for search in SEARCHES {
            for threads in [1, 2] {
                let stop = |change: &dyn Fn(&mut Setting)| {
                    let mut setting = Setting { limits: Limits::default(), ..Setting::of(search) };
                    setting.options.threads = threads;
                    change(&mut setting);
                    search.run_with(&graph, &setting, Polls::AsUsual, None).found.err()
                };
                let id = search.info.id;
                let cancelled = stop(&|setting| setting.cancel.cancel());
                assert_eq!(cancelled, Some(Stop::Cancelled), "{id}");
                let late = stop(&|setting| setting.limits.max_time = Some(Duration::ZERO));
                assert_eq!(late, Some(Stop::Time), "{id}");
                // A walked tree stores its path only, which is long here.
                let full = stop(&|setting| setting.limits.max_bytes = Some(1000));
                assert_eq!(full, Some(Stop::Memory), "{id}");
                let all = stop(&|setting| setting.limits.max_nodes = Some(5000));
                assert_eq!(all, Some(Stop::Nodes), "{id}");
            }
        }
    }
}

#[test]
fn a_flag_raised_during_a_search_stops_it_soon() {
    struct CancelAt(u64, Cancel);
    impl Observer<usize> for CancelAt {
        fn event(&mut self, event: Event<'_, usize>) {
            if let Event::Explored(_, stats) = event
                && stats.explored == self.0
            {
                self.1.cancel();
            }
        }
    }
    let graph = Graph::line(30_000, Kind::Directed);
    for search in SEARCHES {
        for at in [1, 10_000, 20_000] {
            let setting = Setting::of(search);
            let mut observer = CancelAt(at, setting.cancel.clone());
            let ended = search.run_with(&graph, &setting, Polls::AsUsual, Some(&mut observer));
            assert_eq!(ended.found.err(), Some(Stop::Cancelled), "{}", search.info.id);
            // The flag is polled every 4096 nodes.
            let explored = ended.stats.explored;
            assert!((at..=at + 4096).contains(&explored), "{}: {explored}", search.info.id);
        }
    }
}
