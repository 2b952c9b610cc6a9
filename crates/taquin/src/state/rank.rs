//! Ranks the boards of a small space from 0 without gaps, so that a flat table can replace a hash table.
//!
//! A board's rank is the blank's cell and then the *code* of its tiles read row by row without the blank: their Lehmer
//! code, which gives for each tile the number of smaller ones after it. The last two tiles have no digit: their order
//! follows from parity, as only half of all permutations can be reached.
//!
//! Horizontal moves do not change the code. On 3x3, which is searched most, the digits are looked up half a board at a
//! time.

use super::packed::PackedBoard;
use crate::board::{Board, Size};
use std::any::Any;

/// The ranking of all boards that can be reached from a goal, for up to 12 cells.
///
/// ```
/// use taquin::state::{PackedBoard, Ranking};
/// use taquin::{Board, Size};
/// let goal = Board::classic(Size::new(3, 3)?);
/// let ranking = Ranking::new(&goal).expect("9 cells are few enough");
/// assert_eq!(ranking.boards(), 181_440);
/// let rank = ranking.rank(&u64::pack(goal.tiles()), goal.blank());
/// assert_eq!(ranking.unrank(rank), goal.tiles());
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ranking {
    size: Size,
    /// By the blank's cell.
    by_blank: [ByBlank; Ranking::MAX_CELLS],
    codes: u32,
    /// The parity of the goal's tiles in reading order, and the row of its blank.
    goal_odd: bool,
    goal_row: usize,
}

/// What turns tiles into a rank while the blank is on a given cell.
#[derive(Clone, Copy, Debug, Default)]
struct ByBlank {
    /// The weight of the digit of the tile on each cell; 0 for the blank and the last two tiles.
    weights: [u32; Ranking::MAX_CELLS],
    /// The rank of the first board, minus the weight of each digit before the blank: those count the blank too.
    base: u32,
}

/// Sixteen counters of four bits: counter `t` is how many numbers below `t` are still to come.
const ALL_TO_COME: u64 = 0xFEDC_BA98_7654_3210;
/// Subtracted after shifting, it decrements every counter above the number just read.
const ONE_LESS_ABOVE: u64 = 0x1111_1111_1111_1110;

impl Ranking {
    /// The maximum number of cells: 12!/2 boards fit in a `u32`.
    pub const MAX_CELLS: usize = 12;

    /// Creates the ranking for a goal, or returns `None` if the space is too large.
    pub fn new(goal: &Board) -> Option<Ranking> {
        let size = goal.size();
        let cells = size.cells();
        if cells > Ranking::MAX_CELLS {
            return None;
        }
        let mut ranking = Ranking {
            size,
            by_blank: [ByBlank::default(); Ranking::MAX_CELLS],
            codes: weight(cells - 1, 0) * (cells - 1) as u32,
            goal_odd: is_odd(goal.tiles()),
            goal_row: size.row(goal.blank()),
        };
        for (blank, ByBlank { weights, base }) in ranking.by_blank[..cells].iter_mut().enumerate() {
            for place in 0..cells - 3 {
                weights[place + usize::from(place >= blank)] = weight(cells - 1, place);
            }
            *base = blank as u32 * ranking.codes - weights[..blank].iter().sum::<u32>();
        }
        Some(ranking)
    }

    /// Returns the number of boards: cells! / 2.
    pub fn boards(&self) -> usize {
        self.codes() * self.size.cells()
    }

    /// Returns the number of boards with the blank on one cell.
    pub(crate) fn codes(&self) -> usize {
        self.codes as usize
    }

    /// Returns the rank of a board whose blank is on the cell `blank`.
    #[inline(always)]
    pub fn rank<B: PackedBoard>(&self, packed: &B, blank: usize) -> usize {
        // The packing is known at compile time, so only one branch of this remains.
        match (packed as &dyn Any).downcast_ref::<u64>() {
            Some(&packed) if self.size.cells() == 9 => {
                blank * NINE_CELLS_CODES + nine_cells_code(packed, blank)
            }
            _ => self.rank_of_any_size(packed, blank),
        }
    }

    #[inline(never)]
    fn rank_of_any_size<B: PackedBoard>(&self, packed: &B, blank: usize) -> usize {
        let ByBlank { weights, base } = &self.by_blank[blank];
        let mut to_come = ALL_TO_COME;
        let mut rank = *base;
        for (cell, &weight) in weights[..self.size.cells() - 1].iter().enumerate() {
            let bits = 4 * packed.tile(cell);
            rank += (to_come >> bits) as u32 % 16 * weight;
            to_come = to_come.wrapping_sub(ONE_LESS_ABOVE << bits);
        }
        rank as usize
    }

