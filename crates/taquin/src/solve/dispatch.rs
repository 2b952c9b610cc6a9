//! Names become types: one compiled search for each algorithm, heuristic and word.

use super::estimate::Estimate;
use super::report::{Outcome, Report};
use super::{Job, SolveError, auto, patterns, whole};
use crate::board::Direction;
use crate::cost::Cost;
use crate::for_each_heuristic;
use crate::heuristic::*;
use crate::puzzle::Solution;
use crate::search::*;
use crate::state::{Grid, Numbered, Step, Tiles, Wide, Word};

/// The one list of algorithms. `whole` ones see the puzzle as a whole; the others are searches over
/// any problem, `blind` without and `informed` with a heuristic.
macro_rules! algorithms {
    (whole: $($whole:ident),*; blind: $($blind:ident),*; informed: $($informed:ident),*;) => {
        /// Every algorithm.
        pub const ALGORITHMS: &[AlgorithmInfo] = &[
            $(<$whole as whole::WholePuzzle>::INFO,)*
            $(<$blind as Algorithm>::INFO,)*
            $(<$informed as Algorithm>::INFO,)*
        ];

        /// Runs the algorithm that a job names.
        pub(super) fn run(mut job: Job<'_>) -> Result<Report, SolveError> {
            if let Err(stop) = wait_until_cleared(&job.budget) {
                return Ok(patterns::stopped(&job, stop));
            }
            if let Some(stopped) = patterns::get_tables(&mut job)? {
                return Ok(stopped);
            }
            let id = job.algorithm.id;
            $(if id == <$whole as whole::WholePuzzle>::INFO.id {
                return <$whole as whole::WholePuzzle>::solve(job);
            })*
            $(if id == <$blind as Algorithm>::INFO.id {
                return blindly::<$blind>(job);
            })*
            $(if id == <$informed as Algorithm>::INFO.id {
                return with_heuristic::<$informed>(job);
            })*
            Err(SolveError::UnknownAlgorithm(id.to_string()))
        }
    };
}

use auto::Auto;
use patterns::FastIda;
use whole::{Constructive, Table};

algorithms! {
    whole: Auto, Table, FastIda, Constructive;
    blind: Bfs, Dfs, Iddfs, Bidirectional, Dijkstra;
    informed: Greedy, AStar, WeightedAStar, Ida, Rbfs, Beam;
}

/// Without a heuristic. Where costs do not matter either, the boards of small spaces are just numbers.
fn blindly<A: Algorithm>(job: Job<'_>) -> Result<Report, SolveError> {
    let numbered = match A::INFO.counts_cost {
        true => None,
        false => Numbered::new(job.puzzle, job.order),
    };
    match numbered {
        Some(problem) => Ok(report::<A, _>(job, &problem, problem.grid(), Estimates::NONE)),
        None => with_word::<A, Zero>(job),
    }
}

/// A heuristic for boards of every size.
trait ForEveryWord: Heuristic<u64> + Heuristic<u128> + Heuristic<Wide> {}
impl<H: Heuristic<u64> + Heuristic<u128> + Heuristic<Wide>> ForEveryWord for H {}

macro_rules! pick_heuristic {
    (any: $($any:ident),*; medium: $($medium:ident),*; small: $($small:ident),*;) => {
        fn with_heuristic<A: Algorithm>(job: Job<'_>) -> Result<Report, SolveError> {
            let id = job.heuristic.map_or("", |info| info.id);
            $(if id == <$any as Heuristic<u64>>::INFO.id {
                return with_word::<A, $any>(job);
            })*
            $(if job.patterns.is_some() {
                return with_medium_word::<A, $medium>(job);
            })*
            $(if id == <$small as Heuristic<u64>>::INFO.id {
                return with_small_word::<A, $small>(job);
            })*
            Err(SolveError::UnknownHeuristic(id.to_string()))
        }
    };
}
for_each_heuristic!(pick_heuristic);

fn with_word<A: Algorithm, H: ForEveryWord>(job: Job<'_>) -> Result<Report, SolveError> {
    match job.puzzle.size().cells() {
        cells if cells <= u64::MAX_CELLS => search::<A, u64, H>(job),
        cells if cells <= u128::MAX_CELLS => search::<A, u128, H>(job),
        _ => search::<A, Wide, H>(job),
    }
}

fn with_medium_word<A: Algorithm, H: Heuristic<u64> + Heuristic<u128>>(
    job: Job<'_>,
) -> Result<Report, SolveError> {
    match job.puzzle.size().cells() {
        cells if cells <= u64::MAX_CELLS => search::<A, u64, H>(job),
        _ => search::<A, u128, H>(job),
    }
}

fn with_small_word<A: Algorithm, H: Heuristic<u64>>(job: Job<'_>) -> Result<Report, SolveError> {
    let size = job.puzzle.size();
    if size.cells() <= u64::MAX_CELLS {
        return search::<A, u64, H>(job);
    }
    let remedy = "use linear-conflict or manhattan";
    Err(HeuristicError::TooLarge { id: H::INFO.id, size, remedy }.into())
}

