//! Turns names into types: one compiled search for each algorithm, heuristic and packing.

use super::algorithm::AlgorithmId;
use super::error::SolveError;
use super::estimate::Estimate;
use super::job::SolveJob;
use super::method::Method;
use super::notice::Notice;
use super::observers::{InMoves, TicksOnly};
use super::patterns;
use super::report::{Outcome, Report};
use crate::cost::{Cost, CostModel};
use crate::heuristic::*;
use crate::problem::Tiles;
use crate::state::{Grid, PackedBoard, RankedPuzzle, SliceBoard, Step};
use std::marker::PhantomData;
use taquin_search::*;

/// Evaluates an expression with the type in which a board is packed.
macro_rules! with_packing {
    ($packing:expr, $type:ident => $do:expr) => {
        match $packing {
            Packing::U64 => {
                type $type = u64;
                $do
            }
            Packing::U128 => {
                type $type = u128;
                $do
            }
            Packing::Slice => {
                type $type = SliceBoard;
                $do
            }
        }
    };
}

/// Runs the algorithm of a job.
pub(super) fn run(job: SolveJob<'_>) -> Result<Report, SolveError> {
    run_method(job.algorithm.method(), job)
}

/// Runs a method, and checks what it reports.
pub(super) fn run_method(method: &dyn Method, mut job: SolveJob<'_>) -> Result<Report, SolveError> {
    if let Err(stop) = wait_until_cleared(&job.budget) {
        return Ok(patterns::stopped(&job, stop));
    }
    if let Some(stopped) = patterns::get_tables(&mut job)? {
        return Ok(stopped);
    }
    if job.algorithm != AlgorithmId::Auto && job.observer.is_some() {
        let name = match &job.heuristic {
            Some(heuristic) => format!("{} with {heuristic}", job.algorithm),
            None => job.algorithm.to_string(),
        };
        job.observer.event(Event::Began(&name));
    }
    let (puzzle, below, budget) = (job.puzzle, job.below, job.budget.clone());
    let report = method.solve(job)?;
    report.verified(puzzle, below, &budget).map_err(SolveError::Contradiction)
}

/// A search over any problem as a method.
pub(super) struct Searched<A>(pub(super) PhantomData<fn() -> A>);

impl<A: Algorithm> Method for Searched<A> {
    fn info(&self) -> &'static AlgorithmInfo {
        const { &A::INFO }
    }

    fn default_heuristic(&self) -> Option<HeuristicId> {
        A::INFO.informed.then_some(HeuristicId::Manhattan)
    }

    fn solve(&self, job: SolveJob<'_>) -> Result<Report, SolveError> {
        // Known when it is compiled, so only one of the two is.
        if const { A::INFO.informed } {
            with_heuristic::<A>(job)
        } else {
            without_heuristic::<A>(job)
        }
    }
}

/// Searches without a heuristic. If neither costs nor an observer matter, the boards of small spaces are just ranks.
fn without_heuristic<A: Algorithm>(job: SolveJob<'_>) -> Result<Report, SolveError> {
    let ranked = if A::INFO.counts_cost || job.is_observed() {
        None
    } else {
        RankedPuzzle::new(job.puzzle, job.order)
    };
    match ranked {
        Some(problem) => {
            Ok(report_unobserved::<A, _>(job, &problem, problem.grid(), Estimates::NONE))
        }
        None => {
            let heuristic = Zero::new(job.puzzle.goal(), job.costs)?;
            let packing = job.packing();
            with_packing!(packing, B => search::<A, B, _>(job, heuristic, &Zero::INFO))
        }
    }
}

/// The searches that are run for speed: one algorithm, heuristic and packing each, compiled without an observer. All
/// others are compiled once for any heuristic, and check whether there is an observer.
macro_rules! hot_searches {
    ($($algorithm:ident $heuristic:ident $packing:ident;)*) => {
        /// Returns the hot search for a job, if there is one.
        fn hot_search_for(job: &SolveJob<'_>) -> Option<SearchFn> {
            $(if job.algorithm == AlgorithmId::$algorithm
                && job.heuristic == Some(HeuristicId::$heuristic.into())
                && job.packing() == Packing::fitting(<$packing>::MAX_CELLS)
                && !job.is_observed()
            {
                return Some(hot_search::<$algorithm, $packing, $heuristic>);
            })*
            None
        }
    };
}

