//! The Manhattan distance: the number of rows and columns between each tile and its goal cell, added up. Under a cost
//! by tile each step counts the tile's number.

use super::contract::{BuiltIn, Heuristic, HeuristicError, HeuristicInfo, Slide};
use crate::board::{Board, Direction, Size};
use crate::cost::{Cost, CostModel};
use crate::state::PackedBoard;

/// The sum of the steps of all tiles to their goal cells.
#[derive(Clone, Debug)]
pub struct Manhattan {
    distances: TileDistances,
}

/// For each tile and cell: the cost of moving the tile home if nothing were in its way.
#[derive(Clone, Debug)]
pub(super) struct TileDistances {
    size: Size,
    /// By tile and cell, for small boards.
    table: Box<[Cost; TABLE_CELLS * TABLE_CELLS]>,
    /// The change of a step, by tile and the cells from and to which it moves, for boards that fit in a `u64`: one
    /// lookup instead of two, which makes IDA* 3 % faster.
    changes: Box<[i16; STEP_CELLS * STEP_CELLS * STEP_CELLS]>,
    /// By rows and columns apart, for one unit of cost.
    by_offset: Box<[Cost]>,
    home: Box<[usize]>,
    costs: CostModel,
}

/// Up to this many cells, every tile and cell has a table entry; beyond that it is computed. A power of two, so that an
/// index is computed by shifting and needs no bounds check.
const TABLE_CELLS: usize = 32;
/// Up to this many cells, every step of a tile has a table entry.
const STEP_CELLS: usize = 16;

impl TileDistances {
    /// Tabulates `distance(rows apart, columns apart)` times the cost of moving the tile, or returns an error if sums
    /// might overflow. The blank never counts: one move from the goal it would overestimate.
    pub(super) fn new(
        id: &'static str,
        goal: &Board,
        costs: CostModel,
        distance: impl Fn(usize, usize) -> Cost,
    ) -> Result<TileDistances, HeuristicError> {
        let size = goal.size();
        let offsets = (0..size.cells()).map(|cell| distance(size.row(cell), size.col(cell)));
        let mut distances = TileDistances {
            size,
            table: Box::new([0; TABLE_CELLS * TABLE_CELLS]),
            changes: Box::new([0; STEP_CELLS * STEP_CELLS * STEP_CELLS]),
            by_offset: offsets.collect(),
            home: goal.cell_of_each().into(),
            costs,
        };
        let farthest = distances.by_offset.iter().max().map_or(0, |&cost| u64::from(cost));
        let dearest = (1..size.cells()).map(|tile| u64::from(costs.of_tile(tile as u16)));
        // Three quarters of the range are left for path costs and weights.
        if farthest * dearest.sum::<u64>() > u64::from(Cost::MAX / 4) {
            return Err(HeuristicError::Overflow { id, size, costs });
        }
        let small = size.cells().min(TABLE_CELLS);
        for (tile, cell) in (0..small).flat_map(|tile| (0..small).map(move |cell| (tile, cell))) {
            distances.table[tile * TABLE_CELLS + cell] = distances.work_out(tile, cell);
        }
        if size.cells() <= STEP_CELLS {
            distances.tabulate_changes();
        }
        Ok(distances)
    }

    fn tabulate_changes(&mut self) {
        for from in 0..self.size.cells() {
            for direction in Direction::ALL {
                let Some(to) = self.size.neighbour(from, direction) else { continue };
                for tile in 1..self.size.cells() {
                    let [after, before] =
                        [to, from].map(|cell| self.table[tile * TABLE_CELLS + cell]);
                    // A step changes a distance by at most one unit, times 15 at most.
                    let change = after.wrapping_sub(before) as i16;
                    self.changes[step_index(tile, from, to)] = change;
                }
            }
        }
    }

    /// Returns the cost of moving a tile home from a cell of a board packed as `B`.
    #[inline(always)]
    pub(super) fn of<B: PackedBoard>(&self, tile: usize, cell: usize) -> Cost {
        if B::MAX_CELLS <= TABLE_CELLS {
            self.table[(tile * TABLE_CELLS + cell) % (TABLE_CELLS * TABLE_CELLS)]
        } else {
            self.work_out(tile, cell)
        }
    }

    fn work_out(&self, tile: usize, cell: usize) -> Cost {
        let (size, home) = (self.size, self.home[tile]);
        let rows = size.row(cell).abs_diff(size.row(home));
        let cols = size.col(cell).abs_diff(size.col(home));
        match tile {
            0 => 0,
            _ => self.by_offset[rows * size.cols() + cols] * self.costs.of_tile(tile as u16),
        }
    }

    /// Returns the sum over a whole board.
    pub(super) fn sum<B: PackedBoard>(&self, packed: &B) -> Cost {
        (0..self.home.len()).map(|cell| self.of::<B>(packed.tile(cell), cell)).sum()
    }

    /// Returns the sum after a move.
    #[inline(always)]
    pub(super) fn after<B: PackedBoard>(&self, sum: Cost, Slide { tile, from, to }: Slide) -> Cost {
        if B::MAX_CELLS <= STEP_CELLS {
            return sum.wrapping_add_signed(self.changes[step_index(tile, from, to)].into());
        }
        sum + self.of::<B>(tile, to) - self.of::<B>(tile, from)
    }
}

/// Returns the index of a tile's step in the table; it needs no bounds check.
#[inline(always)]
fn step_index(tile: usize, from: usize, to: usize) -> usize {
    ((tile * STEP_CELLS + from) * STEP_CELLS + to) % (STEP_CELLS * STEP_CELLS * STEP_CELLS)
}

impl BuiltIn for Manhattan {
    const INFO: HeuristicInfo = HeuristicInfo {
        id: "manhattan",
        aliases: &["md", "taxicab", "m"],
        title: "Manhattan distance",
        summary: "steps of each tile to its place, added up",
        explanation: "For each tile it counts the rows and columns between where it lies and where it \
            belongs, and adds these up. A move takes one tile one step, so at least that many moves \
            are needed: it never overestimates. Under a cost by tile each step counts the number on \
            the tile. The blank is left out: it would be counted with every tile that it passes.",
        admissible: true,
        consistent: true,
        unit: 1,
    };

    fn new(goal: &Board, costs: CostModel) -> Result<Manhattan, HeuristicError> {
        let id = Self::INFO.id;
        let distances = TileDistances::new(id, goal, costs, |rows, cols| (rows + cols) as Cost)?;
        Ok(Manhattan { distances })
    }
}

impl<B: PackedBoard> Heuristic<B> for Manhattan {
    type Memo = Cost;
    const FOR_NEWER: bool = true;

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
