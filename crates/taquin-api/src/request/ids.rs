//! The names that fields of requests can have, for error messages and as examples in their schema.

use taquin::CostModel;
use taquin::heuristic::HEURISTICS;
use taquin::search::{GoalTest, Ties};
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

/// Every time to test for the goal.
pub fn goal_test_ids() -> Vec<&'static str> {
    GoalTest::LIST.iter().map(|entry| entry.0).collect()
}

/// Every rule for ties.
pub fn ties_ids() -> Vec<&'static str> {
    Ties::LIST.iter().map(|entry| entry.0).collect()
}
