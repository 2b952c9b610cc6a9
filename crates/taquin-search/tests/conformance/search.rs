//! Every search of the library as a function of a graph and a setting.

use crate::graph::{Graph, Kind, Node, Presented};
use crate::ledger::Ledger;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taquin_search::*;

/// How a search is run.
#[derive(Clone, Debug)]
pub struct Setting {
    pub options: Options,
    pub limits: Limits,
    pub cancel: Cancel,
    pub is_observed: bool,
}

impl Setting {
    /// The default options of a search, with a limit on nodes for searches that would never end.
    pub fn of(search: &Search) -> Setting {
        Setting {
            options: Options { weight: 3000, width: 100, ..Options::default_for(&search.info) },
            limits: Limits { max_nodes: Some(200_000), ..Limits::default() },
            cancel: Cancel::new(),
            is_observed: false,
        }
    }

    pub fn observed(self) -> Setting {
        Setting { is_observed: true, ..self }
    }

    pub fn max_nodes(mut self, nodes: u64) -> Setting {
        self.limits.max_nodes = Some(nodes);
        self
    }
}

/// How a search ended.
#[derive(Debug)]
pub struct Ended {
    pub found: Result<Option<Path<usize>>, Stop>,
    /// The time is that of a clock that advances by a millisecond whenever it is read.
    pub stats: Stats,
    pub lower_bound: Cost,
    /// How often the cancel flag was checked.
    pub checks: u64,
}

impl Ended {
    /// The moves of the path, without the ids, which only an observer gets.
    pub fn moves(&self) -> Result<Option<&[usize]>, Stop> {
        match &self.found {
            Ok(path) => Ok(path.as_ref().map(|path| &path.moves[..])),
            Err(stop) => Err(*stop),
        }
    }

    /// The counts, without the time and the memory: ids recorded for an observer take memory.
    pub fn counts(&self) -> Stats {
        Stats { elapsed: Duration::ZERO, peak_bytes: 0, fixed_bytes: 0, ..self.stats.clone() }
    }
}

/// What a search found, its statistics, and the lower bound that it proved.
type Answer = (Result<Option<Path<usize>>, Stop>, Stats, Cost);

/// How often a search polls: before every node, or as often as usual.
#[derive(Clone, Copy)]
pub enum Polls {
    Always,
    AsUsual,
}

type Runs = fn(&Graph, &Options, Budget, Polls, Option<&mut dyn Observer<usize>>) -> Answer;

/// A search as a function, with its description.
#[derive(Clone, Copy)]
pub struct Search {
    pub info: AlgorithmInfo,
    run: Runs,
}

macro_rules! list {
    ($($search:ident)*) => { &[$(Search { info: $search::INFO, run: run::<$search> }),*] };
}

pub const SEARCHES: &[Search] = for_each_search!(list);

impl Search {
    /// Runs it, polling before every node. What its observer receives is compared with its statistics.
    pub fn run(&self, graph: &Graph, setting: &Setting) -> Ended {
        if !setting.is_observed {
            return self.run_with(graph, setting, Polls::Always, None);
        }
        let mut ledger = Ledger::new(&self.info, &setting.options, graph);
        let ended = self.run_with(graph, setting, Polls::Always, Some(&mut ledger));
        ledger.agrees(&ended.found, &ended.stats);
        ended
    }

    /// Runs it with an observer or none.
    pub fn run_with(
        &self,
        graph: &Graph,
        setting: &Setting,
        polls: Polls,
        observer: Option<&mut dyn Observer<usize>>,
    ) -> Ended {
        let readings = AtomicU64::new(0);
        let now = move || Duration::from_millis(readings.fetch_add(1, Ordering::Relaxed));
        let budget = Budget::new(setting.limits, setting.cancel.clone());
        let budget = budget.with_clock(Clock::provided_by(now));
        let (found, stats, lower_bound) =
            (self.run)(graph, &setting.options, budget.clone(), polls, observer);
        assert_eq!(budget.bytes_held(), 0, "{}: memory is still claimed", self.info.id);
        assert_eq!(budget.peak_bytes(), stats.peak_bytes, "{}", self.info.id);
        Ended { found, stats, lower_bound, checks: setting.cancel.checks() }
    }

    /// Whether it ends on a graph without being stopped. A search that forgets states never does if there is no path
    /// to the goal, or may go round a circle of free moves for ever.
    pub fn ends_on(&self, graph: &Graph) -> bool {
        let goes_round = self.info.counts_cost && graph.has_free_circles();
        let is_solvable = graph.distances(|cost| cost)[0] < Cost::MAX;
        self.info.tree != SearchTree::Walked || is_solvable && !goes_round
    }

    pub fn has(&self, option: OptionId) -> bool {
        self.info.options.contains(&option)
    }
}

fn run<A: Algorithm>(
    graph: &Graph,
    options: &Options,
    budget: Budget,
    polls: Polls,
    observer: Option<&mut dyn Observer<usize>>,
) -> Answer {
    match graph.kind {
        Kind::Directed => run_on::<A, usize, false>(graph, options, budget, polls, observer),
        Kind::Boxed => run_on::<A, Box<usize>, false>(graph, options, budget, polls, observer),
        Kind::TwoWay => run_on::<A, usize, true>(graph, options, budget, polls, observer),
    }
}

fn run_on<A: Algorithm, N: Node, const TWO_WAY: bool>(
    graph: &Graph,
    options: &Options,
    budget: Budget,
    polls: Polls,
    observer: Option<&mut dyn Observer<usize>>,
) -> Answer {
    let (algorithm, problem) = (A::with(options), Presented::<N, TWO_WAY>::new(graph));
    match observer {
        Some(observer) => search(&algorithm, &problem, Run::new(budget, observer), polls),
        // A type of its own, for which searches are compiled differently.
        None => search(&algorithm, &problem, Run::new(budget, Silent), polls),
    }
}

fn search<P: Problem<Move = usize>, O: Observer<usize>>(
    algorithm: &impl Algorithm,
    problem: &P,
    run: Run<usize, O>,
    polls: Polls,
) -> Answer {
    let mut run = match polls {
        // The larger its states, the more often it polls.
        Polls::Always => run.polling_for(usize::MAX),
        Polls::AsUsual => run,
    };
    let found = algorithm.search(problem, &mut run);
    let (stats, lower_bound) = run.finish();
    (found, stats, lower_bound)
}
