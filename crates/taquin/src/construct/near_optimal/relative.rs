//! A board relative to a target board: every tile is named by its home, its cell in the target. So any two boards are
//! a puzzle of their own, and one score can be used for the path to the goal, the path back from the goal, and any
//! part of a solution between two boards.

use super::cells::{Cells, MAX_CELLS, WALL};
use crate::board::{Board, Direction};

/// A board relative to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RelativeBoard {
    /// By cell: the home of the tile or blank there.
    pub(super) homes: [u8; MAX_CELLS],
    /// The cell of the blank.
    pub(super) blank: u8,
    /// The home of the blank.
    pub(super) blank_home: u8,
}

impl RelativeBoard {
    /// Returns a board relative to another of the same size. Both are given as the tile of each cell; 0 is the blank.
    pub(crate) fn new(from: &[u8], target: &[u8]) -> RelativeBoard {
        let mut home_of = [0; MAX_CELLS];
        for (cell, &tile) in (0..).zip(target) {
            home_of[usize::from(tile)] = cell;
        }
        let mut board = RelativeBoard { homes: [0; MAX_CELLS], blank: 0, blank_home: home_of[0] };
        for (cell, &tile) in from.iter().enumerate() {
            board.homes[cell] = home_of[usize::from(tile)];
            if tile == 0 {
                board.blank = cell as u8;
            }
        }
        board
    }

    /// Returns the sum of the tiles' distances from their homes.
    pub(super) fn distance(&self, cells: &Cells) -> u16 {
        self.tiles(cells).map(|(home, cell)| cells.distance(home, cell)).sum()
    }

    /// Returns a hash of this board.
    pub(super) fn hash(&self, cells: &Cells) -> u64 {
        self.tiles(cells).fold(0, |hash, (home, cell)| hash ^ cells.mark(home, cell))
    }

    /// Iterates over the home and cell of every tile.
    fn tiles(&self, cells: &Cells) -> impl Iterator<Item = (u8, u8)> {
        let blank = self.blank_home;
        let all = self.homes.into_iter().zip(0u8..).take(cells.count);
        all.filter(move |&(home, _)| home != blank)
    }
}

/// Makes a move on the tiles of a board; a move into a wall has no effect.
pub(super) fn play(
    cells: &Cells,
    tiles: &mut [u8; MAX_CELLS],
    blank: &mut u8,
    direction: Direction,
) {
    let to = cells.beside[usize::from(*blank)][direction as usize];
    if to != WALL {
        tiles.swap(usize::from(*blank), usize::from(to));
        *blank = to;
    }
}

/// Returns the tiles after some moves.
pub(super) fn end(cells: &Cells, start: &[u8; MAX_CELLS], moves: &[Direction]) -> [u8; MAX_CELLS] {
    let mut tiles = *start;
    let blank = tiles[..cells.count].iter().position(|&tile| tile == 0);
    let mut blank = blank.expect("a board has a blank") as u8;
    moves.iter().for_each(|&direction| play(cells, &mut tiles, &mut blank, direction));
    tiles
}

/// Returns the tile of each cell.
pub(super) fn tiles(board: &Board) -> [u8; MAX_CELLS] {
    let mut tiles = [0; MAX_CELLS];
    tiles.iter_mut().zip(board.tiles()).for_each(|(to, &tile)| *to = tile as u8);
    tiles
}
