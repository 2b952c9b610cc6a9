//! The JSON of `verify`, `apply`, `invert`, `simplify`, `length` and `gap`: one compact object each.
//!
//! Every object has `schema_version`, `tool_version` and the fields of [`MovesJson`].

use super::common::Versions;
use crate::played::Played;
use serde::Serialize;
use taquin::{
    Board, FirstSuboptimalMove, Metric, Move, Mover, Moves, SolutionError, Stop, Suboptimality,
};

/// Moves in every notation and metric.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovesJson {
    #[serde(flatten)]
    versions: Versions,
    /// One letter per move: the direction of the blank.
    moves_blank: String,
    /// One letter per move: the direction of the tile.
    moves_tile: String,
    /// One letter and a length per straight run: the direction of the blank.
    compact_blank: String,
    /// One letter and a length per straight run: the direction of the tile.
    compact_tile: String,
    /// The length in single-tile moves.
    stm: usize,
    /// The length in multi-tile moves: the number of straight runs.
    mtm: usize,
}

impl From<&Moves> for MovesJson {
    fn from(moves: &Moves) -> MovesJson {
        MovesJson {
            versions: Versions::default(),
            moves_blank: moves.letters(Mover::Blank),
            moves_tile: moves.letters(Mover::Tile),
            compact_blank: moves.compact(Mover::Blank),
            compact_tile: moves.compact(Mover::Tile),
            stm: moves.length(Metric::SingleTile),
            mtm: moves.length(Metric::MultiTile),
        }
    }
}

/// An impossible move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Wall {
    /// Its number, from 1.
    step: usize,
    /// The direction of the blank, and how many tiles slide unless it is one: `R`, `R3`.
    #[serde(rename = "move")]
    by: String,
    /// The board before the move.
    board: String,
}

impl Wall {
    fn of(error: &SolutionError) -> Option<Wall> {
        match error {
            SolutionError::Wall { step, by, board } => {
                Some(Wall { step: *step, by: by.to_string(), board: board.to_string() })
            }
            SolutionError::NotAtGoal { .. } => None,
        }
    }
}

/// Whether moves solve a board.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifyJson {
    #[serde(flatten)]
    moves: MovesJson,
    /// The board, rows separated by slashes.
    board: String,
    /// The goal, in the same format.
    goal: String,
    /// Whether the moves lead from the board to the goal.
    solved: bool,
    /// Whether the board is solvable.
    solvable: bool,
    /// The board after the moves; null if they cannot be played.
    end: Option<String>,
    /// The first impossible move; null if there is none.
    impossible: Option<Wall>,
    /// Whether they would solve it if the letters were those of the other mover.
    solved_by_other_mover: bool,
}

impl From<&Played> for VerifyJson {
    fn from(played: &Played) -> VerifyJson {
        let end = match &played.failure {
            None => Some(played.goal.to_string()),
            Some(SolutionError::NotAtGoal { end, .. }) => Some(end.to_string()),
            Some(SolutionError::Wall { .. }) => None,
        };
        VerifyJson {
            moves: (&played.moves).into(),
            board: played.start.to_string(),
            goal: played.goal.to_string(),
            solved: played.failure.is_none(),
            solvable: played.solvable,
            end,
            impossible: played.failure.as_ref().and_then(Wall::of),
            solved_by_other_mover: played.solves_reversed,
        }
    }
}

/// The board that moves lead to.
#[derive(Serialize)]
pub struct ApplyJson {
    #[serde(flatten)]
    moves: MovesJson,
    /// The board, rows separated by slashes.
    board: String,
    /// The board after the moves; null if they cannot be played.
    end: Option<String>,
    /// The first impossible move; null if there is none.
    impossible: Option<Wall>,
    /// If steps were requested: every board on the path, the first included.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<String>>,
}

impl ApplyJson {
    /// Creates the object of played moves.
    pub fn new(
        start: &Board,
        moves: &Moves,
        played: &Result<Board, SolutionError>,
        steps: bool,
    ) -> ApplyJson {
        ApplyJson {
            moves: moves.into(),
            board: start.to_string(),
            end: played.as_ref().ok().map(Board::to_string),
            impossible: played.as_ref().err().and_then(Wall::of),
            steps: steps.then(|| moves.boards(start).map(|board| board.to_string()).collect()),
        }
    }
}

/// A solution compared with the shortest.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GapJson {
    #[serde(flatten)]
    verified: VerifyJson,
    /// The proven lower bound on the fewest moves.
    fewest_at_least: u64,
    /// The upper bound on the fewest moves.
    fewest_at_most: u64,
    /// By how many moves it exceeds the shortest; null if that is not proven.
    gap: Option<u64>,
    /// The first move, from 1, after which the fewest remaining moves are not one less: the least and the greatest that
    /// it may be; null if there is none, or none is known.
    first_suboptimal_move: Option<[usize; 2]>,
    /// The move of the blank on a shortest path instead, such as `R`; null if unknown.
    better: Option<String>,
    /// What stopped it before it could prove more: `nodes`, `time`, `memory` or `interrupt`.
    stopped_by: Option<Stop>,
    /// States explored to find out; 0 if a table had the answer.
    explored: u64,
}

impl GapJson {
    /// Creates the object of a measurement.
    pub fn new(played: &Played, gap: &Suboptimality) -> GapJson {
        let better = match &gap.first_suboptimal_move {
            FirstSuboptimalMove::Within { better, .. } => *better,
            _ => None,
        };
        GapJson {
            verified: played.into(),
            fewest_at_least: *gap.fewest.start(),
            fewest_at_most: *gap.fewest.end(),
            gap: gap.exact(),
            first_suboptimal_move: gap
                .first_suboptimal_move
                .steps()
                .map(|steps| [*steps.start(), *steps.end()]),
            better: better.as_ref().map(Move::to_string),
            stopped_by: gap.stopped,
            explored: gap.explored,
        }
    }
}
