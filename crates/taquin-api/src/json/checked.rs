//! The JSON of `check`: whether a board can be solved.

use super::common::{Head, Why, WrongBoard};
use crate::answer::{Answer, Answered};
use serde::Serialize;

/// Whether a board can be solved.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Checked<'a> {
    /// What every object has.
    #[serde(flatten)]
    pub head: Head<'a>,
    /// The board, rows divided by slashes.
    pub board: String,
    /// The goal, likewise.
    pub goal: String,
    /// Rows and columns: `3x3`.
    pub size: String,
    /// Whether some sequence of moves leads from the board to the goal.
    pub solvable: bool,
    /// Why it cannot be solved; null if it can.
    pub unsolvable: Option<Why>,
}

impl<'a> Checked<'a> {
    /// The object of a board that is one; nothing of a text that is none.
    pub fn of(answered: &Answered<'a>) -> Option<Checked<'a>> {
        let (start, goal, why) = match &answered.answer {
            Answer::Unsolvable(why) => (&why.start, &why.goal, Some(&**why)),
            Answer::Solvable(puzzle) | Answer::Searched { puzzle, .. } => {
                (puzzle.start(), puzzle.goal(), None)
            }
            Answer::Wrong(_) => return None,
        };
        Some(Checked {
            head: Head::of(answered),
            board: start.to_string(),
            goal: goal.to_string(),
            size: start.size().to_string(),
            solvable: why.is_none(),
            unsolvable: why.map(Into::into),
        })
    }
}

/// The object of any board that was to be checked.
#[derive(Serialize)]
#[serde(untagged)]
pub enum CheckDocument<'a> {
    /// It is a board.
    Checked(Checked<'a>),
    /// It is none, or not one that fits the goal.
    Wrong(WrongBoard<'a>),
}

impl<'a> CheckDocument<'a> {
    /// The object of an answer; there is one for every answer.
    pub fn of(answered: &'a Answered<'a>) -> Option<CheckDocument<'a>> {
        match &answered.answer {
            Answer::Wrong(wrong) => Some(CheckDocument::Wrong(WrongBoard::of(answered, wrong))),
            _ => Checked::of(answered).map(CheckDocument::Checked),
        }
    }
}
