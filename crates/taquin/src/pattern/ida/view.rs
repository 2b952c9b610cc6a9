//! Views: for each partition into patterns, the board mapped to the symmetry for which its tables are built.
//!
//! Everything that depends only on the blank's cell and the direction of its move is precomputed, so that looking up
//! a child takes a few loads from small arrays and no branches.

use crate::board::{Board, Direction, Size};
use crate::pattern::{PatternSets, PatternTable, PlacementLists, Placements, Symmetry, rank_delta};
use crate::puzzle::Puzzle;
use std::sync::Arc;
use taquin_search::memory;

/// An upper limit for tile numbers and cells; the blank is 0.
const TILES: usize = 32;
/// The number of combinations of the blank's cell and the direction of its move.
const BLANK_MOVES: usize = TILES * 4;

/// The tables of a partition, and the symmetry that maps boards for them.
#[derive(Clone, Debug)]
pub(super) struct PdbView<'a> {
    pub(super) tables: &'a [Arc<PatternTable>],
    pub(super) symmetry: Symmetry,
}

/// One move of the blank: a tile moves from one cell to the blank's.
#[derive(Clone, Copy, Debug)]
struct BlankMove<const V: usize> {
    from: u8,
    /// The cells that the tile passes in some view.
    between: [u8; 4],
    per_view: [MappedMove; V],
}

/// A move of the blank as mapped by one view.
#[derive(Clone, Copy, Debug, Default)]
struct MappedMove {
    /// Both cells.
    both: u32,
    /// Where the region of the blank's new cell is stored.
    region_word: u8,
    region_shift: u8,
}

/// What a lookup in one table needs.
#[derive(Clone, Copy, Debug)]
struct TableLookup<'a> {
    bits: &'a [u64],
    row: usize,
    lists: PlacementLists<'a>,
}