    /// Returns the tiles of the board with a rank, row by row.
    pub fn unrank(&self, rank: usize) -> Vec<u16> {
        let (blank, mut code) = (rank / self.codes(), rank % self.codes());
        let tiles_count = self.size.cells() - 1;
        let mut left: Vec<u16> = (1..self.size.cells() as u16).collect();
        let mut tiles: Vec<u16> = Vec::with_capacity(self.size.cells());
        for place in 0..tiles_count - 2 {
            let weight = weight(tiles_count, place) as usize;
            tiles.push(left.remove(code / weight));
            code %= weight;
        }
        tiles.append(&mut left);
        if is_odd(&tiles) != self.odd_with_blank_in(self.size.row(blank)) {
            tiles.swap(tiles_count - 2, tiles_count - 1);
        }
        tiles.insert(blank, 0);
        tiles
    }

    /// Returns whether a board of this size is among the ranked ones.
    pub(crate) fn contains(&self, board: &Board) -> bool {
        is_odd(board.tiles()) == self.odd_with_blank_in(self.size.row(board.blank()))
    }

    /// Returns whether the tiles in reading order are an odd permutation while the blank is in a row.
    fn odd_with_blank_in(&self, row: usize) -> bool {
        // A vertical move carries a tile past cols - 1 others.
        let passed = row.abs_diff(self.goal_row) * (self.size.cols() - 1);
        self.goal_odd != (passed % 2 == 1)
    }

    /// Returns how codes change when the blank moves up to a cell from the one below, and when it moves back down.
    ///
    /// Moving up, the tile on that cell passes the `cols - 1` tiles after it. Only their digits change, and these are
    /// adjacent in the code, so a small table gives the change of all of them together.
    pub(crate) fn carries(&self, cell: usize) -> [Carry; 2] {
        let (tiles, cols) = (self.size.cells() - 1, self.size.cols());
        let passed = self.passed_digits(cell);
        let values = passed.len() as u32;
        // The digit of the second-last tile may be among theirs, but it is not part of the code.
        let hidden = cell + cols > tiles - 2;
        let divisor = if hidden { 2 } else { 1 };
        let weight = if hidden { 1 } else { weight(tiles, cell + cols - 1) };
        let carry = |row| Carry {
            below: Divisor::new(weight),
            values: Divisor::new(values / divisor),
            hidden: hidden.then(|| self.odd_with_blank_in(row)),
            added: vec![0; values as usize].into(),
        };
        let row = self.size.row(cell);
        let (mut up, mut down) = (carry(row + 1), carry(row));
        for (before, after) in (0..).zip(passed) {
            let added = (after / divisor * weight).wrapping_sub(before / divisor * weight);
            up.added[before as usize] = added;
            down.added[after as usize] = added.wrapping_neg();
        }
        [up, down]
    }

    /// Returns what the digits of a tile and of the `cols - 1` tiles after it become together when that tile passes the
    /// others; `cell` is its own.
    pub(super) fn passed_digits(&self, cell: usize) -> Vec<u32> {
        let (tiles, cols) = (self.size.cells() - 1, self.size.cols());
        // The number of values of the digit of each of these tiles.
        let radix = |place: usize| (tiles - cell - place) as u32;
        let values: u32 = (0..cols).map(radix).product();
        let passed = |mut before: u32| {
            let mut digits = [0; Ranking::MAX_CELLS];
            for place in (0..cols).rev() {
                digits[place] = before % radix(place);
                before /= radix(place);
            }
            for place in 1..cols {
                // Of two neighbours, the second is larger if its digit is equal or greater.
                let (tile, other) = (digits[place - 1], digits[place]);
                (digits[place - 1], digits[place]) =
                    if other >= tile { (other + 1, tile) } else { (other, tile - 1) };
            }
            (0..cols)
                .fold(0, |digits_together, place| digits_together * radix(place) + digits[place])
        };
        (0..values).map(passed).collect()
    }

    /// Returns how many values [`Ranking::passed_digits`] has for all cells together.
    pub(super) fn passed_digit_values(&self) -> usize {
        let (cells, cols) = (self.size.cells(), self.size.cols());
        (0..cells - cols).map(|cell| (cells - cell - cols..cells - cell).product::<usize>()).sum()
    }

