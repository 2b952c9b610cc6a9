//! The Euclidean distance: the straight-line distance of each tile from its goal cell, added up.
//!
//! A straight line is never longer than the path along rows and columns, so this is never more than the Manhattan
//! distance and always the weaker of the two; it is here to show just that.
//!
//! Lengths are fractions, but costs are whole numbers: this heuristic counts in units of 1/256 step, and so do path
//! costs in a search that uses it. Each tile's length is rounded down. That keeps it admissible, and consistent as
//! well: two lengths that differ by at most one step still differ by at most 256 units when both are rounded down.

use super::contract::{BuiltIn, Heuristic, HeuristicError, HeuristicInfo, Slide};
use super::manhattan::TileDistances;
use crate::board::Board;
use crate::cost::{Cost, CostModel};
use crate::state::PackedBoard;

/// The number of units in one step. The sum over the largest board, 127x127, still fits.
const UNITS: Cost = 256;

/// The sum of the straight-line distances of all tiles from their goal cells.
#[derive(Clone, Debug)]
pub struct Euclidean {
    distances: TileDistances,
}

impl BuiltIn for Euclidean {
    const INFO: HeuristicInfo = HeuristicInfo {
        id: "euclidean",
        aliases: &["euclid", "straight-line", "e"],
        title: "Euclidean distance",
        summary: "the straight line from each tile to its place, added up",
        explanation: "For each tile it measures the straight line from where it lies to where it \
            belongs, and adds these up. Tiles move along rows and columns only, and that way is never \
            shorter than the straight line, so it never overestimates. For the same reason it is \
            never better than the Manhattan distance. Under a cost by tile each length is multiplied \
            by the number on the tile. Lengths are kept in 1/256 of a step, rounded down.",
        admissible: true,
        consistent: true,
        unit: UNITS,
    };

    fn new(goal: &Board, costs: CostModel) -> Result<Euclidean, HeuristicError> {
        let id = Self::INFO.id;
        // The integer square root is exact when rounded down: no floating point, so it is the same on every machine.
        let straight = |rows: usize, cols: usize| {
            (((rows * rows + cols * cols) as Cost) * UNITS * UNITS).isqrt()
        };
        Ok(Euclidean { distances: TileDistances::new(id, goal, costs, straight)? })
    }
}

impl<B: PackedBoard> Heuristic<B> for Euclidean {
    type Memo = Cost;

    fn unit(&self) -> Cost {
        UNITS
    }

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
