//! Check: whether a text is a board and whether it is solvable, without a search.

use crate::answer::{Answer, Answered};
use crate::board_input::BoardInput;
use crate::diagnostic::Diagnostic;
use crate::error::ApiError;
use crate::json::Checked;
use crate::request::BoardRequest;
use crate::task::{Means, Payload, Task, TaskInfo};
use serde::Serialize;
use taquin::{Goal, Puzzle, PuzzleError};

pub(super) const TASK: TaskInfo = task_info!("check", Instant, BoardRequest => object(CheckAnswer<'_>), begin, "Is it a board, and can it be solved?");

/// Whether a board can be solved, with the tiles of both boards.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckAnswer<'a> {
    #[serde(flatten)]
    checked: Checked,
    /// The number of rows.
    rows: usize,
    /// The number of columns.
    columns: usize,
    /// The board's tiles row by row; 0 is the blank.
    tiles: &'a [u16],
    /// The goal's tiles, in the same format.
    goal_tiles: &'a [u16],
}

/// Checks whether a board is solvable, without a search.
pub fn check(input: &BoardInput, goal: &Goal) -> Answer {
    let board = match &input.board {
        Ok(board) => board.clone(),
        Err(diagnostic) => return Answer::Wrong(Box::new(diagnostic.clone())),
    };
    match Puzzle::new(board, goal) {
        Ok(puzzle) => Answer::Solvable(puzzle),
        Err(PuzzleError::Unsolvable(why)) => Answer::Unsolvable(why),
        Err(error) => {
            let diagnostic = Diagnostic::of(&error).in_source(&input.source);
            Answer::Wrong(Box::new(diagnostic))
        }
    }
}

/// Creates the task of a request.
fn begin(request: &BoardRequest, _: &Means) -> Result<Task, ApiError> {
    let (input, puzzle) = request.read()?;
    let (answer, start, goal) = match puzzle {
        Ok(puzzle) => {
            let (start, goal) = (puzzle.start().clone(), puzzle.goal().clone());
            (Answer::Solvable(puzzle), start, goal)
        }
        Err(why) => {
            let (start, goal) = (why.start.clone(), why.goal.clone());
            (Answer::Unsolvable(why), start, goal)
        }
    };
    let answered = Answered { input: &input, number: 1, of: 1, answer };
    let checked = Checked::of(&answered).ok_or_else(ApiError::internal)?;
    let (rows, columns) = (start.size().rows(), start.size().cols());
    let (tiles, goal_tiles) = (start.tiles(), goal.tiles());
    let checked = Payload::json(&CheckAnswer { checked, rows, columns, tiles, goal_tiles })?;
    Ok(Box::new(move |_| Ok(checked)))
}
