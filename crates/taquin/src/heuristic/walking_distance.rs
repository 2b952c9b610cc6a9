//! Walking distance: two relaxed puzzles, one for the rows and one for the columns, each solved exactly, with their
//! moves added.
//!
//! The row puzzle ignores columns. It only knows how many tiles of each goal row lie in each row, and the row of the
//! blank; a move takes any tile of the row above or below the blank into the blank's row. Every vertical move of the
//! real puzzle is such a move, and every horizontal move is one of the column puzzle, so the sum of the two never
//! overestimates. It counts moves, each of which costs at least 1, so it is admissible under every cost model.
//!
//! A breadth-first search from the goal numbers the positions of each relaxed puzzle in the order of discovery and
//! links each to its neighbours. A move changes the blank's row, so neighbours are never equally far from the goal, and
//! of two neighbours the one with the higher number is one move farther: the links alone show how the estimate changes,
//! with one load per move.
//!
//! On 4x4 there are 24,964 positions, and one table is used for both rows and columns if the goal's blank lies on the
//! diagonal. The number grows fast; boards such as 5x5 are rejected.
//!
//! The heuristic was invented by Ken'ichiro Takahashi.

use super::contract::{BuiltIn, Heuristic, HeuristicError, HeuristicInfo, Slide};
use crate::board::Board;
use crate::cost::{Cost, CostModel};
use crate::state::PackedBoard;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

/// The maximum number of positions of a relaxed puzzle, so that links fit in 16 bits: twice as many links in the same
/// cache. 4x4 stays far below; 3x5 would be the first to gain from more.
const MAX_POSITIONS: usize = NO_LINK as usize;

/// Marks a move that is not possible.
const NO_LINK: u16 = u16::MAX;

/// Moves between rows and moves between columns.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    /// The column puzzle and the row puzzle.
    axes: [Axis; 2],
}

/// The positions of both relaxed puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Positions {
    pub(super) columns: u16,
    pub(super) rows: u16,
    /// The moves from both to the goal.
    pub(super) moves: Cost,
}

/// One of the relaxed puzzles applied to a board.
#[derive(Clone, Debug)]
struct Axis {
    /// By cell: its line; by tile: its goal line.
    line: Box<[u8]>,
    home: Box<[u8]>,
    puzzle: Arc<LinePuzzle>,
}

/// A relaxed puzzle, solved from every position.
#[derive(Debug)]
struct LinePuzzle {
    lines: usize,
    /// The position after a move, by position, side the tile comes from (a lower line, a higher line) and the tile's
    /// goal line.
    links: Box<[u16]>,
    numbers: HashMap<LineCounts, u16, FxBuildHasher>,
    /// The first position of each distance from 1 on, and the number of positions.
    layers: Vec<u16>,
    bits: usize,
}

/// The number of tiles of each goal line in each line, a few bits each.
type LineCounts = u64;

impl LinePuzzle {
    /// Explores the puzzle of `lines` lines with `cells_per_line` cells each; returns `None` if it is too large.
    fn explore(lines: usize, cells_per_line: usize, blank_line: usize) -> Option<LinePuzzle> {
        let bits = (usize::BITS - cells_per_line.leading_zeros()) as usize;
        if lines * lines * bits > LineCounts::BITS as usize {
            return None;
        }
        let one = |line: usize, home: usize| -> LineCounts { 1 << ((line * lines + home) * bits) };
        let mask = one(0, 1) - 1;
        let tiles_in = |line| cells_per_line as LineCounts - LineCounts::from(line == blank_line);
        let goal = (0..lines).map(|line| one(line, line) * tiles_in(line)).sum();

        let mut numbers = HashMap::with_hasher(FxBuildHasher);
        numbers.insert(goal, 0);
        let mut positions: Vec<(LineCounts, usize)> = vec![(goal, blank_line)];
        let mut links = vec![NO_LINK; 2 * lines];
        let mut layers = Vec::new();
        let mut layer = 0..1;
        while !layer.is_empty() {
            layers.push(layer.end as u16);
            for number in layer.clone() {
                if positions.len() + 2 * lines > MAX_POSITIONS {
                    return None;
                }
                let (counts, blank) = positions[number];
                let sides = [blank.wrapping_sub(1), blank + 1];
                for (side, from) in sides.into_iter().enumerate().filter(|&(_, from)| from < lines)
                {
                    for home in 0..lines {
                        let link = (number * 2 + side) * lines + home;
                        let there = counts >> ((from * lines + home) * bits) & mask;
                        if there == 0 || links[link] != NO_LINK {
                            continue;
                        }
                        let moved = counts - one(from, home) + one(blank, home);
                        let other = *numbers.entry(moved).or_insert_with(|| {
                            positions.push((moved, from));
                            links.resize(links.len() + 2 * lines, NO_LINK);
                            positions.len() as u16 - 1
                        });
                        links[link] = other;
                        // The same tile moves back from the other side.
                        links[(usize::from(other) * 2 + 1 - side) * lines + home] = number as u16;
                    }
                }
            }
            layer = layer.end..positions.len();
        }
        Some(LinePuzzle { lines, links: links.into(), numbers, layers, bits })
    }

