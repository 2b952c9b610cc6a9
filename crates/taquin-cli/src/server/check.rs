//! `POST /check`: is it a board, and can it be solved? Nothing is searched.

use super::body::Body;
use super::refusal::Refusal;
use super::reply;
use super::request::BoardRequest;
use crate::present::{Answer, Checked, Found};
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;

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
    let (asked, puzzle) = request.read()?;
    let (found, start, goal) = match puzzle {
        Ok(puzzle) => {
            let (start, goal) = (puzzle.start().clone(), puzzle.goal().clone());
            (Found::Solvable(puzzle), start, goal)
        }
        Err(why) => {
            let (start, goal) = (why.start.clone(), why.goal.clone());
            (Found::Unsolvable(why), start, goal)
        }
    };
    let answer = Answer { asked: &asked, number: 1, of: 1, found };
    let checked = Checked::of(&answer).ok_or_else(Refusal::broken)?;
    let (rows, columns) = (start.size().rows(), start.size().cols());
    let (tiles, goal_tiles) = (start.tiles(), goal.tiles());
    reply::json(&CheckAnswer { checked, rows, columns, tiles, goal_tiles })
}