    /// Returns for each code whether the sum of its digits is odd.
    pub(crate) fn code_parities(&self) -> Vec<bool> {
        let mut parities = vec![false];
        // From the last digit to the first: each appends copies of the table so far.
        for radix in 3..self.size.cells() {
            let below = parities.len();
            for digit in 1..radix {
                parities.extend_from_within(..below);
                parities[digit * below..].iter_mut().for_each(|odd| *odd ^= digit % 2 == 1);
            }
        }
        parities
    }
}

/// How codes change when the blank moves up, or down, between two cells.
#[derive(Clone, Debug)]
pub(crate) struct Carry {
    /// The number of codes of the tiles after those that change.
    below: Divisor,
    /// The number of values of the changing digits together, as far as they are part of the code.
    values: Divisor,
    /// If one of them is not part of it: whether the sum of all digits is odd before the move.
    hidden: Option<bool>,
    /// What is added to the code, indexed by the changing digits.
    added: Box<[u32]>,
}

impl Carry {
    /// Calls `visit` with the code after the move for each code, given the [`Ranking::code_parities`].
    #[inline(always)]
    pub(crate) fn after_each(&self, codes: &[u32], parities: &[bool], mut visit: impl FnMut(u32)) {
        let Carry { below, values, hidden, added } = self;
        // Copies, because otherwise the compiler would read them again for every code.
        let (below, values, added) = (*below, *values, &added[..]);
        let digits = |code: u32| values.remainder(below.quotient(code));
        match *hidden {
            None => {
                for &code in codes {
                    visit(code.wrapping_add(added[digits(code) as usize]));
                }
            }
            Some(odd) => {
                for &code in codes {
                    let hidden = u32::from(parities[code as usize] != odd);
                    visit(code.wrapping_add(added[(2 * digits(code) + hidden) as usize]));
                }
            }
        }
    }
}

/// Divides by multiplication, which is several times as fast.
#[derive(Clone, Copy, Debug)]
pub(super) struct Divisor {
    by: u32,
    reciprocal: u64,
}

impl Divisor {
    const SHIFT: u32 = 38;

    pub(super) fn new(by: u32) -> Divisor {
        Divisor { by, reciprocal: (1 << Divisor::SHIFT) / u64::from(by) + u64::from(by > 1) }
    }

    /// Returns the quotient. Exact for numbers below 2^26 if the product of number and divisor is below 2^38.
    #[inline(always)]
    pub(super) fn quotient(self, number: u32) -> u32 {
        ((u64::from(number) * self.reciprocal) >> Divisor::SHIFT) as u32
    }

    /// Returns the remainder, under the same conditions.
    #[inline(always)]
    pub(super) fn remainder(self, number: u32) -> u32 {
        number - self.quotient(number) * self.by
    }
}

/// Returns the weight of the digit at a position among this many tiles, of which the last two have none.
fn weight(tiles: usize, place: usize) -> u32 {
    (3..tiles - place).map(|radix| radix as u32).product()
}

/// The number of codes with the blank on one of 9 cells: 8! / 2.
const NINE_CELLS_CODES: usize = 20_160;

/// What the first four of eight tiles, and the last four, add to the code, indexed by their numbers minus 1, three bits
/// each. A digit can be computed from the tiles before as well as from those after it, so neither half needs the other.
static FIRST_FOUR: [u16; 4096] = four_of_eight(true);
static LAST_FOUR: [u16; 4096] = four_of_eight(false);

const fn four_of_eight(first: bool) -> [u16; 4096] {
    let weights = if first { [2520, 360, 60, 12] } else { [3, 1, 0, 0] };
    let mut table = [0; 4096];
    let mut index = 0;
    while index < table.len() {
        let mut place = 0;
        while place < 4 {
            let tile = index >> (9 - 3 * place) & 7;
            let mut digit = if first { tile } else { 0 };
            let mut other = 0;
            while other < 4 {
                let smaller = (index >> (9 - 3 * other) & 7) < tile;
                if smaller && first && other < place {
                    // Saturating because of entries that contain a tile twice, which are never used.
                    digit = usize::saturating_sub(digit, 1);
                } else if smaller && !first && other > place {
                    digit += 1;
                }
                other += 1;
            }
            table[index] += digit as u16 * weights[place];
            place += 1;
        }
        index += 1;
    }
    table
}