    /// Returns the size of its links and numbers in bytes.
    fn bytes(&self) -> usize {
        size_of_val(&self.links[..]) + self.numbers.allocation_size()
    }
}

impl Axis {
    fn new(goal: &Board, line_of: impl Fn(usize) -> usize, puzzle: Arc<LinePuzzle>) -> Axis {
        let homes = goal.cell_of_each();
        Axis {
            line: (0..homes.len()).map(|cell| line_of(cell) as u8).collect(),
            home: homes.iter().map(|&cell| line_of(cell) as u8).collect(),
            puzzle,
        }
    }

    /// Returns the number of a board's position, and its distance from the goal.
    fn begin<B: PackedBoard>(&self, packed: &B) -> (u16, Cost) {
        let LinePuzzle { lines, numbers, layers, bits, .. } = &*self.puzzle;
        let tiles = (0..self.line.len()).map(|cell| (cell, packed.tile(cell)));
        let counts = tiles.filter(|&(_, tile)| tile != 0).map(|(cell, tile)| {
            let (line, home) = (usize::from(self.line[cell]), usize::from(self.home[tile]));
            1 << ((line * lines + home) * bits)
        });
        let number = numbers.get(&counts.sum::<LineCounts>());
        let number = *number.expect("every position of the lines has a number");
        (number, layers.partition_point(|&first| first <= number) as Cost)
    }
}

impl BuiltIn for WalkingDistance {
    const INFO: HeuristicInfo = HeuristicInfo {
        id: "walking-distance",
        aliases: &["wd", "walking"],
        title: "Walking distance",
        summary: "exact moves of two easier puzzles, one of the rows and one of the columns",
        explanation: "It makes two easier puzzles of the board. The first only knows how many tiles of \
            each goal row lie in each row, and any tile of a row beside the blank's may move into the \
            blank's row. The second is the same for columns. Both are small enough to be solved exactly \
            beforehand. A move up or down is a move of the first, a move sideways one of the second, so \
            the sum of the two never overestimates. It counts moves, whatever they cost. The tables are \
            small up to 4x4 and too large for boards such as 5x5.",
        admissible: true,
        consistent: true,
        unit: 1,
    };

    fn new(goal: &Board, _costs: CostModel) -> Result<WalkingDistance, HeuristicError> {
        let (id, size) = (Self::INFO.id, goal.size());
        let explore = |lines, cells_per_line, blank_line| {
            LinePuzzle::explore(lines, cells_per_line, blank_line)
                .map(Arc::new)
                .ok_or(HeuristicError::TooLarge { id, size })
        };
        let (blank_row, blank_col) = (size.row(goal.blank()), size.col(goal.blank()));
        let columns = explore(size.cols(), size.rows(), blank_col)?;
        let same = size.rows() == size.cols() && blank_row == blank_col;
        let rows =
            if same { Arc::clone(&columns) } else { explore(size.rows(), size.cols(), blank_row)? };
        Ok(WalkingDistance {
            axes: [
                Axis::new(goal, |cell| size.col(cell), columns),
                Axis::new(goal, |cell| size.row(cell), rows),
            ],
        })
    }
}

impl<B: PackedBoard> Heuristic<B> for WalkingDistance {
    type Memo = Positions;
    const FOR_NEWER: bool = true;

    fn bytes(&self) -> usize {
        let [columns, rows] = &self.axes;
        let same = Arc::ptr_eq(&columns.puzzle, &rows.puzzle);
        columns.puzzle.bytes() + if same { 0 } else { rows.puzzle.bytes() }
    }

    fn begin(&self, packed: &B) -> Positions {
        let (columns, across_columns) = self.axes[0].begin(packed);
        let (rows, across_rows) = self.axes[1].begin(packed);
        Positions { columns, rows, moves: across_columns + across_rows }
    }

    #[inline(always)]
    fn after(&self, before: &Positions, Slide { tile, from, to }: Slide, _word: &B) -> Positions {
        let across_rows = from.abs_diff(to) != 1;
        let Axis { puzzle, home, .. } = &self.axes[usize::from(across_rows)];
        let number = if across_rows { before.rows } else { before.columns };
        let side = usize::from(from > to);
        let link = (usize::from(number) * 2 + side) * puzzle.lines + usize::from(home[tile]);
        let after = puzzle.links[link];
        Positions {
            columns: if across_rows { before.columns } else { after },
            rows: if across_rows { after } else { before.rows },
            moves: if after > number { before.moves + 1 } else { before.moves - 1 },
        }
    }

    #[inline(always)]
    fn h(&self, positions: &Positions) -> Cost {
        positions.moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_four_lines_of_four() {
        for blank_line in 0..4 {
            let puzzle = LinePuzzle::explore(4, 4, blank_line).expect("a small puzzle");
            assert_eq!(puzzle.numbers.len(), 24_964);
            assert_eq!(puzzle.links.len(), 24_964 * 2 * 4);
            assert_eq!(puzzle.layers.last(), Some(&24_964));
        }
        assert!(LinePuzzle::explore(5, 3, 0).is_none());
        assert!(LinePuzzle::explore(5, 5, 0).is_none());
    }
}
