//! The boards of a small space as numbers, for searches that only need to know where moves lead: a [`Problem`] without
//! tiles, costs or estimates.
//!
//! A board is the blank's cell and the Lehmer code of its tiles in reading order without the blank (see `rank`; here
//! the last digit is stored). A horizontal move does not change the code; a vertical move changes adjacent digits, so
//! what it adds to the number comes from a small table. No board is ever unpacked, and the index of a state in a flat
//! table is readily available.

use super::grid::{Grid, PackedSteps, Step};
use super::rank::{Divisor, Ranking};
use crate::board::{Board, Direction, MoveOrder};
use crate::cost::Cost;
use crate::puzzle::Puzzle;
use taquin_search::Problem;

/// A board: the code of its tiles and, in the lowest bits, the blank's cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RankedBoard(u32);

/// The number of bits for the blank's cell.
const BLANK_BITS: u32 = 4;

impl RankedBoard {
    fn of(board: &Board) -> RankedBoard {
        let tiles: Vec<u16> = board.tiles().iter().copied().filter(|&tile| tile != 0).collect();
        let code = (0..tiles.len()).fold(0, |code, place| {
            let smaller = tiles[place + 1..].iter().filter(|&&other| other < tiles[place]).count();
            code * (tiles.len() - place) as u32 + smaller as u32
        });
        RankedBoard(code << BLANK_BITS | board.blank() as u32)
    }

    #[inline(always)]
    fn blank(self) -> usize {
        (self.0 % (1 << BLANK_BITS)) as usize
    }

    #[inline(always)]
    fn code(self) -> u32 {
        self.0 >> BLANK_BITS
    }
}

/// How a move changes numbers: which digits it reads, and where the table has what it adds.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Link {
    /// The number of codes of the tiles after those that change.
    below: Divisor,
    /// The number of values of the changing digits together.
    values: Divisor,
    first: u32,
}

/// A puzzle of a small space, ready to be searched without a heuristic.
#[derive(Debug)]
pub(crate) struct RankedPuzzle {
    grid: Grid,
    ranking: Ranking,
    start: RankedBoard,
    goal: RankedBoard,
    /// By the blank's cell and the slot of the step.
    links: Box<[[Link; 4]; 1 << BLANK_BITS]>,
    added: Vec<u32>,
}

impl RankedPuzzle {
    /// Tables of up to this many entries are built in less time than a search takes.
    const MAX_ENTRIES: usize = 1 << 16;

    /// Creates the problem, if its space and its tables are small enough.
    pub(crate) fn new(puzzle: &Puzzle, order: MoveOrder) -> Option<RankedPuzzle> {
        let size = puzzle.size();
        let ranking = Ranking::new(puzzle.goal())?;
        if 2 * ranking.passed_digit_values() > RankedPuzzle::MAX_ENTRIES {
            return None;
        }
        // Adds nothing, whatever the code: for steps off the board, which are never taken.
        let still = Link { below: Divisor::new(1), values: Divisor::new(1), first: 0 };
        let mut ranked = RankedPuzzle {
            grid: Grid::new(size, order),
            ranking,
            start: RankedBoard::of(puzzle.start()),
            goal: RankedBoard::of(puzzle.goal()),
            links: Box::new([[still; 4]; 1 << BLANK_BITS]),
            added: vec![0],
        };
        for cell in 0..size.cells() {
            for &step in ranked.grid.steps(cell, None) {
                let to = step.to();
                let blank = (to as u32).wrapping_sub(cell as u32);
                let first = ranked.added.len() as u32;
                let link = match ranked.grid.direction(step) {
                    Direction::Left | Direction::Right => {
                        ranked.added.push(blank);
                        Link { first, ..still }
                    }
                    direction => {
                        // The upper of both cells is that of the tile that passes others, or has passed them.
                        let upper = cell.min(to);
                        let passed = ranked.ranking.passed_digits(upper);
                        let behind = size.cells() - 1 - upper - size.cols();
                        let below = (1..=behind as u32).product::<u32>();
                        ranked.added.resize(ranked.added.len() + passed.len(), 0);
                        for (before, after) in (0..).zip(&passed) {
                            let (from, to) = match direction {
                                Direction::Up => (before, *after),
                                _ => (*after, before),
                            };
                            let code = to.wrapping_sub(from).wrapping_mul(below) << BLANK_BITS;
                            ranked.added[(first + from) as usize] = code.wrapping_add(blank);
                        }
                        let values = Divisor::new(passed.len() as u32);
                        Link { below: Divisor::new(below), values, first }
                    }
                };
                ranked.links[cell][step.slot()] = link;
            }
        }
        Some(ranked)
    }

