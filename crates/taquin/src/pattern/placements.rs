//! Where the tiles of a pattern may lie: every set of cells they fill, and for each the regions into which
//! the other cells fall.
//!
//! The tiles outside a pattern all look alike, so the blank wanders through them at no cost, as far as the
//! pattern's tiles let it. What matters of the blank is only its *region*: the connected cells it can
//! reach. A set of filled cells together with a region is a *class*; classes are numbered without gaps,
//! the sets in the order of their bits' numbers.

use crate::board::Size;
use std::sync::{Arc, Mutex};

/// A set of cells, a bit each.
pub(crate) type CellSet = u32;

/// The most tiles that a pattern may have.
pub const MAX_TILES: usize = 8;

/// The most cells that a board may have.
pub const MAX_CELLS: usize = 25;

/// How many bits tell a region of a set: there are at most 8.
const REGION_BITS: usize = 3;

/// Every class of so many tiles on a board of some size.
#[derive(Debug)]
pub(crate) struct Placements {
    size: Size,
    tiles: usize,
    /// A set's rank is the sum of two entries: one by its high bits, one by its low bits.
    low_bits: usize,
    pub(crate) by_high: Box<[u32]>,
    pub(crate) by_low: Box<[u16]>,
    /// By a set's rank: the number of its first class, and for each cell the number of its region.
    pub(crate) regions: Box<[u64]>,
    /// How many of these words a set has, and how many bits of the first one are the class.
    words: usize,
    class_bits: usize,
    /// By cell: which word tells its region, and behind how many bits.
    cell_word: [u8; MAX_CELLS],
    cell_shift: [u8; MAX_CELLS],
    classes: usize,
}

impl Placements {
    /// The classes of so many tiles, numbered once in this process.
    pub(crate) fn shared(size: Size, tiles: usize) -> Arc<Placements> {
        static MADE: Mutex<Vec<Arc<Placements>>> = Mutex::new(Vec::new());
        let mut made = MADE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let known = made.iter().find(|known| known.size == size && known.tiles == tiles);
        known.cloned().unwrap_or_else(|| {
            let placements = Arc::new(Placements::new(size, tiles));
            made.push(Arc::clone(&placements));
            placements
        })
    }

    /// Numbers the classes of `tiles` tiles, at most [`MAX_TILES`], on a board of at most [`MAX_CELLS`] cells.
    fn new(size: Size, tiles: usize) -> Placements {
        let cells = size.cells();
        let low_bits = cells / 2;
        let high_bits = cells - low_bits;
        let (words, class_bits) = if cells <= 16 { (1, 16) } else { (2, 25) };
        let in_first_word = (64 - class_bits) / REGION_BITS;
        let place = |cell: usize| match cell.checked_sub(in_first_word) {
            None => (0, class_bits + REGION_BITS * cell),
            Some(beyond) => (1, REGION_BITS * beyond),
        };
        let mut placements = Placements {
            size,
            tiles,
            low_bits,
            by_high: vec![0; 1 << high_bits].into(),
            by_low: vec![0; 1 << low_bits].into(),
            regions: Box::default(),
            words,
            class_bits,
            cell_word: std::array::from_fn(|cell| place(cell).0 as u8),
            cell_shift: std::array::from_fn(|cell| place(cell).1 as u8),
            classes: 0,
        };
        placements.rank_sets();
        placements.number_regions();
        placements
    }

    fn rank_sets(&mut self) {
        let mut lows_with = [0u32; MAX_CELLS + 1];
        for (low, rank) in self.by_low.iter_mut().enumerate() {
            let count = &mut lows_with[low.count_ones() as usize];
            *rank = *count as u16;
            *count += 1;
        }
        let mut sets = 0;
        for (high, rank) in self.by_high.iter_mut().enumerate() {
            *rank = sets;
            let left = self.tiles.checked_sub(high.count_ones() as usize);
            sets += left.and_then(|left| lows_with.get(left)).copied().unwrap_or(0);
        }
        self.regions = vec![0; sets as usize * self.words].into();
    }

    fn number_regions(&mut self) {
        for set in self.sets() {
            let first = self.rank(set) * self.words;
            self.regions[first] |= self.classes as u64;
            for (number, region) in self.regions_of(set).enumerate() {
                for cell in cells_of(region) {
                    let word = first + usize::from(self.cell_word[cell]);
                    self.regions[word] |= (number as u64) << self.cell_shift[cell];
                }
                self.classes += 1;
            }
        }
    }

    /// How many classes there are.
    pub(crate) fn classes(&self) -> usize {
        self.classes
    }

    /// How many tiles are placed.
    pub(crate) fn tiles(&self) -> usize {
        self.tiles
    }

    /// The board's size.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// The number of a set among all sets of as many cells.
    #[inline(always)]
    fn rank(&self, set: CellSet) -> usize {
        let low = set as usize & ((1 << self.low_bits) - 1);
        self.by_high[set as usize >> self.low_bits] as usize + usize::from(self.by_low[low])
    }

    /// The number of the class with these cells filled and the blank on this one, which is not filled.
    #[inline(always)]
    pub(crate) fn class(&self, filled: CellSet, blank: usize) -> usize {
        let first = self.rank(filled) * self.words;
        let class = self.regions[first] & ((1 << self.class_bits) - 1);
        let word = self.regions[first + usize::from(self.cell_word[blank])];
        class as usize + (word >> self.cell_shift[blank]) as usize % (1 << REGION_BITS)
    }

    /// Every set of as many cells as there are tiles, in order.
    pub(crate) fn sets(&self) -> impl Iterator<Item = CellSet> + use<> {
        let (cells, tiles) = (self.size.cells(), self.tiles as u32);
        // The next greater number with as many bits set: carry the lowest run of ones, and put the rest of
        // the run at the bottom.
        let next = move |&set: &CellSet| {
            let lowest = set & set.wrapping_neg();
            let carried = set.checked_add(lowest).filter(|_| lowest != 0)?;
            Some(carried | ((set ^ carried) >> 2) / lowest).filter(|&next| next < 1 << cells)
        };
        std::iter::successors(Some((1 << tiles) - 1), next)
    }

    /// The regions of the cells that are not filled, by their first cells.
    pub(crate) fn regions_of(&self, filled: CellSet) -> impl Iterator<Item = CellSet> + use<> {
        let sides = Sides::new(self.size);
        let mut left = sides.all & !filled;
        std::iter::from_fn(move || {
            let first = cells_of(left).next()?;
            let mut region = 1 << first;
            loop {
                let wider = (region | sides.beside(region)) & !filled;
                if wider == region {
                    break;
                }
                region = wider;
            }
            left &= !region;
            Some(region)
        })
    }
}

/// The cells of a set, in order.
pub(crate) fn cells_of(mut set: CellSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// Which cells lie side by side, for whole sets at once.
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

    /// The cells beside the cells of a set.
    pub(crate) fn beside(self, set: CellSet) -> CellSet {
        let right = set << 1 & !self.first_col;
        let left = (set & !self.first_col) >> 1;
        (set << self.cols | set >> self.cols | right | left) & self.all
    }
}
