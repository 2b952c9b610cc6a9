//! All boards at one distance from a goal, to draw from with equal probability.
//!
//! Up to 12 cells, the whole space is enumerated up to that distance; in larger spaces the layers are listed while they
//! are short, which for 4x4 is up to 19 moves.

use super::error::GenerateError;
use crate::board::{Board, Direction, Size};
use crate::metric::Metric;
use crate::state::PackedBoard;
use crate::table::Layer;
use taquin_search::Budget;

/// Boards numbered from 0 on.
pub(super) trait Population: std::fmt::Debug + Send {
    /// Returns the number of boards.
    fn len(&self) -> u64;

    /// Returns the board with a number.
    fn board(&self, number: u64) -> Board;
}

/// Returns all boards of a small space at a distance.
pub(super) fn by_table(
    goal: &Board,
    depth: u64,
    budget: &Budget,
) -> Result<Box<dyn Population>, GenerateError> {
    let mut layer = Layer::at_goal(goal, Metric::SingleTile, budget.limits.max_bytes)?;
    for distance in 0..depth {
        if !layer.advance(budget).map_err(GenerateError::Stopped)? {
            let (size, deepest) = (goal.size(), distance);
            return Err(GenerateError::TooDeep { size, depth, deepest });
        }
    }
    Ok(Box::new(layer.boards(usize::MAX)))
}

impl Population for crate::table::LayerBoards {
    fn len(&self) -> u64 {
        self.len() as u64
    }

    fn board(&self, number: u64) -> Board {
        self.board(number as usize)
    }
}

/// Layers larger than this are not listed. Part of the interface: changing it changes what a seed gives.
const LISTED_BYTES: usize = 8 << 20;

/// Returns all boards of a large space at a distance, if there are few enough.
pub(super) fn by_list(
    goal: &Board,
    depth: u64,
    budget: &Budget,
) -> Result<Option<Box<dyn Population>>, GenerateError> {
    let cells = goal.size().cells();
    if cells <= u64::MAX_CELLS {
        list::<u64>(goal, depth, budget)
    } else if cells <= u128::MAX_CELLS {
        list::<u128>(goal, depth, budget)
    } else {
        list::<crate::state::SliceBoard>(goal, depth, budget)
    }
}

fn list<B: PackedBoard>(
    goal: &Board,
    depth: u64,
    budget: &Budget,
) -> Result<Option<Box<dyn Population>>, GenerateError> {
    let size = goal.size();
    let (mut before, mut layer) = (Vec::new(), vec![B::pack(goal.tiles())]);
    for _ in 0..depth {
        budget.check().map_err(GenerateError::Stopped)?;
        let mut next: Vec<B> = layer.iter().flat_map(|packed| neighbours(packed, size)).collect();
        next.sort_unstable();
        next.dedup();
        // A move leads one layer forwards or back, never further.
        next.retain(|packed| before.binary_search(packed).is_err());
        let entry = size_of::<B>() + next.first().map_or(0, PackedBoard::heap_bytes);
        if next.len() * entry > LISTED_BYTES {
            return Ok(None);
        }
        before = std::mem::replace(&mut layer, next);
    }
    Ok(Some(Box::new(Listed { size, boards: layer })))
}

/// Returns the boards one move away.
fn neighbours<B: PackedBoard>(packed: &B, size: Size) -> impl Iterator<Item = B> {
    let blank = (0..size.cells()).find(|&cell| packed.tile(cell) == 0);
    let blank = blank.expect("a board has a blank");
    Direction::ALL.into_iter().filter_map(move |direction| {
        let from = size.neighbour(blank, direction)?;
        Some(packed.slide(packed.tile(from), from, blank))
    })
}

/// Packed boards, in row-by-row order.
#[derive(Debug)]
struct Listed<B> {
    size: Size,
    boards: Vec<B>,
}

impl<B: PackedBoard> Population for Listed<B> {
    fn len(&self) -> u64 {
        self.boards.len() as u64
    }

    fn board(&self, number: u64) -> Board {
        let packed = &self.boards[number as usize];
        let tiles = (0..self.size.cells()).map(|cell| packed.tile(cell) as u16).collect();
        Board::new(self.size, tiles).expect("a packed board")
    }
}
