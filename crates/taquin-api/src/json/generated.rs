//! A generated board as JSON, with how it was generated.

use super::common::Versions;
use serde::Serialize;
use taquin::Board;
use taquin::generate::Kind;

/// How boards are generated, the same for all of them.
#[derive(Debug)]
pub struct Generated<'a> {
    /// The goal.
    pub goal: &'a Board,
    /// The kind of boards.
    pub kind: Kind,
    /// The seed.
    pub seed: u64,
    /// Whether every board of the kind is equally likely.
    pub uniform: bool,
}

/// A board as JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Generated"))]
pub struct GeneratedJson {
    #[serde(flatten)]
    versions: Versions,
    /// Its number among the boards of the seed, from 1.
    number: u64,
    /// The board, rows separated by slashes.
    board: String,
    /// The goal, in the same format.
    goal: String,
    /// Rows and columns: `3x3`.
    size: String,
    /// The seed.
    seed: u64,
    /// `uniform`, `unsolvable`, `walk` or `depth`.
    kind: &'static str,
    /// The number of attempted moves of the walk.
    tries: Option<u64>,
    /// The moves of a shortest solution, if requested.
    depth: Option<u64>,
    /// Whether it is solvable.
    solvable: bool,
    /// Whether every board of the kind is equally likely.
    uniform: bool,
}

impl GeneratedJson {
    /// Creates the object of the `number`th board.
    pub fn of(board: &Board, number: u64, how: &Generated<'_>) -> GeneratedJson {
        let (kind, tries, depth) = match how.kind {
            Kind::Uniform => ("uniform", None, None),
            Kind::Unsolvable => ("unsolvable", None, None),
            Kind::Walk(tries) => ("walk", Some(tries), None),
            Kind::Depth(depth) => ("depth", None, Some(depth)),
        };
        GeneratedJson {
            versions: Versions::default(),
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
