//! The JSON of `verify`, `apply`, `invert`, `simplify`, `length` and `gap`: one compact object each.
//!
//! Every object has `schema_version`, `tool_version` and the fields of [`MovesJson`].

use super::common::{SCHEMA_VERSION, TOOL_VERSION};
use super::solved::stop_id;
use crate::played::Played;
use serde::Serialize;
use taquin::{
    Board, FirstSuboptimalMove, Metric, Mover, Moves, Solution, SolutionError, Suboptimality,
};

/// Moves, in every way to write and count them.
#[derive(Serialize)]
pub struct MovesJson {
    /// The version of the schema.
    schema_version: u32,
    /// The version of the program.
    tool_version: &'static str,
    /// A letter a move: where the blank goes.
    moves_blank: String,
    /// A letter a move: where the tile goes.
    moves_tile: String,
    /// A letter a straight run, and its length: where the blank goes.
    compact_blank: String,
    /// The same: where the tile goes.
    compact_tile: String,
    /// How many single tile moves.
    stm: usize,
    /// How many straight runs.
    mtm: usize,
}

impl From<&Moves> for MovesJson {
    fn from(moves: &Moves) -> MovesJson {
        MovesJson {
            schema_version: SCHEMA_VERSION,
            tool_version: TOOL_VERSION,
            moves_blank: moves.letters(Mover::Blank),
            moves_tile: moves.letters(Mover::Tile),
            compact_blank: moves.compact(Mover::Blank),
            compact_tile: moves.compact(Mover::Tile),
            stm: moves.length(Metric::SingleTile),
            mtm: moves.length(Metric::MultiTile),
        }
    }
}

/// A move that cannot be made.
#[derive(Serialize)]
struct Wall {
    /// Its place, from 1.
    step: usize,
    /// Where the blank was to go.
    #[serde(rename = "move")]
    by: char,
    /// The board before it.
    board: String,
}

impl Wall {
    fn of(error: &SolutionError) -> Option<Wall> {
        match error {
            SolutionError::Wall { step, direction, board } => {
                Some(Wall { step: *step, by: direction.letter(), board: board.to_string() })
            }
            SolutionError::NotAtGoal { .. } => None,
        }
    }
}

/// Whether moves solve a board.
#[derive(Serialize)]
pub struct VerifyJson {
    #[serde(flatten)]
    moves: MovesJson,
    /// The board, rows divided by slashes.
    board: String,
    /// The goal, likewise.
    goal: String,
    /// Whether the moves lead from one to the other.
    solved: bool,
    /// Whether any moves do.
    solvable: bool,
    /// Where they end; null if they cannot be played.
    end: Option<String>,
    /// The first move that cannot be made; null if all can.
    impossible: Option<Wall>,
    /// Whether they would solve it with letters that mean the other thing (`--moves`).
    solved_otherwise: bool,
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
            solved_otherwise: played.otherwise,
        }
    }
}

/// The board that moves lead to.
#[derive(Serialize)]
pub struct ApplyJson {
    #[serde(flatten)]
    moves: MovesJson,
    /// The board, rows divided by slashes.
    board: String,
    /// Where the moves end; null if they cannot be played.
    end: Option<String>,
    /// The first move that cannot be made; null if all can.
    impossible: Option<Wall>,
    /// With --steps: every board on the path, the first included.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<String>>,
}

impl ApplyJson {
    /// What came of playing moves.
    pub fn new(
        start: &Board,
        moves: &Moves,
        played: &Result<Board, SolutionError>,
        steps: bool,
    ) -> ApplyJson {
        let solution = Solution::from(moves.clone());
        ApplyJson {
            moves: moves.into(),
            board: start.to_string(),
            end: played.as_ref().ok().map(Board::to_string),
            impossible: played.as_ref().err().and_then(Wall::of),
            steps: steps.then(|| solution.boards(start).map(|board| board.to_string()).collect()),
        }
    }
}

/// How a solution compares with the shortest.
#[derive(Serialize)]
pub struct GapJson {
    #[serde(flatten)]
    verified: VerifyJson,
    /// The fewest moves are at least so many, proven.
    fewest_at_least: u64,
    /// And at most so many.
    fewest_at_most: u64,
    /// By how many moves it is too long; null if that is not proven.
    gap: Option<u64>,
    /// The first move after which the fewest moves left are not one less, from 1: the least and the
    /// greatest that it may be; null if there is none, or none is known.
    first_loss: Option<[usize; 2]>,
    /// Where the blank goes instead on a shortest path; null if that is not known.
    better: Option<char>,
    /// What kept it from proving more: `nodes`, `time`, `memory` or `interrupt`.
    stopped_by: Option<&'static str>,
    /// States explored for it; none where a table knows the answer.
    explored: u64,
}

impl GapJson {
    /// What was measured.
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
            first_loss: gap
                .first_suboptimal_move
                .steps()
                .map(|steps| [*steps.start(), *steps.end()]),
            better: better.map(|direction| direction.letter()),
            stopped_by: gap.stopped.map(stop_id),
            explored: gap.explored,
        }
    }
}
