//! Boards as people see them: a [`Size`], a [`Board`] of numbered tiles and a blank, the four [`Direction`]s in which
//! the blank can go, the [`Move`] that takes it there, past one tile or several, and the [`MoveOrder`] in which a search
//! tries directions.
//!
//! Everything here works for any size from 2x2 to 127x127. Hot loops do not use a `Board`; they pack it first (see
//! [`crate::state`]).

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

/// The maximum number of rows or columns.
pub const MAX_SIDE: usize = 127;

/// The number of rows and columns of a board, each from 2 to 127.
///
/// ```
/// use taquin::Size;
/// let size: Size = "3x4".parse()?;
/// assert_eq!((size.rows(), size.cols(), size.cells()), (3, 4, 12));
/// assert!(Size::new(1, 4).is_err());
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    rows: u8,
    cols: u8,
}

/// Why two numbers or a text are not a [`Size`].
///
/// ```
/// use taquin::{Size, SizeError};
/// assert_eq!(Size::new(1, 9), Err(SizeError::OutOfRange { rows: 1, cols: 9 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// A side is too short or too long.
    #[error("a board has 2 to {MAX_SIDE} rows and 2 to {MAX_SIDE} columns, not {rows} x {cols}")]
    OutOfRange {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        cols: usize,
    },
    /// The text does not have the form `RxC`.
    #[error("'{0}' is not a size: write rows x columns, such as 3x3 or 4x5")]
    Syntax(String),
}

codes! {
    SizeError {
        SizeError::OutOfRange { .. } => "size-out-of-range",
        SizeError::Syntax(_) => "not-a-size",
    }
}

impl Size {
    /// Creates a size of `rows` x `cols`, if both are from 2 to 127.
    pub fn new(rows: usize, cols: usize) -> Result<Size, SizeError> {
        let fits = 2..=MAX_SIDE;
        if fits.contains(&rows) && fits.contains(&cols) {
            Ok(Size { rows: rows as u8, cols: cols as u8 })
        } else {
            Err(SizeError::OutOfRange { rows, cols })
        }
    }

    /// Returns the size with rows and columns swapped.
    pub(crate) fn transposed(self) -> Size {
        Size { rows: self.cols, cols: self.rows }
    }

    /// Returns the number of rows.
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// Returns the number of columns.
    pub fn cols(self) -> usize {
        usize::from(self.cols)
    }

    /// Returns the number of cells: one more than the number of tiles.
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// Returns the row of a cell; cells are numbered row by row from 0.
    pub fn row(self, cell: usize) -> usize {
        cell / self.cols()
    }

    /// Returns the column of a cell.
    pub fn col(self, cell: usize) -> usize {
        cell % self.cols()
    }

    /// Returns the cell next to `cell` in a direction, or `None` at the edge.
    pub fn neighbour(self, cell: usize, direction: Direction) -> Option<usize> {
        match direction {
            Direction::Up => cell.checked_sub(self.cols()),
            Direction::Down => Some(cell + self.cols()).filter(|&c| c < self.cells()),
            Direction::Left => (self.col(cell) > 0).then(|| cell - 1),
            Direction::Right => (self.col(cell) + 1 < self.cols()).then_some(cell + 1),
        }
    }

    /// Returns the Manhattan distance between two cells.
    pub fn steps_between(self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }
}

/// 3x3, the size of the 8-puzzle.
impl Default for Size {
    fn default() -> Size {
        Size { rows: 3, cols: 3 }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl FromStr for Size {
    type Err = SizeError;
    fn from_str(text: &str) -> Result<Size, SizeError> {
        let syntax = || SizeError::Syntax(text.to_string());
        let (rows, cols) = text.trim().split_once(['x', 'X', '*']).ok_or_else(syntax)?;
        let number = |part: &str| part.trim().parse::<usize>().map_err(|_| syntax());
        Size::new(number(rows)?, number(cols)?)
    }
}

/// The direction in which the *blank* moves. The tile moves in the opposite direction.
///
/// ```
/// use taquin::Direction;
/// assert_eq!(Direction::from_letter('u'), Some(Direction::Up));
/// assert_eq!(Direction::Up.opposite(), Direction::Down);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// The blank moves up, a tile moves down.
    Up,
    /// The blank moves down, a tile moves up.
    Down,
    /// The blank moves left, a tile moves right.
    Left,
    /// The blank moves right, a tile moves left.
    Right,
}

impl Direction {
    /// All directions, in the default order UDLR.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// Returns the direction that undoes the move; it is also the direction in which the *tile* moves.
    pub fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }

