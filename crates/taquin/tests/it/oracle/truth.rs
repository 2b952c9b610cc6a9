//! The reference: the true distance and cost of every board, found by a plain search of the whole space with its own
//! moves, costs and lists. It shares no code with the library: a board is an array of tiles, row by row, and 0 is the
//! blank.

use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The maximum number of cells of a board.
pub const MOST_CELLS: usize = 10;

/// The tile on each cell, row by row; unused cells are 0.
pub type Tiles = [u8; MOST_CELLS];

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    pub rows: usize,
    pub cols: usize,
}

/// What a move costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Price {
    /// 1.
    Unit,
    /// The number of the tile that moves.
    Tile,
    /// The number of the tile, and 1 for each cell that differs from the goal after the move.
    TileDisplaced,
}

impl Shape {
    pub fn cells(self) -> usize {
        self.rows * self.cols
    }

    /// Moves the blank in the direction of a letter. Returns the board and the tile that moved, or `None` at a wall.
    pub fn slide(self, board: &Tiles, letter: char) -> Option<(Tiles, u8)> {
        let blank = (0..self.cells()).find(|&cell| board[cell] == 0)?;
        let (row, col) = (blank / self.cols, blank % self.cols);
        let (row, col) = match letter {
            'U' if row > 0 => (row - 1, col),
            'D' if row + 1 < self.rows => (row + 1, col),
            'L' if col > 0 => (row, col - 1),
            'R' if col + 1 < self.cols => (row, col + 1),
            _ => return None,
        };
        let from = row * self.cols + col;
        let mut after = *board;
        after[blank] = board[from];
        after[from] = 0;
        Some((after, board[from]))
    }

    /// Returns every board one move away, with the tile that moved.
    pub fn neighbours(self, board: &Tiles) -> impl Iterator<Item = (Tiles, u8)> {
        ['U', 'D', 'L', 'R'].into_iter().filter_map(move |letter| self.slide(board, letter))
    }

    /// Returns the cost of the move of `tile` that led to the board `after`.
    pub fn price(self, price: Price, tile: u8, after: &Tiles, goal: &Tiles) -> u64 {
        let displaced = (0..self.cells()).filter(|&cell| after[cell] != goal[cell]).count() as u64;
        match price {
            Price::Unit => 1,
            Price::Tile => u64::from(tile),
            Price::TileDisplaced => u64::from(tile) + displaced,
        }
    }
}

/// The fewest moves and the least cost from a board to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Least {
    pub moves: u64,
    pub cost: u64,
}

/// Every board from which a goal can be reached, with its distance and cost.
pub struct Truth {
    pub shape: Shape,
    pub goal: Tiles,
    pub price: Price,
    /// Moves and cost by board, in few bytes because there are millions of boards.
    least: FxHashMap<u64, (u32, u32)>,
    /// Every such board, in order of its distance in moves.
    pub boards: Vec<Tiles>,
}

/// Packs a board into a number.
fn key(board: &Tiles) -> u64 {
    board.iter().fold(0, |key, &tile| key << 4 | u64::from(tile))
}

impl Truth {
    /// Searches backwards from the goal: every move can be undone, so the boards visited are those from which the goal can
    /// be reached.
    pub fn new(shape: Shape, goal: Tiles, price: Price) -> Truth {
        let mut least = FxHashMap::from_iter([(key(&goal), (0, 0))]);
        least.reserve((3..=shape.cells()).product());
        let mut boards = vec![goal];
        let mut next = 0;
        while let Some(&board) = boards.get(next) {
            next += 1;
            let moves = least[&key(&board)].0 + 1;
            for (before, _) in shape.neighbours(&board) {
                least.entry(key(&before)).or_insert_with(|| {
                    boards.push(before);
                    // With unit costs, this is the least cost; otherwise it is found below.
                    (moves, if price == Price::Unit { moves } else { u32::MAX })
                });
            }
        }
        let mut truth = Truth { shape, goal, price, least, boards };
        if price != Price::Unit {
            truth.find_cheapest();
        }
        truth
    }

    /// Dijkstra's algorithm, backwards from the goal.
    fn find_cheapest(&mut self) {
        let mut open = BinaryHeap::from([Reverse((0, self.goal))]);
        while let Some(Reverse((cost, board))) = open.pop() {
            if cost > self.least[&key(&board)].1 {
                continue;
            }
            for (before, tile) in self.shape.neighbours(&board) {
                // The move leads from `before` to `board`, and moves the same tile.
                let price = self.shape.price(self.price, tile, &board, &self.goal);
                let cost = cost + u32::try_from(price).expect("a small number");
                if let Some((_, known)) = self.least.get_mut(&key(&before))
                    && cost < *known
                {
                    *known = cost;
                    open.push(Reverse((cost, before)));
                }
            }
        }
    }

    /// Returns the distance and cost of a board, or `None` if the goal cannot be reached from it.
    pub fn of(&self, board: &Tiles) -> Option<Least> {
        let (moves, cost) = *self.least.get(&key(board))?;
        Some(Least { moves: moves.into(), cost: cost.into() })
    }

    /// Returns the board that moves lead to and their cost, or `None` if one of them leads off the board.
    pub fn replay(&self, start: &Tiles, letters: &str) -> Option<(Tiles, u64)> {
        letters.chars().try_fold((*start, 0), |(board, cost), letter| {
            let (after, tile) = self.shape.slide(&board, letter)?;
            Some((after, cost + self.shape.price(self.price, tile, &after, &self.goal)))
        })
    }
}
