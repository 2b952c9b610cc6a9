//! Sequences of moves as people write and exchange them: played, measured, inverted and simplified, independently of
//! any board.
//!
//! Internally a move is always the blank's; [`Mover`] defines what the letters of a text mean. Text becomes [`Moves`]
//! in [`crate::parse::parse_moves`]; [`Moves::letters`] and [`Moves::compact`] convert back.
//!
//! The effect of moves does not depend on the numbers of the tiles: played on two boards, the same moves take the tiles
//! of the same cells to the same cells. So loops are found, and removed, without a board.

use crate::board::{Board, Direction};
use crate::metric::Metric;
use crate::puzzle::{Solution, SolutionError};
use rustc_hash::FxHashMap;

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
}

/// Moves of the blank, first to last.
///
/// ```
/// use taquin::{InputFormat, Mover, parse_board, parse_moves};
/// let moves = parse_moves("URDL2", Mover::Blank)?;
/// assert_eq!(moves.letters(Mover::Blank), "URDLL");
/// assert_eq!(moves.inverse().compact(Mover::Blank), "R2ULD");
/// let board = parse_board("123456780", InputFormat::Auto, None)?;
/// let there = parse_moves("ULDR", Mover::Blank)?.play(&board)?;
/// assert_eq!(there.to_string(), "1 2 3/4 8 5/7 6 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Moves(Vec<Direction>);

impl Moves {
    /// The maximum number of moves that a text may stand for.
    pub const MAX_LEN: usize = 10_000_000;

    /// Returns the blank's directions.
    pub fn directions(&self) -> &[Direction] {
        &self.0
    }

    /// Returns the length in a metric.
    pub fn length(&self, metric: Metric) -> usize {
        match metric {
            Metric::SingleTile => self.0.len(),
            Metric::MultiTile => self.runs().count(),
        }
    }

    /// Returns one letter per move: `URDLL`.
    pub fn letters(&self, mover: Mover) -> String {
        self.0.iter().map(|&direction| mover.turn(direction).letter()).collect()
    }

    /// Returns one letter per straight run, followed by its length unless that is 1: `URDL2`.
    pub fn compact(&self, mover: Mover) -> String {
        let mut text = String::new();
        for run in self.runs() {
            text.extend(run.first().map(|&direction| mover.turn(direction).letter()));
            if run.len() > 1 {
                text += &run.len().to_string();
            }
        }
        text
    }

    /// Returns the board that the moves lead to, or an error for the move that leads off the board.
    pub fn play(&self, start: &Board) -> Result<Board, SolutionError> {
        let mut board = start.clone();
        for (index, &direction) in self.0.iter().enumerate() {
            if board.apply(direction).is_none() {
                return Err(SolutionError::Wall { step: index + 1, direction, board });
            }
        }
        Ok(board)
    }

    /// Returns the moves that undo these.
    pub fn inverse(&self) -> Moves {
        Moves(self.0.iter().rev().map(|direction| direction.opposite()).collect())
    }

    /// Returns the moves without loops: everything that leads back to an earlier board is removed, including a move
    /// undone at once. On every board on which the moves can be played, the rest can be played too and leads to the
    /// same board.
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
        for &direction in &self.0 {
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
        Moves(path)
    }

    /// Returns the straight runs, first to last.
    fn runs(&self) -> impl Iterator<Item = &[Direction]> {
        self.0.chunk_by(|a, b| a == b)
    }
}

impl From<Vec<Direction>> for Moves {
    fn from(directions: Vec<Direction>) -> Moves {
        Moves(directions)
    }
}

impl From<Moves> for Solution {
    fn from(moves: Moves) -> Solution {
        Solution::new(moves.0)
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
