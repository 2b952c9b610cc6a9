//! A board that was made, as JSON, with how it was made.

use super::common::{SCHEMA_VERSION, TOOL_VERSION};
use serde::Serialize;
use taquin::Board;
use taquin::generate::Kind;

/// How boards are made, the same for all of them.
#[derive(Debug)]
pub struct Generated<'a> {
    /// The goal they are for.
    pub goal: &'a Board,
    /// Which they are.
    pub kind: Kind,
    /// The seed.
    pub seed: u64,
    /// Whether each of the kind is as likely as the others.
    pub uniform: bool,
}

/// A board as JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Generated"))]
pub struct GeneratedJson {
    /// The version of the schema.
    schema_version: u32,
    /// The version of the program.
    tool_version: &'static str,
    /// Its place among the boards of the seed, from 1.
    number: u64,
    /// The board, rows divided by slashes.
    board: String,
    /// The goal, likewise.
    goal: String,
    /// Rows and columns: `3x3`.
    size: String,
    /// The seed.
    seed: u64,
    /// `uniform`, `unsolvable`, `walk` or `depth`.
    kind: &'static str,
    /// The tries of the walk.
    tries: Option<u64>,
    /// The moves of a shortest solution, where that was asked for.
    depth: Option<u64>,
    /// Whether it can be solved.
    solvable: bool,
    /// Whether each board of the kind is as likely as the others.
    uniform: bool,
}

impl GeneratedJson {
    /// The `number`th board.
    pub fn of(board: &Board, number: u64, how: &Generated<'_>) -> GeneratedJson {
        let (kind, tries, depth) = match how.kind {
            Kind::Uniform => ("uniform", None, None),
            Kind::Unsolvable => ("unsolvable", None, None),
            Kind::Walk(tries) => ("walk", Some(tries), None),
            Kind::Depth(depth) => ("depth", None, Some(depth)),
        };
        GeneratedJson {
            schema_version: SCHEMA_VERSION,
            tool_version: TOOL_VERSION,
            number,
            board: board.to_string(),
            goal: how.goal.to_string(),
            size: board.size().to_string(),
            seed: how.seed,
            kind,
            tries,
            depth,
            solvable: how.kind != Kind::Unsolvable,
            uniform: how.uniform,
        }
    }
}
