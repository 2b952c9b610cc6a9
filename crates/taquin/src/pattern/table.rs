//! The table of a pattern: one bit per position.
//!
//! With the blank's region distinguished, a move of a pattern's tile changes the distance by exactly one, up or
//! down. Whether a distance is even or odd follows from the cells of the tiles, so one bit, whether it is 2 or
//! 3 modulo 4, distinguishes up from down. The distance of a search's first board is found by walking down to the
//! goal; after that, each board's distance follows from that of its parent.
//!
//! Positions of one permutation are adjacent in memory: a move sideways keeps the permutation, so the lookups of a
//! board's children often share a page.

use super::permutation::{PermutationRank, permutations, rank_delta, rank_of};
use super::placements::{CellSet, PlacementLists, Placements, Sides, cells_of};
use super::retrograde::{BuildProgress, Distances, retrograde_bytes, retrograde_search};
use crate::board::Size;
use std::sync::Arc;
use taquin_search::memory::{prefetch, zeros};
use taquin_search::threads::share_out;
use taquin_search::{Budget, Stop};

/// Rows of bits are aligned to cache lines.
const ROW_ALIGNMENT: usize = 512;
/// How many words of a class are transposed at a time: a cache line.
const TRANSPOSED_WORDS: usize = 8;

/// A pattern: some tiles of a goal, given by the cells where they belong. Tiles are numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    size: Size,
    blank: usize,
    homes: CellSet,
}

impl Pattern {
    pub(crate) fn new(size: Size, blank: usize, homes: CellSet) -> Pattern {
        Pattern { size, blank, homes }
    }

    /// Returns the board's size.
    pub fn size(self) -> Size {
        self.size
    }

    /// Returns the blank's cell in the goal.
    pub fn blank(self) -> usize {
        self.blank
    }

    /// Iterates over the cells where its tiles belong, in order.
    pub fn homes(self) -> impl Iterator<Item = usize> {
        cells_of(self.homes)
    }

    /// Iterates over its tiles, in order.
    pub fn tiles(self) -> impl Iterator<Item = usize> {
        self.homes().map(move |home| if home < self.blank { home + 1 } else { home })
    }

    /// Returns a picture with an `x` for each of its tiles: `xxxx/xxxx/..../....`.
    pub fn picture(self) -> String {
        let cell = |cell: usize| if self.homes >> cell & 1 != 0 { 'x' } else { '.' };
        let line = |row: usize| {
            let cols = self.size.cols();
            (row * cols..(row + 1) * cols).map(cell).collect::<String>()
        };
        (0..self.size.rows()).map(line).collect::<Vec<_>>().join("/")
    }

    /// Returns the size of its table and the memory to build it.
    pub fn needs(self) -> Needs {
        let placements = Placements::shared(self.size, self.homes.count_ones() as usize);
        let table_bytes = 8 * table_words(&placements) as u64;
        Needs {
            positions: (placements.classes() * permutations(placements.tiles())) as u64,
            table_bytes,
            // At the end one of four bits is left, and it is transposed.
            build_bytes: retrograde_bytes(&placements)
                .max(retrograde_bytes(&placements) / 4 + table_bytes),
        }
    }
}

/// The size of a table and the memory to build it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The number of positions.
    pub positions: u64,
    /// The size of the table in bytes, in memory and on disk.
    pub table_bytes: u64,
    /// The memory used while it is built, in bytes.
    pub build_bytes: u64,
}

/// The distances of all positions of a pattern.
///
/// It is built once, level by level, and can be stored in a file.
#[derive(Debug)]
pub struct PatternTable {
    pattern: Pattern,
    placements: Arc<Placements>,
    /// The number of bits in a row.
    row: usize,
    bits: Vec<u64>,
    levels: Vec<u64>,
}

/// Returns the number of words in a table.
fn table_words(placements: &Placements) -> usize {
    permutations(placements.tiles()) * row_bits(placements) / 64
}

