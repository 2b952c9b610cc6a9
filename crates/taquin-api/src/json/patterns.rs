//! Tables of pattern databases as JSON: one object a file, or a partition.

use super::common::{SCHEMA_VERSION, TOOL_VERSION};
use crate::patterns::{BuiltTable, CheckedTable, ShownPartitions, Verdict, pattern_letter};
use serde::Serialize;
use std::path::{Path, PathBuf};
use taquin::pattern::{Pattern, StoredTable};

/// What is reported of a pattern.
#[derive(Serialize)]
struct PatternObject {
    /// Rows and columns: `4x4`.
    size: String,
    /// The cell of the goal's blank.
    blank: usize,
    /// The tiles, in the order in which the table's goal has them, row by row.
    tiles: Vec<usize>,
    /// A picture of that goal, an x on each tile.
    pattern: String,
    /// How many positions it has.
    positions: u64,
    /// The bytes of the table.
    table_bytes: u64,
    /// The bytes it takes to build it.
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

/// What is reported of a file.
#[derive(Serialize)]
pub struct TableDocument<'a> {
    schema_version: u32,
    tool_version: &'static str,
    /// Where it is.
    file: String,
    /// How many bytes it has.
    bytes: u64,
    /// What came of it: `built`, `there`, `kept`, `sound`, `right`, `wrong` or `removed`.
    state: &'static str,
    /// What is wrong.
    problem: Option<String>,
    /// Which pattern's table it is, where that can be told.
    #[serde(flatten)]
    pattern: Option<PatternObject>,
    /// How many positions lie at each distance, where the table was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<&'a [u64]>,
    /// How many positions a plain search found at the same distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    near: Option<u64>,
    /// How many walks led to the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    walks: Option<u64>,
    /// How long it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

impl TableDocument<'_> {
    fn new(path: &Path, bytes: u64, state: &'static str) -> TableDocument<'static> {
        TableDocument {
            schema_version: SCHEMA_VERSION,
            tool_version: TOOL_VERSION,
            file: path.display().to_string(),
            bytes,
            state,
            problem: None,
            pattern: None,
            levels: None,
            near: None,
            walks: None,
            seconds: None,
        }
    }
}

impl<'a> TableDocument<'a> {
    /// A table that was built, or was there.
    pub fn built(table: &BuiltTable<'a>) -> TableDocument<'a> {
        let bytes = std::fs::metadata(&table.path).map_or(0, |about| about.len());
        TableDocument {
            pattern: Some(table.pattern.into()),
            levels: Some(table.levels),
            seconds: Some(table.time.as_secs_f64()),
            ..TableDocument::new(&table.path, bytes, if table.built { "built" } else { "there" })
        }
    }

    /// A table that was checked.
    pub fn checked(checked: &'a CheckedTable) -> TableDocument<'a> {
        let state = match &checked.verdict {
            Verdict::Wrong(_) => "wrong",
            Verdict::Sound { audit: None, .. } => "sound",
            Verdict::Sound { audit: Some(_), .. } => "right",
        };
        let document = TableDocument {
            seconds: Some(checked.time.as_secs_f64()),
            ..TableDocument::new(&checked.path, checked.bytes, state)
        };
        match &checked.verdict {
            Verdict::Wrong(problem) => TableDocument { problem: Some(problem.clone()), ..document },
            Verdict::Sound { table, audit } => TableDocument {
                pattern: Some(table.pattern().into()),
                levels: Some(table.levels()),
                near: audit.map(|audit| audit.near),
                walks: audit.map(|audit| audit.walks),
                ..document
            },
        }
    }

    /// A file that is stored.
    pub fn stored(stored: &StoredTable) -> TableDocument<'static> {
        let problem = stored.pattern.as_ref().err().map(ToString::to_string);
        let state = if problem.is_none() { "kept" } else { "wrong" };
        TableDocument {
            pattern: stored.pattern.as_ref().ok().map(|&pattern| pattern.into()),
            problem,
            ..TableDocument::new(&stored.path, stored.bytes, state)
        }
    }

    /// A file that was removed.
    pub fn removed(path: &Path, bytes: u64) -> TableDocument<'static> {
        TableDocument::new(path, bytes, "removed")
    }
}

/// A partition as JSON.
#[derive(Serialize)]
pub struct PartitionDocument {
    schema_version: u32,
    tool_version: &'static str,
    /// As it was written.
    division: String,
    /// The goal, rows divided by slashes.
    goal: String,
    /// A letter on each cell of the goal, a dot where no pattern is.
    picture: String,
    /// The bytes of all tables.
    table_bytes: u64,
    /// Each pattern.
    patterns: Vec<PartObject>,
}

/// A pattern of a partition as JSON.
#[derive(Serialize)]
struct PartObject {
    /// Its letter in the picture.
    letter: char,
    /// Its tiles, as the goal numbers them.
    goal_tiles: Vec<u16>,
    /// Where its table is kept, if it is.
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
            schema_version: SCHEMA_VERSION,
            tool_version: TOOL_VERSION,
            division: partition.name.clone(),
            goal: partition.goal.to_string(),
            picture: partition.letters(),
            table_bytes: partition.patterns.iter().map(|pattern| pattern.needs().table_bytes).sum(),
            patterns: parts.map(part).collect(),
        }
    }
}
