//! Misplaced tiles: the number of tiles that are not on their goal cell. Under a cost by tile each of them counts its
//! number.
//!
//! The oldest estimate and nearly the weakest, but admissible: a misplaced tile has to move at least once, and a move
//! moves one tile. The blank is left out: one move from the goal it would count that move twice.

use super::contract::{BuiltIn, Heuristic, HeuristicError, HeuristicInfo, Slide};
use super::manhattan::TileDistances;
use crate::board::Board;
use crate::cost::{Cost, CostModel};
use crate::state::PackedBoard;

/// Tiles not on their goal cell.
#[derive(Clone, Debug)]
pub struct Misplaced {
    distances: TileDistances,
}

impl BuiltIn for Misplaced {
    const INFO: HeuristicInfo = HeuristicInfo {
        id: "misplaced",
        aliases: &["hamming"],
        title: "Misplaced tiles",
        summary: "how many tiles are not in their place",
        explanation: "It counts the tiles that are not where they belong. Each of them must move at \
            least once and a move takes only one tile, so it never overestimates. Under a cost by \
            tile each misplaced tile counts the number on it. It cannot tell a tile that is one step \
            away from one that is far away, so it is weak. The blank does not count.",
        admissible: true,
        consistent: true,
        unit: 1,
    };

    fn new(goal: &Board, costs: CostModel) -> Result<Misplaced, HeuristicError> {
        let id = Self::INFO.id;
        let misplaced = |rows, cols| Cost::from(rows + cols > 0);
        Ok(Misplaced { distances: TileDistances::new(id, goal, costs, misplaced)? })
    }
}

impl<B: PackedBoard> Heuristic<B> for Misplaced {
    type Memo = Cost;

    fn begin(&self, packed: &B) -> Cost {
        self.distances.sum(packed)
    }

    #[inline(always)]
    fn after(&self, sum: &Cost, slide: Slide, _word: &B) -> Cost {
        self.distances.after::<B>(*sum, slide)
    }

    #[inline(always)]
    fn h(&self, sum: &Cost) -> Cost {
        *sum
    }
}
