//! Check heuristic: compares a user's own heuristic with the true distance of every board of a small size.

use crate::diagnostic::Diagnostic;
use crate::error::ApiError;
use crate::heuristic_check::Estimates;
use crate::request::{read_goal, read_size};
use crate::task::{Means, Payload, Task, TaskInfo};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use taquin::store::Store;
use taquin::table::TableError;
use taquin::{Board, Limits};

pub(super) const TASK: TaskInfo = task_info!("check-heuristic", Own, HeuristicCheckRequest => object(HeuristicCheckAnswer), begin, "Is a heuristic of the user's own admissible, and consistent?");

/// The boards to check.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HeuristicCheckRequest {
    /// Rows and columns; `3x3` by default.
    pub size: Option<String>,
    /// The goal: a name or a board.
    pub goal: Option<String>,
}

/// The result of the check.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct HeuristicCheckAnswer {
    /// The number of boards checked: all solvable ones.
    boards: usize,
    /// Whether it never overestimates.
    admissible: bool,
    /// Whether no move lowers it by more than 1, and it is 0 at the goal.
    consistent: bool,
    /// The board nearest to the goal that it overestimates.
    counterexample: Option<Counterexample>,
    /// Two boards one move apart between which the estimate falls by more than 1; the goal twice if it is above 0
    /// there.
    inconsistency: Option<[String; 2]>,
    /// The mean of true distance minus estimate.
    mean_error: f64,
    /// The largest difference from the true distance.
    max_error: f64,
}

/// A board that a heuristic overestimates.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Counterexample {
    board: String,
    distance: u64,
    estimate: f64,
}

/// Creates the task of a request.
fn begin(request: &HeuristicCheckRequest, means: &Means) -> Result<Task, ApiError> {
    let estimate = means.own.ok_or_else(ApiError::internal)?;
    let size = read_size(request.size.as_deref())?;
    let goal = read_goal(request.goal.as_deref(), size)?.board(size.unwrap_or_default());
    Ok(Box::new(move |host| {
        let budget = host.budget(Limits::default());
        let (table, _) = Store::default()
            .distances(&goal, &budget)
            .map_err(|error| ApiError::invalid("size", Diagnostic::of(&error)))?;
        let estimate = |board: &Board| Ok::<f64, Infallible>(estimate(board));
        let Ok(estimates) = Estimates::collect(table, estimate);
        let inconsistency = estimates.first_inconsistency(&budget).map_err(TableError::from);
        let inconsistency =
            inconsistency.map_err(|error| ApiError::invalid("size", Diagnostic::of(&error)))?;
        let counterexample = estimates.overestimate.as_ref().map(|(board, distance, estimate)| {
            Counterexample { board: board.to_string(), distance: *distance, estimate: *estimate }
        });
        Payload::json(&HeuristicCheckAnswer {
            boards: estimates.boards(),
            admissible: counterexample.is_none(),
            consistent: inconsistency.is_none(),
            counterexample,
            inconsistency: inconsistency.map(|(a, b)| [a.to_string(), b.to_string()]),
            mean_error: estimates.mean_error,
            max_error: estimates.max_error,
        })
    }))
}
