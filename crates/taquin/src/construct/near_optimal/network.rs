//! A learnt score: how many moves more than the sum of its tiles' distances a board will take.
//!
//! One hidden layer of [`HIDDEN`] sums. An input says that the tile of a home lies on a cell, another that the blank
//! of a home does; each adds a row of weights to the sums. A move changes two inputs, so the sums of a board follow
//! from those of its parent by four rows. Each sum, cut to the range from 0 to [`ONE`] and squared, counts by a weight
//! of its own; besides, every input has a weight that counts directly.
//!
//! All numbers are small integers, so a score is the same on every machine. It is a guess and bounds nothing.

use super::cells::Cells;
use super::relative::RelativeBoard;
use crate::board::Size;

/// How many sums there are.
pub(crate) const HIDDEN: usize = 128;
/// What stands for 1 in the sums.
pub(super) const ONE: i16 = 255;
/// What stands for 1 in the weights of the sums.
pub(super) const OUTPUT_ONE: f32 = 64.0;
/// What the squares of all sums together may count, in moves, for an output weight of 1.
pub(super) const SCALE: i64 = 16;
/// What a move counts in a score.
pub(crate) const MOVE: i32 = 64;

/// The sums of a board.
pub(super) type Sums = [i16; HIDDEN];

/// A learnt score for the boards of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    /// The cells of a board.
    pub(super) cells: usize,
    /// By input: what it adds to the sums.
    pub(super) rows: Vec<Sums>,
    /// What the sums begin with.
    pub(super) begin: Sums,
    /// What each sum counts.
    pub(super) output: Sums,
    /// By input: what it counts directly.
    pub(super) direct: Vec<i32>,
    /// What every board counts.
    pub(super) constant: i32,
}

/// The two inputs that a move takes away and the two that it brings.
#[derive(Clone, Copy)]
pub(super) struct Change {
    tile_from: usize,
    tile_to: usize,
    blank_from: usize,
    blank_to: usize,
}

impl Network {
    /// One that has learnt nothing: its score is the sum of the tiles' distances.
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

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        (self.rows.len() * (size_of::<Sums>() + size_of::<i32>())) as u64
    }

    /// The network for a smaller board: as if the cells beyond its rows and columns were there, with their tiles at home.
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

    /// The sums of a board, and what its inputs count directly.
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

    /// What a move changes: the tile of a home comes to the blank's cell, the blank to the tile's.
    #[inline(always)]
    pub(super) fn change(&self, home: u8, tile: u8, blank_home: u8, blank: u8) -> Change {
        Change {
            tile_from: self.input(home, tile, false),
            tile_to: self.input(home, blank, false),
            blank_from: self.input(blank_home, blank, true),
            blank_to: self.input(blank_home, tile, true),
        }
    }

    /// What the inputs that a move changes count directly more than before.
    #[inline(always)]
    pub(super) fn direct_after(&self, change: Change) -> i32 {
        self.direct[change.tile_to] - self.direct[change.tile_from] + self.direct[change.blank_to]
            - self.direct[change.blank_from]
    }

    /// The sums after a move.
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

    /// What the sums after a move count.
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
            total += counted(sum, self.output[at]);
        }
        scaled(total)
    }

    /// What sums count.
    #[cfg(test)]
    fn output(&self, sums: &Sums) -> i32 {
        scaled(sums.iter().zip(&self.output).map(|(&sum, &weight)| counted(sum, weight)).sum())
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
    /// Its weights, one after another: those of the sums as bytes, for none is greater than 127.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.rows.iter().flatten().map(|&weight| weight as u8).collect();
        bytes.extend(self.output.iter().map(|&weight| weight as u8));
        bytes.extend(self.begin.iter().flat_map(|weight| weight.to_le_bytes()));
        let direct = self.direct.iter().chain([&self.constant]);
        bytes.extend(direct.flat_map(|weight| weight.to_le_bytes()));
        bytes
    }

    /// How many bytes the weights of a network of so many cells are.
    pub(super) fn bytes_of(cells: usize) -> usize {
        inputs(cells) * (HIDDEN + 4) + 3 * HIDDEN + 4
    }

    /// The network of so many cells with these weights, if there are as many as it needs.
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
        Some(network)
    }
}

/// How many inputs there are.
pub(super) fn inputs(cells: usize) -> usize {
    2 * cells * cells
}

/// The square of a sum, cut to its range, by its weight. Weights are at most 127, so the first product fits.
#[inline(always)]
fn counted(sum: i16, weight: i16) -> i32 {
    let cut = sum.clamp(0, ONE);
    i32::from(cut.wrapping_mul(weight)) * i32::from(cut)
}

/// From products of sums and weights to parts of a move.
#[inline(always)]
fn scaled(total: i32) -> i32 {
    let one = i64::from(ONE) * i64::from(ONE);
    (i64::from(total) * SCALE / one) as i32
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::Direction;
    use crate::construct::near_optimal::cells::{MAX_CELLS, WALL};
    use crate::random::Random;

    /// A network of any weights.
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
