//! The result of a search.

use super::algorithm::AlgorithmId;
use super::estimate::Estimate;
use super::job::SolveJob;
use super::notice::Notice;
use super::settings::Settings;
use crate::cost::CostModel;
use crate::heuristic::HeuristicChoice;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use std::time::Duration;
use taquin_search::{Improvement, Limits, Stats, Stop};

/// How a search ended.
///
/// ```
/// use taquin::{Goal, InputFormat, Outcome, Puzzle, Solver, parse_board};
/// let puzzle = Puzzle::new(parse_board("123456708", InputFormat::Auto, None)?, &Goal::Classic)?;
/// let mut dfs = Solver::default().algorithm("dfs")?;
/// dfs.settings.max_depth = Some(0);
/// assert_eq!(dfs.solve(&puzzle)?.outcome, Outcome::Exhausted);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The goal was reached.
    Solved(Moves),
    /// The space was searched completely without reaching the goal: a depth limit or a beam cut it off.
    Exhausted,
    /// A limit or a cancellation stopped it.
    Stopped(Stop),
}

/// A table that was used for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableUse {
    /// The number of boards in it.
    pub entries: usize,
    /// Whether it was built for this answer.
    pub built: bool,
    /// The time that took, written in seconds.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "build_seconds", with = "taquin_search::seconds")
    )]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub build_time: Duration,
}

/// The result of a search, and how it was run.
///
/// ```
/// use taquin::{Goal, InputFormat, Puzzle, Solver, parse_board};
/// let puzzle = Puzzle::new(parse_board("123456708", InputFormat::Auto, None)?, &Goal::Classic)?;
/// let report = Solver::default().algorithm("bfs")?.solve(&puzzle)?;
/// assert_eq!((report.cost, report.optimal, report.stats.explored), (Some(1), true, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// The algorithm that ran.
    pub algorithm: AlgorithmId,
    /// The heuristic it used.
    pub heuristic: Option<HeuristicChoice>,
    /// The cost model.
    pub costs: CostModel,
    /// All settings that applied: the chosen values, else the defaults.
    pub settings: Settings,
    /// The limits.
    pub limits: Limits,
    /// The cost of the solution.
    pub cost: Option<u64>,
    /// Whether it is proven that no solution is cheaper.
    pub optimal: bool,
    /// What stopped it. A stopped search may still have a solution, which it could have improved.
    pub stopped_by: Option<Stop>,
    /// No solution is cheaper than this.
    pub lower_bound: u64,
    /// The heuristic's estimate for the start, if one was used.
    pub start_estimate: Option<Estimate>,
    /// The ids of the states on the path, if requested and if the search stores its nodes.
    pub path_ids: Option<Vec<u64>>,
    /// The counts of the search.
    pub stats: Stats,
    /// For methods that continue after the first solution: every solution that was the best when it was found.
    pub improvements: Vec<Improvement>,
    /// For `auto`: every search that it tried, in order.
    pub attempts: Vec<Attempted>,
    /// The table that was used, if any.
    pub table: Option<TableUse>,
    /// Other facts that a user should know.
    pub notices: Vec<Notice>,
}

/// A search that `auto` tried.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attempted {
    /// The algorithm.
    #[cfg_attr(feature = "serde", serde(serialize_with = "id"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub algorithm: AlgorithmId,
    /// The heuristic, if it used one.
    #[cfg_attr(feature = "serde", serde(serialize_with = "name"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub heuristic: Option<HeuristicChoice>,
    /// What stopped it, if anything did.
    pub stopped_by: Option<Stop>,
    /// The cost of its solution, if it found one.
    pub cost: Option<u64>,
    /// Entries taken off its frontier.
    pub explored: u64,
}

#[cfg(feature = "serde")]
fn id<S: serde::Serializer>(algorithm: &AlgorithmId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(algorithm)
}

#[cfg(feature = "serde")]
fn name<S: serde::Serializer>(
    heuristic: &Option<HeuristicChoice>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match heuristic {
        Some(heuristic) => serializer.collect_str(heuristic),
        None => serializer.serialize_none(),
    }
}

impl Report {
    /// Creates a report with only the outcome and the statistics.
    pub(super) fn new(job: &SolveJob<'_>, outcome: Outcome, stats: Stats) -> Report {
        let mut report = Report {
            outcome,
            algorithm: job.algorithm,
            heuristic: job.heuristic.clone(),
            costs: job.costs,
            settings: Settings {
                order: Some(job.order),
                ..Settings::of(&job.options, job.algorithm.info())
            },
            limits: job.budget.limits,
            cost: None,
            optimal: false,
            stopped_by: None,
            lower_bound: 0,
            start_estimate: None,
            path_ids: None,
            attempts: Vec::new(),
            stats,
            improvements: Vec::new(),
            table: None,
            notices: Vec::new(),
        };
        if let Outcome::Stopped(stop) = report.outcome {
            report.stopped_by = Some(stop);
        }
        let cost = report.solution().map(|solution| job.costs.of_path(job.puzzle, solution));
        report.cost = cost;
        report
    }

    /// Records a lower bound, and whether it proves that the solution found is the cheapest.
    pub(super) fn proves(mut self, puzzle: &Puzzle, bound: u64) -> Report {
        let size = puzzle.size();
        let blank_steps = size.steps_between(puzzle.start().blank(), puzzle.goal().blank());
        // Every solution has as many moves as the blank's distance, or an even number more.
        let rounded = |bound: u64| match self.costs {
            CostModel::Unit => bound + (bound + blank_steps as u64) % 2,
            _ => bound,
        };
        let mut bound = rounded(bound);
        if self.cost != Some(bound) {
            // The tile distances may give a better bound than the search, at almost no cost.
            bound = bound.max(rounded(self.costs.lower_bound(puzzle)));
        }
        self.lower_bound = self.lower_bound.max(bound);
        self.optimal = self.cost == Some(self.lower_bound);
        self
    }

    /// Returns the solution, if there is one.
    pub fn solution(&self) -> Option<&Moves> {
        match &self.outcome {
            Outcome::Solved(solution) => Some(solution),
            _ => None,
        }
    }
}
