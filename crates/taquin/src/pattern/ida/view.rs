//! Views: the board as each partition into patterns sees it, turned and renumbered as its tables want it.
//!
//! Everything that depends only on where the blank is and where it goes is worked out beforehand, so that
//! looking a child up takes a few loads from small lists and no decision.

use crate::board::{Board, Direction, Size};
use crate::pattern::{Lists, PatternTable, Placements, Symmetry, rank_delta};
use std::sync::Arc;
use taquin_search::memory::prefetch;

/// Tiles are counted up to this, the blank being 0.
const TILES: usize = 32;
/// The blank's cell and its way, as one number, stay below this.
const TURNS: usize = TILES * 4;

/// A partition into patterns, seen in a symmetry.
#[derive(Clone, Debug)]
pub(super) struct View<'a> {
    pub(super) tables: &'a [Arc<PatternTable>],
    pub(super) symmetry: Symmetry,
}

/// One step of the blank: a tile goes from one cell to the blank's.
#[derive(Clone, Copy, Debug)]
struct Turn<const V: usize> {
    from: u8,
    /// The cells that the tile passes in some view.
    between: [u8; 4],
    sides: [Side; V],
}

/// A step as one view sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    /// Both cells.
    both: u32,
    /// Where the region of the blank's new cell is told.
    region_word: u8,
    region_shift: u8,
}

/// What one table needs to be looked up.
#[derive(Clone, Copy, Debug)]
struct Lookup<'a> {
    bits: &'a [u64],
    row: usize,
    lists: Lists<'a>,
}

/// All views of a puzzle.
#[derive(Debug)]
pub(super) struct Views<'a, const V: usize, const T: usize> {
    turns: [Turn<V>; TURNS],
    /// By way, tile that moves and tile that is passed: what that adds to each view's permutation.
    weights: Box<[[[[u16; V]; TILES]; TILES]; 4]>,
    /// By tile, its table in each view.
    table_of: [[u8; V]; TILES],
    lookups: [[Lookup<'a>; T]; V],
    views: [View<'a>; V],
    /// Whether a tile ever passes four others, as it does where rows are of five.
    passes_four: bool,
}

/// Where a child's distance will be found, and its permutation in the table that changes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    word: u32,
    permutation: u16,
    bit: u8,
    table: u8,
}

/// What is known of one board. The distances are kept modulo 4.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<const C: usize, const V: usize, const T: usize> {
    pub(super) tiles: [u8; C],
    filled: [[u32; T]; V],
    permutation: [[u16; T]; V],
    distance: [[u8; T]; V],
}

impl<const C: usize, const V: usize, const T: usize> Seen<C, V, T> {
    pub(super) fn nothing() -> Seen<C, V, T> {
        Seen { tiles: [0; C], filled: [[0; T]; V], permutation: [[0; T]; V], distance: [[0; T]; V] }
    }
}

impl<'a, const V: usize, const T: usize> Views<'a, V, T> {
    pub(super) fn new(size: Size, views: [View<'a>; V]) -> Views<'a, V, T> {
        let nowhere = Turn { from: 0, between: [0; 4], sides: [Side::default(); V] };
        let mut turns = [nowhere; TURNS];
        let mut weights = Box::new([[[[0; V]; TILES]; TILES]; 4]);
        let mut table_of = [[0; V]; TILES];
        for blank in 0..size.cells() {
            for (way, direction) in Direction::ALL.into_iter().enumerate() {
                let Some(from) = size.neighbour(blank, direction) else { continue };
                let turn = &mut turns[blank * 4 + way];
                // The blank itself stands for nobody.
                *turn = Turn { from: from as u8, between: [blank as u8; 4], ..*turn };
                for (view, side) in views.iter().zip(&mut turn.sides) {
                    let symmetry = &view.symmetry;
                    let (at, to) = (symmetry.cell(from), symmetry.cell(blank));
                    let (region_word, region_shift) = Placements::region_place(symmetry.size(), at);
                    *side = Side { both: 1 << at | 1 << to, region_word, region_shift };
                    let (first, last) = (at.min(to), at.max(to));
                    let passed = (0..size.cells())
                        .filter(|&cell| (first + 1..last).contains(&symmetry.cell(cell)));
                    turn.between.iter_mut().zip(passed).for_each(|(to, cell)| *to = cell as u8);
                }
            }
        }
        for (nth, view) in views.iter().enumerate() {
            let number_on = numbers_on_tiles(&view.symmetry, size);
            // Tiles go against the blank. Who moves sideways passes nobody.
            let passes_on =
                std::array::from_fn::<_, 4, _>(|way| match blank_step(&view.symmetry, size, way) {
                    -1..=1 => None,
                    step => Some(step < 0),
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
                // There may be fewer tables than places for them; no tile belongs to the rest.
                let table = &tables[number.min(tables.len() - 1)];
                Lookup { bits: table.bits(), row: table.row(), lists: table.lists() }
            })
        });
        let passes_four = views.iter().any(|view| view.symmetry.size().cols() > 4);
        Views { turns, weights, table_of, lookups, views, passes_four }
    }

    /// A whole board, and the sums of its distances.
    pub(super) fn see<const C: usize>(&self, board: &Board) -> (Seen<C, V, T>, [u16; V]) {
        let mut seen = Seen::nothing();
        for (to, &tile) in seen.tiles.iter_mut().zip(board.tiles()) {
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
                seen.filled[nth][number] = filled;
                seen.permutation[nth][number] = permutation;
                seen.distance[nth][number] = (distance % 4) as u8;
                sums[nth] += distance as u16;
            }
        }
        (seen, sums)
    }

