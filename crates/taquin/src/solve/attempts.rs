//! The attempts of `auto`: each search that it tries runs with a part of the remaining limits, and what it finds and
//! proves is kept. The result is a single report.

use super::algorithm::AlgorithmId;
use super::dispatch;
use super::error::SolveError;
use super::estimate::simple_bound;
use super::job::SolveJob;
use super::notice::Notice;
use super::observers::{AttemptObserver, EarlierAttempts};
use super::report::{Attempted, Outcome, Report};
use crate::board::Move;
use crate::construct;
use crate::heuristic::HeuristicChoice;
use crate::pattern::{Partitions, Pattern, patterns};
use std::collections::HashSet;
use std::time::Duration;
use taquin_search::memory::give_memory_back;
use taquin_search::{Event, Improvement, Observer, Options, Stats, Stop, wait_until_cleared};

/// A user who waited longer than this gets a hint on how to wait less.
const LONG_WAIT: Duration = Duration::from_millis(500);
/// Up to this many cells, it is worth trying to prove the shortest solution.
pub const PROVABLE_CELLS: usize = 16;

/// The attempts so far, and their results.
pub(super) struct Attempts<'a> {
    pub(super) job: SolveJob<'a>,
    /// The total time.
    pub(super) time: Duration,
    /// The best answer so far.
    pub(super) best: Option<Report>,
    /// No solution is cheaper than this.
    pub(super) bound: u64,
    /// The total counts of all attempts.
    stats: Stats,
    /// Every answer that was the best when it was found.
    improvements: Vec<Improvement>,
    /// Every attempt that has ended.
    attempts: Vec<Attempted>,
}

/// What stopped the last attempt, if anything did.
pub(super) type Ended = Result<Option<Stop>, SolveError>;

/// One attempt: an algorithm, a heuristic, and its limits.
#[derive(Clone)]
pub(super) struct Attempt {
    pub(super) algorithm: AlgorithmId,
    pub(super) heuristic: Option<HeuristicChoice>,
    /// The share of the remaining time.
    pub(super) share: f64,
    pub(super) max_nodes: Option<u64>,
    pub(super) options: Options,
}

impl Attempt {
    pub(super) fn new(algorithm: AlgorithmId, heuristic: HeuristicChoice) -> Attempt {
        Attempt { heuristic: Some(heuristic), ..Attempt::without_heuristic(algorithm) }
    }

    pub(super) fn without_heuristic(algorithm: AlgorithmId) -> Attempt {
        let options = Options::default_for(algorithm.info());
        Attempt { algorithm, heuristic: None, share: 1.0, max_nodes: None, options }
    }
}

