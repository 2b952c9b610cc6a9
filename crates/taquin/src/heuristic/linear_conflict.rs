//! Linear conflict: the Manhattan distance plus two moves for each tile that has to make way.
//!
//! Two tiles that both lie in the row where they belong, but in the wrong order, cannot pass each other there: one must
//! leave the row and come back, which the Manhattan distance does not count. Of all such tiles in a row, the longest
//! increasing subsequence may stay; every other one must leave, two moves each, and likewise in columns. These moves go
//! across the line, while those that the Manhattan distance counts for the tile go along it, so nothing is counted
//! twice.
//!
//! A tile that moves up or down keeps its order within the column, and matters to a row only if that is its goal row.
//! So a move changes the conflicts of at most one line, and the estimate by exactly 1 if moves cost 1. Lines of up to
//! five cells are looked up in a table of at most 7,776 bytes; longer ones are computed.
//!
//! Under a cost by tile the Manhattan part is weighted, and the moves to make way count 1 each.
//!
//! O. Hansson, A. Mayer, M. Yung, "Criticizing solutions to relaxed models yields powerful admissible
//! heuristics", Information Sciences 63, 1992.

use super::contract::{BuiltIn, Heuristic, HeuristicError, HeuristicInfo, Slide};
use super::manhattan::TileDistances;
use crate::board::Board;
use crate::cost::{Cost, CostModel};
use crate::state::PackedBoard;

/// The Manhattan distance plus two moves for each tile that must make way.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    distances: TileDistances,
    /// The columns, which a tile crosses when it moves sideways, and the rows.
    lines: [Lines; 2],
}

/// The rows or the columns of a board, and the goal positions of tiles in them.
#[derive(Clone, Debug)]
struct Lines {
    /// The number of cells in a line, and the distance between them.
    length: usize,
    step: usize,
    /// By cell: the first cell of its line.
    first_cell: Box<[u16]>,
    /// By number: the first cell of its goal line; `NOWHERE` for the blank.
    home: Box<[u16]>,
    /// By number: its position in that line.
    place: Box<[u8]>,
    /// By cell and number: what it adds to a line's code, 0 if it belongs elsewhere. Only for short lines, as is the
    /// next.
    digits: Box<[[u16; MAX_TILES]]>,
    /// By code: the number of tiles that must make way.
    leaving: Box<[u8]>,
}

const NOWHERE: u16 = u16::MAX;

/// Lines of up to this many cells have a table, on boards with up to this many numbers.
const TABLE_LENGTH: usize = 5;
const MAX_TILES: usize = 32;

impl Lines {
    fn new(goal: &Board, length: usize, step: usize) -> Lines {
        let cells = goal.size().cells();
        let place = |cell: usize| cell / step % length;
        let first_cell = |cell: usize| (cell - place(cell) * step) as u16;
        let homes = goal.cell_of_each();
        let mut lines = Lines {
            length,
            step,
            first_cell: (0..cells).map(first_cell).collect(),
            home: homes.iter().map(|&cell| first_cell(cell)).collect(),
            place: homes.iter().map(|&cell| place(cell) as u8).collect(),
            digits: Box::new([]),
            leaving: Box::new([]),
        };
        lines.home[0] = NOWHERE;
        if length <= TABLE_LENGTH && cells <= MAX_TILES {
            lines.tabulate();
        }
        lines
    }

    fn tabulate(&mut self) {
        // A code has one digit per cell: 0 for a tile that belongs elsewhere, else 1 + its position.
        let (cells, base) = (self.home.len(), self.length as u16 + 1);
        let digit = |cell: usize, tile: usize| {
            let belongs = self.home[tile] == self.first_cell[cell];
            let value = if belongs { u16::from(self.place[tile]) + 1 } else { 0 };
            value * base.pow((cell / self.step % self.length) as u32)
        };
        self.digits = (0..cells)
            .map(|cell| {
                std::array::from_fn(|tile| if tile < cells { digit(cell, tile) } else { 0 })
            })
            .collect();
        let places = |code: u16| {
            let digits = (0..self.length as u32).map(move |place| code / base.pow(place) % base);
            digits.filter(|&digit| digit > 0).map(|digit| usize::from(digit) - 1)
        };
        let codes = 0..base.pow(self.length as u32);
        self.leaving = codes.map(|code| leaving(places(code)) as u8).collect();
    }

    /// Returns how many tiles must make way in the line that starts at a cell.
    fn in_line(&self, first: usize, tile_at: impl Fn(usize) -> usize) -> Cost {
        let tiles = (0..self.length).map(|place| tile_at(first + place * self.step));
        let belonging = tiles.filter(|&tile| usize::from(self.home[tile]) == first);
        leaving(belonging.map(|tile| usize::from(self.place[tile])))
    }

