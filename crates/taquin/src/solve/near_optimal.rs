//! `near-optimal`: ever shorter solutions of boards whose shortest solution cannot be proven.

use super::error::SolveError;
use super::estimate::simple_bound;
use super::job::{A_DAY, SolveJob};
use super::method::Method;
use super::notice::Notice;
use super::report::{Outcome, Report};
use crate::construct::{NearOptimalSearch, Progress};
use crate::cost::CostModel;
use crate::store::{FoundNetwork, StoreNotice};
use std::cell::RefCell;
use std::time::Duration;
use taquin_search::{
    AlgorithmInfo, Event, EventKind, EventText, GoalTest, Improvement, Observer, Optimality,
    Pseudocode, SearchTree, Stats, Stop,
};

/// Finds ever shorter solutions until it is stopped.
pub(super) struct NearOptimal;

/// How long it runs without a limit.
pub(super) const GOOD_ANSWER_TIME: Duration = Duration::from_secs(5);

impl NearOptimal {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "near-optimal",
        aliases: &["anytime", "learnt"],
        title: "Beams by a learnt score, then windows",
        summary: "ever shorter solutions of boards that are too hard to prove, until a limit",
        explanation: "It always has a solution and keeps making it shorter: for 5 seconds, or up to \
            the limit on time or states. First it constructs one. Then beams search from the start and, backwards, from \
            the goal, each wider than the one before: layer by layer they keep the boards with the least score. The \
            score is learnt: a small network of 128 sums, to which every tile adds values for the cell it lies on, was \
            trained on boards that the program had solved itself, and estimates how many moves are left. Finally, \
            windows slide along the solution: each segment of it is a puzzle of its own, which a beam solves again, as \
            well or better. A board too large for beams is made smaller first: the blank roams, looking some steps \
            ahead, on paths on which nearly every tile that it moves comes nearer to its goal cell; then outer rows and \
            columns are completed until beams can solve the rest. The score is an estimate and proves nothing; the \
            lower bound is the estimate of linear conflicts.",
        complete: true,
        optimal: Optimality::Never,
        memory: "the widest beam that the limit allows",
        tree: SearchTree::None,
        informed: false,
        counts_cost: false,
        goal_test: GoalTest::Early,
        ties: None,
        options: &[],
        pseudocode: Pseudocode {
            lines: &[
                "construct a solution",
                "if the board is too large for beams:",
                "    let the blank roam until all tiles are near their homes, then lay outer rows and columns",
                "while the next beams are affordable:",
                "    search from the start and from the goal, by the learnt score",
                "    make the beams wider",
                "until stopped:",
                "    solve every stretch of the solution again",
                "    make stretches longer and their beams wider if nothing became shorter",
            ],
            events: &[
                EventText::new(
                    EventKind::Improved,
                    7,
                    "Found a solution of {cost} moves; none has fewer than {bound}.",
                ),
                EventText::new(EventKind::Goal, 4, "{state} is the goal; shorter paths may exist."),
            ],
        },
    };
}

impl Method for NearOptimal {
    fn info(&self) -> &'static AlgorithmInfo {
        const { &NearOptimal::INFO }
    }

    fn solve(&self, mut job: SolveJob<'_>) -> Result<Report, SolveError> {
        if job.costs != CostModel::Unit {
            let (algorithm, costs) = (job.algorithm, job.costs);
            return Err(SolveError::CostsUnused { algorithm, costs });
        }
        let limits = job.budget.limits;
        let is_limited = limits.max_time.is_some() || limits.max_nodes.is_some();
        // A longer limit is as good as a day.
        let time = limits
            .max_time
            .map(|time| time.min(A_DAY))
            .or((!is_limited).then_some(GOOD_ANSWER_TIME));
        let budget = job.budget.part(limits.max_nodes, time);
        let lower_bound = simple_bound(job.puzzle);
        let (mut improvements, mut stats) = (Vec::new(), Stats::default());
        let mut observer = job.observer.take();
        let not_used: RefCell<Vec<StoreNotice>> = RefCell::default();
        let networks = |size| {
            let FoundNetwork { network, notice } = job.store.network(size);
            let mut not_used = not_used.borrow_mut();
            let new = notice.filter(|notice| !not_used.contains(notice));
            not_used.extend(new);
            network
        };
        let mut on_progress = |progress: Progress<'_>| {
            stats.explored = progress.explored;
            stats.expanded = progress.explored;
            stats.generated = progress.generated;
            stats.frontier = progress.frontier;
            stats.max_frontier = stats.max_frontier.max(progress.frontier);
            stats.depth = progress.depth;
            stats.peak_bytes = budget.peak_bytes();
            stats.max_depth = stats.max_depth.max(progress.depth);
            match progress.found_by {
                Some(by) => {
                    let cost = progress.best.len() as u64;
                    let elapsed = budget.elapsed();
                    let explored = progress.explored;
                    let found_by = by.in_words().into();
                    let found = Improvement { cost, lower_bound, found_by, explored, elapsed };
                    observer.event(Event::Improved(&found));
                    improvements.push(found);
                }
                None => observer.event(Event::Tick(&stats)),
            }
        };
        let (puzzle, threads) = (job.puzzle, job.options.threads);
        let search = budget.check().and_then(|()| {
            let on_progress = &mut on_progress;
            NearOptimalSearch::begin(puzzle, &networks, threads, &budget, lower_bound, on_progress)
        });
        let (outcome, stop) = match search {
            Ok(mut search) => {
                let stop = search.run().err();
                let (explored, generated, best) = search.finish();
                // Includes what it explored after its last report.
                (stats.explored, stats.generated) = (explored, generated);
                (Outcome::Solved(best.into()), stop)
            }
            Err(stop) => (Outcome::Stopped(stop), Some(stop)),
        };
        stats.expanded = stats.explored;
        stats.elapsed = job.budget.elapsed();
        stats.peak_bytes = job.budget.peak_bytes();
        let mut report = Report::new(&job, outcome, stats);
        report.improvements = improvements;
        report.notices = not_used.into_inner().into_iter().map(Notice::Table).collect();
        // Reaching the default time is not a stop.
        report.stopped_by = stop.filter(|&stop| stop != Stop::Time || limits.max_time.is_some());
        let mut report = report.proves(job.puzzle, lower_bound);
        if report.optimal {
            report.stopped_by = None;
        }
        Ok(report)
    }
}
