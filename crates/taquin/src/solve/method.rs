//! The interface of methods.

use super::error::SolveError;
use super::job::SolveJob;
use super::report::Report;
use crate::heuristic::{HeuristicChoice, HeuristicId};
use taquin_search::AlgorithmInfo;

/// A method that solves puzzles.
pub(super) trait Method: Sync {
    /// Returns the description of the method.
    fn info(&self) -> &'static AlgorithmInfo;

    /// Returns the heuristic it uses by default, if it uses one.
    fn default_heuristic(&self) -> Option<HeuristicId> {
        None
    }

    /// Returns whether it can search with a heuristic, if it uses any.
    fn accepts(&self, _heuristic: &HeuristicChoice) -> bool {
        true
    }

    /// Solves the puzzle of a job.
    fn solve(&self, job: SolveJob<'_>) -> Result<Report, SolveError>;
}
