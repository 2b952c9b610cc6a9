//! The path from start to goal, step by step.

use crate::as_text;
use serde::{Serialize, Serializer};
use taquin::{Board, CostModel, Move, Moves, Puzzle, Report};

/// A solution, board by board; it is only written, since it follows from the board and the moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps {
    puzzle: Puzzle,
    solution: Moves,
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
    /// The direction of the blank, and how many tiles slid unless it is one: `R`, `R3`. Null for the start, like the next
    /// two.
    #[serde(rename = "move", serialize_with = "as_text_or_null")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub by: Option<Move>,
    /// The tile that moved, in the opposite direction; of several the first, which is where the blank was.
    pub tile: Option<u16>,
    /// What the move cost.
    pub cost: Option<u64>,
    /// The state's id; null if the search assigns none.
    pub id: Option<u64>,
    /// Moves from the start.
    pub depth: usize,
}

fn as_text_or_null<S: Serializer>(by: &Option<Move>, serializer: S) -> Result<S::Ok, S::Error> {
    by.as_ref().map(Move::to_string).serialize(serializer)
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
        let start = Some((None, self.puzzle.start().clone(), None));
        let mut moves = self.solution.iter();
        let path = std::iter::successors(start, move |(_, board, _)| {
            let (by, mut board) = (moves.next()?, board.clone());
            let cost = self.costs.play(by, &mut board, self.puzzle.goal())?;
            Some((Some(by), board, Some(cost)))
        });
        path.enumerate().map(|(step, (by, board, cost))| {
            let tile = by.and_then(|by| board.tiles_moved_by(by).pop());
            let id = self.path_ids.as_ref().and_then(|ids| ids.get(step).copied());
            Step { step, board, by, tile, cost, id, depth: step }
        })
    }
}

impl Serialize for Steps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Goal, InputFormat, Metric, Mover, Outcome, Solver, parse_board, parse_moves};

    #[test]
    fn each_tile_of_a_run_has_its_cost() {
        let start = parse_board("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15", InputFormat::Auto, None);
        let start = start.expect("a board");
        let runs =
            parse_moves("R3 D L2", Mover::Blank).expect("moves").in_metric(Metric::MultiTile);
        let end = runs.play(&start).expect("they are possible");
        let puzzle = Puzzle::new(start, &Goal::Board(end)).expect("moves led to it");
        let mut report = Solver::astar().solve(&puzzle).expect("it fits");
        (report.outcome, report.costs) = (Outcome::Solved(runs), CostModel::Tile);
        let steps = Steps::of(&puzzle, &report).expect("it is solved");
        let steps = serde_json::to_value(steps).expect("it is JSON");
        let shown = |step: usize| {
            let step = &steps[step];
            format!("{} {} {} {}", step["move"], step["tile"], step["cost"], step["depth"])
        };
        let expected = ["null null null 0", "\"R3\" 1 6 1", "\"D\" 7 7 2", "\"L2\" 6 11 3"];
        assert_eq!([0, 1, 2, 3].map(shown), expected);
        assert_eq!(steps[1]["board"], "1 2 3 0/4 5 6 7/8 9 10 11/12 13 14 15");
    }
}
