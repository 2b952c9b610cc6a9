//! Retrograde breadth-first search over a whole space, layer by layer, with three bits per board.
//!
//! The boards with the blank on one cell form a block, and a layer is a set of codes per block, one bit each (see
//! [`Ranking`]). Horizontal moves keep the codes, so they are done for 64 boards at once, when the next layer is
//! committed; only vertical moves are done board by board. Those stay within a column of the board, so columns are
//! distributed among threads without a lock, and commits likewise, by ranges of codes.

use crate::board::{Board, Size};
use crate::metric::Metric;
use crate::state::{Carry, PackedBoard, Ranking};
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use taquin_search::threads::share_out;
use taquin_search::{Budget, HotLoop, InstructionSet, Stop, cores};

/// A search that enumerates all boards at one distance from a goal, then all at the next.
pub(crate) struct RetrogradeSearch {
    size: Size,
    metric: Metric,
    ranking: Ranking,
    /// By the upper of two cells: how codes change when the blank moves up to it, and back down.
    carries: Vec<[Carry; 2]>,
    parities: Vec<bool>,
    blocks: Vec<Block>,
    threads: usize,
    instructions: InstructionSet,
    visited: u64,
}

/// The boards with the blank on one cell, as sets of codes.
struct Block {
    /// The boards visited so far.
    visited: Vec<u64>,
    /// The boards at the current distance.
    layer: Vec<u64>,
    /// The boards one vertical move farther, some of them visited before.
    next: Vec<u64>,
}

/// The number of words of a set processed between two checks of the cancel flag.
const BATCH: usize = 2048;

/// Blocks with fewer codes than this are not worth a second thread.
const FEW_CODES: usize = 1 << 20;

impl RetrogradeSearch {
    /// Starts at the goal, at distance 0; returns `None` if the space is too large.
    pub(crate) fn new(goal: &Board, metric: Metric) -> Option<RetrogradeSearch> {
        let (size, ranking) = (goal.size(), Ranking::new(goal)?);
        let codes = ranking.codes();
        let none = || vec![0_u64; codes.div_ceil(64)];
        let block = |_| Block { visited: none(), layer: none(), next: none() };
        let mut blocks: Vec<Block> = (0..size.cells()).map(block).collect();
        let start = ranking.rank(&u64::pack(goal.tiles()), goal.blank()) % codes;
        insert(&mut blocks[goal.blank()].visited, start as u32);
        insert(&mut blocks[goal.blank()].layer, start as u32);
        Some(RetrogradeSearch {
            size,
            metric,
            carries: (0..size.cells() - size.cols()).map(|cell| ranking.carries(cell)).collect(),
            parities: ranking.code_parities(),
            blocks,
            threads: if codes < FEW_CODES { 1 } else { cores() },
            instructions: InstructionSet::best(),
            visited: 1,
            ranking,
        })
    }

    /// Returns about how many bytes it takes; `None` if the space is too large.
    pub(crate) fn bytes(size: Size) -> Option<u64> {
        let cells = size.cells() as u64;
        let codes = boards(size)? / cells;
        // Three sets per block and the parities; then for each cell above the last row two tables, over all values of
        // the digits of `cols` tiles.
        let sets = 3 * cells * codes.div_ceil(64) * 8 + codes;
        let cols = size.cols() as u64;
        let values = |cell: u64| (cells - cell - cols..cells - cell).product::<u64>();
        Some(sets + (0..cells - cols).map(|cell| 2 * 4 * values(cell)).sum::<u64>())
    }

    /// Returns whether there is no board beyond this layer, because all have been visited.
    pub(crate) fn is_finished(&self) -> bool {
        self.visited == self.ranking.boards() as u64
    }

    /// Returns the number of boards visited up to this layer.
    pub(crate) fn visited(&self) -> u64 {
        self.visited
    }

    /// Advances to the boards one move farther. A search that was stopped cannot continue.
    pub(crate) fn advance(&mut self, budget: &Budget) -> Result<(), Stop> {
        self.move_up_and_down(budget)?;
        self.commit();
        Ok(())
    }

    /// Returns the ranks of the boards of this layer, in order.
    pub(crate) fn ranks(&self) -> impl Iterator<Item = usize> {
        let codes = self.ranking.codes();
        self.blocks.iter().zip((0..).step_by(codes)).flat_map(|(block, first)| {
            (first..).step_by(64).zip(&block.layer).flat_map(|(first, &bits)| {
                let mut bits = bits;
                std::iter::from_fn(move || {
                    let lowest = (bits != 0).then(|| first + bits.trailing_zeros() as usize);
                    bits &= bits.wrapping_sub(1);
                    lowest
                })
            })
        })
    }

