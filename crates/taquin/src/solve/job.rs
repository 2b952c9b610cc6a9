//! A puzzle to be solved, with all choices made.

use super::algorithm::AlgorithmId;
use crate::board::{Move, MoveOrder};
use crate::cost::CostModel;
use crate::heuristic::HeuristicChoice;
use crate::puzzle::Puzzle;
use crate::store::{LoadedSets, Store};
use std::sync::Arc;
use std::time::Duration;
use taquin_search::{Budget, Observer, Options};

/// As good as no limit on time.
pub(super) const A_DAY: Duration = Duration::from_secs(86_400);

/// A puzzle to be solved by one algorithm, with all choices made.
pub(crate) struct SolveJob<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) algorithm: AlgorithmId,
    /// `None` for algorithms that use none.
    pub(crate) heuristic: Option<HeuristicChoice>,
    pub(crate) costs: CostModel,
    pub(crate) order: MoveOrder,
    pub(crate) options: Options,
    pub(crate) path_ids: bool,
    /// Only a solution cheaper than this is of interest; a proof that there is none is just as good.
    pub(crate) below: Option<u64>,
    pub(crate) budget: Budget,
    pub(crate) store: &'a Store,
    /// The tables of a heuristic that needs them, once they are loaded.
    pub(crate) patterns: Option<Arc<LoadedSets>>,
    pub(crate) observer: Option<&'a mut (dyn Observer<Move> + 'a)>,
}
