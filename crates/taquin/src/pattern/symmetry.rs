//! Symmetries of the board: every goal is mapped to a canonical one, so that tables are built once for all goals
//! that are the same up to rotation, reflection and the numbers on the tiles.
//!
//! Tiles are renumbered by their places in the mapped goal, row by row, so the numbers on a goal's tiles do not
//! matter. Rotated or reflected, goals with the blank in any corner become the one with the blank in the last; a
//! board with more rows than columns is transposed.

use crate::board::{Board, Size};

/// A symmetry: where it maps each cell and each tile of a board.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    size: Size,
    /// The cell that the goal's blank is mapped to.
    blank: usize,
    /// By cell of the board, the cell that it is mapped to.
    cells: Vec<usize>,
    /// By number on a tile, the number that it is mapped to.
    tiles: Vec<usize>,
}

/// The eight symmetries of a board: reflected top to bottom, left to right, and transposed. The first is the
/// identity.
const TRANSFORMS: [[bool; 3]; 8] = {
    let mut transforms = [[false; 3]; 8];
    let mut transform = 0;
    while transform < 8 {
        transforms[transform] = [transform & 1 != 0, transform & 2 != 0, transform & 4 != 0];
        transform += 1;
    }
    transforms
};

impl Symmetry {
    /// Returns the canonical symmetry of a goal: it maps the blank to the last possible cell, on a board with no more
    /// rows than columns.
    pub(crate) fn canonical(goal: &Board) -> Symmetry {
        let symmetries = TRANSFORMS.into_iter().map(|transform| Symmetry::mapped(goal, transform));
        let landscape = symmetries.filter(|symmetry| symmetry.size.rows() <= symmetry.size.cols());
        // The first of equals wins; `max_by_key` would return the last.
        landscape
            .reduce(|best, other| if other.blank > best.blank { other } else { best })
            .expect("a board or its transpose has no more rows than columns")
    }

    /// Returns this symmetry followed by a transposition, if that maps size and goal to themselves.
    pub(crate) fn followed_by_transposition(&self, goal: &Board) -> Option<Symmetry> {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let transpose = |cell: usize| self.size.col(cell) * cols + self.size.row(cell);
        if rows != cols || transpose(self.blank) != self.blank {
            return None;
        }
        let cells = self.cells.iter().map(|&cell| transpose(cell)).collect();
        Some(Symmetry::with(goal, self.size, cells))
    }

    fn mapped(goal: &Board, [down, right, transposed]: [bool; 3]) -> Symmetry {
        let size = goal.size();
        let (rows, cols) = (size.rows(), size.cols());
        let flip =
            |flip: bool, index: usize, count: usize| if flip { count - 1 - index } else { index };
        let target = |cell: usize| {
            let (row, col) = (flip(down, size.row(cell), rows), flip(right, size.col(cell), cols));
            if transposed { col * rows + row } else { row * cols + col }
        };
        let mapped = if transposed { size.transposed() } else { size };
        Symmetry::with(goal, mapped, (0..size.cells()).map(target).collect())
    }

    fn with(goal: &Board, size: Size, cells: Vec<usize>) -> Symmetry {
        let blank = cells[goal.blank()];
        let mut tiles = vec![0; cells.len()];
        for (&tile, &home) in goal.tiles().iter().zip(&cells).filter(|(tile, _)| **tile != 0) {
            tiles[usize::from(tile)] = if home < blank { home + 1 } else { home };
        }
        Symmetry { size, blank, cells, tiles }
    }

    /// Returns the size of mapped boards.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// Returns the cell that the goal's blank is mapped to.
    pub(crate) fn blank(&self) -> usize {
        self.blank
    }

    /// Returns the cell that a cell is mapped to.
    pub(crate) fn cell(&self, cell: usize) -> usize {
        self.cells[cell]
    }

    /// Returns the number that a tile is mapped to; the blank stays 0.
    pub(crate) fn tile(&self, tile: usize) -> usize {
        self.tiles[tile]
    }
}
