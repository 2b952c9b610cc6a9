//! A whole board in one value. Cell 0 lies in the highest bits, so comparing two words compares the
//! boards row by row, which is the order that ties `board` means.

use super::grid::{Grid, PackedSteps, Step};
use std::fmt::Debug;
use std::hash::Hash;
use std::iter::Copied;
use std::slice;

/// A packed board.
pub trait Word: Clone + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The most cells it can hold.
    const MAX_CELLS: usize;

    /// The steps out of a cell, one by one, as suits boards of this size.
    type Steps<'a>: DoubleEndedIterator<Item = Step> + Clone;

    /// The steps out of a cell; after a last step, without the one that would take it back.
    fn steps(grid: &Grid, cell: usize, last: Option<Step>) -> Self::Steps<'_>;

    /// Packs the numbers of a board row by row. There must be no more than `MAX_CELLS`.
    fn pack(tiles: &[u16]) -> Self;

    /// The number on a cell.
    fn tile(&self, cell: usize) -> usize;

    /// The board after `tile` went from the cell `from` to the blank's cell `to`.
    fn slid(&self, tile: usize, from: usize, to: usize) -> Self;

    /// How many bytes it keeps besides itself.
    fn heap_bytes(&self) -> usize {
        0
    }
}

macro_rules! integer_word {
    ($integer:ty, $bits:expr, $cells:expr, $steps:ty, $list:expr) => {
        impl Word for $integer {
            const MAX_CELLS: usize = $cells;
            type Steps<'a> = $steps;

            #[inline(always)]
            fn steps(grid: &Grid, cell: usize, last: Option<Step>) -> Self::Steps<'_> {
                $list(grid, cell, last)
            }

            fn pack(tiles: &[u16]) -> Self {
                let place = |(cell, &tile)| <$integer>::from(tile) << shift::<$bits, $cells>(cell);
                tiles.iter().enumerate().map(place).fold(0, |word, tile| word | tile)
            }

            #[inline(always)]
            fn tile(&self, cell: usize) -> usize {
                (self >> shift::<$bits, $cells>(cell)) as usize & ((1 << $bits) - 1)
            }

            #[inline(always)]
            fn slid(&self, tile: usize, from: usize, to: usize) -> Self {
                // The blank is 0, so one exclusive or empties the one cell and fills the other.
                let tile = tile as $integer;
                self ^ (tile << shift::<$bits, $cells>(from)) ^ (tile << shift::<$bits, $cells>(to))
            }
        }
    };
}

/// How far left the number of a cell lies.
#[inline(always)]
fn shift<const BITS: usize, const CELLS: usize>(cell: usize) -> usize {
    (CELLS - 1).wrapping_sub(cell).wrapping_mul(BITS)
}

integer_word!(u64, 4, 16, PackedSteps, Grid::packed_steps);
integer_word!(u128, 5, 25, ListedSteps<'a>, listed_steps);

type ListedSteps<'a> = Copied<slice::Iter<'a, Step>>;

#[inline(always)]
fn listed_steps(grid: &Grid, cell: usize, last: Option<Step>) -> ListedSteps<'_> {
    grid.steps(cell, last).iter().copied()
}

/// A board of any size, kept as a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide(Box<[u16]>);

impl Word for Wide {
    const MAX_CELLS: usize = usize::MAX;
    type Steps<'a> = ListedSteps<'a>;

    fn steps(grid: &Grid, cell: usize, last: Option<Step>) -> ListedSteps<'_> {
        listed_steps(grid, cell, last)
    }

    fn pack(tiles: &[u16]) -> Wide {
        Wide(tiles.into())
    }

    fn tile(&self, cell: usize) -> usize {
        usize::from(self.0[cell])
    }

    fn slid(&self, _tile: usize, from: usize, to: usize) -> Wide {
        let mut tiles = self.0.clone();
        tiles.swap(from, to);
        Wide(tiles)
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}
