//! A learnt score: an estimate of how many moves a board takes beyond the sum of its tiles' distances.
//!
//! The network has one hidden layer of [`HIDDEN`] sums. There is an input for every pair of a tile's home and its
//! cell, and one for every pair of the blank's home and its cell; each active input adds a row of weights to the
//! sums. A move changes two inputs, so the sums of a board follow from those of its parent by four rows. The output
//! is a weighted sum of the squares of the sums, clamped to the range from 0 to [`ONE`], plus a direct weight of
//! every active input.
//!
//! All numbers are small integers, so a score is the same on every machine. It is an estimate, not a bound.

use super::cells::Cells;
use super::relative::RelativeBoard;
use crate::board::Size;

/// The number of sums.
pub(crate) const HIDDEN: usize = 128;
/// The integer that represents 1 in the sums.
pub(super) const ONE: i16 = 255;
/// The integer that represents 1 in the output weights.
pub(super) const OUTPUT_ONE: f32 = 64.0;
/// The number of moves that a sum of 1 with an output weight of 1 contributes.
pub(super) const SCALE: i64 = 16;
/// The integer that represents one move in a score.
pub(crate) const MOVE: i32 = 64;

/// The sums of a board.
pub(super) type Sums = [i16; HIDDEN];

/// A learnt score for the boards of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    /// The number of cells of a board.
    pub(super) cells: usize,
    /// By input: the weights that it adds to the sums.
    pub(super) rows: Vec<Sums>,
    /// The initial values of the sums (biases).
    pub(super) begin: Sums,
    /// The output weight of each sum.
    pub(super) output: Sums,
    /// By input: its direct weight.
    pub(super) direct: Vec<i32>,
    /// The output bias.
    pub(super) constant: i32,
}

/// The two inputs that a move deactivates and the two that it activates.
#[derive(Clone, Copy)]
pub(super) struct Change {
    tile_from: usize,
    tile_to: usize,
    blank_from: usize,
    blank_to: usize,
}

impl Network {
    /// Returns an untrained network: its score is the sum of the tiles' distances.
    pub(crate) fn untrained(cells: usize) -> Network {
        Network {
            cells,
            rows: vec![[0; HIDDEN]; inputs(cells)],
            begin: [0; HIDDEN],
            output: [0; HIDDEN],
            direct: vec![0; inputs(cells)],
            constant: 0,
        }
    }

