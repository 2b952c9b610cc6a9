//! How a goal is turned and its tiles renumbered so that tables are built once for all goals that look alike.
//!
//! In a *frame* the tiles bear the numbers of their places in the goal, read row by row, so the numbers on a
//! goal's tiles do not matter. Turned or mirrored, goals with the blank in any corner become the one with the
//! blank in the last; a board that is higher than wide is laid on its side.

use crate::board::{Board, Size};

/// A way to look at boards: where each cell and each tile of theirs appears.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    size: Size,
    /// The goal's blank.
    blank: usize,
    /// By cell of the board, the cell where it appears.
    cells: Vec<usize>,
    /// By number on a tile, the number it appears as.
    tiles: Vec<usize>,
}

/// The eight ways to turn and mirror a board: mirrored upside down, left to right, and rows exchanged for
/// columns. The first leaves it as it is.
const WAYS: [[bool; 3]; 8] = {
    let mut ways = [[false; 3]; 8];
    let mut way = 0;
    while way < 8 {
        ways[way] = [way & 1 != 0, way & 2 != 0, way & 4 != 0];
        way += 1;
    }
    ways
};

impl Frame {
    /// The frame in which the goal's blank comes as late as possible, on a board that is no higher than wide.
    pub(crate) fn of(goal: &Board) -> Frame {
        let frames = WAYS.into_iter().map(|way| Frame::seen(goal, way));
        let lying = frames.filter(|frame| frame.size.rows() <= frame.size.cols());
        // Of equals the first, not the last, as `max_by_key` would have it.
        lying
            .reduce(|best, other| if other.blank > best.blank { other } else { best })
            .unwrap_or_else(|| Frame::seen(goal, WAYS[0]))
    }

    /// The same with rows exchanged for columns, if that leaves size and goal as they are.
    pub(crate) fn mirrored(&self, goal: &Board) -> Option<Frame> {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let turn = |cell: usize| self.size.col(cell) * cols + self.size.row(cell);
        if rows != cols || turn(self.blank) != self.blank {
            return None;
        }
        let cells = self.cells.iter().map(|&cell| turn(cell)).collect();
        Some(Frame::with(goal, self.size, cells))
    }

    fn seen(goal: &Board, [down, right, turned]: [bool; 3]) -> Frame {
        let size = goal.size();
        let (rows, cols) = (size.rows(), size.cols());
        let flip =
            |flip: bool, index: usize, count: usize| if flip { count - 1 - index } else { index };
        let place = |cell: usize| {
            let (row, col) = (flip(down, size.row(cell), rows), flip(right, size.col(cell), cols));
            if turned { col * rows + row } else { row * cols + col }
        };
        let seen = if turned { Size::new(cols, rows) } else { Size::new(rows, cols) };
        Frame::with(goal, seen.unwrap_or(size), (0..size.cells()).map(place).collect())
    }

    fn with(goal: &Board, size: Size, cells: Vec<usize>) -> Frame {
        let blank = cells[goal.blank()];
        let mut tiles = vec![0; cells.len()];
        for (&tile, &home) in goal.tiles().iter().zip(&cells).filter(|(tile, _)| **tile != 0) {
            tiles[usize::from(tile)] = if home < blank { home + 1 } else { home };
        }
        Frame { size, blank, cells, tiles }
    }

    /// The size of boards as they appear.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// Where the goal's blank appears.
    pub(crate) fn blank(&self) -> usize {
        self.blank
    }

    /// Where a cell appears.
    pub(crate) fn cell(&self, cell: usize) -> usize {
        self.cells[cell]
    }

    /// The number that a tile appears with; the blank stays 0.
    pub(crate) fn tile(&self, tile: usize) -> usize {
        self.tiles[tile]
    }
}
