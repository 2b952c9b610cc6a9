//! The JSON of `check`: whether a board can be solved.

use super::common::{Head, Why};
use crate::answer::{Answer, Answered};
use serde::Serialize;

/// Whether a board can be solved.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Checked {
    /// The fields of every object.
    #[serde(flatten)]
    pub head: Head,
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

impl Checked {
    /// Creates the object of a checked board; `None` if the input is not a board.
    pub fn of(answered: &Answered<'_>) -> Option<Checked> {
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
