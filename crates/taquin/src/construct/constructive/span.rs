//! The rectangle from the blank to some cell: all the shortest paths there lie in it.

use crate::board::{Direction, Size};

/// The rectangle from one cell to another; its cells are indexed from the first, row by row.
pub(super) struct Span {
    origin: (usize, usize),
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) vertical: Direction,
    pub(super) horizontal: Direction,
}

impl Span {
    pub(super) fn new(from: (usize, usize), to: (usize, usize)) -> Span {
        Span {
            origin: from,
            rows: from.0.abs_diff(to.0) + 1,
            cols: from.1.abs_diff(to.1) + 1,
            vertical: if to.0 < from.0 { Direction::Up } else { Direction::Down },
            horizontal: if to.1 < from.1 { Direction::Left } else { Direction::Right },
        }
    }

    pub(super) fn cell(&self, i: usize, j: usize, size: Size) -> usize {
        let (row, col) = self.origin;
        let row = if self.vertical == Direction::Up { row - i } else { row + i };
        let col = if self.horizontal == Direction::Left { col - j } else { col + j };
        row * size.cols() + col
    }

    pub(super) fn index_of(&self, (row, col): (usize, usize)) -> Option<usize> {
        let (from_row, from_col) = self.origin;
        let up = self.vertical == Direction::Up;
        let left = self.horizontal == Direction::Left;
        let i = if up { from_row.checked_sub(row) } else { row.checked_sub(from_row) }?;
        let j = if left { from_col.checked_sub(col) } else { col.checked_sub(from_col) }?;
        (i < self.rows && j < self.cols).then_some(i * self.cols + j)
    }
}
