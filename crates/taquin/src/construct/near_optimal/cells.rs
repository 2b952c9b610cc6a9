//! Tables for the cells of a board of up to 64 cells: neighbours, distances, and random numbers for hashing.

use crate::board::{Direction, Size};
use crate::random::Random;

/// The maximum number of cells of a board here.
pub(crate) const MAX_CELLS: usize = 64;
/// The neighbour of a cell beyond the edge.
pub(super) const WALL: u8 = u8::MAX;
/// The seed of the random numbers for hashing, which are the same on every machine.
const SEED: u64 = 2026;

/// The cells of a board.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    pub(super) size: Size,
    /// The number of cells.
    pub(super) count: usize,
    /// The neighbours, by cell and direction.
    pub(super) beside: Vec<[u8; 4]>,
    /// By two cells: the number of moves of a tile from one to the other.
    distances: Vec<u8>,
    /// By home and cell: the random number of a tile there (Zobrist hashing).
    marks: Vec<u64>,
}

impl Cells {
    /// Returns the cells of a board, if it has no more than 64.
    pub(crate) fn new(size: Size) -> Option<Cells> {
        let count = size.cells();
        if count > MAX_CELLS {
            return None;
        }
        let beside = |cell| {
            Direction::ALL
                .map(|direction| size.neighbour(cell, direction).map_or(WALL, |to| to as u8))
        };
        let pairs = || (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
        let mut random = Random::new(SEED);
        Some(Cells {
            size,
            count,
            beside: (0..count).map(beside).collect(),
            distances: pairs().map(|(a, b)| size.steps_between(a, b) as u8).collect(),
            marks: pairs().map(|_| random.number()).collect(),
        })
    }

    /// Returns the number of moves of a tile from a cell to its home.
    #[inline(always)]
    pub(super) fn distance(&self, home: u8, cell: u8) -> u16 {
        u16::from(self.distances[usize::from(home) * self.count + usize::from(cell)])
    }

    /// Returns what a tile with this home on a cell contributes to a board's hash.
    #[inline(always)]
    pub(super) fn mark(&self, home: u8, cell: u8) -> u64 {
        self.marks[usize::from(home) * self.count + usize::from(cell)]
    }

    /// Returns the rotations and reflections that map the board onto itself, each as a map from cells to cells.
    pub(super) fn symmetries(&self) -> Vec<Vec<u8>> {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let kinds = if rows == cols { 8 } else { 4 };
        let image = |kind: usize, cell: usize| {
            let (row, col) = (cell / cols, cell % cols);
            let row = if kind & 1 == 0 { row } else { rows - 1 - row };
            let col = if kind & 2 == 0 { col } else { cols - 1 - col };
            let (row, col) = if kind & 4 == 0 { (row, col) } else { (col, row) };
            (row * cols + col) as u8
        };
        (0..kinds).map(|kind| (0..self.count).map(|cell| image(kind, cell)).collect()).collect()
    }
}