/// Runs a job.
type SearchFn = for<'a> fn(SolveJob<'a>) -> Result<Report, SolveError>;

hot_searches! {
    Ida Manhattan u64;
    Ida LinearConflict u64;
    Ida WalkingDistance u64;
    Ida Manhattan u128;
    Ida LinearConflict u128;
    AStar Manhattan u64;
    AStar LinearConflict u64;
}

/// Searches with a heuristic.
fn with_heuristic<A: Algorithm>(job: SolveJob<'_>) -> Result<Report, SolveError> {
    if let Some(hot_search) = hot_search_for(&job) {
        return hot_search(job);
    }
    let (goal, costs) = (job.puzzle.goal(), job.costs);
    let choice = job.heuristic.clone().unwrap_or(HeuristicId::Zero.into());
    if let Some(loaded) = job.patterns.clone() {
        let heuristic = Patterns::with_tables(goal, costs, Some(&loaded.sets))?;
        return match job.packing() {
            Packing::U64 => search::<A, u64, _>(job, heuristic, choice.info()),
            // Pattern databases do not exist for larger boards.
            _ => search::<A, u128, _>(job, heuristic, choice.info()),
        };
    }
    let heuristic = AnyHeuristic::new(&choice, goal, costs, job.store)?;
    let packing = job.packing();
    with_packing!(packing, B => search::<A, B, _>(job, heuristic, choice.info()))
}

/// How a board is packed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Packing {
    U64,
    U128,
    Slice,
}

impl Packing {
    /// Returns the smallest packing for this many cells.
    fn fitting(cells: usize) -> Packing {
        match cells {
            cells if cells <= u64::MAX_CELLS => Packing::U64,
            cells if cells <= u128::MAX_CELLS => Packing::U128,
            _ => Packing::Slice,
        }
    }
}

impl SolveJob<'_> {
    fn packing(&self) -> Packing {
        Packing::fitting(self.puzzle.size().cells())
    }

    /// Returns whether an observer wants nodes, or ids are recorded.
    fn is_observed(&self) -> bool {
        self.path_ids || self.observer.as_ref().is_some_and(|observer| observer.wants_nodes())
    }
}

/// Runs a hot search.
fn hot_search<A: Algorithm, B: PackedBoard, H: Heuristic<B> + BuiltIn>(
    job: SolveJob<'_>,
) -> Result<Report, SolveError> {
    let heuristic = H::new(job.puzzle.goal(), job.costs)?;
    prepare(job, heuristic, &H::INFO, |job, problem, estimates| {
        report_unobserved::<A, _>(job, problem, problem.grid(), estimates)
    })
}

/// Runs any other search.
pub(super) fn search<A: Algorithm, B: PackedBoard, H: Heuristic<B>>(
    job: SolveJob<'_>,
    heuristic: H,
    info: &HeuristicInfo,
) -> Result<Report, SolveError> {
    prepare(job, heuristic, info, |job, problem, estimates| {
        report_observed::<A, _>(job, problem, problem.grid(), estimates)
    })
}

