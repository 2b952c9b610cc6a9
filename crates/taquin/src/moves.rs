//! Sequences of moves, found by a search or written by people: played, verified, measured, inverted and simplified.
//!
//! Internally a move is always the blank's; [`Mover`] defines what the letters of a text mean. Text becomes [`Moves`]
//! in [`crate::parse::parse_moves`]; [`Moves::letters`] and [`Moves::compact`] convert back.
//!
//! The effect of moves does not depend on the numbers of the tiles: played on two boards, the same moves take the tiles
//! of the same cells to the same cells. So loops are found, and removed, without a board.

use crate::board::{Board, Direction, Move};
use crate::metric::Metric;
use crate::puzzle::Puzzle;
use rustc_hash::FxHashMap;
use std::num::NonZeroU8;
use std::sync::Arc;

/// What a letter of a move means: the direction of the blank, or the direction of the tile, which is opposite.
///
/// ```
/// use taquin::{Mover, parse_moves};
/// assert_eq!(parse_moves("URDL2", Mover::Blank)?, parse_moves("DLUR2", Mover::Tile)?);
/// # Ok::<(), taquin::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mover {
    /// The blank, as everywhere in this library.
    #[default]
    Blank,
    /// The tile.
    Tile,
}

impl Mover {
    /// Both, with their names and descriptions.
    pub const NAMED: [(&'static str, Mover, &'static str); 2] = [
        ("blank", Mover::Blank, "a letter says where the blank goes"),
        ("tile", Mover::Tile, "a letter says where the tile goes"),
    ];

    /// Returns the other one.
    pub fn other(self) -> Mover {
        match self {
            Mover::Blank => Mover::Tile,
            Mover::Tile => Mover::Blank,
        }
    }

    /// Returns the name.
    pub fn id(self) -> &'static str {
        Mover::NAMED.iter().find(|entry| entry.1 == self).expect("the list is complete").0
    }

    /// Converts from the blank's direction to the mover's, or back.
    pub fn turn(self, direction: Direction) -> Direction {
        match self {
            Mover::Blank => direction,
            Mover::Tile => direction.opposite(),
        }
    }

    /// Converts a move of the blank to the mover's, or back.
    pub fn turn_move(self, by: Move) -> Move {
        Move { direction: self.turn(by.direction), ..by }
    }
}

/// Moves of the blank, first to last. Moves that lead from a puzzle's start to its goal are a solution.
///
/// ```
/// use taquin::{Goal, InputFormat, Metric, Mover, Puzzle, parse_board, parse_moves};
/// let moves = parse_moves("URDL2", Mover::Blank)?;
/// assert_eq!(moves.letters(Mover::Blank), "URDLL");
/// assert_eq!(moves.inverse().compact(Mover::Blank), "R2ULD");
/// assert_eq!((moves.len(), moves.in_metric(Metric::MultiTile).len()), (5, 4));
/// let board = parse_board("123456780", InputFormat::Auto, None)?;
/// let there = parse_moves("ULDR", Mover::Blank)?.play(&board)?;
/// assert_eq!(there.to_string(), "1 2 3/4 8 5/7 6 0");
/// let puzzle = Puzzle::new(there, &Goal::Classic)?;
/// assert!(parse_moves("LURD", Mover::Blank)?.verify(&puzzle).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Moves {
    /// Shared: a constructed solution may have millions of moves, and a result is written while it is still in use.
    columns: Arc<Columns>,
}

/// One byte for each move, and a second one only if there are runs of several tiles.
#[derive(Debug, PartialEq, Eq, Default)]
struct Columns {
    directions: Vec<Direction>,
    /// The tiles of each move; empty if all of them are 1.
    tiles: Vec<NonZeroU8>,
}

/// Why some moves do not solve a puzzle.
///
/// ```
/// use taquin::{Board, Direction, Goal, Moves, Puzzle, Size, SolutionError};
/// let puzzle = Puzzle::new(Board::classic(Size::new(3, 3)?), &Goal::Classic)?;
/// let off_the_board = Moves::from(vec![Direction::Down]);
/// assert!(matches!(off_the_board.verify(&puzzle), Err(SolutionError::Wall { step: 1, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolutionError {
    /// A move leads off the board.
    #[error("move {step} takes the blank {} off the board {board}", by.in_words())]
    Wall {
        /// The index of the move, counted from 1.
        step: usize,
        /// The move.
        by: Move,
        /// The board before that move.
        board: Board,
    },
    /// The moves end somewhere else.
    #[error("the moves end at {end}, not at the goal {goal}")]
    NotAtGoal {
        /// The board at the end.
        end: Board,
        /// The goal.
        goal: Board,
    },
}

