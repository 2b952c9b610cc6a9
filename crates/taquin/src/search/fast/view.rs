//! A view: the board as one division into patterns sees it, turned and renumbered as its tables want it.
//!
//! Everything that depends only on where the blank is and where it goes is worked out beforehand, so that
//! looking a child up takes a few loads from small lists and no decision.

use crate::board::{Board, Direction};
use crate::pattern::{Frame, Lists, PatternTable, Placements, passing};
use std::sync::Arc;

/// Tiles are counted up to this, the blank being 0.
pub(super) const TILES: usize = 32;
/// The blank's cell and its way, as one number, stay below this.
const TURNS: usize = TILES * 4;

/// What a tile that moves does to the order of the pattern's tiles.
#[derive(Clone, Copy, Debug, Default)]
enum Passing {
    /// Sideways: it passes nobody.
    #[default]
    Nobody,
    /// To a later cell.
    Forward,
    /// To an earlier one.
    Backward,
}

/// One step of the blank as a view sees it: a tile goes from one cell to another.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turn {
    pub(super) from: u8,
    pub(super) to: u8,
    /// The first of the cells between the two.
    between: u8,
    passing: u8,
    /// Where the region of the blank's new cell is told.
    region_word: u8,
    region_shift: u8,
    /// Both cells.
    pub(super) both: u32,
}

/// What one table needs to be looked up.
#[derive(Clone, Copy, Debug)]
struct Lookup<'a> {
    bits: &'a [u64],
    row: usize,
    lists: Lists<'a>,
}

/// A division into patterns, seen in a frame.
#[derive(Debug)]
pub(super) struct View<'a, const T: usize> {
    turns: [Turn; TURNS],
    /// By tile, its table.
    table_of: [u8; TILES],
    /// By how a tile passes, the tile and the one it passes: what that adds to the arrangement.
    weights: Box<[[[u16; TILES]; TILES]; 4]>,
    lookups: [Lookup<'a>; T],
    /// How many cells lie between two that are one above the other.
    span: usize,
    tables: &'a [Arc<PatternTable>],
    frame: Frame,
}

/// Where a child's distance will be found, and its arrangement in the table that changes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    index: u32,
    pub(super) arrangement: u16,
    pub(super) table: u16,
}

/// What a view knows of one board. The distances are kept modulo 4.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<const C: usize, const T: usize> {
    pub(super) tiles: [u8; C],
    pub(super) filled: [u32; T],
    pub(super) arrangement: [u16; T],
    pub(super) distance: [u8; T],
}

