//! Where the tiles of a pattern may be: every set of cells they can fill, and for each the connected regions of the
//! other cells.
//!
//! The tiles outside a pattern are indistinguishable, so the blank moves through them at no cost, as far as the
//! pattern's tiles allow. All that matters about the blank is its *region*: the connected cells it can
//! reach. A set of filled cells together with a region is a *class*. Classes are numbered without gaps, with the
//! sets in the numerical order of their bits.

use crate::board::Size;
use std::sync::{Arc, Mutex};

/// A set of cells, one bit each.
pub(crate) type CellSet = u32;

/// The maximum number of tiles in a pattern.
pub const MAX_TILES: usize = 8;

/// The maximum number of cells of a board.
pub const MAX_CELLS: usize = 25;

/// The number of bits that identify a region of a set: there are at most 8.
const REGION_BITS: usize = 3;

/// Every class of a number of tiles on a board of one size.
#[derive(Debug)]
pub(crate) struct Placements {
    size: Size,
    tiles: usize,
    /// A set's rank is the sum of two entries: one by its high bits, one by its low bits.
    by_high: Box<[u32; HIGHS]>,
    by_low: Box<[u16; LOWS]>,
    /// By a set's rank: the number of its first class, and for each cell the number of its region.
    regions: Box<[u64]>,
    classes: usize,
}

impl Placements {
    /// Returns the classes of this many tiles; they are numbered only once per process.
    pub(crate) fn shared(size: Size, tiles: usize) -> Arc<Placements> {
        static SHARED: Mutex<Vec<Arc<Placements>>> = Mutex::new(Vec::new());
        let mut shared = SHARED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let known = shared.iter().find(|known| known.size == size && known.tiles == tiles);
        known.cloned().unwrap_or_else(|| {
            let placements = Arc::new(Placements::new(size, tiles));
            shared.push(Arc::clone(&placements));
            placements
        })
    }

    /// Numbers the classes of `tiles` tiles, at most [`MAX_TILES`], on a board of at most [`MAX_CELLS`] cells.
    fn new(size: Size, tiles: usize) -> Placements {
        let mut placements = Placements {
            size,
            tiles,
            by_high: Box::new([0; HIGHS]),
            by_low: Box::new([0; LOWS]),
            regions: Box::default(),
            classes: 0,
        };
        placements.rank_sets();
        placements.number_regions();
        placements
    }

    fn rank_sets(&mut self) {
        let mut lows_with = [0u32; MAX_CELLS + 1];
        for (low, rank) in self.by_low.iter_mut().enumerate().take(1 << low_bits(self.size)) {
            let count = &mut lows_with[low.count_ones() as usize];
            *rank = *count as u16;
            *count += 1;
        }
        let mut sets = 0;
        for (high, rank) in self
            .by_high
            .iter_mut()
            .enumerate()
            .take(1 << self.size.cells().saturating_sub(low_bits(self.size)))
        {
            *rank = sets;
            let left = self.tiles.checked_sub(high.count_ones() as usize);
            sets += left.and_then(|left| lows_with.get(left)).copied().unwrap_or(0);
        }
        self.regions = vec![0; sets as usize * words(self.size)].into();
    }

    fn number_regions(&mut self) {
        for set in self.sets() {
            let rank = if is_small(self.size) {
                self.lists().rank::<true>(set)
            } else {
                self.lists().rank::<false>(set)
            };
            let first = rank * words(self.size);
            self.regions[first] |= self.classes as u64;
            for (number, region) in self.regions_of(set).enumerate() {
                for cell in cells_of(region) {
                    let (word, shift) = Placements::region_position(self.size, cell);
                    self.regions[first + usize::from(word)] |= (number as u64) << shift;
                }
                self.classes += 1;
            }
        }
    }

    /// Returns the number of classes.
    pub(crate) fn classes(&self) -> usize {
        self.classes
    }

    /// Returns the number of tiles.
    pub(crate) fn tiles(&self) -> usize {
        self.tiles
    }

    /// Returns the board's size.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// Returns in which word of a set, and at which bit, the region of a cell is stored.
    pub(crate) fn region_position(size: Size, cell: usize) -> (u8, u8) {
        let class_bits = class_bits(size);
        match cell.checked_sub((64 - class_bits) / REGION_BITS) {
            None => (0, (class_bits + REGION_BITS * cell) as u8),
            Some(beyond) => (1, (REGION_BITS * beyond) as u8),
        }
    }

