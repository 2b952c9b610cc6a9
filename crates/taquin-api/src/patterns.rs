//! Reports about pattern databases: tables that were built, stored or checked, and a partition of a goal.

use std::path::PathBuf;
use std::time::Duration;
use taquin::Board;
use taquin::pattern::{Audit, Pattern, PatternTable};

/// A requested table, which is stored now.
#[derive(Debug)]
pub struct BuiltTable<'a> {
    /// Its pattern.
    pub pattern: Pattern,
    /// Where it is stored.
    pub path: PathBuf,
    /// Whether it was built by this request, not found in the store.
    pub built: bool,
    /// The number of positions at each distance.
    pub levels: &'a [u64],
    /// The time it took.
    pub time: Duration,
}

/// A table that was checked.
#[derive(Debug)]
pub struct CheckedTable {
    /// Its file.
    pub path: PathBuf,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The result of the check.
    pub verdict: TableVerdict,
    /// The time it took.
    pub time: Duration,
}

/// The result of a check.
#[derive(Debug)]
pub enum TableVerdict {
    /// The table is as it was written, and its distances are right if they were audited.
    Sound {
        /// The table.
        table: PatternTable,
        /// The result of the audit, if one was requested.
        audit: Option<Audit>,
    },
    /// What is wrong.
    Wrong(String),
}

/// A partition of a goal.
#[derive(Debug)]
pub struct ShownPartitions<'a> {
    /// Its name, as the user wrote it.
    pub name: String,
    /// The goal.
    pub goal: &'a Board,
    /// By cell of the goal, the number of the pattern whose tile belongs there.
    pub picture: Vec<Option<usize>>,
    /// The patterns.
    pub patterns: Vec<Pattern>,
    /// Where the table of each pattern is stored, if it is.
    pub kept: Vec<Option<PathBuf>>,
}

impl ShownPartitions<'_> {
    /// Returns the tiles of a pattern, as the goal numbers them.
    pub fn tiles(&self, pattern: usize) -> Vec<u16> {
        let cells = self.picture.iter().zip(self.goal.tiles());
        cells.filter(|(part, _)| **part == Some(pattern)).map(|(_, &tile)| tile).collect()
    }

    /// Returns the picture with a letter for each cell: `aaaa/aaaa/bbbb/bbb.`.
    pub fn letters(&self) -> String {
        let letter = |part: &Option<usize>| part.map_or('.', pattern_letter);
        let rows = self.picture.chunks(self.goal.size().cols());
        rows.map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("/")
    }
}

/// Returns the letter of a pattern.
pub fn pattern_letter(number: usize) -> char {
    char::from(b'a' + (number % 26) as u8)
}