    /// Returns the grid, which knows the direction of a move.
    pub(crate) fn grid(&self) -> &Grid {
        &self.grid
    }
}

impl Problem for RankedPuzzle {
    type Node = RankedBoard;
    type Key = RankedBoard;
    type Move = Step;
    type Moves<'a> = PackedSteps;

    const FOR_NEWER: bool = true;
    const HAS_INVERSES: bool = true;

    fn start(&self) -> RankedBoard {
        self.start
    }

    #[inline(always)]
    fn is_goal(&self, node: &RankedBoard) -> bool {
        *node == self.goal
    }

    #[inline(always)]
    fn h(&self, _node: &RankedBoard) -> Cost {
        0
    }

    #[inline(always)]
    fn moves(&self, node: &RankedBoard, parent_move: Option<Step>) -> PackedSteps {
        self.grid.packed_steps(node.blank(), parent_move)
    }

    #[inline(always)]
    fn step(&self, node: &RankedBoard, step: Step) -> (RankedBoard, Cost) {
        let Link { below, values, first } = &self.links[node.blank()][step.slot()];
        let digits = values.remainder(below.quotient(node.code()));
        let added = self.added[(first + digits) as usize];
        (RankedBoard(node.0.wrapping_add(added)), 1)
    }

    #[inline(always)]
    fn undoes(&self, step: Step, parent_move: Step) -> bool {
        self.grid.undoes(step, parent_move)
    }

    #[inline(always)]
    fn key(&self, node: &RankedBoard) -> RankedBoard {
        *node
    }

    fn state_count(&self) -> Option<usize> {
        Some(self.ranking.boards())
    }

    #[inline(always)]
    fn rank(&self, node: &RankedBoard) -> usize {
        // The last digit follows from parity.
        node.blank() * self.ranking.codes() + node.code() as usize / 2
    }

    fn goal(&self) -> Option<RankedBoard> {
        Some(self.goal)
    }

    fn inverse(&self, node: &RankedBoard, step: Step) -> Option<Step> {
        Some(self.grid.inverse(step, node.blank()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Random, uniform};
    use crate::puzzle::Goal;
    use crate::state::PackedBoard;
    use crate::tries;

    #[test]
    fn numbers_follow_every_move() {
        let mut random = Random::new(8);
        for size in ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3", "2x5", "5x2", "3x4", "4x3"] {
            let goal = Board::snail(size.parse().expect("a size"));
            for _ in 0..tries(50, 500) {
                let board = uniform(&goal, &mut random);
                let puzzle = Puzzle::new(board.clone(), &Goal::Snail).expect("it is solvable");
                let ranked =
                    RankedPuzzle::new(&puzzle, MoveOrder::default()).expect("a small space");
                let start = ranked.start();
                let rank = ranked.ranking.rank(&u64::pack(board.tiles()), board.blank());
                assert_eq!(ranked.rank(&start), rank, "{board}");
                let steps: Vec<Step> = ranked.moves(&start, None).into_iter().collect();
                assert!(steps.len() >= 2, "{board}");
                for step in steps {
                    let moved = board.moved(ranked.grid.direction(step)).expect("no wall");
                    let (child, _) = ranked.step(&start, step);
                    assert_eq!(child, RankedBoard::of(&moved), "{board} to {moved}");
                    let back = ranked.inverse(&start, step).expect("every move has one");
                    assert_eq!(ranked.step(&child, back).0, start, "{moved} to {board}");
                }
            }
        }
        let large = Puzzle::new(Board::snail("2x6".parse().expect("a size")), &Goal::Snail);
        let large = large.expect("it is solved already");
        assert!(
            RankedPuzzle::new(&large, MoveOrder::default()).is_none(),
            "its tables are too large"
        );
    }
}