impl<'a> Attempts<'a> {
    /// No attempts yet, with this much time for all of them.
    pub(super) fn new(job: SolveJob<'a>, time: Duration) -> Attempts<'a> {
        let (best, bound, stats) = (None, 0, Stats::default());
        let (improvements, attempts) = (Vec::new(), Vec::new());
        Attempts { job, time, best, bound, stats, improvements, attempts }
    }
}

impl Attempts<'_> {
    /// Runs one algorithm and keeps what it finds and proves.
    pub(super) fn run(&mut self, attempt: Attempt) -> Ended {
        self.return_freed_memory();
        let limits = self.job.budget.limits;
        let nodes_left = limits.max_nodes.map(|max| max.saturating_sub(self.stats.explored));
        let time = self.time_left().mul_f64(attempt.share);
        let max_nodes = [nodes_left, attempt.max_nodes].into_iter().flatten().min();
        let old = self.best.as_ref().and_then(|best| best.cost);
        let Stats { explored, expanded, generated, .. } = self.stats;
        let (bound, elapsed) = (self.bound, self.job.budget.elapsed());
        let earlier = EarlierAttempts { best: old, bound, explored, expanded, generated, elapsed };
        let observer: Option<&mut dyn Observer<Move>> = match &mut self.job.observer {
            Some(observer) => Some(&mut **observer),
            None => None,
        };
        let mut observer = AttemptObserver { observer, earlier };
        let (algorithm, heuristic) = (attempt.algorithm, attempt.heuristic.clone());
        let report = match dispatch::run(SolveJob {
            puzzle: self.job.puzzle,
            algorithm: attempt.algorithm,
            heuristic: attempt.heuristic,
            costs: self.job.costs,
            order: self.job.order,
            options: Options { threads: self.job.options.threads, ..attempt.options },
            path_ids: self.job.path_ids,
            below: old,
            store: self.job.store,
            patterns: None,
            budget: self.job.budget.part(max_nodes, Some(time)),
            observer: Some(&mut observer),
        }) {
            // A heuristic that does not support this board is skipped.
            Err(SolveError::Heuristic(_)) => return Ok(None),
            other => other?,
        };
        self.bound = self.bound.max(report.lower_bound);
        self.stats.add(&report.stats);
        let stopped = report.stopped_by;
        let is_best = report.cost.is_some_and(|new| old.is_none_or(|old| new <= old));
        self.job.observer.event(Event::Ended { is_best });
        let (explored, cost) = (report.stats.explored, report.cost);
        self.attempts.push(Attempted { algorithm, heuristic, stopped_by: stopped, cost, explored });
        let in_total = |found: &Improvement| earlier.in_total(found);
        let found: Vec<Improvement> = report.improvements.iter().filter_map(in_total).collect();
        if let Some(new) = report.cost.filter(|_| is_best) {
            let title = report.algorithm.info().title;
            self.best = Some(report);
            if found.is_empty() && old.is_none_or(|old| new < old) {
                self.report_improvement(new, title);
            }
        }
        self.improvements.extend(found);
        Ok(stopped)
    }

    /// Constructs the quickest answer if a search was stopped without one; this takes less than a millisecond, except on
    /// very large boards. Returns what stopped it, if anything did.
    pub(super) fn construct_quickly(&mut self) -> Option<Stop> {
        self.bound = self.bound.max(simple_bound(self.job.puzzle));
        let moves = match construct::construct_quickly(self.job.puzzle, &self.job.budget) {
            Ok(constructed) => constructed.moves,
            Err(stop) => return Some(stop),
        };
        let depth = moves.len() as u64;
        let stats = Stats { depth, max_depth: depth, ..Stats::default() };
        let mut report = Report::new(&self.job, Outcome::Solved(moves.into()), stats);
        report.algorithm = AlgorithmId::Constructive;
        self.best = Some(report.proves(self.job.puzzle, self.bound));
        self.job.observer.event(Event::Ended { is_best: true });
        self.report_improvement(depth, "construction");
        None
    }

    /// Reports a solution that is the best so far to the observer.
    fn report_improvement(&mut self, cost: u64, found_by: &'static str) {
        let (lower_bound, explored) = (self.bound, self.stats.explored);
        let elapsed = self.job.budget.elapsed();
        let found_by = found_by.into();
        let found = Improvement { cost, lower_bound, found_by, explored, elapsed };
        self.job.observer.event(Event::Improved(&found));
        self.improvements.push(found);
    }

    /// Returns whether there is nothing more to try: the answer is proven, the search was cancelled, or a user's limit
    /// is reached.
    pub(super) fn is_finished(&self, stopped: Option<Stop>) -> bool {
        let proven = self.best.as_ref().is_some_and(|best| best.cost == Some(self.bound));
        let max_nodes = self.job.budget.limits.max_nodes.unwrap_or(u64::MAX);
        proven
            || stopped == Some(Stop::Cancelled)
            || self.time_left().is_zero()
            || self.stats.explored >= max_nodes
    }

    pub(super) fn time_left(&self) -> Duration {
        self.time.saturating_sub(self.job.budget.elapsed())
    }

    /// Returns the memory freed by earlier attempts to the system; otherwise the process could exceed the memory limit.
    /// A stop while waiting is detected again by whatever runs next.
    fn return_freed_memory(&self) {
        if self.stats.explored > 0 {
            let _ = wait_until_cleared(&self.job.budget);
            give_memory_back();
        }
    }