/// Returns the code of a board of 9 cells.
#[inline(always)]
fn nine_cells_code(packed: u64, blank: usize) -> usize {
    // Close the gap that the blank leaves; then 8 tiles of 4 bits are in the upper half.
    let before_blank = !(u64::MAX >> (4 * blank));
    let tiles = ((packed & before_blank | (packed & !before_blank) << 4) >> 32) as u32;
    let threes = tiles.wrapping_sub(0x1111_1111);
    let sixes = threes & 0x0707_0707 | (threes & 0x7070_7070) >> 1;
    let twelves = sixes & 0x003F_003F | (sixes & 0x3F00_3F00) >> 2;
    let first = FIRST_FOUR[twelves as usize >> 16 & 4095];
    let last = LAST_FOUR[twelves as usize & 4095];
    usize::from(first) + usize::from(last)
}

/// Returns whether the tiles in reading order, without the blank, are an odd permutation.
fn is_odd(tiles: &[u16]) -> bool {
    let smaller_behind = |place: usize| {
        tiles[place + 1..].iter().filter(|&&other| other != 0 && other < tiles[place]).count()
    };
    (0..tiles.len()).map(smaller_behind).sum::<usize>() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Direction;
    use crate::state::SliceBoard;

    fn goals() -> impl Iterator<Item = Board> {
        ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"].into_iter().flat_map(|size| {
            let size: Size = size.parse().expect("a size");
            let classic = Board::classic(size);
            // The blank on every cell in turn: corners, edges and the centre.
            (0..size.cells()).map(move |blank| {
                let mut tiles = classic.tiles().to_vec();
                tiles.pop();
                tiles.insert(blank, 0);
                Board::new(size, tiles).expect("a board")
            })
        })
    }

    #[test]
    fn every_number_is_a_board_and_every_board_a_number() {
        for goal in goals() {
            let ranking = Ranking::new(&goal).expect("a small space");
            let factorial: usize = (1..=goal.size().cells()).product();
            assert_eq!(ranking.boards(), factorial / 2);
            for rank in 0..ranking.boards() {
                let tiles = ranking.unrank(rank);
                let board = Board::new(goal.size(), tiles).expect("a board");
                let goal = crate::Goal::Board(goal.clone());
                let blank = board.blank();
                assert_eq!(ranking.rank(&u64::pack(board.tiles()), blank), rank, "{board}");
                assert_eq!(ranking.rank(&u128::pack(board.tiles()), blank), rank, "{board}");
                assert_eq!(ranking.rank(&SliceBoard::pack(board.tiles()), blank), rank, "{board}");
                assert!(crate::Puzzle::new(board, &goal).is_ok());
            }
        }
    }

    #[test]
    fn numbers_of_larger_spaces() {
        for size in ["2x5", "5x2", "2x6", "3x4", "4x3"] {
            let goal = Board::snail(size.parse().expect("a size"));
            let ranking = Ranking::new(&goal).expect("a small space");
            for rank in (0..ranking.boards()).step_by(997) {
                let tiles = ranking.unrank(rank);
                let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
                assert_eq!(ranking.rank(&u64::pack(&tiles), blank), rank);
            }
        }
        assert!(Ranking::new(&Board::classic("2x7".parse().expect("a size"))).is_none());
    }

    #[test]
    fn codes_follow_moves_of_the_blank() {
        let two_by_five = Board::snail("2x5".parse().expect("a size"));
        for goal in goals().chain([two_by_five]) {
            let ranking = Ranking::new(&goal).expect("a small space");
            let (size, codes) = (goal.size(), ranking.codes());
            let parities = ranking.code_parities();
            let step = if codes > 100_000 { 101 } else { 1 };
            for cell in 0..size.cells() - size.cols() {
                let below = cell + size.cols();
                let [up, down] = ranking.carries(cell);
                let after = |carry: &Carry, code: u32| {
                    let mut after = 0;
                    carry.after_each(&[code], &parities, |code| after = code);
                    after
                };
                for code in (0..codes).step_by(step) {
                    let tiles = ranking.unrank(below * codes + code);
                    let mut board = Board::new(size, tiles).expect("a board");
                    board.apply(Direction::Up);
                    let carried = after(&up, code as u32);
                    let rank = ranking.rank(&u64::pack(board.tiles()), cell);
                    assert_eq!(cell * codes + carried as usize, rank, "{board}");
                    assert_eq!(after(&down, carried), code as u32, "{board}");
                }
            }
        }
    }
}
