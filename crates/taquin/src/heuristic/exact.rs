//! The exact distance, looked up in a table of all boards: what every other heuristic approximates.
//!
//! It needs a [`DistanceTable`], so it supports only boards of up to 10 cells: 181,440 bytes for 3x3, built in a
//! millisecond or two. If each move costs 1 it is perfect, and A* with it goes straight to the goal. Under other costs
//! it counts moves, each of which costs at least 1, so it still never overestimates.

use super::contract::{BuiltIn, Heuristic, HeuristicError, HeuristicInfo, Slide};
use crate::board::Board;
use crate::cost::{Cost, CostModel};
use crate::state::PackedBoard;
use crate::store::Store;
use crate::table::DistanceTable;
use std::sync::Arc;
use taquin_search::Budget;

/// The true distance, from a table of all boards.
#[derive(Clone, Debug)]
pub struct Exact {
    table: Arc<DistanceTable>,
}

impl Exact {
    /// Returns the distance table.
    pub fn table(&self) -> &DistanceTable {
        &self.table
    }
}

impl BuiltIn for Exact {
    const INFO: HeuristicInfo = HeuristicInfo {
        id: "exact",
        aliases: &["perfect", "true-distance"],
        title: "Exact distance",
        summary: "the true number of moves, from a table of all boards",
        explanation: "It first finds the distance of every board from the goal and then looks it up. \
            No estimate can be better, and where each move costs 1 A* with it expands no board that \
            is not on a shortest path. It works only where there are few boards, that is up to 10 \
            cells. Under other costs it is still the number of moves, which never overestimates, but \
            then it is no longer exact.",
        admissible: true,
        consistent: true,
        unit: 1,
    };

    fn new(goal: &Board, _costs: CostModel) -> Result<Exact, HeuristicError> {
        let (id, size) = (Self::INFO.id, goal.size());
        let table = DistanceTable::build(goal, &Budget::unlimited());
        let table = table.map_err(|_| HeuristicError::TooLarge { id, size })?;
        Ok(Exact { table: Arc::new(table) })
    }

    fn from_store(goal: &Board, _costs: CostModel, store: &Store) -> Result<Exact, HeuristicError> {
        let (id, size) = (Self::INFO.id, goal.size());
        let table = store.distances(goal, &Budget::unlimited());
        let (table, _) = table.map_err(|_| HeuristicError::TooLarge { id, size })?;
        Ok(Exact { table })
    }
}

impl<B: PackedBoard> Heuristic<B> for Exact {
    type Memo = u8;

    fn bytes(&self) -> usize {
        self.table.entries()
    }

    fn begin(&self, packed: &B) -> u8 {
        let cells = 0..self.table.goal().size().cells();
        let blank = cells.into_iter().find(|&cell| packed.tile(cell) == 0);
        self.table.distance(packed, blank.expect("a board has a blank"))
    }

    #[inline(always)]
    fn after(&self, _before: &u8, slide: Slide, packed: &B) -> u8 {
        self.table.distance(packed, slide.from)
    }

    #[inline(always)]
    fn h(&self, distance: &u8) -> Cost {
        Cost::from(*distance)
    }
}