fn row_bits(placements: &Placements) -> usize {
    placements.classes().next_multiple_of(ROW_ALIGNMENT)
}

impl PatternTable {
    /// Builds the table by a retrograde search on this many threads, until the budget stops it. `progress` is called
    /// often and by every thread.
    pub fn build(
        pattern: Pattern,
        threads: usize,
        budget: &Budget,
        progress: &(dyn Fn(BuildProgress) + Sync),
    ) -> Result<PatternTable, Stop> {
        let tiles = pattern.homes.count_ones() as usize;
        let placements = Placements::shared(pattern.size, tiles);
        // In the goal the tiles are in order, which has rank 0.
        let goal = (placements.class(pattern.homes, pattern.blank), 0);
        let Distances { bits, levels } =
            retrograde_search(&placements, goal, threads, budget, progress)?;
        let positions = (placements.classes() * permutations(tiles)) as u64;
        progress(BuildProgress { known: positions, positions, level: levels.len() - 1 });
        let row = row_bits(&placements);
        let bits = transposed(&bits, permutations(tiles), row, threads, budget)?;
        let table = PatternTable::from_parts(pattern, bits, levels);
        Ok(table.expect("a transposed table has its bits"))
    }

    /// Returns the table with these bits, if their number is right.
    pub(crate) fn from_parts(
        pattern: Pattern,
        bits: Vec<u64>,
        levels: Vec<u64>,
    ) -> Option<PatternTable> {
        let placements = Placements::shared(pattern.size, pattern.homes.count_ones() as usize);
        let row = row_bits(&placements);
        (bits.len() == table_words(&placements)).then_some(PatternTable {
            pattern,
            placements,
            row,
            bits,
            levels,
        })
    }

    /// Returns the pattern.
    pub fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// Returns the bits, row by row.
    pub(crate) fn bits(&self) -> &[u64] {
        &self.bits
    }

    /// Returns the number of bits in a row.
    pub(crate) fn row(&self) -> usize {
        self.row
    }

    /// Returns the lookup tables for classes.
    pub(crate) fn lists(&self) -> PlacementLists<'_> {
        self.placements.lists()
    }

    /// Returns the set of these cells, and the permutation rank of tiles on them.
    pub(crate) fn placement(cells: &[usize]) -> (CellSet, PermutationRank) {
        (cells.iter().fold(0, |set, cell| set | 1 << cell), permutation_rank(cells))
    }

    /// Returns the number of positions at each distance.
    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// Returns the index of a position's bit.
    #[inline(always)]
    pub(crate) fn index(
        &self,
        filled: CellSet,
        blank: usize,
        permutation: PermutationRank,
    ) -> usize {
        usize::from(permutation) * self.row + self.placements.class(filled, blank)
    }

    /// Returns a bit by its index.
    #[inline(always)]
    pub(crate) fn bit(&self, index: usize) -> bool {
        self.bits[index / 64] >> (index % 64) & 1 != 0
    }

    /// Returns the distance after a move of one of the pattern's tiles, given the distance before it.
    pub(crate) fn after(
        &self,
        before: u8,
        filled: CellSet,
        blank: usize,
        permutation: PermutationRank,
    ) -> u8 {
        let more = (before + 1) >> 1 & 1 != 0;
        let grows = self.bit(self.index(filled, blank, permutation)) == more;
        if grows { before + 1 } else { before.saturating_sub(1) }
    }

    /// Returns the distance of a position, given by the cells of the pattern's tiles in order and the blank's cell. It
    /// is found by walking down to the goal.
    pub(crate) fn distance(&self, cells: &[usize], blank: usize) -> usize {
        let (size, sides) = (self.pattern.size, Sides::new(self.pattern.size));
        let homes: Vec<usize> = self.pattern.homes().collect();
        let mut cells = cells.to_vec();
        let mut blank = blank;
        let steps = |(&cell, &home)| size.steps_between(cell, home);
        let mut odd = cells.iter().zip(&homes).map(steps).sum::<usize>() % 2 == 1;
        let (mut filled, mut permutation) = PatternTable::placement(&cells);
        let mut bit = self.bit(self.index(filled, blank, permutation));
        let mut children = Vec::new();
        let mut distance = 0;
        // No path down is longer. If bits are wrong despite a correct checksum, the walk might loop forever otherwise.
        while distance < self.levels.len() {
            let region = sides.region(blank, filled);
            if cells == homes && region >> self.pattern.blank & 1 != 0 {
                return distance;
            }
            // All bits are prefetched before the first is read.
            children.clear();
            for (tile, &from) in cells.iter().enumerate() {
                for to in cells_of(region & sides.beside(1 << from)) {
                    let permutation = permutation.wrapping_add(moved_rank_delta(&cells, tile, to));
                    let index = self.index(filled ^ 1 << from ^ 1 << to, from, permutation);
                    prefetch(&self.bits, index / 64);
                    children.push((tile, to, permutation, index));
                }
            }
            // One less: from even to odd the bit changes, from odd to even it does not.
            let down = children.iter().find(|&&(.., index)| (self.bit(index) == bit) == odd);
            // A sound table always has a move down.
            let Some(&(tile, to, after, index)) = down else { break };
            blank = std::mem::replace(&mut cells[tile], to);
            filled ^= 1 << blank ^ 1 << to;
            (odd, bit, permutation) = (!odd, self.bit(index), after);
            distance += 1;
        }
        distance
    }
}