    /// Returns the size of the boards and their ranking.
    pub(crate) fn numbering(&self) -> (Size, Ranking) {
        (self.size, self.ranking.clone())
    }

    /// Does every vertical move, column by column.
    fn move_up_and_down(&mut self, budget: &Budget) -> Result<(), Stop> {
        let RetrogradeSearch {
            size, metric, carries, parities, blocks, threads, instructions, ..
        } = self;
        let cols = size.cols();
        let mut columns: Vec<Column<'_>> = (0..cols)
            .map(|col| Column {
                carries: carries.iter().skip(col).step_by(cols).collect(),
                parities,
                longest_run: if *metric == Metric::MultiTile { size.rows() } else { 1 },
                layers: Vec::new(),
                nexts: Vec::new(),
            })
            .collect();
        for (cell, Block { layer, next, .. }) in blocks.iter_mut().enumerate() {
            columns[cell % cols].layers.push(layer);
            columns[cell % cols].nexts.push(next);
        }
        share_out(*threads, columns.into_iter(), |own| {
            for column in own {
                instructions.run(MoveUpAndDown, budget, column)?;
            }
            Ok(())
        })
    }

    /// Adds the horizontal moves, and removes what was visited before from the next layer.
    fn commit(&mut self) {
        let runs = self.metric == Metric::MultiTile;
        let mut parts = Vec::new();
        for row in self.blocks.chunks_mut(self.size.cols()) {
            let words = row.first().map_or(0, |block| block.visited.len());
            let mut row_parts: Vec<Vec<BlockPart<'_>>> = Vec::new();
            row_parts.resize_with(words.div_ceil(16 * BATCH), Vec::new);
            for Block { visited, layer, next } in row {
                let visited = visited.chunks_mut(16 * BATCH);
                let layer = layer.chunks_mut(16 * BATCH);
                let next = next.chunks_mut(16 * BATCH);
                for (part, ((visited, layer), next)) in
                    row_parts.iter_mut().zip(visited.zip(layer).zip(next))
                {
                    part.push(BlockPart { visited, layer, next });
                }
            }
            parts.append(&mut row_parts);
        }
        let found = AtomicU64::new(0);
        let Ok(()) = share_out(self.threads, parts.into_iter(), |own| {
            for mut cells in own {
                let new = self.instructions.run(Commit, runs, &mut cells[..]);
                found.fetch_add(new, Ordering::Relaxed);
            }
            Ok::<(), Infallible>(())
        });
        self.visited += found.into_inner();
    }
}

/// Returns how many boards of a size can be reached from a goal: half of all, if that fits a [`Ranking`].
pub(crate) fn boards(size: Size) -> Option<u64> {
    let cells = size.cells() as u64;
    (size.cells() <= Ranking::MAX_CELLS).then(|| (1..=cells).product::<u64>() / 2)
}

/// The blocks of one column of cells, top to bottom.
struct Column<'a> {
    /// Between each row and the one below.
    carries: Vec<&'a [Carry; 2]>,
    parities: &'a [bool],
    /// The maximum number of cells the blank moves in one move.
    longest_run: usize,
    layers: Vec<&'a [u64]>,
    nexts: Vec<&'a mut [u64]>,
}

/// Does every vertical move within a column.
struct MoveUpAndDown;

impl HotLoop<&Budget, Column<'_>> for MoveUpAndDown {
    type Output = Result<(), Stop>;

    #[inline(always)]
    fn run(self, budget: &Budget, column: Column<'_>) -> Result<(), Stop> {
        column.move_up_and_down(budget)
    }
}

