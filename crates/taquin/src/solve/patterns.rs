//! Pattern databases in a job: their tables are loaded before the search begins, and `fast-ida` is the search
//! specialised for them.

use super::error::SolveError;
use super::estimate::{Estimate, simple_bound};
use super::job::SolveJob;
use super::method::Method;
use super::notice::Notice;
use super::observers::TicksOnly;
use super::report::{Outcome, Report, TableUse};
use crate::cost::{Cost, CostModel};
use crate::heuristic::{HeuristicChoice, HeuristicError, HeuristicId};
use crate::pattern::ida;
use crate::store::{Building, PatternError, StoreError};
use std::sync::Arc;
use taquin_search::{
    AlgorithmInfo, EventKind, EventText, GoalTest, Optimality, Pseudocode, Run, SearchTree, Stats,
    Stop, cores,
};

/// Loads the tables that a job's heuristic needs, if any. If that is stopped, the job ends with the report returned.
pub(super) fn get_tables(job: &mut SolveJob<'_>) -> Result<Option<Report>, SolveError> {
    let goal = job.puzzle.goal();
    let partitions = job.heuristic.as_ref().and_then(|choice| choice.partitions(goal.size()));
    let Some(partitions) = partitions.filter(|_| job.patterns.is_none()) else { return Ok(None) };
    // All cores load or build the tables, however many threads may search.
    let threads = job.options.threads.max(cores());
    let building = Building { threads, budget: &job.budget, progress: &|_, _| {} };
    match job.store.pattern_sets(&partitions, goal, building) {
        Ok(loaded) => {
            job.patterns = Some(Arc::new(loaded));
            Ok(None)
        }
        Err(PatternError::Store(StoreError::Stopped(stop))) => Ok(Some(stopped(job, stop))),
        Err(PatternError::Store(error)) => {
            let mut report = stopped(job, Stop::Memory);
            report.notices.push(Notice::NoTable(error));
            Ok(Some(report))
        }
        Err(error) => Err(HeuristicError::from(error).into()),
    }
}

/// Returns a report on a job that never began to search.
pub(super) fn stopped(job: &SolveJob<'_>, stop: Stop) -> Report {
    let stats = Stats {
        elapsed: job.budget.elapsed(),
        peak_bytes: job.budget.peak_bytes(),
        ..Stats::default()
    };
    Report::new(job, Outcome::Stopped(stop), stats).proves(job.puzzle, simple_bound(job.puzzle))
}

/// Reports which tables were used. The time to load them is reported with them, not with the search.
pub(super) fn report_tables(report: &mut Report, job: &SolveJob<'_>) {
    if let Some(loaded) = &job.patterns {
        report.stats.elapsed = report.stats.elapsed.saturating_sub(loaded.time);
        let entries = usize::try_from(loaded.sets.entries()).unwrap_or(usize::MAX);
        report.table = Some(TableUse { entries, built: loaded.built, build_time: loaded.time });
        report.notices.extend(loaded.notices.iter().cloned().map(Notice::Table));
    }
}

/// IDA* that keeps many lookups in pattern databases in flight.
pub(super) struct FastIda;

impl FastIda {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "fast-ida",
        aliases: &["pattern-ida", "ida-pdb"],
        title: "IDA* for pattern databases",
        summary: "IDA* that keeps many look-ups in flight and prunes short duplicate operator sequences",
        explanation: "It is IDA* with pattern databases, made for speed. Looking up a large table means waiting \
            for memory, so it works on eight states at a time: while one waits, the others continue. Table \
            indices are carried from state to state, one tile's change at a time. It never generates two \
            sequences of moves with the same effect: an automaton knows them all up to a length of 12. \
            Several threads can share one search. The solution is the shortest; states are counted as \
            in IDA*, but in a different order.",
        complete: true,
        optimal: Optimality::IfAdmissible,
        memory: "the tables, and the states in flight",
        tree: SearchTree::None,
        informed: true,
        counts_cost: false,
        goal_test: GoalTest::Early,
        ties: None,
        options: &[],
        pseudocode: Pseudocode {
            lines: &[
                "bound = h of the start, from pattern databases",
                "repeat:",
                "    search depth-first from the start, eight states at a time:",
                "        look up h of every child",
                "        leave out what is above the bound, and sequences of moves that do the same as another",
                "        if a state is the goal: done",
                "    bound = the least f that was left out",
            ],
            events: &[
                EventText::new(
                    EventKind::Round,
                    1,
                    "Round {round}: follow only states with f up to {bound}.",
                ),
                EventText::new(
                    EventKind::Goal,
                    5,
                    "{state} is the goal, and no solution costs less than {cost}.",
                ),
            ],
        },
    };
}

impl Method for FastIda {
    fn info(&self) -> &'static AlgorithmInfo {
        const { &FastIda::INFO }
    }

    fn default_heuristic(&self) -> Option<HeuristicId> {
        Some(HeuristicId::Patterns)
    }

    fn accepts(&self, heuristic: &HeuristicChoice) -> bool {
        heuristic.is_patterns()
    }

    fn solve(&self, mut job: SolveJob<'_>) -> Result<Report, SolveError> {
        if job.costs != CostModel::Unit {
            let (algorithm, costs) = (job.algorithm, job.costs);
            return Err(SolveError::CostsUnused { algorithm, costs });
        }
        let Some(loaded) = job.patterns.clone() else {
            let heuristic = job.heuristic.clone().unwrap_or(HeuristicId::Zero.into());
            return Err(SolveError::NeedsPatterns { algorithm: job.algorithm, heuristic });
        };
        let mut run = Run::new(job.budget.clone(), TicksOnly(job.observer.take()));
        let searched =
            ida::search(job.puzzle, &loaded.sets, job.options.threads, job.below, &mut run);
        let (stats, bound) = run.finish();
        let outcome = match searched {
            Ok(Some(moves)) => Outcome::Solved(moves.into()),
            Ok(None) => Outcome::Exhausted,
            Err(stop) => Outcome::Stopped(stop),
        };
        // The first bound is the estimate of the start.
        let first = stats.iterations.first().map(|round| round.bound as Cost);
        let mut report = Report::new(&job, outcome, stats);
        report.start_estimate = first.map(|units| Estimate { units, per_step: 1 });
        report_tables(&mut report, &job);
        Ok(report.proves(job.puzzle, u64::from(bound)))
    }
}
