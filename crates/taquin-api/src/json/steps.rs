//! The path from start to goal, step by step.

use taquin::{Board, Direction, Puzzle, Report};

/// One board on the path.
pub struct PathStep {
    /// Its number on the path; the start is 0.
    pub number: usize,
    /// The board.
    pub board: Board,
    /// The move that led to it; `None` for the start.
    pub by: Option<StepMove>,
    /// The state's id, if the search assigns ids.
    pub id: Option<u64>,
}

/// A move on the path.
pub struct StepMove {
    /// The direction of the blank.
    pub blank: Direction,
    /// The tile that moved, in the opposite direction.
    pub tile: u16,
    /// What it cost.
    pub cost: u64,
}

/// Returns every board on the path of a solution, the start first; empty if there is no solution.
///
/// Boards are created one at a time, since a long path on a large board would not fit into memory.
pub fn steps<'a>(puzzle: &'a Puzzle, report: &'a Report) -> impl Iterator<Item = PathStep> + 'a {
    report.solution().into_iter().flat_map(move |solution| {
        let boards = solution.boards(puzzle.start());
        let costs = report.costs;
        let mut blank_was = None;
        boards.enumerate().map(move |(number, board)| {
            let moved = number.checked_sub(1).and_then(|index| solution.moves().get(index));
            // The tile that moved is where the blank was.
            let tile = blank_was.and_then(|cell: usize| board.tiles().get(cell).copied());
            blank_was = Some(board.blank());
            let by = moved.zip(tile).map(|(&blank, tile)| StepMove {
                blank,
                tile,
                cost: costs.of_move(tile, &board, puzzle.goal()),
            });
            let id = report.path_ids.as_ref().and_then(|ids| ids.get(number).copied());
            PathStep { number, board, by, id }
        })
    })
}