    /// Finds where a child's distances are told, and sends for them.
    #[inline(always)]
    pub(super) fn look<const C: usize>(
        &self,
        seen: &Seen<C, V, T>,
        turn: usize,
        looks: &mut [Look; V],
    ) {
        let way = turn % 4;
        let turn = &self.turns[turn % TURNS];
        let tile = usize::from(seen.tiles[usize::from(turn.from) % C]) % TILES;
        let weights = &self.weights[way % 4][tile];
        let mut passed = [0u16; V];
        let mut pass = |cell: u8| {
            let weight = &weights[usize::from(seen.tiles[usize::from(cell) % C]) % TILES];
            (0..V).for_each(|view| passed[view] = passed[view].wrapping_add(weight[view]));
        };
        let [first, second, third, fourth] = turn.between;
        pass(first);
        pass(second);
        pass(third);
        if self.passes_four {
            pass(fourth);
        }
        let table_of = &self.table_of[tile];
        for view in 0..V {
            let side = &turn.sides[view];
            let table = usize::from(table_of[view]) % T;
            let permutation = seen.permutation[view][table].wrapping_add(passed[view]);
            let lookup = &self.lookups[view][table];
            let filled = seen.filled[view][table] ^ side.both;
            let class = match C <= 16 {
                true => lookup.lists.class::<true>(filled, side.region_word, side.region_shift),
                false => lookup.lists.class::<false>(filled, side.region_word, side.region_shift),
            };
            let index = usize::from(permutation) * lookup.row + class;
            prefetch(lookup.bits, index / 64);
            looks[view] = Look {
                word: (index / 64) as u32,
                bit: index as u8,
                permutation,
                table: table as u8,
            };
        }
    }

    /// By how much a view's estimate of the whole way grows: 2 if its distance does, 0 if it falls.
    #[inline(always)]
    pub(super) fn grows<const C: usize>(
        &self,
        seen: &Seen<C, V, T>,
        view: usize,
        look: Look,
    ) -> u8 {
        let table = usize::from(look.table) % T;
        let bit = (self.lookups[view][table].bits[look.word as usize] >> (look.bit % 64)) as u8;
        // One more has this bit, one less the other.
        let more = seen.distance[view][table] + 1;
        !(bit << 1 ^ more) & 2
    }

    /// Makes a move that was looked up.
    #[inline(always)]
    pub(super) fn make<const C: usize>(
        &self,
        seen: &mut Seen<C, V, T>,
        turn: usize,
        looks: &[Look; V],
        grows: [u8; V],
    ) {
        let to = turn / 4 % C;
        let turn = &self.turns[turn % TURNS];
        let from = usize::from(turn.from) % C;
        seen.tiles[to] = seen.tiles[from];
        seen.tiles[from] = 0;
        for view in 0..V {
            let table = usize::from(looks[view].table) % T;
            seen.filled[view][table] ^= turn.sides[view].both;
            seen.permutation[view][table] = looks[view].permutation;
            let distance = &mut seen.distance[view][table];
            *distance = (*distance + grows[view] + 3) % 4;
        }
    }
}

/// By the number that a tile appears with in a symmetry, the one on it.
fn numbers_on_tiles(symmetry: &Symmetry, size: Size) -> [usize; TILES] {
    let mut numbers = [0; TILES];
    (1..size.cells()).for_each(|number| numbers[symmetry.tile(number)] = number);
    numbers
}

/// By how many cells a step of the blank goes on in a symmetry, or back.
fn blank_step(symmetry: &Symmetry, size: Size, way: usize) -> isize {
    let steps = (0..size.cells()).find_map(|cell| {
        let next = size.neighbour(cell, Direction::ALL[way])?;
        Some(symmetry.cell(next) as isize - symmetry.cell(cell) as isize)
    });
    steps.unwrap_or(0)
}
