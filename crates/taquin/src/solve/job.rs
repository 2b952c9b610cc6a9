//! What is to be solved, with everything settled.

use super::algorithm::AlgorithmId;
use crate::board::{Direction, MoveOrder};
use crate::cost::CostModel;
use crate::heuristic::HeuristicChoice;
use crate::pattern::{PatternSets, Store};
use crate::puzzle::Puzzle;
use std::sync::Arc;
use taquin_search::{Budget, Observer, Options};

/// One puzzle to be solved in one way, with everything settled.
pub(crate) struct SolveJob<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) algorithm: AlgorithmId,
    /// `None` for algorithms that use none.
    pub(crate) heuristic: Option<HeuristicChoice>,
    pub(crate) costs: CostModel,
    pub(crate) order: MoveOrder,
    pub(crate) options: Options,
    pub(crate) path_ids: bool,
    /// Only a solution cheaper than this is wanted: proving that there is none is as good.
    pub(crate) below: Option<u64>,
    pub(crate) budget: Budget,
    pub(crate) store: &'a Store,
    /// The tables of a heuristic that needs some, once they were got.
    pub(crate) patterns: Option<Arc<PatternSets>>,
    pub(crate) observer: Option<&'a mut (dyn Observer<Direction> + 'a)>,
}