impl Column<'_> {
    #[inline(always)]
    fn move_up_and_down(mut self, budget: &Budget) -> Result<(), Stop> {
        let rows = self.layers.len();
        let (mut codes, mut moved, mut spare) = (Vec::new(), Vec::new(), Vec::new());
        for row in 0..rows {
            for (batch, words) in self.layers[row].chunks(BATCH).enumerate() {
                budget.check()?;
                let listed = list(words, batch * BATCH * 64, &mut codes);
                let above = (0..row).rev().map(|to| (to, &self.carries[to][0]));
                let below = (row + 1..rows).map(|to| (to, &self.carries[to - 1][1]));
                let runs: [Vec<(usize, &Carry)>; 2] = [
                    above.take(self.longest_run).collect(),
                    below.take(self.longest_run).collect(),
                ];
                for run in runs {
                    for (step, &(to, carry)) in run.iter().enumerate() {
                        let from = if step == 0 { &codes[..listed] } else { &moved[..] };
                        let next = &mut *self.nexts[to];
                        if step + 1 == run.len() {
                            carry.after_each(from, self.parities, |code| insert(next, code));
                        } else {
                            spare.clear();
                            carry.after_each(from, self.parities, |code| {
                                insert(next, code);
                                spare.push(code);
                            });
                            std::mem::swap(&mut moved, &mut spare);
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// A range of codes of a block.
struct BlockPart<'a> {
    visited: &'a mut [u64],
    layer: &'a mut [u64],
    next: &'a mut [u64],
}

/// Commits the same range of all cells of a row, where moves may be runs; returns how many boards are new.
struct Commit;

impl HotLoop<bool, &mut [BlockPart<'_>]> for Commit {
    type Output = u64;

    #[inline(always)]
    fn run(self, runs: bool, row: &mut [BlockPart<'_>]) -> u64 {
        commit(row, runs)
    }
}

#[inline(always)]
fn commit(row: &mut [BlockPart<'_>], runs: bool) -> u64 {
    let words = row.first().map_or(0, |cell| cell.visited.len());
    // Whole sets at a time and nothing else in the loops, so that the compiler can vectorise them. `sideways` is what
    // may come from the side: one move away, or anywhere along the row.
    let mut sideways = vec![0; words];
    if runs {
        row.iter().for_each(|cell| add(&mut sideways, cell.layer));
    }
    let mut found = 0;
    for cell in 0..row.len() {
        if let (false, Some(right)) = (runs, row.get(cell + 1)) {
            add(&mut sideways, right.layer);
        }
        let BlockPart { visited, layer, next } = &mut row[cell];
        for (((visited, layer), next), sideways) in
            visited.iter_mut().zip(&mut **layer).zip(&mut **next).zip(&mut sideways)
        {
            let new = (*next | *sideways) & !*visited;
            *visited |= new;
            *next = 0;
            found += u64::from(new.count_ones());
            if !runs {
                *sideways = *layer;
            }
            *layer = new;
        }
    }
    found
}

/// Adds all codes of one set to another.
#[inline(always)]
fn add(set: &mut [u64], others: &[u64]) {
    set.iter_mut().zip(others).for_each(|(set, others)| *set |= others);
}

/// Adds a code to a set.
#[inline(always)]
fn insert(set: &mut [u64], code: u32) {
    set[code as usize / 64] |= 1 << (code % 64);
}

/// Lists the codes of a part of a set, in order, and returns how many there are; `first` is the code of its first bit.
#[inline(always)]
fn list(set: &[u64], first: usize, codes: &mut Vec<u32>) -> usize {
    let mut listed = 0;
    for (first, &bits) in (first as u32..).step_by(64).zip(set) {
        if codes.len() < listed + 64 {
            codes.resize(2 * codes.len() + 64, 0);
        }
        let (mut bits, count) = (bits, bits.count_ones() as usize);
        let slots = &mut codes[listed..listed + count.next_multiple_of(4)];
        // Four at a time: the end of a word's bits cannot be predicted, and the excess is overwritten.
        for four in slots.chunks_exact_mut(4) {
            for code in four {
                *code = first + bits.trailing_zeros();
                bits &= bits.wrapping_sub(1);
            }
        }
        listed += count;
    }
    listed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tries;

    #[test]
    fn layers_are_the_same_with_newer_instructions() {
        for (size, metric) in
            [("3x3", Metric::SingleTile), ("2x5", Metric::MultiTile), ("3x4", Metric::SingleTile)]
        {
            let goal = Board::snail(size.parse().expect("a size"));
            let new = || RetrogradeSearch::new(&goal, metric).expect("a small space");
            let (mut best, mut portable) = (new(), new());
            portable.instructions = InstructionSet::PORTABLE;
            let budget = Budget::unlimited();
            // The whole space of 3x4 would take too long.
            for _ in 0..tries(18, 25) {
                best.advance(&budget).expect("it is not stopped");
                portable.advance(&budget).expect("it is not stopped");
                assert_eq!(best.visited(), portable.visited(), "{size}");
                assert!(best.ranks().eq(portable.ranks()), "{size}");
            }
        }
    }
}
