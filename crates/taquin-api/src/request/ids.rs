//! The names that fields of requests can have, for error messages and as examples in their schema.

use taquin::CostModel;
use taquin::heuristic::HEURISTICS;
use taquin::solve::AlgorithmId;

/// Every algorithm.
pub fn algorithm_ids() -> Vec<&'static str> {
    AlgorithmId::ALL.iter().map(|id| id.info().id).collect()
}

/// Every heuristic of the list.
pub fn heuristic_ids() -> Vec<&'static str> {
    HEURISTICS.iter().map(|info| info.id).collect()
}

/// Every way to count costs.
pub fn cost_ids() -> Vec<&'static str> {
    CostModel::LIST.iter().map(|entry| entry.1).collect()
}
