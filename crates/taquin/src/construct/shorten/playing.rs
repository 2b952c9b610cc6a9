//! A board that is played on, move by move, and its hash.

use crate::board::{Direction, Size};
use crate::puzzle::Puzzle;

/// The cells around each, in a table, as millions of moves are played.
pub(super) struct Grid {
    pub(super) size: Size,
    pub(super) next_to: Vec<[u16; 4]>,
}

pub(super) const WALL: u16 = u16::MAX;

impl Grid {
    pub(super) fn new(size: Size) -> Grid {
        let next = |cell, direction| size.neighbour(cell, direction).map_or(WALL, |to| to as u16);
        let next_to =
            (0..size.cells()).map(|cell| Direction::ALL.map(|direction| next(cell, direction)));
        Grid { size, next_to: next_to.collect() }
    }

    pub(super) fn neighbour(&self, cell: usize, direction: Direction) -> Option<usize> {
        let to = self.next_to[cell][direction as usize];
        (to != WALL).then_some(usize::from(to))
    }
}

/// A board being played on.
#[derive(Clone)]
pub(super) struct Tiles {
    pub(super) at: Vec<u16>,
    pub(super) blank: usize,
}

impl Tiles {
    pub(super) fn new(puzzle: &Puzzle) -> Tiles {
        Tiles { at: puzzle.start().tiles().to_vec(), blank: puzzle.start().blank() }
    }

    /// Moves the blank, and returns the tile moved, or `None` at a wall.
    pub(super) fn step(&mut self, grid: &Grid, direction: Direction) -> Option<u16> {
        let to = grid.neighbour(self.blank, direction)?;
        self.at.swap(self.blank, to);
        let tile = self.at[self.blank];
        self.blank = to;
        Some(tile)
    }
}

/// A pseudo-random number for a tile on a cell. A board's hash is what combines its tiles' from the
/// start board's, which is 0.
pub(super) fn mark(tile: usize, cell: usize) -> u64 {
    let seed = (tile << 16 | cell) as u64;
    let mixed = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ mixed >> 32
}