/// All views of a puzzle.
#[derive(Debug)]
pub(super) struct PdbViews<'a, const V: usize, const T: usize> {
    blank_moves: [BlankMove<V>; BLANK_MOVES],
    /// By direction, moving tile and passed tile: the rank delta of each view.
    weights: Box<[[[[u16; V]; TILES]; TILES]; 4]>,
    /// By tile, its table in each view.
    table_of: [[u8; V]; TILES],
    lookups: [[TableLookup<'a>; T]; V],
    views: [PdbView<'a>; V],
    /// Whether a tile may pass four others, as on boards with five columns.
    passes_four: bool,
}

/// A pending lookup: where a child's distance is stored, and its new permutation rank in that table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PendingLookup {
    word: u32,
    permutation: u16,
    bit: u8,
    table: u8,
}

/// One board as mapped by each view. The distances are stored modulo 4.
#[derive(Clone, Copy, Debug)]
pub(super) struct MappedBoard<const C: usize, const V: usize, const T: usize> {
    pub(super) tiles: [u8; C],
    filled: [[u32; T]; V],
    permutation: [[u16; T]; V],
    distance: [[u8; T]; V],
}

impl<const C: usize, const V: usize, const T: usize> MappedBoard<C, V, T> {
    pub(super) fn nothing() -> MappedBoard<C, V, T> {
        MappedBoard {
            tiles: [0; C],
            filled: [[0; T]; V],
            permutation: [[0; T]; V],
            distance: [[0; T]; V],
        }
    }
}

impl<'a, const V: usize, const T: usize> PdbViews<'a, V, T> {
    pub(super) fn new(size: Size, views: [PdbView<'a>; V]) -> PdbViews<'a, V, T> {
        let nowhere = BlankMove { from: 0, between: [0; 4], per_view: [MappedMove::default(); V] };
        let mut blank_moves = [nowhere; BLANK_MOVES];
        let mut weights = Box::new([[[[0; V]; TILES]; TILES]; 4]);
        let mut table_of = [[0; V]; TILES];
        for blank in 0..size.cells() {
            for (action, direction) in Direction::ALL.into_iter().enumerate() {
                let Some(from) = size.neighbour(blank, direction) else { continue };
                let blank_move = &mut blank_moves[blank * 4 + action];
                // The blank's own cell stands for none.
                *blank_move =
                    BlankMove { from: from as u8, between: [blank as u8; 4], ..*blank_move };
                for (view, mapped_move) in views.iter().zip(&mut blank_move.per_view) {
                    let symmetry = &view.symmetry;
                    let (at, to) = (symmetry.cell(from), symmetry.cell(blank));
                    let (region_word, region_shift) =
                        Placements::region_position(symmetry.size(), at);
                    *mapped_move =
                        MappedMove { both: 1 << at | 1 << to, region_word, region_shift };
                    let (first, last) = (at.min(to), at.max(to));
                    let passed = (0..size.cells())
                        .filter(|&cell| (first + 1..last).contains(&symmetry.cell(cell)));
                    blank_move
                        .between
                        .iter_mut()
                        .zip(passed)
                        .for_each(|(to, cell)| *to = cell as u8);
                }
            }
        }
        for (nth, view) in views.iter().enumerate() {
            let number_on = numbers_on_tiles(&view.symmetry, size);
            // Tiles move opposite to the blank. A tile that moves sideways passes no other.
            let passes_on = std::array::from_fn::<_, 4, _>(|action| {
                match blank_step(&view.symmetry, size, action) {
                    -1..=1 => None,
                    step => Some(step < 0),
                }
            });
            for (number, table) in view.tables.iter().enumerate() {
                let tiles: Vec<usize> =
                    table.pattern().tiles().map(|tile| number_on[tile]).collect();
                for (i, &tile) in tiles.iter().enumerate() {
                    table_of[tile][nth] = number as u8;
                    for (j, &other) in tiles.iter().enumerate().filter(|&(j, _)| i != j) {
                        let weight = rank_delta(i, j);
                        for (weights, passes_on) in weights.iter_mut().zip(passes_on) {
                            weights[tile][other][nth] = match passes_on {
                                None => 0,
                                Some(true) => weight,
                                Some(false) => weight.wrapping_neg(),
                            };
                        }
                    }
                }
            }
        }
        let lookups = std::array::from_fn(|view| {
            let tables: &'a [Arc<PatternTable>] = views[view].tables;
            std::array::from_fn(|number| {
                // There may be fewer tables than slots for them; no tile belongs to the rest.
                let table = &tables[number.min(tables.len() - 1)];
                TableLookup { bits: table.bits(), row: table.row(), lists: table.lists() }
            })
        });
        let passes_four = views.iter().any(|view| view.symmetry.size().cols() > 4);
        PdbViews { blank_moves, weights, table_of, lookups, views, passes_four }
    }

    /// Maps a board by every view, and returns the sums of its distances.
    pub(super) fn map_board<const C: usize>(
        &self,
        board: &Board,
    ) -> (MappedBoard<C, V, T>, [u16; V]) {
        let mut mapped = MappedBoard::nothing();
        for (to, &tile) in mapped.tiles.iter_mut().zip(board.tiles()) {
            *to = tile as u8;
        }
        let mut sums = [0; V];
        for (nth, view) in self.views.iter().enumerate() {
            let mut cell_of = [0; TILES];
            for (cell, &tile) in board.tiles().iter().enumerate() {
                cell_of[view.symmetry.tile(usize::from(tile))] = view.symmetry.cell(cell);
            }
            for (number, table) in view.tables.iter().enumerate() {
                let cells: Vec<usize> = table.pattern().tiles().map(|tile| cell_of[tile]).collect();
                let (filled, permutation) = PatternTable::placement(&cells);
                let distance = table.distance(&cells, cell_of[0]);
                mapped.filled[nth][number] = filled;
                mapped.permutation[nth][number] = permutation;
                mapped.distance[nth][number] = (distance % 4) as u8;
                sums[nth] += distance as u16;
            }
        }
        (mapped, sums)
    }

    /// Finds where a child's distances are stored, and prefetches them.
    #[inline(always)]
    pub(super) fn prefetch<const C: usize>(
        &self,
        mapped: &MappedBoard<C, V, T>,
        blank_move: usize,
        pending: &mut [PendingLookup; V],
    ) {
        let action = blank_move % 4;
        let blank_move = &self.blank_moves[blank_move % BLANK_MOVES];
        let tile = usize::from(mapped.tiles[usize::from(blank_move.from) % C]) % TILES;
        let weights = &self.weights[action % 4][tile];
        let mut passed = [0u16; V];
        let mut pass = |cell: u8| {
            let weight = &weights[usize::from(mapped.tiles[usize::from(cell) % C]) % TILES];
            (0..V).for_each(|view| passed[view] = passed[view].wrapping_add(weight[view]));
        };
        let [first, second, third, fourth] = blank_move.between;
        pass(first);
        pass(second);
        pass(third);
        if self.passes_four {
            pass(fourth);
        }
        let table_of = &self.table_of[tile];
        for view in 0..V {
            let mapped_move = &blank_move.per_view[view];
            let table = usize::from(table_of[view]) % T;
            let permutation = mapped.permutation[view][table].wrapping_add(passed[view]);
            let lookup = &self.lookups[view][table];
            let filled = mapped.filled[view][table] ^ mapped_move.both;
            let class = if C <= 16 {
                lookup.lists.class::<true>(
                    filled,
                    mapped_move.region_word,
                    mapped_move.region_shift,
                )
            } else {
                lookup.lists.class::<false>(
                    filled,
                    mapped_move.region_word,
                    mapped_move.region_shift,
                )
            };
            let index = usize::from(permutation) * lookup.row + class;
            memory::prefetch(lookup.bits, index / 64);
            pending[view] = PendingLookup {
                word: (index / 64) as u32,
                bit: index as u8,
                permutation,
                table: table as u8,
            };
        }
    }

    /// Returns by how much a view's f grows: 2 if its distance grows, 0 if it falls.
    #[inline(always)]
    pub(super) fn grows<const C: usize>(
        &self,
        mapped: &MappedBoard<C, V, T>,
        view: usize,
        pending: PendingLookup,
    ) -> u8 {
        let table = usize::from(pending.table) % T;
        let bit =
            (self.lookups[view][table].bits[pending.word as usize] >> (pending.bit % 64)) as u8;
        // If the distance grows by one it has this bit, otherwise the other.
        let more = mapped.distance[view][table] + 1;
        !(bit << 1 ^ more) & 2
    }

    /// Applies a move whose lookups are completed.
    #[inline(always)]
    pub(super) fn apply<const C: usize>(
        &self,
        mapped: &mut MappedBoard<C, V, T>,
        blank_move: usize,
        pending: &[PendingLookup; V],
        grows: [u8; V],
    ) {
        let to = blank_move / 4 % C;
        let blank_move = &self.blank_moves[blank_move % BLANK_MOVES];
        let from = usize::from(blank_move.from) % C;
        mapped.tiles[to] = mapped.tiles[from];
        mapped.tiles[from] = 0;
        for view in 0..V {
            let table = usize::from(pending[view].table) % T;
            mapped.filled[view][table] ^= blank_move.per_view[view].both;
            mapped.permutation[view][table] = pending[view].permutation;
            let distance = &mut mapped.distance[view][table];
            *distance = (*distance + grows[view] + 3) % 4;
        }
    }
}

/// Returns the numbers on tiles, by the numbers they are mapped to.
fn numbers_on_tiles(symmetry: &Symmetry, size: Size) -> [usize; TILES] {
    let mut numbers = [0; TILES];
    (1..size.cells()).for_each(|number| numbers[symmetry.tile(number)] = number);
    numbers
}

/// Returns by how many cells, in reading order, a mapped move of the blank goes forward (or back, if negative).
fn blank_step(symmetry: &Symmetry, size: Size, action: usize) -> isize {
    let steps = (0..size.cells()).find_map(|cell| {
        let next = size.neighbour(cell, Direction::ALL[action])?;
        Some(symmetry.cell(next) as isize - symmetry.cell(cell) as isize)
    });
    steps.expect("the blank can move in each direction from some cell")
}

/// All views of a board: each set of tables under each symmetry.
pub(super) struct ViewSet<'a> {
    sets: &'a PatternSets,
    symmetries: Vec<Symmetry>,
}

impl<'a> ViewSet<'a> {
    pub(super) fn new(puzzle: &Puzzle, sets: &'a PatternSets) -> ViewSet<'a> {
        let transposed = sets.symmetry.followed_by_transposition(puzzle.goal()).into_iter();
        let symmetries = std::iter::once(sets.symmetry.clone()).chain(transposed).collect();
        ViewSet { sets, symmetries }
    }

    /// Returns the number of views.
    pub(super) fn count(&self) -> usize {
        self.sets.sets.len() * self.symmetries.len()
    }

    /// Returns the number of tables in the largest set.
    pub(super) fn tables(&self) -> usize {
        self.sets.sets.iter().map(Vec::len).max().expect("there is at least one partition")
    }

    pub(super) fn nth(&self, nth: usize) -> PdbView<'a> {
        let nth = nth % self.count();
        let (set, symmetry) = (nth / self.symmetries.len(), nth % self.symmetries.len());
        PdbView { tables: &self.sets.sets[set], symmetry: self.symmetries[symmetry].clone() }
    }
}