    /// Returns the pattern databases that are worth building for boards of this size, but take too long to be built
    /// without being requested.
    pub(super) fn large_patterns(&self) -> Option<HeuristicChoice> {
        let size = self.job.puzzle.size();
        let partition: &[usize] = match (size.rows(), size.cols()) {
            (4, 4) => &[7, 8],
            (5, 5) => &[6, 6, 6, 6],
            _ => return None,
        };
        Some(HeuristicChoice::Patterns(Partitions::of_sizes(partition)))
    }

    /// Returns the patterns of pattern databases.
    pub(super) fn patterns_of(&self, choice: &HeuristicChoice) -> HashSet<Pattern> {
        let goal = self.job.puzzle.goal();
        let partitions = choice.partitions(goal.size());
        let fits = |partitions: Partitions| patterns(&partitions, goal).expect("it fits the board");
        partitions.map(fits).into_iter().flatten().flatten().collect()
    }

    /// Returns whether all their tables have been built.
    pub(super) fn are_built(&self, choice: &HeuristicChoice) -> bool {
        self.patterns_of(choice).into_iter().all(|pattern| self.job.store.can_get(pattern))
    }

    /// Returns the best answer with the counts of its own algorithm, everything that was proven, and the total time. If
    /// another attempt proved it, the counts are those of all attempts.
    pub(super) fn report(mut self, stopped: Option<Stop>) -> Report {
        self.stats.elapsed = self.job.budget.elapsed();
        self.stats.peak_bytes = self.job.budget.peak_bytes();
        let cancelled = self.job.budget.cancel.is_cancelled().then_some(Stop::Cancelled);
        let Some(mut report) = self.best.take() else {
            self.bound = self.bound.max(simple_bound(self.job.puzzle));
            let stop = cancelled.or(stopped).unwrap_or(Stop::Time);
            let mut report = Report::new(&self.job, Outcome::Stopped(stop), self.stats);
            report.attempts = self.attempts;
            return report.proves(self.job.puzzle, self.bound);
        };
        report.improvements = std::mem::take(&mut self.improvements);
        report.attempts = std::mem::take(&mut self.attempts);
        let proved_itself = report.optimal;
        report.optimal = false;
        let mut report = report.proves(self.job.puzzle, self.bound);
        if report.optimal && !proved_itself {
            report.stats = Stats { depth: report.stats.depth, ..self.stats.clone() };
        }
        report.stats.elapsed = self.stats.elapsed;
        report.stats.peak_bytes = self.stats.peak_bytes;
        report.limits = self.job.budget.limits;
        report.stopped_by = cancelled.filter(|_| !report.optimal);
        if !report.optimal {
            let stopped_by = self.stopped_by(report.stopped_by.or(stopped));
            let provable = self.job.puzzle.size().cells() <= PROVABLE_CELLS;
            let lower_bound = report.lower_bound;
            report.notices.push(Notice::NotProven { lower_bound, stopped_by, provable });
        }
        let size = self.job.puzzle.size();
        let waited = self.stats.elapsed > LONG_WAIT;
        let larger = self.large_patterns().filter(|large| waited && !self.are_built(large));
        let tables = larger.and_then(|larger| larger.partitions(size));
        report.notices.extend(tables.map(|tables| Notice::LargerTables { tables, size }));
        report
    }

    /// Returns which limit stopped it.
    fn stopped_by(&self, stopped: Option<Stop>) -> Option<Stop> {
        let limits = self.job.budget.limits;
        match stopped {
            Some(Stop::Cancelled | Stop::Memory) => stopped,
            // The last attempt may stop a few nodes before the limit, if its next step takes more than are left.
            Some(Stop::Nodes) if limits.max_nodes.is_some() => stopped,
            _ if limits.max_nodes.is_some_and(|max| self.stats.explored >= max) => {
                Some(Stop::Nodes)
            }
            _ => limits.max_time.map(|_| Stop::Time),
        }
    }
}
