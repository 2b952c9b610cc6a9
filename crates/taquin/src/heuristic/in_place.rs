//! Cells in place, with a bonus for the top: a hand-made score, as used by people who solve the puzzle row by row,
//! turned into an estimate.
//!
//! Every cell that shows what the goal shows there scores 1, including the blank's; the first cell scores 1 more, and
//! the whole top row 6 more. The estimate is the maximum score minus the score. It is *not* admissible: one move from
//! the goal it is already 2 or more, so A* with it may return a solution that is too long. For greedy search, which
//! does not guarantee a short solution anyway, it works well.

use super::contract::{BuiltIn, Heuristic, HeuristicError, HeuristicInfo, Slide};
use crate::board::Board;
use crate::cost::{Cost, CostModel};
use crate::state::PackedBoard;

/// The bonus for the first cell in place.
const FIRST_CELL: Cost = 1;
/// The bonus for the whole top row in place.
const TOP_ROW: Cost = 6;

/// The maximum score minus the score of the cells in place.
#[derive(Clone, Debug)]
pub struct InPlace {
    goal: Box<[u16]>,
    cols: usize,
}

/// The number of cells that show what the goal shows there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellsInPlace {
    pub(super) all: u16,
    pub(super) top_row: u16,
    pub(super) first: bool,
}

impl InPlace {
    /// Returns 1 if this number belongs on this cell, otherwise 0.
    #[inline(always)]
    fn fits(&self, tile: usize, cell: usize) -> u16 {
        u16::from(usize::from(self.goal[cell]) == tile)
    }
}

impl BuiltIn for InPlace {
    const INFO: HeuristicInfo = HeuristicInfo {
        id: "in-place",
        aliases: &["score"],
        title: "Cells in place, the top row first",
        summary: "what is missing from a score of the cells in place; not admissible",
        explanation: "It gives a board points: 1 for every cell, the blank's included, that looks as \
            in the goal, 1 more for the first cell, and 6 more when the whole top row is in place. The \
            estimate is the greatest possible score less that score. It draws a greedy search towards \
            finishing the top row first, as many people do. It overestimates: one move from the goal \
            two cells are out of place already. So A* refuses it; greedy search and weighted A* take it \
            and promise no shortest solution.",
        admissible: false,
        consistent: false,
        unit: 1,
    };

    fn new(goal: &Board, _costs: CostModel) -> Result<InPlace, HeuristicError> {
        Ok(InPlace { goal: goal.tiles().into(), cols: goal.size().cols() })
    }
}

impl<B: PackedBoard> Heuristic<B> for InPlace {
    type Memo = CellsInPlace;

    fn begin(&self, packed: &B) -> CellsInPlace {
        let fitting =
            |cells: usize| (0..cells).map(|cell| self.fits(packed.tile(cell), cell)).sum();
        CellsInPlace {
            all: fitting(self.goal.len()),
            top_row: fitting(self.cols),
            first: fitting(1) == 1,
        }
    }

    #[inline(always)]
    fn after(&self, before: &CellsInPlace, slide: Slide, packed: &B) -> CellsInPlace {
        let Slide { tile, from, to } = slide;
        let (lost_from, lost_to) = (self.fits(tile, from), self.fits(0, to));
        let (won_from, won_to) = (self.fits(0, from), self.fits(tile, to));
        let (top_from, top_to) = (u16::from(from < self.cols), u16::from(to < self.cols));
        CellsInPlace {
            all: before.all + won_from + won_to - lost_from - lost_to,
            top_row: before.top_row + top_from * won_from + top_to * won_to
                - top_from * lost_from
                - top_to * lost_to,
            first: self.fits(packed.tile(0), 0) == 1,
        }
    }

    #[inline(always)]
    fn h(&self, cells: &CellsInPlace) -> Cost {
        let first = if cells.first { 0 } else { FIRST_CELL };
        let top_row = if usize::from(cells.top_row) == self.cols { 0 } else { TOP_ROW };
        self.goal.len() as Cost - Cost::from(cells.all) + first + top_row
    }
}
