//! Tables of pattern databases as JSON: one object a file, or a division.

use super::common::{SCHEMA_VERSION, TOOL_VERSION, write_line};
use crate::patterns::{BuiltTable, CheckedTable, ShownDivision, Verdict, pattern_letter};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use taquin::pattern::{Kept, Pattern};

/// What is told of a pattern.
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

/// What is told of a file.
#[derive(Serialize)]
struct FileObject<'a> {
    schema_version: u32,
    tool_version: &'static str,
    /// Where it is.
    file: String,
    /// How many bytes it has.
    bytes: u64,
    /// What came of it: `built`, `there`, `kept`, `sound`, `right`, `wrong` or `removed`.
    state: &'static str,
    /// What is wrong.
    problem: Option<&'a str>,
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

impl FileObject<'_> {
    fn new(path: &Path, bytes: u64, state: &'static str) -> FileObject<'static> {
        FileObject {
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

/// Writes a table that was built, or was there, as JSON.
pub fn write_built_json(table: &BuiltTable<'_>, out: &mut dyn Write) -> io::Result<()> {
    let bytes = std::fs::metadata(&table.path).map_or(0, |about| about.len());
    let object = FileObject {
        pattern: Some(table.pattern.into()),
        levels: Some(table.levels),
        seconds: Some(table.time.as_secs_f64()),
        ..FileObject::new(&table.path, bytes, if table.built { "built" } else { "there" })
    };
    write_line(out, &object)
}

/// Writes a table that was checked as JSON.
pub fn write_checked_json(table: &CheckedTable, out: &mut dyn Write) -> io::Result<()> {
    let state = match &table.verdict {
        Verdict::Wrong(_) => "wrong",
        Verdict::Sound { audit: None, .. } => "sound",
        Verdict::Sound { audit: Some(_), .. } => "right",
    };
    let mut object = FileObject {
        seconds: Some(table.time.as_secs_f64()),
        ..FileObject::new(&table.path, table.bytes, state)
    };
    match &table.verdict {
        Verdict::Wrong(problem) => object.problem = Some(problem),
        Verdict::Sound { table, audit } => {
            object.pattern = Some(table.pattern().into());
            object.levels = Some(table.levels());
            object.near = audit.map(|audit| audit.near);
            object.walks = audit.map(|audit| audit.walks);
        }
    }
    write_line(out, &object)
}

/// Writes a file that is kept as JSON.
pub fn write_kept_json(kept: &Kept, out: &mut dyn Write) -> io::Result<()> {
    let problem = kept.pattern.as_ref().err().map(ToString::to_string);
    let object = FileObject {
        pattern: kept.pattern.as_ref().ok().map(|&pattern| pattern.into()),
        problem: problem.as_deref(),
        ..FileObject::new(&kept.path, kept.bytes, if problem.is_none() { "kept" } else { "wrong" })
    };
    write_line(out, &object)
}

/// Writes a file that was removed as JSON.
pub fn write_removed_json(path: &Path, bytes: u64, out: &mut dyn Write) -> io::Result<()> {
    write_line(out, &FileObject::new(path, bytes, "removed"))
}

/// A division as JSON.
#[derive(Serialize)]
struct DivisionObject {
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

/// A pattern of a division as JSON.
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

/// Writes a division as one JSON object.
pub fn write_division_json(division: &ShownDivision<'_>, out: &mut dyn Write) -> io::Result<()> {
    let parts = division.patterns.iter().zip(&division.kept).enumerate();
    let part = |(number, (&pattern, kept)): (usize, (&Pattern, &Option<PathBuf>))| PartObject {
        letter: pattern_letter(number),
        goal_tiles: division.tiles(number),
        file: kept.as_ref().map(|path| path.display().to_string()),
        pattern: pattern.into(),
    };
    let object = DivisionObject {
        schema_version: SCHEMA_VERSION,
        tool_version: TOOL_VERSION,
        division: division.name.clone(),
        goal: division.goal.to_string(),
        picture: division.letters(),
        table_bytes: division.patterns.iter().map(|pattern| pattern.needs().table_bytes).sum(),
        patterns: parts.map(part).collect(),
    };
    write_line(out, &object)
}
