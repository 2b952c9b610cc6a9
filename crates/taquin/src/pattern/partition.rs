//! Partitions: a goal's tiles divided into patterns.
//!
//! A partition is a picture of the goal with a letter on each cell: tiles of the same letter form a pattern.
//! The blank has a dot. A partition is given as such a picture or by the sizes of its patterns, such as
//! `78`. For common boards, sizes stand for the partitions that search fastest; for others, the tiles are
//! assigned in order along a line that snakes through the rows. A `b` after the sizes stands for the partition that
//! complements the first one best, as in `663+663b`.

use super::placements::{CellSet, MAX_CELLS, MAX_TILES, cells_of};
use super::symmetry::Symmetry;
use crate::board::{Board, Size};
use std::fmt;
use std::str::FromStr;

/// One or more partitions: `78`, or a picture such as `aaaa/aabb/cbbb/ccc.`. If there are several, separated by `+` as
/// in `663+663b`, all are looked up and the greatest sum counts.
///
/// ```
/// use taquin::pattern::Partitions;
/// let partitions: Partitions = "663".parse()?;
/// assert_eq!(partitions.to_string(), "663");
/// assert!("9".parse::<Partitions>().is_err());
/// # Ok::<(), taquin::pattern::PartitionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Partitions(Vec<Partition>);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Partition {
    /// The sizes of the patterns, and which of the partitions of these sizes.
    Sizes(Vec<usize>, Variant),
    Picture(Vec<String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Variant {
    First,
    Second,
}

/// Why a partition cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartitionError {
    /// It is neither digits nor a picture.
    #[error(
        "'{0}' is not a partition into patterns: give the sizes of the patterns, each from 1 to 8, such as 78, or \
         a picture of the goal with a letter for each tile, such as aaaa/aabb/cbbb/ccc."
    )]
    Unreadable(String),
    /// The sizes do not add up.
    #[error("the patterns of {name} have {sum} tiles together, but a {size} board has {tiles}")]
    WrongSum {
        /// The partition as given.
        name: String,
        /// The number of tiles it has.
        sum: usize,
        /// The board's size.
        size: Size,
        /// The number of tiles the board has.
        tiles: usize,
    },
    /// The picture does not have the size of the board.
    #[error(
        "the picture {picture} does not have {rows} rows of {cols} letters, as a {size} board has"
    )]
    WrongPicture {
        /// The picture.
        picture: String,
        /// The board's size.
        size: Size,
        /// Its rows.
        rows: usize,
        /// Its columns.
        cols: usize,
    },
    /// There is no second partition of these sizes.
    #[error("there is no {name} for a {size} board: leave out the letter, or draw a picture")]
    NoSecond {
        /// The partition as given.
        name: String,
        /// The board's size.
        size: Size,
    },
    /// A pattern is too large.
    #[error(
        "the pattern '{letter}' of {picture} has {tiles} tiles: at most {MAX_TILES} are possible"
    )]
    TooLarge {
        /// The pattern's letter.
        letter: char,
        /// The picture.
        picture: String,
        /// The number of tiles it has.
        tiles: usize,
    },
    /// Some tiles belong to no pattern.
    #[error(
        "{picture} leaves out the tile of row {row}, column {col}: give every tile a letter, and the blank a dot"
    )]
    LeavesOut {
        /// The picture.
        picture: String,
        /// The row of the goal where the tile belongs, from 1.
        row: usize,
        /// The column, from 1.
        col: usize,
    },
    /// There are too many patterns.
    #[error("{name} has {patterns} patterns: at most {MAX_PATTERNS} are possible")]
    TooMany {
        /// The partition as given.
        name: String,
        /// The number of patterns it has.
        patterns: usize,
    },
    /// The board is too large.
    #[error(
        "pattern databases are for boards with sides from 2 to 5, not {0}: use linear-conflict"
    )]
    BoardTooLarge(Size),
}

codes! {
    PartitionError {
        PartitionError::Unreadable(_) => "partition-unreadable",
        PartitionError::WrongSum { .. } => "partition-of-wrong-sum",
        PartitionError::WrongPicture { .. } => "partition-of-other-size",
        PartitionError::NoSecond { .. } => "no-second-partition",
        PartitionError::TooLarge { .. } => "pattern-too-large",
        PartitionError::LeavesOut { .. } => "tile-in-no-pattern",
        PartitionError::TooMany { .. } => "too-many-patterns",
        PartitionError::BoardTooLarge(_) => "board-too-large-for-patterns",
    }
}

/// The maximum number of patterns in a partition.
pub const MAX_PATTERNS: usize = 8;

