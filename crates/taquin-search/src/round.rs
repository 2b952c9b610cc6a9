//! Types shared by the rounds of deepening searches.

use crate::Cost;
use crate::options::GoalTest;
use crate::problem::Problem;

/// The quantity that a deepening search bounds: f for IDA*, the depth for iterative deepening.
pub(crate) trait BoundMetric<P: Problem>: Sync {
    /// Returns what a step of this cost adds.
    fn step(&self, cost: Cost) -> Cost;
    /// Returns the estimate of the rest.
    fn rest(&self, problem: &P, node: &P::Node) -> Cost;
}

/// The bound of a round, and how it is measured.
pub(crate) struct Within<'a, D> {
    pub(crate) metric: &'a D,
    pub(crate) goal_test: GoalTest,
    pub(crate) bound: Cost,
}

/// A node to search below.
#[derive(Clone)]
pub(crate) struct Root<N, M> {
    pub(crate) node: N,
    pub(crate) g: Cost,
    pub(crate) depth: u64,
    /// The move that led there.
    pub(crate) by: Option<M>,
}

/// How a round ended.
pub(crate) enum RoundEnd<M> {
    Found(Vec<M>),
    /// The least f beyond the bound.
    CutAt(Cost),
}
