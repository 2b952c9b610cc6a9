//! The path from start to goal, step by step.

use crate::as_text;
use serde::{Serialize, Serializer};
use taquin::{Board, CostModel, Direction, Puzzle, Report, Solution};

/// A solution, board by board; it is only written, since it follows from the board and the moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps {
    puzzle: Puzzle,
    solution: Solution,
    costs: CostModel,
    path_ids: Option<Vec<u64>>,
}

/// One board on the path.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// Its number on the path; the start is 0.
    pub step: usize,
    /// The board, rows separated by slashes.
    #[serde(serialize_with = "as_text::serialize")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub board: Board,
    /// The direction of the blank; null for the start, like the next two.
    #[serde(rename = "move", serialize_with = "as_letter")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<char>"))]
    pub by: Option<Direction>,
    /// The tile that moved, in the opposite direction.
    pub tile: Option<u16>,
    /// What the move cost.
    pub cost: Option<u64>,
    /// The state's id; null if the search assigns none.
    pub id: Option<u64>,
    /// Moves from the start.
    pub depth: usize,
}

fn as_letter<S: Serializer>(by: &Option<Direction>, serializer: S) -> Result<S::Ok, S::Error> {
    by.map(Direction::letter).serialize(serializer)
}

impl Steps {
    /// Returns the path of a search; `None` if it found no solution.
    pub fn of(puzzle: &Puzzle, report: &Report) -> Option<Steps> {
        Some(Steps {
            puzzle: puzzle.clone(),
            solution: report.solution()?.clone(),
            costs: report.costs,
            path_ids: report.path_ids.clone(),
        })
    }

    /// Returns every board on the path, the start first. They are created one at a time, since a long path on a large
    /// board would not fit into memory.
    pub fn iter(&self) -> impl Iterator<Item = Step> {
        let mut blank_was = None;
        self.solution.boards(self.puzzle.start()).enumerate().map(move |(step, board)| {
            let by = step.checked_sub(1).and_then(|index| self.solution.moves().get(index));
            // The tile that moved is where the blank was.
            let tile = blank_was.and_then(|cell: usize| board.tiles().get(cell).copied());
            blank_was = Some(board.blank());
            let cost = tile.map(|tile| self.costs.of_move(tile, &board, self.puzzle.goal()));
            let id = self.path_ids.as_ref().and_then(|ids| ids.get(step).copied());
            Step { step, board, by: by.copied(), tile, cost, id, depth: step }
        })
    }
}

impl Serialize for Steps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