    /// Returns `U`, `D`, `L` or `R`.
    pub fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Down => 'D',
            Direction::Left => 'L',
            Direction::Right => 'R',
        }
    }

    /// Returns the direction of a letter, upper or lower case.
    pub fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| d.letter() == letter.to_ascii_uppercase())
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Up => "Up",
            Direction::Down => "Down",
            Direction::Left => "Left",
            Direction::Right => "Right",
        })
    }
}

/// A move: the blank goes straight past a number of tiles, which all slide the other way. In the usual metric it is one
/// tile; a run of several is one move for those who count runs.
///
/// ```
/// use taquin::{Direction, Move};
/// let run: Move = "R3".parse()?;
/// assert_eq!((run.direction, run.tiles.get()), (Direction::Right, 3));
/// assert_eq!(run.inverse().to_string(), "L3");
/// assert_eq!(Move::from(Direction::Up).to_string(), "U");
/// assert!("R0".parse::<Move>().is_err());
/// # Ok::<(), taquin::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The direction of the blank.
    pub direction: Direction,
    /// The number of tiles that slide.
    pub tiles: NonZeroU8,
}

/// The text is not a [`Move`].
///
/// ```
/// use taquin::Move;
/// assert!("R127".parse::<Move>().unwrap_err().to_string().starts_with("'R127' is not a move"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a move: write U, D, L or R, and how many tiles unless it is one, such as R3")]
pub struct MoveError(String);

impl Move {
    /// The most tiles of a move: all of the longest row but the blank.
    pub const MAX_TILES: usize = MAX_SIDE - 1;

    /// Creates a move past this many tiles, if they are from 1 to [`Move::MAX_TILES`].
    pub fn new(direction: Direction, tiles: usize) -> Option<Move> {
        let tiles = u8::try_from(tiles).ok().filter(|_| tiles <= Move::MAX_TILES)?;
        NonZeroU8::new(tiles).map(|tiles| Move { direction, tiles })
    }

    /// Returns the number of tiles.
    pub fn length(self) -> usize {
        usize::from(self.tiles.get())
    }

    /// Returns the move that undoes it.
    pub fn inverse(self) -> Move {
        Move { direction: self.direction.opposite(), ..self }
    }

    /// Returns it as words: `Right`, or `Right by 3`.
    pub fn in_words(self) -> String {
        match self.length() {
            1 => self.direction.to_string(),
            tiles => format!("{} by {tiles}", self.direction),
        }
    }
}

impl From<Direction> for Move {
    #[inline]
    fn from(direction: Direction) -> Move {
        Move { direction, tiles: NonZeroU8::MIN }
    }
}

/// A letter, and the number of tiles unless that is 1: `R`, `R3`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.length() {
            1 => write!(f, "{}", self.direction.letter()),
            tiles => write!(f, "{}{tiles}", self.direction.letter()),
        }
    }
}

impl FromStr for Move {
    type Err = MoveError;
    fn from_str(text: &str) -> Result<Move, MoveError> {
        let mut rest = text.chars();
        let direction = rest.next().and_then(Direction::from_letter);
        let tiles = match rest.as_str() {
            "" => Some(1),
            digits if digits.starts_with(|first| matches!(first, '1'..='9')) => digits.parse().ok(),
            _ => None,
        };
        let found = direction.zip(tiles).and_then(|(direction, tiles)| Move::new(direction, tiles));
        found.ok_or_else(|| MoveError(text.to_string()))
    }
}

/// The order in which a search *visits* the children of a node, as four letters such as `UDLR`.
///
/// ```
/// use taquin::MoveOrder;
/// let order: MoveOrder = "LURD".parse()?;
/// assert_eq!(order.to_string(), "LURD");
/// assert!("LURL".parse::<MoveOrder>().is_err());
/// # Ok::<(), taquin::MoveOrderError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveOrder([Direction; 4]);

/// The text does not name each of the four directions once.
///
/// ```
/// use taquin::MoveOrder;
/// let error = "UDL".parse::<MoveOrder>().unwrap_err();
/// assert!(error.to_string().starts_with("'UDL' is not an order"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an order: write each of the letters U, D, L and R once, such as UDLR")]
pub struct MoveOrderError(String);