/// Partitions that search fast, found by experiment, for boards with the blank on the last cell.
const CHOSEN: &[(&str, &str)] = &[
    ("78", "aaaa/aaaa/bbbb/bbb."),
    ("663", "aaab/ccbb/ccbb/ccb."),
    ("663b", "aaab/aaab/ccbb/cbb."),
    ("555", "aaab/caab/ccbb/ccb."),
    ("6666", "aaabb/aaabb/ccdbb/ccddd/ccdd."),
];

/// The blocks of a partition: the tiles that belong on the cells of one block form a pattern.
pub(crate) type Blocks = Vec<CellSet>;

impl Partitions {
    /// Returns the partitions that suit a board best if memory and build time are limited.
    pub fn default_for(size: Size) -> Partitions {
        let tiles = size.cells() - 1;
        let (sizes, variants): (Vec<usize>, &[Variant]) = match (size.rows(), size.cols()) {
            (4, 4) => (vec![6, 6, 3], &[Variant::First, Variant::Second]),
            (5, 5) => (vec![6, 6, 6, 6], &[Variant::First]),
            _ => {
                let patterns = tiles.div_ceil(6);
                let sizes = (0..patterns).map(|block| (tiles + block) / patterns);
                (sizes.collect(), &[Variant::First])
            }
        };
        Partitions(
            variants.iter().map(|&variant| Partition::Sizes(sizes.clone(), variant)).collect(),
        )
    }

    /// Returns the partition into patterns of these sizes, as `78` does.
    pub fn of_sizes(sizes: &[usize]) -> Partitions {
        Partitions(vec![Partition::Sizes(sizes.to_vec(), Variant::First)])
    }

    /// Checks that a board is small enough for patterns.
    pub fn check_size(size: Size) -> Result<(), PartitionError> {
        let sides = 2..=5;
        let fits = sides.contains(&size.rows()) && sides.contains(&size.cols());
        if fits && size.cells() <= MAX_CELLS {
            Ok(())
        } else {
            Err(PartitionError::BoardTooLarge(size))
        }
    }

    /// Returns the blocks of each partition of a goal, mapped by its canonical symmetry. Partitions by sizes are
    /// drawn on the mapped board, pictures on the goal itself.
    pub(crate) fn blocks(
        &self,
        goal: &Board,
        symmetry: &Symmetry,
    ) -> Result<Vec<Blocks>, PartitionError> {
        Partitions::check_size(goal.size())?;
        self.0.iter().map(|partition| partition.blocks(goal, symmetry)).collect()
    }
}

impl Partition {
    fn blocks(&self, goal: &Board, symmetry: &Symmetry) -> Result<Blocks, PartitionError> {
        match self {
            Partition::Sizes(sizes, variant) => self.drawn(sizes, *variant, symmetry),
            Partition::Picture(lines) => {
                let size = goal.size();
                let fits = lines.len() == size.rows()
                    && lines.iter().all(|line| line.chars().count() == size.cols());
                if !fits {
                    let (picture, rows, cols) = (self.to_string(), size.rows(), size.cols());
                    return Err(PartitionError::WrongPicture { picture, size, rows, cols });
                }
                let blocks = blocks_of(lines.iter().map(String::as_str));
                let without_blank = blocks.into_iter().map(|block| block & !(1 << goal.blank()));
                let blocks: Blocks = without_blank.filter(|&block| block != 0).collect();
                let covered = blocks.iter().fold(1 << goal.blank(), |all, block| all | block);
                if let Some(cell) = (0..size.cells()).find(|&cell| covered >> cell & 1 == 0) {
                    let (row, col) = (size.row(cell) + 1, size.col(cell) + 1);
                    return Err(PartitionError::LeavesOut { picture: self.to_string(), row, col });
                }
                let mapped = |block| {
                    cells_of(block).fold(0, |mapped, cell| mapped | 1 << symmetry.cell(cell))
                };
                Ok(self.checked(blocks)?.into_iter().map(mapped).collect())
            }
        }
    }

    fn drawn(
        &self,
        sizes: &[usize],
        variant: Variant,
        symmetry: &Symmetry,
    ) -> Result<Blocks, PartitionError> {
        let (size, blank) = (symmetry.size(), symmetry.blank());
        let (sum, tiles) = (sizes.iter().sum::<usize>(), size.cells() - 1);
        if sum != tiles {
            return Err(PartitionError::WrongSum { name: self.to_string(), sum, size, tiles });
        }
        let fits = |picture: &str| picture.len() == (size.cols() + 1) * size.rows() - 1;
        let name = self.to_string();
        let chosen = CHOSEN.iter().find(|(chosen, picture)| *chosen == name && fits(picture));
        let blocks = match (chosen, variant) {
            (Some((_, picture)), _) => blocks_of(picture.split('/')),
            (None, Variant::First) => snake_blocks(sizes, size),
            (None, Variant::Second) => return Err(PartitionError::NoSecond { name, size }),
        };
        // The tile of the last cell joins the block that is drawn on the blank's cell.
        let last = size.cells() - 1;
        let exchanged = blocks.into_iter().map(|block| {
            if block >> blank & 1 != 0 && blank != last {
                block ^ 1 << blank ^ 1 << last
            } else {
                block
            }
        });
        self.checked(exchanged.collect())
    }

