//! The ids that fields of requests accept, for error messages and as examples in their schema.

use taquin::CostModel;
use taquin::heuristic::HEURISTICS;
use taquin::solve::AlgorithmId;

/// Every algorithm.
pub fn algorithm_ids() -> Vec<&'static str> {
    AlgorithmId::ALL.iter().map(|id| id.info().id).collect()
}

/// Every listed heuristic.
pub fn heuristic_ids() -> Vec<&'static str> {
    HEURISTICS.iter().map(|info| info.id).collect()
}

/// Every cost model.
pub fn cost_ids() -> Vec<&'static str> {
    CostModel::LIST.iter().map(|entry| entry.1).collect()
}