/// With a heuristic and a word: every type is known.
fn search<A: Algorithm, W: Word, H: Heuristic<W>>(job: Job<'_>) -> Result<Report, SolveError> {
    let heuristic = H::with_tables(job.puzzle.goal(), job.costs, job.patterns.as_deref())?;
    let mut held = job.budget.hold_nothing();
    if let Err(stop) = held.grow(heuristic.bytes() as u64) {
        return Ok(patterns::stopped(&job, stop));
    }
    let problem = Tiles::<W, H>::new(job.puzzle, heuristic, job.costs, job.order);
    let estimates = Estimates { unit: H::INFO.unit, admissible: H::INFO.admissible };
    Ok(report::<A, _>(job, &problem, problem.grid(), estimates))
}

/// What is to be known of a problem's estimates to tell what they prove.
struct Estimates {
    /// What a cost of 1 counts in them.
    unit: Cost,
    admissible: bool,
}

impl Estimates {
    /// All of them 0.
    const NONE: Estimates = Estimates { unit: 1, admissible: true };
}

/// Searches, and tells of it.
fn report<A: Algorithm, P: Problem<Move = Step>>(
    mut job: Job<'_>,
    problem: &P,
    grid: &Grid,
    estimates: Estimates,
) -> Report {
    let algorithm = A::with(&job.options);
    let cells = job.puzzle.size().cells();
    let watched = |observer: &&mut dyn Observer<Direction>| observer.watches();
    let (result, mut stats, bound) = match job.observer.take() {
        // Only a search that is watched keeps ids.
        observer if A::HOT && !job.path_ids && !observer.as_ref().is_some_and(watched) => {
            let mut run = Run::new(job.budget.clone(), TicksOnly(observer)).polling_for(cells);
            let result = algorithm.search(problem, &mut run);
            let (stats, bound) = run.finish();
            (result, stats, bound)
        }
        observer => {
            let mut run =
                Run::new(job.budget.clone(), InDirections { grid, observer }).polling_for(cells);
            let result = algorithm.search(problem, &mut run);
            let (stats, bound) = run.finish();
            (result, stats, bound)
        }
    };
    for round in &mut stats.iterations {
        round.bound = round.bound.div_ceil(u64::from(estimates.unit));
    }
    let mut path_ids = None;
    let outcome = match result {
        Ok(Some(path)) => {
            path_ids = path.ids.filter(|_| job.path_ids);
            let directions = path.moves.iter().map(|&step| grid.direction(step));
            Outcome::Solved(Solution::new(directions.collect()))
        }
        Ok(None) => Outcome::Exhausted,
        Err(stop) => Outcome::Stopped(stop),
    };
    let mut report = Report::new(&job, outcome, stats);
    patterns::tell_tables(&mut report, &job);
    report.path_ids = path_ids;
    let start = problem.h(&problem.start());
    report.start_estimate =
        job.heuristic.map(|_| Estimate { units: start, per_step: estimates.unit });
    let bound = if estimates.admissible { bound.max(start) } else { 0 };
    report.proves(job.puzzle, u64::from(bound.div_ceil(estimates.unit)))
}

/// Tells an observer, if there is one, what does not concern single nodes: nothing in the hot loop.
struct TicksOnly<'o>(Option<&'o mut (dyn Observer<Direction> + 'o)>);

impl Observer<Step> for TicksOnly<'_> {
    #[inline(always)]
    fn watches(&self) -> bool {
        false
    }

    fn deepened(&mut self, bound: Cost) {
        if let Some(observer) = &mut self.0 {
            observer.deepened(bound);
        }
    }

    fn tick(&mut self, stats: &Stats) {
        if let Some(observer) = &mut self.0 {
            observer.tick(stats);
        }
    }
}

/// Tells an observer of directions, if there is one, about steps.
struct InDirections<'g, 'o> {
    grid: &'g Grid,
    observer: Option<&'o mut (dyn Observer<Direction> + 'o)>,
}

impl Observer<Step> for InDirections<'_, '_> {
    fn explored(&mut self, id: u64, stats: &Stats) {
        if let Some(observer) = &mut self.observer {
            observer.explored(id, stats);
        }
    }

    fn made(&mut self, child: Made<Step>) {
        if let Some(observer) = &mut self.observer {
            let Made { id, parent, by, g, h, fate } = child;
            observer.made(Made { id, parent, by: self.grid.direction(by), g, h, fate });
        }
    }

    fn deepened(&mut self, bound: Cost) {
        if let Some(observer) = &mut self.observer {
            observer.deepened(bound);
        }
    }

    fn tick(&mut self, stats: &Stats) {
        if let Some(observer) = &mut self.observer {
            observer.tick(stats);
        }
    }
}