/// Turns a puzzle and a heuristic, whose tables count as memory of the search, into a problem.
fn prepare<B: PackedBoard, H: Heuristic<B>>(
    job: SolveJob<'_>,
    heuristic: H,
    info: &HeuristicInfo,
    search: impl FnOnce(SolveJob<'_>, &Tiles<B, H>, Estimates) -> Report,
) -> Result<Report, SolveError> {
    let mut held = job.budget.open_account();
    if let Err(stop) = held.grow(heuristic.bytes() as u64) {
        return Ok(patterns::stopped(&job, stop));
    }
    let problem = Tiles::<B, H>::new(job.puzzle, heuristic, job.costs, job.order);
    let estimates = Estimates { unit: info.unit, admissible: info.admissible };
    Ok(search(job, &problem, estimates))
}

/// The properties of a problem's estimates that determine what they prove.
struct Estimates {
    /// The number of units in a cost of 1.
    unit: Cost,
    admissible: bool,
}

impl Estimates {
    /// Estimates that are all 0.
    const NONE: Estimates = Estimates { unit: 1, admissible: true };
}

/// Searches without reporting nodes; compiled without that code.
fn report_unobserved<A: Algorithm, P: Problem<Move = Step>>(
    mut job: SolveJob<'_>,
    problem: &P,
    grid: &Grid,
    estimates: Estimates,
) -> Report {
    let observer = TicksOnly(job.observer.take());
    let found = run_search::<A, P, _>(&job, problem, observer);
    report(job, grid, problem.h(&problem.start()), estimates, found)
}

/// Searches, and reports nodes to an observer that wants them.
fn report_observed<A: Algorithm, P: Problem<Move = Step>>(
    mut job: SolveJob<'_>,
    problem: &P,
    grid: &Grid,
    estimates: Estimates,
) -> Report {
    let wants_nodes = job.is_observed();
    let observer = InMoves { grid, observer: job.observer.take(), wants_nodes };
    let found = run_search::<A, P, _>(&job, problem, observer);
    report(job, grid, problem.h(&problem.start()), estimates, found)
}

/// The result of a search, its statistics, and the bound it has proven.
type SearchResult = (Result<Option<Path<Step>>, Stop>, Stats, Cost);

/// Runs a search. Not inlined, because otherwise it would be optimised again in each of its callers.
#[inline(never)]
fn run_search<A: Algorithm, P: Problem<Move = Step>, O: Observer<Step>>(
    job: &SolveJob<'_>,
    problem: &P,
    observer: O,
) -> SearchResult {
    // A custom function may take any amount of time.
    let cells = match job.heuristic {
        Some(HeuristicChoice::Custom(_)) => 2500,
        _ => job.puzzle.size().cells(),
    };
    let mut run = Run::new(job.budget.clone(), observer).polling_for(cells);
    let result = A::with(&job.options).search(problem, &mut run);
    let (stats, bound) = run.finish();
    (result, stats, bound)
}

/// Creates the report of a finished search; `start` is the estimate of the first board. Compiled once for all searches.
#[inline(never)]
fn report(
    job: SolveJob<'_>,
    grid: &Grid,
    start: Cost,
    estimates: Estimates,
    (result, mut stats, bound): SearchResult,
) -> Report {
    for round in &mut stats.iterations {
        round.bound = round.bound.div_ceil(u64::from(estimates.unit));
    }
    let mut path_ids = None;
    let outcome = match result {
        Ok(Some(path)) => {
            path_ids = path.ids.filter(|_| job.path_ids);
            let directions: Vec<_> = path.moves.iter().map(|&step| grid.direction(step)).collect();
            Outcome::Solved(directions.into())
        }
        Ok(None) => Outcome::Exhausted,
        Err(stop) => Outcome::Stopped(stop),
    };
    let mut report = Report::new(&job, outcome, stats);
    patterns::report_tables(&mut report, &job);
    report.path_ids = path_ids;
    report.start_estimate =
        job.heuristic.as_ref().map(|_| Estimate { units: start, per_step: estimates.unit });
    let bound = if estimates.admissible { bound.max(start) } else { 0 };
    let mut report = report.proves(job.puzzle, u64::from(bound.div_ceil(estimates.unit)));
    report.notices.extend(may_be_missed(&report));
    report
}

/// Returns the notice that there may be a solution within the limit on the depth although none was found, if that is so.
fn may_be_missed(report: &Report) -> Option<Notice> {
    let max_depth = report.settings.max_depth?;
    // A search that stores its nodes never visits a state twice.
    let is_missed = matches!(report.outcome, Outcome::Exhausted)
        && report.algorithm.info().tree == SearchTree::Stored
        // If every move costs 1, a greater bound proves that there is none.
        && (report.costs != CostModel::Unit || report.lower_bound <= max_depth);
    is_missed.then_some(Notice::MayBeMissed { max_depth })
}
