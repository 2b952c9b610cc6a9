//! Tables of pattern databases as JSON: one object for each file or partition.

use super::common::Versions;
use crate::patterns::{BuiltTable, CheckedTable, ShownPartitions, TableVerdict, pattern_letter};
use serde::Serialize;
use std::path::{Path, PathBuf};
use taquin::pattern::Pattern;
use taquin::store::StoredTable;

/// A pattern.
#[derive(Serialize)]
struct PatternObject {
    /// Rows and columns: `4x4`.
    size: String,
    /// The cell of the goal's blank.
    blank: usize,
    /// The tiles, in the order in which the table's goal has them, row by row.
    tiles: Vec<usize>,
    /// A picture of that goal, with an x on each tile of the pattern.
    pattern: String,
    /// The number of positions.
    positions: u64,
    /// The size of the table in bytes.
    table_bytes: u64,
    /// The memory needed to build it, in bytes.
    build_bytes: u64,
}

impl From<Pattern> for PatternObject {
    fn from(pattern: Pattern) -> PatternObject {
        let needs = pattern.needs();
        PatternObject {
            size: pattern.size().to_string(),
            blank: pattern.blank(),
            tiles: pattern.tiles().collect(),
            pattern: pattern.picture(),
            positions: needs.positions,
            table_bytes: needs.table_bytes,
            build_bytes: needs.build_bytes,
        }
    }
}

/// A table file.
#[derive(Serialize)]
pub struct TableDocument<'a> {
    #[serde(flatten)]
    versions: Versions,
    /// Its path.
    file: String,
    /// Its size in bytes.
    bytes: u64,
    /// Its state: `built`, `existing`, `stored`, `sound`, `right`, `wrong` or `removed`.
    state: &'static str,
    /// What is wrong.
    error: Option<String>,
    /// The pattern of the table, if known.
    #[serde(flatten)]
    pattern: Option<PatternObject>,
    /// The number of positions at each distance, if the table was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<&'a [u64]>,
    /// The number of positions for which a plain search confirmed the distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed: Option<u64>,
    /// The number of random walks that the table led to the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    walks: Option<u64>,
    /// The time it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

impl TableDocument<'_> {
    fn new(path: &Path, bytes: u64, state: &'static str) -> TableDocument<'static> {
        TableDocument {
            versions: Versions::default(),
            file: path.display().to_string(),
            bytes,
            state,
            error: None,
            pattern: None,
            levels: None,
            confirmed: None,
            walks: None,
            seconds: None,
        }
    }
}

impl<'a> TableDocument<'a> {
    /// Creates the object of a table that was built or already there.
    pub fn built(table: &BuiltTable<'a>) -> TableDocument<'a> {
        let bytes = std::fs::metadata(&table.path).map_or(0, |about| about.len());
        TableDocument {
            pattern: Some(table.pattern.into()),
            levels: Some(table.levels),
            seconds: Some(table.time.as_secs_f64()),
            ..TableDocument::new(&table.path, bytes, if table.built { "built" } else { "existing" })
        }
    }

    /// Creates the object of a table that was checked.
    pub fn checked(checked: &'a CheckedTable) -> TableDocument<'a> {
        let state = match &checked.verdict {
            TableVerdict::Wrong(_) => "wrong",
            TableVerdict::Sound { audit: None, .. } => "sound",
            TableVerdict::Sound { audit: Some(_), .. } => "right",
        };
        let document = TableDocument {
            seconds: Some(checked.time.as_secs_f64()),
            ..TableDocument::new(&checked.path, checked.bytes, state)
        };
        match &checked.verdict {
            TableVerdict::Wrong(error) => TableDocument { error: Some(error.clone()), ..document },
            TableVerdict::Sound { table, audit } => TableDocument {
                pattern: Some(table.pattern().into()),
                levels: Some(table.levels()),
                confirmed: audit.map(|audit| audit.near),
                walks: audit.map(|audit| audit.walks),
                ..document
            },
        }
    }

    /// Creates the object of a stored file.
    pub fn stored(stored: &StoredTable) -> TableDocument<'static> {
        let error = stored.pattern.as_ref().err().map(ToString::to_string);
        let state = if error.is_none() { "stored" } else { "wrong" };
        TableDocument {
            pattern: stored.pattern.as_ref().ok().map(|&pattern| pattern.into()),
            error,
            ..TableDocument::new(&stored.path, stored.bytes, state)
        }
    }

    /// Creates the object of a removed file.
    pub fn removed(path: &Path, bytes: u64) -> TableDocument<'static> {
        TableDocument::new(path, bytes, "removed")
    }
}

/// A partition as JSON.
#[derive(Serialize)]
pub struct PartitionDocument {
    #[serde(flatten)]
    versions: Versions,
    /// Its name, as the user wrote it.
    partition: String,
    /// The goal, rows separated by slashes.
    goal: String,
    /// A letter for each cell of the goal, a dot for cells without a pattern.
    picture: String,
    /// The size of all tables in bytes.
    table_bytes: u64,
    /// The patterns.
    patterns: Vec<PartObject>,
}

/// A pattern of a partition as JSON.
#[derive(Serialize)]
struct PartObject {
    /// Its letter in the picture.
    letter: char,
    /// Its tiles, as the goal numbers them.
    goal_tiles: Vec<u16>,
    /// Where its table is stored, if it is.
    file: Option<String>,
    #[serde(flatten)]
    pattern: PatternObject,
}

impl From<&ShownPartitions<'_>> for PartitionDocument {
    fn from(partition: &ShownPartitions<'_>) -> PartitionDocument {
        let parts = partition.patterns.iter().zip(&partition.kept).enumerate();
        let part = |(number, (&pattern, kept)): (usize, (&Pattern, &Option<PathBuf>))| PartObject {
            letter: pattern_letter(number),
            goal_tiles: partition.tiles(number),
            file: kept.as_ref().map(|path| path.display().to_string()),
            pattern: pattern.into(),
        };
        PartitionDocument {
            versions: Versions::default(),
            partition: partition.name.clone(),
            goal: partition.goal.to_string(),
            picture: partition.letters(),
            table_bytes: partition.patterns.iter().map(|pattern| pattern.needs().table_bytes).sum(),
            patterns: parts.map(part).collect(),
        }
    }
}
