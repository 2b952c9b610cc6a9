//! The common fields of every JSON object about a board: versions, where the board came from, and what is wrong with an
//! invalid one.

use crate::answer::Answered;
use crate::diagnostic::Diagnostic;
use serde::Serialize;
use std::io::{self, Write};
use taquin::Unsolvable;

/// The version of this schema.
pub const SCHEMA_VERSION: u32 = 1;
/// The version of the program.
pub const TOOL_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The fields of every object.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Head<'a> {
    /// The version of the schema.
    pub schema_version: u32,
    /// The version of the program.
    pub tool_version: &'static str,
    /// Where the board came from: `argument`, `standard input` or a file.
    pub source: &'a str,
    /// The line it begins on there, from 1.
    pub line: usize,
}

/// An input that is not a board, or does not fit the request.
#[derive(Serialize)]
pub struct WrongBoard<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// What is wrong.
    error: BoardError<'a>,
}

/// What is wrong with a board.
#[derive(Serialize)]
pub struct BoardError<'a> {
    /// A stable code, such as `duplicate`; it does not change when the message is reworded.
    pub code: &'static str,
    /// The message: one sentence.
    pub message: &'a str,
    /// How to fix it.
    pub help: Option<&'a str>,
    /// The line of the error, from 1.
    pub line: Option<usize>,
    /// The column, in characters from 1.
    pub column: Option<usize>,
    /// The byte range in the whole text: the first byte, and the one after the last.
    pub span: Option<[usize; 2]>,
}

impl<'a> Head<'a> {
    /// Creates the common fields of an object about a board.
    pub fn of(answered: &Answered<'a>) -> Head<'a> {
        let Answered { input, .. } = answered;
        Head {
            schema_version: SCHEMA_VERSION,
            tool_version: TOOL_VERSION,
            source: &input.source,
            line: input.line,
        }
    }
}

impl<'a> WrongBoard<'a> {
    /// Creates the object of an invalid board.
    pub fn of(answered: &Answered<'a>, diagnostic: &'a Diagnostic) -> WrongBoard<'a> {
        let excerpt = diagnostic.excerpt.as_deref();
        WrongBoard {
            head: Head::of(answered),
            error: BoardError {
                code: diagnostic.code,
                message: &diagnostic.message,
                help: diagnostic.help.as_deref(),
                line: excerpt.map(|excerpt| excerpt.line),
                column: excerpt.map(|excerpt| excerpt.column),
                span: excerpt.map(|excerpt| [excerpt.span.start, excerpt.span.end]),
            },
        }
    }
}

/// Why a board is unsolvable.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Why {
    /// Whether the number of exchanges from start to goal is `odd` or `even`.
    pub permutation_parity: &'static str,
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
            permutation_parity: if unsolvable.permutation_odd { "odd" } else { "even" },
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