impl MoveOrder {
    /// Returns the directions, first visited first.
    pub fn directions(self) -> [Direction; 4] {
        self.0
    }
}

impl Default for MoveOrder {
    fn default() -> MoveOrder {
        MoveOrder(Direction::ALL)
    }
}

impl FromStr for MoveOrder {
    type Err = MoveOrderError;
    fn from_str(text: &str) -> Result<MoveOrder, MoveOrderError> {
        let error = || MoveOrderError(text.to_string());
        let found: Option<Vec<Direction>> = text.chars().map(Direction::from_letter).collect();
        let order: [Direction; 4] =
            found.and_then(|list| list.try_into().ok()).ok_or_else(error)?;
        let complete = Direction::ALL.iter().all(|direction| order.contains(direction));
        if complete { Ok(MoveOrder(order)) } else { Err(error()) }
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|direction| write!(f, "{}", direction.letter()))
    }
}

/// A board: every number from 0 (the blank) to cells - 1 exactly once, row by row.
///
/// ```
/// use taquin::{Board, Direction, Size};
/// let size = Size::new(3, 3)?;
/// let board = Board::new(size, vec![1, 2, 3, 4, 0, 5, 7, 8, 6])?;
/// let after = board.moved(Direction::Right).expect("there is a tile on the right");
/// assert_eq!(after.to_string(), "1 2 3/4 5 0/7 8 6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    tiles: Box<[u16]>,
    blank: u16,
}

/// Why a list of numbers is not a [`Board`].
///
/// ```
/// use taquin::{Board, BoardError, Size};
/// let twice = Board::new(Size::new(2, 2)?, vec![1, 2, 2, 0]);
/// assert_eq!(twice, Err(BoardError::Duplicate { tile: 2, missing: 3 }));
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The list is too short or too long for the size.
    #[error("a {size} board has {} cells, not {found}", size.cells())]
    WrongCount {
        /// The size.
        size: Size,
        /// The number of numbers found.
        found: usize,
    },
    /// A number is too large.
    #[error("{tile} is out of range: a board of {cells} cells has the numbers 0 to {}", cells - 1)]
    OutOfRange {
        /// The number.
        tile: u16,
        /// The number of cells.
        cells: usize,
    },
    /// A number occurs twice, so another is missing.
    #[error("{tile} occurs twice and {missing} is missing")]
    Duplicate {
        /// The number that occurs twice.
        tile: u16,
        /// The smallest number that does not occur.
        missing: u16,
    },
}

codes! {
    BoardError {
        BoardError::WrongCount { .. } => "wrong-count",
        BoardError::OutOfRange { .. } => "out-of-range",
        BoardError::Duplicate { .. } => "duplicate",
    }
}

impl Board {
    /// Creates a board from its numbers row by row, with 0 as the blank.
    pub fn new(size: Size, tiles: Vec<u16>) -> Result<Board, BoardError> {
        let cells = size.cells();
        if tiles.len() != cells {
            return Err(BoardError::WrongCount { size, found: tiles.len() });
        }
        let mut cell_of = vec![None; cells];
        let mut duplicate = None;
        for (cell, &tile) in tiles.iter().enumerate() {
            match cell_of.get_mut(usize::from(tile)) {
                None => return Err(BoardError::OutOfRange { tile, cells }),
                Some(Some(_)) => duplicate = duplicate.or(Some(tile)),
                Some(slot) => *slot = Some(cell as u16),
            }
        }
        if let Some(tile) = duplicate {
            let missing = cell_of.iter().position(Option::is_none);
            let missing = missing.expect("one number is there twice, so another is not") as u16;
            return Err(BoardError::Duplicate { tile, missing });
        }
        let blank = cell_of[0].expect("every number is there");
        Ok(Board { size, tiles: tiles.into(), blank })
    }

    /// Returns the goal `1 2 3 ... 0`, with the blank last.
    pub fn classic(size: Size) -> Board {
        let cells = size.cells();
        Board::from_cells(size, |cell| if cell + 1 == cells { 0 } else { cell + 1 })
    }

    /// Returns the goal `0 1 2 ...`, with the blank first.
    pub fn zero_first(size: Size) -> Board {
        Board::from_cells(size, |cell| cell)
    }

