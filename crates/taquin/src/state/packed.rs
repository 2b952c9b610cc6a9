//! A whole board in one value. Cell 0 is in the highest bits, so comparing two values compares the boards row by row,
//! which is the order of the tie rule `board`.

use super::grid::{Grid, PackedSteps, Step};
use std::fmt::Debug;
use std::hash::Hash;
use std::iter::Copied;
use std::slice;
use taquin_search::MovesOut;

/// A packed board.
pub trait PackedBoard: Clone + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The maximum number of cells.
    const MAX_CELLS: usize;

    /// The steps out of a cell, in the form that suits boards of this size.
    type Steps<'a>: MovesOut<Item = Step>;

    /// Returns the steps out of a cell; given the parent move, its inverse is left out.
    fn steps(grid: &Grid, cell: usize, parent_move: Option<Step>) -> Self::Steps<'_>;

    /// Packs the numbers of a board row by row. There must be at most `MAX_CELLS`.
    fn pack(tiles: &[u16]) -> Self;

    /// Returns the number on a cell.
    fn tile(&self, cell: usize) -> usize;

    /// Returns the board after `tile` moved from the cell `from` to the blank's cell `to`.
    fn slide(&self, tile: usize, from: usize, to: usize) -> Self;

    /// Returns the number of cells that differ.
    fn hamming(&self, other: &Self) -> usize;

    /// Returns the number of bytes it owns besides itself.
    fn heap_bytes(&self) -> usize {
        0
    }
}

macro_rules! integer_board {
    ($integer:ty, $bits:expr, $cells:expr) => {
        impl PackedBoard for $integer {
            const MAX_CELLS: usize = $cells;
            type Steps<'a> = PackedSteps;

            #[inline(always)]
            fn steps(grid: &Grid, cell: usize, parent_move: Option<Step>) -> PackedSteps {
                grid.packed_steps(cell, parent_move)
            }

            fn pack(tiles: &[u16]) -> Self {
                let place = |(cell, &tile)| <$integer>::from(tile) << shift::<$bits, $cells>(cell);
                tiles.iter().enumerate().map(place).fold(0, |packed, tile| packed | tile)
            }

            #[inline(always)]
            fn tile(&self, cell: usize) -> usize {
                (self >> shift::<$bits, $cells>(cell)) as usize & ((1 << $bits) - 1)
            }

            #[inline(always)]
            fn slide(&self, tile: usize, from: usize, to: usize) -> Self {
                // The blank is 0, so one exclusive or clears one cell and fills the other.
                let tile = tile as $integer;
                self ^ (tile << shift::<$bits, $cells>(from)) ^ (tile << shift::<$bits, $cells>(to))
            }

            #[inline(always)]
            fn hamming(&self, other: &Self) -> usize {
                const ALL: $integer = <$integer>::MAX >> (<$integer>::BITS - $bits * $cells);
                const LOWEST_OF_EACH: $integer = ALL / ((1 << $bits) - 1);
                let bits = self ^ other;
                let any = (1..$bits).fold(bits, |any, place| any | bits >> place);
                (any & LOWEST_OF_EACH).count_ones() as usize
            }
        }
    };
}

/// Returns the bit position of a cell's number.
#[inline(always)]
fn shift<const BITS: usize, const CELLS: usize>(cell: usize) -> usize {
    (CELLS - 1).wrapping_sub(cell).wrapping_mul(BITS)
}

integer_board!(u64, 4, 16);
integer_board!(u128, 5, 25);

type ListedSteps<'a> = Copied<slice::Iter<'a, Step>>;

#[inline(always)]
fn listed_steps(grid: &Grid, cell: usize, parent_move: Option<Step>) -> ListedSteps<'_> {
    grid.steps(cell, parent_move).iter().copied()
}

/// A board of any size, stored as a slice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SliceBoard(Box<[u16]>);

impl PackedBoard for SliceBoard {
    const MAX_CELLS: usize = usize::MAX;
    type Steps<'a> = ListedSteps<'a>;

    fn steps(grid: &Grid, cell: usize, parent_move: Option<Step>) -> ListedSteps<'_> {
        listed_steps(grid, cell, parent_move)
    }

    fn pack(tiles: &[u16]) -> SliceBoard {
        SliceBoard(tiles.into())
    }

    fn tile(&self, cell: usize) -> usize {
        usize::from(self.0[cell])
    }

    fn slide(&self, _tile: usize, from: usize, to: usize) -> SliceBoard {
        let mut tiles = self.0.clone();
        tiles.swap(from, to);
        SliceBoard(tiles)
    }

    fn hamming(&self, other: &SliceBoard) -> usize {
        self.0.iter().zip(&other.0).filter(|(tile, other)| tile != other).count()
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Random;

    fn hamming_counts_cells<B: PackedBoard>(cells: usize) {
        let mut random = Random::new(cells as u64);
        for _ in 0..1000 {
            let board: Vec<u16> = (0..cells).map(|_| random.below(cells as u64) as u16).collect();
            let mut other = board.clone();
            for _ in 0..random.below(5) {
                other[random.below(cells as u64) as usize] = random.below(cells as u64) as u16;
            }
            let differing = board.iter().zip(&other).filter(|(tile, other)| tile != other).count();
            assert_eq!(B::pack(&board).hamming(&B::pack(&other)), differing, "{board:?} {other:?}");
        }
    }

    #[test]
    fn cells_that_differ_are_counted() {
        for cells in [4, 9, 12, 16] {
            hamming_counts_cells::<u64>(cells);
        }
        for cells in [4, 16, 20, 25] {
            hamming_counts_cells::<u128>(cells);
        }
        hamming_counts_cells::<SliceBoard>(30);
    }
}