/// Returns the permutation rank of tiles on these cells.
pub(crate) fn permutation_rank(cells: &[usize]) -> PermutationRank {
    let mut sequence: Vec<u8> = (0..cells.len() as u8).collect();
    sequence.sort_by_key(|&tile| cells[usize::from(tile)]);
    rank_of(&sequence)
}

/// Returns how the permutation rank changes when a tile moves to another cell.
fn moved_rank_delta(cells: &[usize], tile: usize, to: usize) -> PermutationRank {
    let from = cells[tile];
    let (first, last) = (from.min(to), from.max(to));
    let passed = |&(_, cell): &(usize, &usize)| first < *cell && *cell < last;
    let sum = match last - first {
        1 => 0,
        _ => {
            cells.iter().enumerate().filter(passed).fold(0, |sum: PermutationRank, (other, _)| {
                sum.wrapping_add(rank_delta(tile, other))
            })
        }
    };
    if from < to { sum } else { sum.wrapping_neg() }
}

/// Transposes bits by class and permutation into bits by permutation and class, on this many threads.
fn transposed(
    bits: &[u64],
    permutations: usize,
    row: usize,
    threads: usize,
    budget: &Budget,
) -> Result<Vec<u64>, Stop> {
    let words = permutations.div_ceil(64);
    let mut transposed = zeros(permutations * row / 64);
    // The rows of as many permutations as share a cache line of a class.
    let parts = transposed.chunks_mut(TRANSPOSED_WORDS * row).enumerate();
    share_out(threads, parts, |own| {
        for (number, part) in own {
            budget.check()?;
            let first = number * TRANSPOSED_WORDS;
            for (column, classes) in bits.chunks(64 * words).enumerate() {
                for word in first..words.min(first + TRANSPOSED_WORDS) {
                    let mut block = [0; 64];
                    for (class, line) in classes.chunks(words).zip(&mut block) {
                        *line = class[word];
                    }
                    transpose_block(&mut block);
                    let rows = part.chunks_mut(row / 64).skip((word - first) * 64);
                    rows.zip(block).for_each(|(row, line)| row[column] = line);
                }
            }
        }
        Ok(())
    })?;
    Ok(transposed)
}

/// Transposes a square of bits: line i, bit j becomes line j, bit i.
fn transpose_block(block: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, 0xFFFF_FFFF_u64);
    while width > 0 {
        let mut line = 0;
        while line < 64 {
            let swap = (block[line] >> width ^ block[line + width]) & mask;
            block[line] ^= swap << width;
            block[line + width] ^= swap;
            line = (line + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}
