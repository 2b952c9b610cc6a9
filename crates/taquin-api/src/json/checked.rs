//! The JSON of `check`: whether a board can be solved.

use super::common::{Head, Why, WrongBoard};
use crate::answer::{Answer, Answered};
use serde::Serialize;

/// Whether a board can be solved.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Checked<'a> {
    /// The fields of every object.
    #[serde(flatten)]
    pub head: Head<'a>,
    /// The board, rows separated by slashes.
    pub board: String,
    /// The goal, in the same format.
    pub goal: String,
    /// Rows and columns: `3x3`.
    pub size: String,
    /// Whether some sequence of moves leads from the board to the goal.
    pub solvable: bool,
    /// Why it is unsolvable; null if it is solvable.
    pub unsolvable: Option<Why>,
}

impl<'a> Checked<'a> {
    /// Creates the object of a checked board; `None` if the input is not a board.
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

/// The object for any input that was checked.
#[derive(Serialize)]
#[serde(untagged)]
pub enum CheckDocument<'a> {
    /// The input is a board.
    Checked(Checked<'a>),
    /// The input is not a board, or does not fit the goal.
    Wrong(WrongBoard<'a>),
}

impl<'a> CheckDocument<'a> {
    /// Creates the object of an answer; every answer has one.
    pub fn of(answered: &'a Answered<'a>) -> Option<CheckDocument<'a>> {
        match &answered.answer {
            Answer::Wrong(wrong) => Some(CheckDocument::Wrong(WrongBoard::of(answered, wrong))),
            _ => Checked::of(answered).map(CheckDocument::Checked),
        }
    }
}
