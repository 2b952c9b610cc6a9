//! The sliding-tile puzzle as a [`Problem`]: packed boards, a grid, a goal, a heuristic and costs.

use crate::board::MoveOrder;
use crate::cost::{Cost, CostModel};
use crate::heuristic::{Heuristic, Slide};
use crate::puzzle::Puzzle;
use crate::state::{Grid, PackedBoard, Ranking, Step};
use taquin_search::Problem;

/// A node: a packed board, with the blank's cell and the heuristic's memo.
#[derive(Clone, Copy, Debug)]
pub struct TileNode<B, M> {
    packed: B,
    blank: u32,
    memo: M,
}

/// A puzzle ready to be searched with a heuristic.
#[derive(Clone, Debug)]
pub struct Tiles<B, H> {
    grid: Grid,
    start: (B, usize),
    goal: (B, usize),
    heuristic: H,
    costs: CostModel,
    ranking: Option<Ranking>,
}

impl<B: PackedBoard, H: Heuristic<B>> Tiles<B, H> {
    /// Packs a puzzle, whose cells must fit this packing.
    pub fn new(puzzle: &Puzzle, heuristic: H, costs: CostModel, order: MoveOrder) -> Tiles<B, H> {
        let pack = |board: &crate::Board| (B::pack(board.tiles()), board.blank());
        Tiles {
            grid: Grid::new(puzzle.size(), order),
            start: pack(puzzle.start()),
            goal: pack(puzzle.goal()),
            heuristic,
            costs,
            ranking: Ranking::new(puzzle.goal()),
        }
    }

    /// Returns the grid, which knows the direction of a move.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    fn node(&self, (packed, blank): &(B, usize)) -> TileNode<B, H::Memo> {
        let memo = self.heuristic.begin(packed);
        TileNode { packed: packed.clone(), blank: *blank as u32, memo }
    }
}

impl<B: PackedBoard, H: Heuristic<B>> Problem for Tiles<B, H> {
    type Node = TileNode<B, H::Memo>;
    type Key = B;
    type Move = Step;
    type Moves<'a>
        = B::Steps<'a>
    where
        Self: 'a;

    // Boards of more cells gain nothing.
    const FOR_NEWER: bool = H::FOR_NEWER && B::MAX_CELLS <= u64::MAX_CELLS;
    const COUNTS_STATES: bool = B::MAX_CELLS <= u64::MAX_CELLS;
    const HAS_INVERSES: bool = true;

    fn start(&self) -> Self::Node {
        self.node(&self.start)
    }

    #[inline(always)]
    fn is_goal(&self, node: &Self::Node) -> bool {
        node.packed == self.goal.0
    }

    #[inline(always)]
    fn h(&self, node: &Self::Node) -> Cost {
        self.heuristic.h(&node.memo)
    }

    #[inline(always)]
    fn moves(&self, node: &Self::Node, parent_move: Option<Step>) -> Self::Moves<'_> {
        B::steps(&self.grid, node.blank as usize, parent_move)
    }

    #[inline(always)]
    fn step(&self, node: &Self::Node, step: Step) -> (Self::Node, Cost) {
        let (from, to) = (step.to(), node.blank as usize);
        let tile = node.packed.tile(from);
        let packed = node.packed.slide(tile, from, to);
        let memo = self.heuristic.after(&node.memo, Slide { tile, from, to }, &packed);
        let cost = match self.costs {
            CostModel::Unit => 1,
            CostModel::Tile => tile as Cost,
            // The blank's cell counts as well.
            CostModel::TileDisplaced => (tile + packed.hamming(&self.goal.0)) as Cost,
        };
        (TileNode { packed, blank: from as u32, memo }, cost * self.heuristic.unit())
    }

    #[inline(always)]
    fn undoes(&self, step: Step, parent_move: Step) -> bool {
        self.grid.undoes(step, parent_move)
    }

    #[inline(always)]
    fn key(&self, node: &Self::Node) -> B {
        node.packed.clone()
    }

    fn node_bytes(&self, node: &Self::Node) -> usize {
        node.packed.heap_bytes()
    }

    #[inline(always)]
    fn state_count(&self) -> Option<usize> {
        self.ranking.as_ref().map(Ranking::boards)
    }

    #[inline(always)]
    fn rank(&self, node: &Self::Node) -> usize {
        // Only a space of known size is ranked. An `expect` here costs A* 1 % of its instructions.
        self.ranking.as_ref().map_or(0, |ranking| ranking.rank(&node.packed, node.blank as usize))
    }

    fn goal(&self) -> Option<Self::Node> {
        Some(self.node(&self.goal))
    }

    fn inverse(&self, node: &Self::Node, step: Step) -> Option<Step> {
        Some(self.grid.inverse(step, node.blank as usize))
    }
}
