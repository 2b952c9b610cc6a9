//! Hint: the next move on a path to the goal, and its length. Small boards are looked up in a table; others are
//! searched for a moment, and the answer states whether the move is proven optimal.

use crate::error::ApiError;
use crate::game::Best;
use crate::limits::{HINT_TIME, within};
use crate::request::BoardRequest;
use crate::task::{Means, Payload, Task, TaskHost, TaskInfo};
use serde::Serialize;
use taquin::{Puzzle, SolveError, Solver};

pub(super) const TASK: TaskInfo = task_info!("hint", Short, BoardRequest => object(HintAnswer), begin, "The next move on a path to the goal, and how far that is");

/// The next move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HintAnswer {
    /// Whether the board is already the goal.
    solved: bool,
    /// The fewest moves to the goal, if known.
    distance: Option<u64>,
    /// The moves of the solution that begins with this one, if one was found.
    at_most: Option<u64>,
    /// Whether this move is proven to be on a shortest path.
    optimal: bool,
    /// The direction of the blank, such as `R`; null if the board is solved, like all that follow.
    move_blank: Option<String>,
    /// The direction of the tile.
    move_tile: Option<String>,
    /// The tile.
    tile: Option<u16>,
    /// The board after the move, rows separated by slashes.
    board: Option<String>,
    /// Its tiles row by row.
    tiles: Option<Vec<u16>>,
}

/// Finds the best solution that a moment is enough for: its first move is the hint.
pub fn hint(solver: &Solver, puzzle: &Puzzle, host: &dyn TaskHost) -> Result<Best, SolveError> {
    let limits = within(solver.limits, HINT_TIME);
    Best::find(&Solver { limits, clock: host.clock(), ..solver.clone() }, puzzle, host.cancel())
}

/// Creates the task of a request.
fn begin(request: &BoardRequest, means: &Means) -> Result<Task, ApiError> {
    let puzzle = request.solvable()?;
    let solver = Solver { limits: means.caps.all(), ..Solver::default() };
    means.announce(&solver, puzzle.size());
    Ok(Box::new(move |host| {
        let best = hint(&solver, &puzzle, host)?;
        let hint = best.hint(puzzle.start());
        let next = hint.and_then(|hint| puzzle.start().moved(hint.by));
        Payload::json(&HintAnswer {
            solved: puzzle.start() == puzzle.goal(),
            distance: best.length().filter(|_| best.optimal),
            at_most: best.length(),
            optimal: best.optimal,
            move_blank: hint.map(|hint| hint.by.to_string()),
            move_tile: hint.map(|hint| hint.by.inverse().to_string()),
            tile: hint.map(|hint| hint.tile),
            board: next.as_ref().map(ToString::to_string),
            tiles: next.map(|board| board.tiles().to_vec()),
        })
    }))
}