    /// Returns a clockwise spiral inwards from the top left, with the blank last.
    pub fn snail(size: Size) -> Board {
        let mut number_at = vec![0; size.cells()];
        let (mut cell, mut turn) = (0, 0);
        let clockwise = [Direction::Right, Direction::Down, Direction::Left, Direction::Up];
        for number in 1..size.cells() {
            number_at[cell] = number;
            let free = |turn: usize| {
                let next = size.neighbour(cell, clockwise[turn % 4]);
                next.filter(|&next| next != 0 && number_at[next] == 0)
            };
            if free(turn).is_none() {
                turn += 1;
            }
            cell = free(turn).expect("the spiral ends at the blank");
        }
        Board::from_cells(size, |cell| number_at[cell])
    }

    /// Creates a board that is a permutation by construction.
    fn from_cells(size: Size, tile_at: impl Fn(usize) -> usize) -> Board {
        let tiles: Vec<u16> = (0..size.cells()).map(|cell| tile_at(cell) as u16).collect();
        let blank = tiles.iter().position(|&tile| tile == 0);
        let blank = blank.expect("a permutation has a 0") as u16;
        Board { size, tiles: tiles.into(), blank }
    }

    /// Returns the size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the numbers row by row; 0 is the blank.
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// Returns the rows, top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[u16]> {
        self.tiles.chunks(self.size.cols())
    }

    /// Returns the cell of the blank.
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// Returns the cell of each number.
    pub fn cell_of_each(&self) -> Vec<usize> {
        let mut cells = vec![0; self.tiles.len()];
        for (cell, &tile) in self.tiles.iter().enumerate() {
            cells[usize::from(tile)] = cell;
        }
        cells
    }

    /// Moves the blank and returns the tile that is now where it was, the first of those that slid; or returns `None` and
    /// changes nothing if the move leads off the board.
    pub fn apply(&mut self, by: impl Into<Move>) -> Option<u16> {
        let by: Move = by.into();
        let from = self.blank();
        let next = |cell| self.size.neighbour(cell, by.direction);
        let first = next(from)?;
        let end = (1..by.length()).try_fold(first, |cell, _| next(cell))?;
        let step = first.abs_diff(from);
        let mut cell = from;
        while cell != end {
            let to = if end > from { cell + step } else { cell - step };
            self.tiles.swap(cell, to);
            cell = to;
        }
        self.blank = end as u16;
        Some(self.tiles[from])
    }

    /// Returns the board after a move of the blank, or `None` if it leads off the board.
    pub fn moved(&self, by: impl Into<Move>) -> Option<Board> {
        let mut board = self.clone();
        board.apply(by).map(|_| board)
    }

    /// Returns the cells whose tiles a move slides, the first next to the blank; it ends at the edge.
    pub fn cells_moved_by(&self, by: Move) -> impl Iterator<Item = usize> + use<> {
        let (size, blank) = (self.size, self.blank());
        let next = move |&cell: &usize| size.neighbour(cell, by.direction);
        std::iter::successors(Some(blank), next).skip(1).take(by.length())
    }

    /// Returns the tiles that slid in the move that led to this board, the last of them first.
    pub fn tiles_moved_by(&self, by: Move) -> Vec<u16> {
        self.cells_moved_by(by.inverse()).map(|cell| self.tiles[cell]).collect()
    }

    /// Returns the board with the numbers on two cells swapped. This is not a move of the puzzle.
    pub fn swapped(&self, a: usize, b: usize) -> Board {
        Board::from_cells(self.size, |cell| {
            let from = if cell == a {
                b
            } else if cell == b {
                a
            } else {
                cell
            };
            usize::from(self.tiles[from])
        })
    }

    /// Returns one character per cell, `0`-`9` then `A`-`W`, or `None` if there are more than 33 cells.
    pub fn to_digits(&self) -> Option<String> {
        let digit =
            |&tile: &u16| char::from_digit(u32::from(tile), 36).map(|c| c.to_ascii_uppercase());
        if self.tiles.len() > 33 { None } else { self.tiles.iter().map(digit).collect() }
    }
}

/// Rows separated by `/`, numbers by spaces: `6 4 7/8 5 0/3 2 1`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.tiles.iter().enumerate() {
            let before = match cell {
                0 => "",
                _ if self.size.col(cell) == 0 => "/",
                _ => " ",
            };
            write!(f, "{before}{tile}")?;
        }
        Ok(())
    }
}