impl<'a, const T: usize> View<'a, T> {
    pub(super) fn new(tables: &'a [Arc<PatternTable>], frame: Frame, board: &Board) -> View<'a, T> {
        let (size, seen) = (board.size(), frame.size());
        let mut turns = [Turn::default(); TURNS];
        for cell in 0..size.cells() {
            for (way, direction) in Direction::ALL.into_iter().enumerate() {
                let Some(next) = size.neighbour(cell, direction) else { continue };
                let (to, from) = (frame.cell(cell), frame.cell(next));
                let passing = match from.abs_diff(to) {
                    1 => Passing::Nobody,
                    _ if from < to => Passing::Forward,
                    _ => Passing::Backward,
                };
                let (region_word, region_shift) = Placements::region_place(seen, from);
                // Where nobody is passed, any cells will do that lie on the board.
                let last = seen.cells() - seen.cols();
                turns[cell * 4 + way] = Turn {
                    from: from as u8,
                    to: to as u8,
                    between: (from.min(to) + 1).min(last) as u8,
                    passing: passing as u8,
                    region_word,
                    region_shift,
                    both: 1 << from | 1 << to,
                };
            }
        }
        let mut table_of = [0; TILES];
        let mut weights = Box::new([[[0; TILES]; TILES]; 4]);
        for (number, table) in tables.iter().enumerate() {
            for (i, tile) in table.pattern().tiles().enumerate() {
                table_of[tile] = number as u8;
                for (j, other) in table.pattern().tiles().enumerate().filter(|&(j, _)| i != j) {
                    let weight = passing(i, j);
                    weights[Passing::Forward as usize][tile][other] = weight;
                    weights[Passing::Backward as usize][tile][other] = weight.wrapping_neg();
                }
            }
        }
        let lookup = |number: usize| {
            // There may be fewer tables than places for them; no tile belongs to the rest.
            let table = &tables[number.min(tables.len() - 1)];
            Lookup { bits: table.bits(), row: table.row(), lists: table.lists() }
        };
        View {
            turns,
            table_of,
            weights,
            lookups: std::array::from_fn(lookup),
            span: seen.cols() - 1,
            tables,
            frame,
        }
    }

    /// A whole board, and the sum of its distances.
    pub(super) fn see<const C: usize>(&self, board: &Board) -> (Seen<C, T>, u32) {
        let mut seen =
            Seen { tiles: [0; C], filled: [0; T], arrangement: [0; T], distance: [0; T] };
        let mut cell_of = [0; TILES];
        for (cell, &tile) in board.tiles().iter().enumerate() {
            let (cell, tile) = (self.frame.cell(cell), self.frame.tile(usize::from(tile)));
            seen.tiles[cell] = tile as u8;
            cell_of[tile] = cell;
        }
        let mut sum = 0;
        for (number, table) in self.tables.iter().enumerate() {
            let cells: Vec<usize> = table.pattern().tiles().map(|tile| cell_of[tile]).collect();
            let (filled, arrangement) = PatternTable::placement(&cells);
            let distance = table.distance(&cells, cell_of[0]);
            seen.filled[number] = filled;
            seen.arrangement[number] = arrangement;
            seen.distance[number] = (distance % 4) as u8;
            sum += distance as u32;
        }
        (seen, sum)
    }

    #[inline(always)]
    pub(super) fn turn(&self, turn: usize) -> &Turn {
        &self.turns[turn % TURNS]
    }

    /// Finds where a child's distance is told, and sends for it.
    #[inline(always)]
    pub(super) fn look<const C: usize>(&self, seen: &Seen<C, T>, turn: usize) -> Look {
        let turn = self.turn(turn);
        let tile = usize::from(seen.tiles[usize::from(turn.from) % C]) % TILES;
        let table = usize::from(self.table_of[tile]) % T;
        let weights = &self.weights[usize::from(turn.passing) % 4][tile];
        let first = usize::from(turn.between);
        let weight = |nth: usize| weights[usize::from(seen.tiles[(first + nth) % C]) % TILES];
        let mut passed = weight(0);
        // Boards with five columns have all four, with four columns the last is the tile itself or the blank.
        if self.span > 1 {
            passed = passed.wrapping_add(weight(1));
        }
        if self.span > 2 {
            passed = passed.wrapping_add(weight(2));
        }
        if self.span > 3 {
            passed = passed.wrapping_add(weight(3));
        }
        let arrangement = seen.arrangement[table].wrapping_add(passed);
        let lookup = &self.lookups[table];
        let filled = seen.filled[table] ^ turn.both;
        let class = match C <= 16 {
            true => lookup.lists.class::<true>(filled, turn.region_word, turn.region_shift),
            false => lookup.lists.class::<false>(filled, turn.region_word, turn.region_shift),
        };
        let index = usize::from(arrangement) * lookup.row + class;
        send_for(lookup.bits, index / 64);
        Look { index: index as u32, arrangement, table: table as u16 }
    }

    /// Whether the distance grows, 1, or falls, 0.
    #[inline(always)]
    pub(super) fn grows<const C: usize>(&self, seen: &Seen<C, T>, look: Look) -> u8 {
        let (table, index) = (usize::from(look.table) % T, look.index as usize);
        let bit = (self.lookups[table].bits[index / 64] >> (index % 64)) as u8 & 1;
        // One more has this bit.
        let more = (seen.distance[table] + 1) >> 1 & 1;
        bit ^ more ^ 1
    }
}

impl<const C: usize, const T: usize> Seen<C, T> {
    /// Makes a move that was looked up.
    #[inline(always)]
    pub(super) fn make(&mut self, turn: &Turn, look: Look, grows: u8) {
        let (from, to) = (usize::from(turn.from) % C, usize::from(turn.to) % C);
        self.tiles[to] = self.tiles[from];
        self.tiles[from] = 0;
        let table = usize::from(look.table) % T;
        self.filled[table] ^= turn.both;
        self.arrangement[table] = look.arrangement;
        self.distance[table] = (self.distance[table] + 2 * grows + 3) % 4;
    }
}

/// Asks for a word of a list that will be read soon.
#[inline(always)]
fn send_for(list: &[u64], index: usize) {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    // SAFETY: asking for an address reads nothing and may be done with any address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(list.as_ptr().wrapping_add(index).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, index);
}
