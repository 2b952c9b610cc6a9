//! The common fields of every JSON object about a board: versions, where the board came from, and what is wrong with an
//! invalid one.

use crate::answer::Answered;
use crate::board_input::BoardInput;
use crate::diagnostic::{Diagnostic, ErrorDetails};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::{self, Write};
use taquin::Unsolvable;

/// The version of this schema.
pub const SCHEMA_VERSION: u32 = 2;
/// The version of the program.
pub const TOOL_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The versions that every object states.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Versions {
    /// The version of the schema.
    schema_version: u32,
    /// The version of the program.
    tool_version: &'static str,
}

impl Default for Versions {
    fn default() -> Versions {
        Versions { schema_version: SCHEMA_VERSION, tool_version: TOOL_VERSION }
    }
}

/// The versions, and where a board came from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Head {
    /// The version of the schema.
    pub schema_version: u32,
    /// The version of the program.
    pub tool_version: Cow<'static, str>,
    /// Where the board came from: `argument`, `standard input` or a file.
    pub source: String,
    /// The line it begins on there, from 1.
    pub line: usize,
}

/// An input that is not a board, or does not fit the request.
#[derive(Serialize)]
pub struct WrongBoard<'a> {
    #[serde(flatten)]
    head: Head,
    /// What is wrong.
    error: ErrorDetails<'a>,
}

impl Default for Head {
    fn default() -> Head {
        Head {
            schema_version: SCHEMA_VERSION,
            tool_version: TOOL_VERSION.into(),
            source: String::new(),
            line: 0,
        }
    }
}

impl Head {
    /// Creates the common fields of an object about a board.
    pub fn of(answered: &Answered<'_>) -> Head {
        let BoardInput { source, line, .. } = answered.input;
        Head { source: source.to_string(), line: *line, ..Head::default() }
    }
}

impl<'a> WrongBoard<'a> {
    /// Creates the object of an invalid board.
    pub fn of(answered: &Answered<'_>, diagnostic: &'a Diagnostic) -> WrongBoard<'a> {
        WrongBoard { head: Head::of(answered), error: diagnostic.details(None) }
    }
}

/// Returns the version of the schema that a document states, if it was written with another one.
pub fn other_version(document: &[u8]) -> Option<u32> {
    #[derive(Deserialize)]
    struct Versioned {
        schema_version: u32,
    }
    let read: Option<Versioned> = serde_json::from_slice(document).ok();
    read.map(|read| read.schema_version).filter(|version| *version != SCHEMA_VERSION)
}

/// The code of a document that was written with another version of the schema.
pub const OTHER_VERSION: &str = "other-schema-version";

/// Says that a document was written with another version of the schema, and what to do.
pub fn of_other_version(version: u32) -> Diagnostic {
    let message = match version < SCHEMA_VERSION {
        true => format!(
            "it was written by an older version of taquin (schema {version}, now {SCHEMA_VERSION}): run it again"
        ),
        false => format!(
            "it was written by a newer version of taquin (schema {version}, here {SCHEMA_VERSION}): read it with that one"
        ),
    };
    Diagnostic::new(OTHER_VERSION, message)
}

/// Why a board is unsolvable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Why {
    /// Whether the number of exchanges from start to goal is `odd` or `even`.
    pub permutation_parity: Cow<'static, str>,
    /// The distance of the blank from its goal cell in steps: this and the number of exchanges must be both odd or
    /// both even.
    pub blank_distance: usize,
    /// The number of pairs of tiles in the wrong order, read row by row without the blank.
    pub inversions: u64,
    /// The same for the goal: on boards of odd width, both must be odd or both even.
    pub goal_inversions: u64,
    /// The blank's row, from 1, on boards of even width, where it is added to the inversions; otherwise null.
    pub blank_row: Option<usize>,
    /// The blank's row in the goal, under the same condition.
    pub goal_blank_row: Option<usize>,
    /// Two tiles to exchange.
    pub swap: [u16; 2],
    /// The board after the exchange, which is solvable.
    pub solvable_board: String,
    /// The explanation in words.
    pub explanation: String,
}

impl From<&Unsolvable> for Why {
    fn from(unsolvable: &Unsolvable) -> Why {
        Why {
            permutation_parity: if unsolvable.permutation_odd { "odd" } else { "even" }.into(),
            blank_distance: unsolvable.blank_distance,
            inversions: unsolvable.inversions,
            goal_inversions: unsolvable.goal_inversions,
            blank_row: unsolvable.blank_rows().map(|rows| rows.0),
            goal_blank_row: unsolvable.blank_rows().map(|rows| rows.1),
            swap: unsolvable.swap.into(),
            solvable_board: unsolvable.solvable.to_string(),
            explanation: unsolvable.to_string(),
        }
    }
}

/// Writes one object as a line.
pub fn write_line(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object).map_err(io::Error::from)?;
    writeln!(out)
}
