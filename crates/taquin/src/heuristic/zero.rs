//! No estimate: A* with it is Dijkstra's algorithm.

use super::contract::{BuiltIn, Heuristic, HeuristicError, HeuristicInfo, Slide};
use crate::board::Board;
use crate::cost::{Cost, CostModel};
use crate::state::PackedBoard;

/// Always 0.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl BuiltIn for Zero {
    const INFO: HeuristicInfo = HeuristicInfo {
        id: "zero",
        aliases: &["none", "blind"],
        title: "No estimate",
        summary: "always 0",
        explanation: "It knows nothing about the remaining cost and is always 0. That is never too much, \
            so it is admissible, but it gives a search no direction: A* with it explores as much as \
            Dijkstra's algorithm does. It is the baseline that other heuristics are compared with.",
        admissible: true,
        consistent: true,
        unit: 1,
    };

    fn new(_goal: &Board, _costs: CostModel) -> Result<Zero, HeuristicError> {
        Ok(Zero)
    }
}

impl<B: PackedBoard> Heuristic<B> for Zero {
    type Memo = ();

    #[inline(always)]
    fn begin(&self, _word: &B) {}

    #[inline(always)]
    fn after(&self, _memo: &(), _slide: Slide, _word: &B) {}

    #[inline(always)]
    fn h(&self, _memo: &()) -> Cost {
        0
    }
}