    fn checked(&self, blocks: Blocks) -> Result<Blocks, PartitionError> {
        if blocks.is_empty() || blocks.len() > MAX_PATTERNS {
            return Err(PartitionError::TooMany { name: self.to_string(), patterns: blocks.len() });
        }
        match blocks.iter().position(|block| block.count_ones() as usize > MAX_TILES) {
            None => Ok(blocks),
            Some(index) => Err(PartitionError::TooLarge {
                letter: self.letter(blocks[index].trailing_zeros() as usize),
                picture: self.to_string(),
                tiles: blocks[index].count_ones() as usize,
            }),
        }
    }

    /// Returns the letter that a picture has on a cell.
    fn letter(&self, cell: usize) -> char {
        self.to_string().chars().filter(|&letter| letter != '/').nth(cell).unwrap_or('?')
    }
}

/// Returns the cells of each letter of a picture, in the order in which the letters occur.
fn blocks_of<'a>(lines: impl Iterator<Item = &'a str>) -> Blocks {
    let mut letters: Vec<(char, CellSet)> = Vec::new();
    for (cell, letter) in
        lines.flat_map(str::chars).enumerate().filter(|&(_, letter)| letter != '.')
    {
        match letters.iter_mut().find(|(known, _)| *known == letter) {
            Some((_, cells)) => *cells |= 1 << cell,
            None => letters.push((letter, 1 << cell)),
        }
    }
    letters.into_iter().map(|(_, cells)| cells).collect()
}

/// Assigns all cells but the last to blocks, along a line that snakes through the rows and ends at the last cell.
fn snake_blocks(sizes: &[usize], size: Size) -> Blocks {
    let (rows, cols) = (size.rows(), size.cols());
    let line = (0..rows).flat_map(|row| {
        let left_to_right = (rows - 1 - row) % 2 == 0;
        (0..cols).map(move |col| row * cols + if left_to_right { col } else { cols - 1 - col })
    });
    let mut line = line.filter(|&cell| cell + 1 < rows * cols);
    sizes
        .iter()
        .map(|&tiles| line.by_ref().take(tiles).fold(0, |block, cell| block | 1 << cell))
        .collect()
}

impl FromStr for Partitions {
    type Err = PartitionError;

    fn from_str(text: &str) -> Result<Partitions, PartitionError> {
        let partitions: Vec<Partition> =
            text.split('+').map(str::parse).collect::<Result<_, _>>()?;
        Ok(Partitions(partitions))
    }
}

impl FromStr for Partition {
    type Err = PartitionError;

    fn from_str(text: &str) -> Result<Partition, PartitionError> {
        let unreadable = || PartitionError::Unreadable(text.to_string());
        if text.is_empty() {
            return Err(unreadable());
        }
        let (digits, variant) = match text.strip_suffix('b') {
            Some(digits) => (digits, Variant::Second),
            None => (text, Variant::First),
        };
        let sizes: Option<Vec<usize>> =
            digits.chars().map(|letter| letter.to_digit(10).map(|digit| digit as usize)).collect();
        if let Some(sizes) = sizes.filter(|sizes| !sizes.is_empty()) {
            let fits = sizes.iter().all(|tiles| (1..=MAX_TILES).contains(tiles));
            return if fits { Ok(Partition::Sizes(sizes, variant)) } else { Err(unreadable()) };
        }
        let letters =
            text.chars().all(|letter| letter.is_ascii_alphabetic() || "./".contains(letter));
        let lines: Vec<String> = text.split('/').map(String::from).collect();
        if letters && lines.len() > 1 { Ok(Partition::Picture(lines)) } else { Err(unreadable()) }
    }
}

impl fmt::Display for Partitions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, partition) in self.0.iter().enumerate() {
            write!(f, "{}{partition}", if number == 0 { "" } else { "+" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Partition::Sizes(sizes, variant) => {
                sizes.iter().try_for_each(|tiles| write!(f, "{tiles}"))?;
                write!(f, "{}", if *variant == Variant::Second { "b" } else { "" })
            }
            Partition::Picture(lines) => write!(f, "{}", lines.join("/")),
        }
    }
}