    /// Returns its size in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.rows.len() * (size_of::<Sums>() + size_of::<i32>())) as u64
    }

    /// Returns the network for a smaller board, treated as part of the larger one with all tiles outside it at home.
    pub(super) fn cut(&self, from: Size, to: Size) -> Network {
        let mut cut =
            Network { cells: to.cells(), rows: Vec::new(), direct: Vec::new(), ..self.clone() };
        let place = |cell: usize| cell / to.cols() * from.cols() + cell % to.cols();
        for blank in [false, true] {
            for home in 0..to.cells() {
                for cell in 0..to.cells() {
                    let input = self.input(place(home) as u8, place(cell) as u8, blank);
                    cut.rows.push(self.rows[input]);
                    cut.direct.push(self.direct[input]);
                }
            }
        }
        let inside = |cell: usize| cell / from.cols() < to.rows() && cell % from.cols() < to.cols();
        for cell in (0..from.cells()).filter(|&cell| !inside(cell)) {
            let input = self.input(cell as u8, cell as u8, false);
            cut.constant += self.direct[input];
            for (sum, weight) in cut.begin.iter_mut().zip(&self.rows[input]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        cut
    }

    /// Returns the sums of a board, and the total of its direct weights.
    pub(super) fn sums(&self, cells: &Cells, board: &RelativeBoard) -> (Sums, i32) {
        let (mut sums, mut direct) = (self.begin, self.constant);
        for cell in 0..cells.count {
            let home = board.homes[cell];
            let input = self.input(home, cell as u8, home == board.blank_home);
            direct += self.direct[input];
            for (sum, weight) in sums.iter_mut().zip(&self.rows[input]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        (sums, direct)
    }

    /// Returns the inputs that a move changes: the tile with this home moves to the blank's cell, the blank to the
    /// tile's.
    #[inline(always)]
    pub(super) fn change(&self, home: u8, tile: u8, blank_home: u8, blank: u8) -> Change {
        Change {
            tile_from: self.input(home, tile, false),
            tile_to: self.input(home, blank, false),
            blank_from: self.input(blank_home, blank, true),
            blank_to: self.input(blank_home, tile, true),
        }
    }

    /// Returns by how much a move changes the total of the direct weights.
    #[inline(always)]
    pub(super) fn direct_after(&self, change: Change) -> i32 {
        self.direct[change.tile_to] - self.direct[change.tile_from] + self.direct[change.blank_to]
            - self.direct[change.blank_from]
    }

    /// Returns the sums after a move.
    #[inline(always)]
    pub(super) fn sums_after(&self, sums: &Sums, change: Change) -> Sums {
        let [tile_from, tile_to, blank_from, blank_to] = self.rows_of(change);
        std::array::from_fn(|at| {
            sums[at]
                .wrapping_sub(tile_from[at])
                .wrapping_add(tile_to[at])
                .wrapping_sub(blank_from[at])
                .wrapping_add(blank_to[at])
        })
    }

    /// Returns the output of the sums after a move.
    #[inline(always)]
    pub(super) fn output_after(&self, sums: &Sums, change: Change) -> i32 {
        let [tile_from, tile_to, blank_from, blank_to] = self.rows_of(change);
        let mut total = 0i32;
        for at in 0..HIDDEN {
            let sum = sums[at]
                .wrapping_sub(tile_from[at])
                .wrapping_add(tile_to[at])
                .wrapping_sub(blank_from[at])
                .wrapping_add(blank_to[at]);
            total += weighted_square(sum, self.output[at]);
        }
        in_score_units(total)
    }

    /// Returns the output of sums.
    #[cfg(test)]
    fn output(&self, sums: &Sums) -> i32 {
        in_score_units(
            sums.iter().zip(&self.output).map(|(&sum, &weight)| weighted_square(sum, weight)).sum(),
        )
    }

    #[inline(always)]
    fn rows_of(&self, change: Change) -> [&Sums; 4] {
        [change.tile_from, change.tile_to, change.blank_from, change.blank_to]
            .map(|input| &self.rows[input])
    }

    #[inline(always)]
    pub(super) fn input(&self, home: u8, cell: u8, blank: bool) -> usize {
        let offset = if blank { self.cells * self.cells } else { 0 };
        offset + usize::from(home) * self.cells + usize::from(cell)
    }
}

impl Network {
    /// Returns all weights as bytes. Those of the sums take one byte each, as none is greater than 127.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.rows.iter().flatten().map(|&weight| weight as u8).collect();
        bytes.extend(self.output.iter().map(|&weight| weight as u8));
        bytes.extend(self.begin.iter().flat_map(|weight| weight.to_le_bytes()));
        let direct = self.direct.iter().chain([&self.constant]);
        bytes.extend(direct.flat_map(|weight| weight.to_le_bytes()));
        bytes
    }

    /// Returns the number of bytes of the weights of a network for this many cells.
    pub(super) fn bytes_of(cells: usize) -> usize {
        inputs(cells) * (HIDDEN + 4) + 3 * HIDDEN + 4
    }

    /// Returns the network for this many cells with these weights, if their number is right and no total of them can
    /// overflow.
    pub(crate) fn from_bytes(cells: usize, bytes: &[u8]) -> Option<Network> {
        let mut network = Network::untrained(cells);
        let (rows, rest) = bytes.split_at_checked(network.rows.len() * HIDDEN)?;
        let (output, rest) = rest.split_at_checked(HIDDEN)?;
        let (begin, direct) = rest.split_at_checked(2 * HIDDEN)?;
        if direct.len() != 4 * (network.direct.len() + 1) {
            return None;
        }
        let byte = |byte: u8| i16::from(byte as i8);
        let weights = network.rows.iter_mut().flatten().chain(&mut network.output);
        weights.zip(rows.iter().chain(output)).for_each(|(to, &from)| *to = byte(from));
        for (to, from) in network.begin.iter_mut().zip(begin.chunks_exact(2)) {
            *to = i16::from_le_bytes([from[0], from[1]]);
        }
        let direct_to = network.direct.iter_mut().chain([&mut network.constant]);
        for (to, from) in direct_to.zip(direct.chunks_exact(4)) {
            *to = i32::from_le_bytes([from[0], from[1], from[2], from[3]]);
        }
        let fits = |weight: &i32| weight.unsigned_abs() <= MAX_DIRECT;
        (fits(&network.constant) && network.direct.iter().all(fits)).then_some(network)
    }
}

/// The greatest direct weight: far above any that is learnt, and the total of a board's still fits.
const MAX_DIRECT: u32 = 1 << 24;

/// Returns the number of inputs.
pub(super) fn inputs(cells: usize) -> usize {
    2 * cells * cells
}

/// Returns the square of a sum, clamped to its range, times its weight. Weights are at most 127, so the first product
/// fits.
#[inline(always)]
fn weighted_square(sum: i16, weight: i16) -> i32 {
    let clamped = sum.clamp(0, ONE);
    i32::from(clamped.wrapping_mul(weight)) * i32::from(clamped)
}

/// Converts a total of products of sums and weights to the unit of [`MOVE`].
#[inline(always)]
fn in_score_units(total: i32) -> i32 {
    let one = i64::from(ONE) * i64::from(ONE);
    (i64::from(total) * SCALE / one) as i32
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::Direction;
    use crate::construct::near_optimal::cells::{MAX_CELLS, WALL};
    use crate::random::Random;

    /// Returns a network with random weights.
    pub(crate) fn any_network(cells: usize, seed: u64) -> Network {
        let mut random = Random::new(seed);
        let mut network = Network::untrained(cells);
        let mut weight = |most: i16| random.below(2 * most as u64 + 1) as i16 - most;
        for row in &mut network.rows {
            row.iter_mut().for_each(|to| *to = weight(60));
        }
        network.begin.iter_mut().for_each(|to| *to = weight(200));
        network.output.iter_mut().for_each(|to| *to = weight(127));
        network.direct.iter_mut().for_each(|to| *to = weight(100).into());
        network.constant = 77;
        network
    }

    #[test]
    fn weights_are_written_and_read() {
        let network = any_network(18, 5);
        let bytes = network.to_bytes();
        assert_eq!(Network::from_bytes(18, &bytes).as_ref(), Some(&network));
        assert_eq!(Network::from_bytes(18, &bytes[1..]), None);
        assert_eq!(Network::from_bytes(25, &bytes), None);
    }

    #[test]
    fn scores_after_moves_are_those_from_scratch() {
        for (rows, cols) in [(2, 9), (5, 5), (6, 6), (8, 8)] {
            let size = crate::board::Size::new(rows, cols).expect("a size");
            let cells = Cells::new(size).expect("few cells");
            let network = any_network(cells.count, 3);
            let mut random = Random::new(4);
            let mut tiles = [0; MAX_CELLS];
            (0..cells.count).for_each(|cell| tiles[cell] = cell as u8);
            let target: Vec<u8> = tiles[..cells.count].iter().rev().copied().collect();
            let mut board = RelativeBoard::new(&tiles[..cells.count], &target);
            let (mut sums, mut direct) = network.sums(&cells, &board);
            for _ in 0..2000 {
                let direction = Direction::ALL[random.below(4) as usize];
                let to = cells.beside[usize::from(board.blank)][direction as usize];
                if to == WALL {
                    continue;
                }
                let home = board.homes[usize::from(to)];
                let change = network.change(home, to, board.blank_home, board.blank);
                let output = network.output_after(&sums, change);
                sums = network.sums_after(&sums, change);
                direct += network.direct_after(change);
                board.homes.swap(usize::from(board.blank), usize::from(to));
                board.blank = to;
                assert_eq!((sums, direct), network.sums(&cells, &board));
                assert_eq!(output, network.output(&sums));
            }
        }
    }
}