    /// Returns the change in the number of tiles that must make way after a move across these lines: 1, 0 or -1. Only
    /// the tile's goal line can change.
    #[inline(always)]
    fn change<B: PackedBoard>(&self, Slide { tile, from, to }: Slide, packed: &B) -> i32 {
        let first = usize::from(self.home[tile]);
        if self.digits.is_empty() {
            return self.change_in_long_line(first, Slide { tile, from, to }, packed);
        }
        let (left, entered) = (self.digit(from, tile), self.digit(to, tile));
        // If the tile neither leaves nor enters its line, both digits are 0 and nothing changes. Whether it does is
        // unpredictable, and a mispredicted branch costs as much as reading a line of a small packed board; only larger
        // ones are slow enough to read.
        if size_of::<B>() > size_of::<u64>() && left == entered {
            return 0;
        }
        let after = match self.length {
            2 => self.code::<2, B>(first, packed),
            3 => self.code::<3, B>(first, packed),
            4 => self.code::<4, B>(first, packed),
            _ => self.code::<TABLE_LENGTH, B>(first, packed),
        };
        let before = after + left - entered;
        let leaving = |code: u16| i32::from(self.leaving[usize::from(code)]);
        leaving(after) - leaving(before)
    }

    /// Returns the code of the line that starts at a cell.
    #[inline(always)]
    fn code<const LENGTH: usize, B: PackedBoard>(&self, first: usize, packed: &B) -> u16 {
        let cells = std::array::from_fn::<_, LENGTH, _>(|place| first + place * self.step);
        cells.map(|cell| self.digit(cell, packed.tile(cell))).iter().sum()
    }

    #[inline(always)]
    fn digit(&self, cell: usize, tile: usize) -> u16 {
        self.digits[cell][tile % MAX_TILES]
    }

    #[inline(never)]
    fn change_in_long_line<B: PackedBoard>(&self, first: usize, slide: Slide, packed: &B) -> i32 {
        let Slide { tile, from, to } = slide;
        let starts_at = |cell: usize| usize::from(self.first_cell[cell]) == first;
        if starts_at(from) == starts_at(to) {
            return 0;
        }
        let before = |cell| match cell {
            _ if cell == from => tile,
            _ if cell == to => 0,
            _ => packed.tile(cell),
        };
        let leaving_after = self.in_line(first, |cell| packed.tile(cell));
        leaving_after as i32 - self.in_line(first, before) as i32
    }
}

/// Returns the minimum number of positions to remove so that the rest increase: all minus a longest increasing
/// subsequence.
///
/// The set `ends` contains, for each possible length of an increasing subsequence, the lowest position with which one
/// can end. Each position replaces the next higher end; the final number of ends is the length of the longest
/// subsequence. A line has at most 127 cells, so the set is one integer.
fn leaving(places: impl Iterator<Item = usize>) -> Cost {
    let (mut ends, mut all) = (0_u128, 0);
    for place in places {
        let higher = ends >> place << place;
        ends ^= higher & higher.wrapping_neg();
        ends |= 1 << place;
        all += 1;
    }
    all - ends.count_ones()
}

impl BuiltIn for LinearConflict {
    const INFO: HeuristicInfo = HeuristicInfo {
        id: "linear-conflict",
        aliases: &["lc", "linear"],
        title: "Linear conflict",
        summary: "Manhattan distance, and 2 for each tile that must make way in its row or column",
        explanation: "It starts from the Manhattan distance. If tiles lie in the row where they belong \
            but in the wrong order, they cannot pass each other: some must step out of the row and \
            come back, two moves each that the Manhattan distance does not count. It finds the fewest \
            tiles that have to do so in each row and each column and adds two moves for each. Those \
            moves are needed in any case, so it never overestimates. Under a cost by tile the \
            Manhattan part counts the numbers on the tiles, and each added move counts 1.",
        admissible: true,
        consistent: true,
        unit: 1,
    };

    fn new(goal: &Board, costs: CostModel) -> Result<LinearConflict, HeuristicError> {
        let (id, size) = (Self::INFO.id, goal.size());
        let distances = TileDistances::new(id, goal, costs, |rows, cols| (rows + cols) as Cost)?;
        Ok(LinearConflict {
            distances,
            lines: [Lines::new(goal, size.rows(), size.cols()), Lines::new(goal, size.cols(), 1)],
        })
    }
}

impl<B: PackedBoard> Heuristic<B> for LinearConflict {
    type Memo = Cost;
    const FOR_NEWER: bool = true;

    fn begin(&self, packed: &B) -> Cost {
        let conflicts = |lines: &Lines| -> Cost {
            let firsts = (0..lines.home.len()).filter(|&c| usize::from(lines.first_cell[c]) == c);
            firsts.map(|first| lines.in_line(first, |cell| packed.tile(cell))).sum()
        };
        self.distances.sum(packed) + 2 * self.lines.iter().map(conflicts).sum::<Cost>()
    }

    #[inline(always)]
    fn after(&self, sum: &Cost, slide: Slide, packed: &B) -> Cost {
        let across_rows = usize::from(slide.from.abs_diff(slide.to) != 1);
        let change = self.lines[across_rows].change(slide, packed);
        self.distances.after::<B>(*sum, slide).wrapping_add_signed(2 * change)
    }

    #[inline(always)]
    fn h(&self, sum: &Cost) -> Cost {
        *sum
    }
}