    /// Returns the lookup tables for classes.
    pub(crate) fn lists(&self) -> PlacementLists<'_> {
        PlacementLists { by_high: &self.by_high, by_low: &self.by_low, regions: &self.regions }
    }

    /// Returns the number of the class with these cells filled and the blank on `blank`, which must not be filled.
    pub(crate) fn class(&self, filled: CellSet, blank: usize) -> usize {
        let (word, shift) = Placements::region_position(self.size, blank);
        if is_small(self.size) {
            self.lists().class::<true>(filled, word, shift)
        } else {
            self.lists().class::<false>(filled, word, shift)
        }
    }

    /// Iterates over every set of as many cells as there are tiles, in order.
    pub(crate) fn sets(&self) -> impl Iterator<Item = CellSet> + use<> {
        let (cells, tiles) = (self.size.cells(), self.tiles as u32);
        // The next greater number with the same number of set bits: carry the lowest run of ones, and move the rest
        // of the run to the bottom.
        let next = move |&set: &CellSet| {
            let lowest = set & set.wrapping_neg();
            let carried = set.checked_add(lowest).filter(|_| lowest != 0)?;
            Some(carried | (((set ^ carried) >> 2) / lowest)).filter(|&next| next < 1 << cells)
        };
        std::iter::successors(Some((1 << tiles) - 1), next)
    }

    /// Iterates over the regions of the cells that are not filled, ordered by their first cells.
    pub(crate) fn regions_of(&self, filled: CellSet) -> impl Iterator<Item = CellSet> + use<> {
        let sides = Sides::new(self.size);
        let mut left = sides.all & !filled;
        std::iter::from_fn(move || {
            let first = cells_of(left).next()?;
            let region = sides.region(first, filled);
            left &= !region;
            Some(region)
        })
    }
}

/// Boards of up to 16 cells have smaller tables, and one word for each set instead of two.
const SMALL_LOW_BITS: usize = 8;
const SMALL_CLASS_BITS: usize = 16;
const LARGE_LOW_BITS: usize = 12;
const LOWS: usize = 1 << LARGE_LOW_BITS;
const HIGHS: usize = 1 << (MAX_CELLS - LARGE_LOW_BITS);
const LARGE_CLASS_BITS: usize = 25;

fn is_small(size: Size) -> bool {
    size.cells() <= 16
}

fn low_bits(size: Size) -> usize {
    if is_small(size) { SMALL_LOW_BITS } else { LARGE_LOW_BITS }
}

fn words(size: Size) -> usize {
    if is_small(size) { 1 } else { 2 }
}

fn class_bits(size: Size) -> usize {
    if is_small(size) { SMALL_CLASS_BITS } else { LARGE_CLASS_BITS }
}

/// The lookup tables for classes, borrowed for a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacementLists<'a> {
    by_high: &'a [u32; HIGHS],
    by_low: &'a [u16; LOWS],
    regions: &'a [u64],
}

impl PlacementLists<'_> {
    /// Returns the rank of a set among all sets of the same size.
    #[inline(always)]
    fn rank<const SMALL: bool>(&self, set: CellSet) -> usize {
        let low_bits = if SMALL { SMALL_LOW_BITS } else { LARGE_LOW_BITS };
        let (high, low) = (set as usize >> low_bits, set as usize % (1 << low_bits));
        self.by_high[high % HIGHS] as usize + usize::from(self.by_low[low])
    }

    /// Returns the class of a set and a region, which is stored in this word at this bit. `SMALL` is for
    /// boards of up to 16 cells.
    #[inline(always)]
    pub(crate) fn class<const SMALL: bool>(&self, filled: CellSet, word: u8, shift: u8) -> usize {
        let (first, region, class_bits) = if SMALL {
            let word = self.regions[self.rank::<SMALL>(filled)];
            (word, word, SMALL_CLASS_BITS)
        } else {
            let first = self.rank::<SMALL>(filled) * 2;
            (self.regions[first], self.regions[first + usize::from(word)], LARGE_CLASS_BITS)
        };
        let class = first % (1 << class_bits);
        (class + (region >> shift) % (1 << REGION_BITS)) as usize
    }
}

/// Iterates over the cells of a set, in order.
pub(crate) fn cells_of(mut set: CellSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// Adjacency of cells, for whole sets at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    cols: usize,
    all: CellSet,
    first_col: CellSet,
}

impl Sides {
    pub(crate) fn new(size: Size) -> Sides {
        let cells = 0..size.cells();
        let first_col = cells.step_by(size.cols()).fold(0, |set, cell| set | 1 << cell);
        Sides { cols: size.cols(), all: (1 << size.cells()) - 1, first_col }
    }

    /// Returns the cells that can be reached from `from` without entering filled ones.
    pub(crate) fn region(self, from: usize, filled: CellSet) -> CellSet {
        let mut region = 1 << from;
        loop {
            let wider = (region | self.beside(region)) & !filled;
            if wider == region {
                return region;
            }
            region = wider;
        }
    }

    /// Returns the cells adjacent to the cells of a set.
    pub(crate) fn beside(self, set: CellSet) -> CellSet {
        let right = set << 1 & !self.first_col;
        let left = (set & !self.first_col) >> 1;
        (set << self.cols | set >> self.cols | right | left) & self.all
    }
}
