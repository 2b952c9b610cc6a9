//! Gap: by how much a solution exceeds the shortest, and which move is the first suboptimal one.

use crate::diagnostic::{Diagnostic, Source};
use crate::error::ApiError;
use crate::json::{GapJson, VerifyJson};
use crate::played::Played;
use crate::request::{read_board, read_goal, read_size};
use crate::spelling::Fields;
use crate::task::{Means, Payload, Task, TaskHost, TaskInfo};
use serde::{Deserialize, Serialize};
use taquin::store::Store;
use taquin::{Limits, Mover, SolutionError, Suboptimality, parse_moves};

pub(super) const TASK: TaskInfo = task_info!("gap", Short, GapRequest => object(GapAnswer), begin, "By how much moves exceed the shortest solution, and which of them is the first suboptimal one");

/// How the moves compare with a shortest solution, or that they do not solve the board.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum GapAnswer {
    Measured(GapJson),
    Verified(VerifyJson),
}

/// Moves to compare with a shortest solution.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GapRequest {
    /// Any text that a board can be read from.
    pub board: String,
    /// Rows and columns, for a flat list that is not square: `2x4`.
    pub size: Option<String>,
    /// The goal: a name such as `classic`, or a board.
    pub goal: Option<String>,
    /// The moves, as directions of the blank.
    pub moves: String,
    /// When to stop.
    #[serde(flatten)]
    pub limits: Limits,
}

/// Measures by how much moves exceed the shortest solution; `None` if they do not solve the board.
pub fn gap(
    played: &Played,
    limits: Limits,
    host: &dyn TaskHost,
) -> Option<Result<Suboptimality, SolutionError>> {
    let puzzle = played.puzzle()?;
    let budget = host.budget(limits);
    Some(Suboptimality::measure(&puzzle, &played.moves, &budget, &Store::default()))
}

/// Creates the task of a request. Moves that do not solve the board are only verified.
fn begin(request: &GapRequest, means: &Means) -> Result<Task, ApiError> {
    let size = read_size(request.size.as_deref())?;
    let start = read_board("board", &request.board, size)?;
    let goal = read_goal(request.goal.as_deref(), size)?;
    let moves = parse_moves(&request.moves, Mover::Blank).map_err(|error| {
        let source = Source::new("moves", request.moves.as_str());
        ApiError::invalid("moves", Diagnostic::about_text(&source, &error, &Fields))
    })?;
    let played = Played::new(start, &goal, moves, Mover::Blank);
    let played = played.map_err(|diagnostic| ApiError::invalid("goal", diagnostic))?;
    let limits = means.caps.plain().limits(request.limits);
    Ok(Box::new(move |host| match gap(&played, limits, host) {
        None => Payload::json(&GapAnswer::Verified(VerifyJson::from(&played))),
        Some(Ok(gap)) => Payload::json(&GapAnswer::Measured(GapJson::new(&played, &gap))),
        Some(Err(_)) => Err(ApiError::internal()),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Caps;
    use serde_json::Value;
    use std::time::Duration;
    use taquin::Cancel;

    fn answer(moves: &str) -> Value {
        let request = GapRequest {
            board: "123456708".to_string(),
            size: None,
            goal: None,
            moves: moves.to_string(),
            limits: Limits::default(),
        };
        let caps = Caps::new(1 << 30, Duration::from_secs(10));
        let task = begin(&request, &Means::new(caps)).expect("it is sound");
        let payload = task(&Cancel::new()).expect("it is done");
        let object = payload.object().expect("it is an object");
        serde_json::from_str(object.get()).expect("it is JSON")
    }

    #[test]
    fn detours_are_measured() {
        assert_eq!(
            (answer("R")["gap"].as_u64(), answer("LRR")["gap"].as_u64()),
            (Some(0), Some(2))
        );
        let unsolved = answer("L");
        assert_eq!((&unsolved["solved"], unsolved.get("gap")), (&Value::Bool(false), None));
    }
}