codes! {
    SolutionError {
        SolutionError::Wall { .. } => "off-the-board",
        SolutionError::NotAtGoal { .. } => "not-at-goal",
    }
}

impl Moves {
    /// The maximum number of moves that a text may stand for.
    pub const MAX_LEN: usize = 10_000_000;

    /// Returns the number of moves; a run of several tiles is one.
    pub fn len(&self) -> usize {
        self.columns.directions.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the moves, first to last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + Clone {
        let Columns { directions, tiles } = &*self.columns;
        let tiles_of = |index| tiles.get(index).copied().unwrap_or(NonZeroU8::MIN);
        directions.iter().enumerate().map(move |(index, &direction): (usize, &Direction)| Move {
            direction,
            tiles: tiles_of(index),
        })
    }

    /// Returns the direction of the blank past each single tile.
    pub fn directions(&self) -> impl Iterator<Item = Direction> {
        self.iter().flat_map(|by| std::iter::repeat_n(by.direction, by.length()))
    }

    /// Returns the straight runs, first to last, each with its number of tiles.
    fn runs(&self) -> impl Iterator<Item = (Direction, usize)> {
        let mut moves = self.iter().peekable();
        std::iter::from_fn(move || {
            let first = moves.next()?;
            let mut tiles = first.length();
            while let Some(next) = moves.next_if(|next| next.direction == first.direction) {
                tiles += next.length();
            }
            Some((first.direction, tiles))
        })
    }

    /// Returns the length in a metric.
    pub fn length(&self, metric: Metric) -> usize {
        match metric {
            Metric::SingleTile => self.iter().map(Move::length).sum(),
            Metric::MultiTile => self.runs().count(),
        }
    }

    /// Returns the same way as the moves of a metric: a move for each tile, or one for each straight run. (A run that no
    /// board has room for remains several.)
    pub fn in_metric(&self, metric: Metric) -> Moves {
        let parts = |(direction, tiles): (Direction, usize)| {
            let part = move |done: usize| Move::new(direction, (tiles - done).min(Move::MAX_TILES));
            (0..tiles).step_by(Move::MAX_TILES).filter_map(part)
        };
        match metric {
            Metric::SingleTile if self.columns.tiles.is_empty() => self.clone(),
            Metric::SingleTile => self.directions().collect::<Vec<_>>().into(),
            Metric::MultiTile => self.runs().flat_map(parts).collect(),
        }
    }

    /// Returns one letter for each tile moved: `URDLL`.
    pub fn letters(&self, mover: Mover) -> String {
        self.directions().map(|direction| mover.turn(direction).letter()).collect()
    }

    /// Returns one letter per straight run, followed by its length unless that is 1: `URDL2`.
    pub fn compact(&self, mover: Mover) -> String {
        let mut text = String::new();
        for (direction, tiles) in self.runs() {
            text.push(mover.turn(direction).letter());
            if tiles > 1 {
                text += &tiles.to_string();
            }
        }
        text
    }

    /// Returns the board that the moves lead to, or an error for the move that leads off the board.
    pub fn play(&self, start: &Board) -> Result<Board, SolutionError> {
        let mut board = start.clone();
        for (index, by) in self.iter().enumerate() {
            if board.apply(by).is_none() {
                return Err(SolutionError::Wall { step: index + 1, by, board });
            }
        }
        Ok(board)
    }

    /// Plays the moves and checks that each is possible and that the last one reaches the goal.
    pub fn verify(&self, puzzle: &Puzzle) -> Result<(), SolutionError> {
        let end = self.play(puzzle.start())?;
        if end == *puzzle.goal() {
            Ok(())
        } else {
            Err(SolutionError::NotAtGoal { end, goal: puzzle.goal().clone() })
        }
    }

    /// Returns every board on the path from `start`, including the start; it ends early at a move off the board.
    pub fn boards(&self, start: &Board) -> impl Iterator<Item = Board> + use<'_> {
        let mut next = Some(start.clone());
        let mut moves = self.iter();
        std::iter::from_fn(move || {
            let board = next.take()?;
            next = moves.next().and_then(|by| board.moved(by));
            Some(board)
        })
    }

