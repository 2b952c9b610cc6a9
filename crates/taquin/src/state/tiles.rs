//! The sliding-tile puzzle as a [`Problem`]: packed boards, a grid, a goal, a heuristic and costs.

use super::grid::{Grid, Slot};
use super::rank::Ranking;
use super::word::Word;
use crate::board::MoveOrder;
use crate::cost::{Cost, CostModel};
use crate::heuristic::{Heuristic, Slide};
use crate::puzzle::Puzzle;
use crate::search::Problem;

/// A board on its way: packed, with the blank's cell and what the heuristic remembers.
#[derive(Clone, Copy, Debug)]
pub struct TileNode<W, M> {
    word: W,
    blank: u16,
    memo: M,
}

/// A puzzle ready to be searched with a heuristic.
#[derive(Clone, Debug)]
pub struct Tiles<W, H> {
    grid: Grid,
    start: (W, usize),
    goal: (W, usize),
    heuristic: H,
    /// Cost of moving each tile, in the heuristic's scale.
    tile_cost: Box<[Cost]>,
    /// Added for each displaced cell after a move, in the same scale; 0 unless the model asks for it.
    displaced_cost: Cost,
    ranking: Option<Ranking>,
}

impl<W: Word, H: Heuristic<W>> Tiles<W, H> {
    /// Packs a puzzle whose cells fit the word.
    pub fn new(puzzle: &Puzzle, heuristic: H, costs: CostModel, order: MoveOrder) -> Tiles<W, H> {
        let pack = |board: &crate::Board| (W::pack(board.tiles()), board.blank());
        Tiles {
            grid: Grid::new(puzzle.size(), order),
            start: pack(puzzle.start()),
            goal: pack(puzzle.goal()),
            heuristic,
            tile_cost: (0..puzzle.size().cells())
                .map(|tile| costs.of_tile(tile as u16) * H::SCALE)
                .collect(),
            displaced_cost: if costs == CostModel::TileDisplaced { H::SCALE } else { 0 },
            ranking: Ranking::new(puzzle.goal()),
        }
    }

    /// The grid, which knows what direction a move is.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    fn node(&self, (word, blank): &(W, usize)) -> TileNode<W, H::Memo> {
        let memo = self.heuristic.begin(word);
        TileNode { word: word.clone(), blank: *blank as u16, memo }
    }

    /// How many cells differ from the goal, the blank's included.
    fn displaced(&self, word: &W) -> Cost {
        let differs = |&cell: &usize| word.tile(cell) != self.goal.0.tile(cell);
        (0..self.tile_cost.len()).filter(differs).count() as Cost
    }
}

impl<W: Word, H: Heuristic<W>> Problem for Tiles<W, H> {
    type Node = TileNode<W, H::Memo>;
    type Key = W;
    type Move = Slot;

    fn start(&self) -> Self::Node {
        self.node(&self.start)
    }

    #[inline(always)]
    fn is_goal(&self, node: &Self::Node) -> bool {
        node.word == self.goal.0
    }

    #[inline(always)]
    fn h(&self, node: &Self::Node) -> Cost {
        self.heuristic.h(&node.memo)
    }

    #[inline(always)]
    fn moves(&self) -> impl DoubleEndedIterator<Item = Slot> + Clone {
        Slot::ALL.into_iter()
    }

    #[inline(always)]
    fn step(&self, node: &Self::Node, slot: Slot) -> Option<Self::Node> {
        let to = usize::from(node.blank);
        let from = self.grid.neighbour(to, slot)?;
        let tile = node.word.tile(from);
        let word = node.word.slid(tile, from, to);
        let memo = self.heuristic.after(&node.memo, Slide { tile, from, to }, &word);
        Some(TileNode { word, blank: from as u16, memo })
    }

    #[inline(always)]
    fn cost(&self, parent: &Self::Node, child: &Self::Node) -> Cost {
        // The tile that moved lies where the blank was.
        let tile = child.word.tile(usize::from(parent.blank));
        let displaced = match self.displaced_cost {
            0 => 0,
            each => each * self.displaced(&child.word),
        };
        self.tile_cost[tile] + displaced
    }

    #[inline(always)]
    fn undoes(&self, slot: Slot, last: Slot) -> bool {
        self.grid.opposite(last) == slot
    }

    #[inline(always)]
    fn key(&self, node: &Self::Node) -> W {
        node.word.clone()
    }

    fn node_bytes(&self, node: &Self::Node) -> usize {
        node.word.heap_bytes()
    }

    fn space(&self) -> Option<usize> {
        self.ranking.as_ref().map(Ranking::boards)
    }

    #[inline(always)]
    fn rank(&self, node: &Self::Node) -> usize {
        self.ranking.as_ref().map_or(0, |ranking| ranking.rank(&node.word, usize::from(node.blank)))
    }

    fn goal(&self) -> Option<Self::Node> {
        Some(self.node(&self.goal))
    }

    fn inverse(&self, slot: Slot) -> Option<Slot> {
        Some(self.grid.opposite(slot))
    }
}
