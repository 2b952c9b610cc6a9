//! What is reported of pattern databases: tables that were built, kept or checked, and a partition of a goal.

use std::path::PathBuf;
use std::time::Duration;
use taquin::Board;
use taquin::pattern::{Audit, Pattern, PatternTable};

/// A table that was asked for, and is kept now.
#[derive(Debug)]
pub struct BuiltTable<'a> {
    /// Its pattern.
    pub pattern: Pattern,
    /// Where it is kept.
    pub path: PathBuf,
    /// Whether it was built just now.
    pub built: bool,
    /// How many positions lie at each distance.
    pub levels: &'a [u64],
    /// How long it took.
    pub time: Duration,
}

/// A table that was checked.
#[derive(Debug)]
pub struct CheckedTable {
    /// Its file.
    pub path: PathBuf,
    /// How many bytes that has.
    pub bytes: u64,
    /// What came of it.
    pub verdict: Verdict,
    /// How long it took.
    pub time: Duration,
}

/// What came of a check.
#[derive(Debug)]
pub enum Verdict {
    /// It is as it was written, and right if that was asked.
    Sound {
        /// The table.
        table: PatternTable,
        /// What was proven.
        audit: Option<Audit>,
    },
    /// What is wrong.
    Wrong(String),
}

/// A partition of a goal.
#[derive(Debug)]
pub struct ShownPartitions<'a> {
    /// As it was written.
    pub name: String,
    /// The goal.
    pub goal: &'a Board,
    /// By cell of the goal, the number of the pattern whose tile belongs there.
    pub picture: Vec<Option<usize>>,
    /// The patterns.
    pub patterns: Vec<Pattern>,
    /// Where the table of each is kept, if it is.
    pub kept: Vec<Option<PathBuf>>,
}

impl ShownPartitions<'_> {
    /// The tiles of a pattern, as the goal numbers them.
    pub fn tiles(&self, pattern: usize) -> Vec<u16> {
        let cells = self.picture.iter().zip(self.goal.tiles());
        cells.filter(|(part, _)| **part == Some(pattern)).map(|(_, &tile)| tile).collect()
    }

    /// The picture with a letter on each cell: `aaaa/aaaa/bbbb/bbb.`.
    pub fn letters(&self) -> String {
        let letter = |part: &Option<usize>| part.map_or('.', pattern_letter);
        let rows = self.picture.chunks(self.goal.size().cols());
        rows.map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("/")
    }
}

/// The letter of a pattern.
pub fn pattern_letter(number: usize) -> char {
    char::from(b'a' + (number % 26) as u8)
}