    /// Returns the moves that undo these.
    pub fn inverse(&self) -> Moves {
        self.iter().rev().map(Move::inverse).collect()
    }

    /// Returns the moves without loops: everything that leads back to an earlier board is removed, including a move
    /// undone at once. On every board on which the moves can be played, the rest can be played too and leads to the
    /// same board. The rest has a move for each tile.
    ///
    /// ```
    /// use taquin::{Mover, parse_moves};
    /// let simple = |text| Ok::<_, taquin::ParseError>(
    ///     parse_moves(text, Mover::Blank)?.simplified().compact(Mover::Blank));
    /// assert_eq!(simple("R U D L L2 R")?, "L");
    /// assert_eq!(simple("U RDLU RDLU RDLU L")?, "UL");
    /// # Ok::<(), taquin::ParseError>(())
    /// ```
    pub fn simplified(&self) -> Moves {
        let mut shuffle = Shuffle::default();
        let mut path: Vec<Direction> = Vec::new();
        // The hash of each state on the path, starting with the start's, and its index there.
        let mut states = vec![shuffle.sum];
        let mut place_of: FxHashMap<u128, usize> = FxHashMap::default();
        place_of.insert(shuffle.sum, 0);
        for direction in self.directions() {
            shuffle.apply(direction);
            if let Some(&place) = place_of.get(&shuffle.sum) {
                path.truncate(place);
                for state in states.drain(place + 1..) {
                    place_of.remove(&state);
                }
            } else {
                path.push(direction);
                place_of.insert(shuffle.sum, states.len());
                states.push(shuffle.sum);
            }
        }
        path.into()
    }
}

/// Moves of one tile each, without a copy.
impl From<Vec<Direction>> for Moves {
    fn from(directions: Vec<Direction>) -> Moves {
        Moves { columns: Arc::new(Columns { directions, tiles: Vec::new() }) }
    }
}

impl FromIterator<Move> for Moves {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Moves {
        let columns = moves.into_iter().map(|by| (by.direction, by.tiles));
        let (directions, mut tiles): (Vec<Direction>, Vec<NonZeroU8>) = columns.unzip();
        if tiles.iter().all(|&tiles| tiles == NonZeroU8::MIN) {
            tiles = Vec::new();
        }
        Moves { columns: Arc::new(Columns { directions, tiles }) }
    }
}

/// A row and a column, counted from the blank's first cell.
type Offset = (i32, i32);

/// The effect of moves so far on a board without edges, whose tiles are named after the cells where they began.
#[derive(Default)]
struct Shuffle {
    blank: Offset,
    /// The tiles that were moved, by their current cells.
    moved: FxHashMap<Offset, Offset>,
    /// The sum over all (tile, cell) pairs that differ from the start. It identifies a state: with 128 mixed bits, a
    /// collision is not expected in the lifetime of the universe.
    sum: u128,
}

impl Shuffle {
    fn apply(&mut self, direction: Direction) {
        let (row, col) = self.blank;
        let to = match direction {
            Direction::Up => (row - 1, col),
            Direction::Down => (row + 1, col),
            Direction::Left => (row, col - 1),
            Direction::Right => (row, col + 1),
        };
        let tile = self.moved.remove(&to).unwrap_or(to);
        self.sum = self.sum.wrapping_sub(share(tile, to)).wrapping_add(share(tile, self.blank));
        if tile != self.blank {
            self.moved.insert(self.blank, tile);
        }
        self.blank = to;
    }
}

/// Returns what a tile on a cell adds to the sum: 0 where it began.
fn share(tile: Offset, cell: Offset) -> u128 {
    if tile == cell {
        return 0;
    }
    let packed = |(row, col): Offset| u64::from(row as u32) << 32 | u64::from(col as u32);
    let half = |seed: u64| mixed(mixed(packed(tile) ^ seed).wrapping_add(packed(cell)));
    u128::from(half(0)) << 64 | u128::from(half(0x9e37_79b9_7f4a_7c15))
}

/// Mixes every bit into all others (the finalizer of SplitMix64).
fn mixed(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
