//! `POST /check`: is it a board, and can it be solved? Nothing is searched.

use super::body::Body;
use super::refusal::Refusal;
use super::reply;
use super::request::BoardRequest;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;
use taquin_api::answer::{Answer, Answered};
use taquin_api::json::Checked;

/// The object of `check --json`, and the boards cell by cell.
#[derive(Serialize, JsonSchema)]
pub struct CheckAnswer<'a> {
    #[serde(flatten)]
    checked: Checked<'a>,
    /// How many rows the board has.
    rows: usize,
    /// How many columns.
    columns: usize,
    /// The board's tiles row by row; 0 is the blank.
    tiles: &'a [u16],
    /// The goal's, likewise.
    goal_tiles: &'a [u16],
}

/// Answers.
pub async fn check(Body(request): Body<BoardRequest>) -> Result<Response, Refusal> {
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
    let checked = Checked::of(&answered).ok_or_else(Refusal::broken)?;
    let (rows, columns) = (start.size().rows(), start.size().cols());
    let (tiles, goal_tiles) = (start.tiles(), goal.tiles());
    reply::json(&CheckAnswer { checked, rows, columns, tiles, goal_tiles })
}
