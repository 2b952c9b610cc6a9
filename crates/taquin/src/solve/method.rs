//! What every method is.

use super::error::SolveError;
use super::job::SolveJob;
use super::report::Report;
use crate::heuristic::{HeuristicChoice, HeuristicId};
use taquin_search::AlgorithmInfo;

/// Something that solves puzzles.
pub(super) trait Method: Sync {
    /// What it is and promises.
    fn info(&self) -> &'static AlgorithmInfo;

    /// The heuristic it uses unless told otherwise, if it uses one.
    fn default_heuristic(&self) -> Option<HeuristicId> {
        None
    }

    /// Whether it can search with a heuristic, as far as it does with any.
    fn accepts(&self, _heuristic: &HeuristicChoice) -> bool {
        true
    }

    /// Solves the puzzle of a job.
    fn solve(&self, job: SolveJob<'_>) -> Result<Report, SolveError>;
}
