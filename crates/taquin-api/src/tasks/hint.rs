//! Hint: the next move on a path to the goal, and how far that is. On small boards a table knows;
//! elsewhere it is searched for a moment, and what is not proven is said to be so.

use crate::error::ApiError;
use crate::limits::{Caps, HINT_TIME, RequestedLimits};
use crate::request::BoardRequest;
use crate::task::{Payload, Task};
use serde::Serialize;
use taquin::{Board, Direction, Solver};

/// The next move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HintAnswer {
    /// Whether the board is the goal already.
    solved: bool,
    /// The fewest moves to the goal, where that is known.
    distance: Option<u64>,
    /// The moves of the solution that begins with this one, if one was found.
    at_most: Option<u64>,
    /// Whether this move is proven to lie on a shortest path.
    optimal: bool,
    /// Where the blank goes; null if the board is solved, as all that follows.
    move_blank: Option<char>,
    /// Where the tile goes.
    move_tile: Option<char>,
    /// The tile.
    tile: Option<u16>,
    /// The board after the move, rows divided by slashes.
    board: Option<String>,
    /// Its tiles row by row.
    tiles: Option<Vec<u16>>,
}

/// The task of a request.
pub fn hint(request: &BoardRequest, caps: &Caps) -> Result<Task, ApiError> {
    let puzzle = request.solvable()?;
    let limits = caps.limits(RequestedLimits::default(), HINT_TIME)?;
    Ok(Box::new(move |host| {
        let solver = Solver { limits, clock: host.clock(), ..Solver::default() };
        let report = solver.solve_observed(&puzzle, host.cancel(), None)?;
        let solution = report.solution();
        let length = solution.map(|solution| solution.len() as u64);
        let first = solution.and_then(|solution| solution.moves().first().copied());
        let next = first.and_then(|by| played(puzzle.start(), by));
        Payload::json(&HintAnswer {
            solved: puzzle.start() == puzzle.goal(),
            distance: length.filter(|_| report.optimal),
            at_most: length,
            optimal: report.optimal,
            move_blank: first.map(Direction::letter),
            move_tile: first.map(|by| by.opposite().letter()),
            tile: next.as_ref().map(|(tile, _)| *tile),
            board: next.as_ref().map(|(_, board)| board.to_string()),
            tiles: next.map(|(_, board)| board.tiles().to_vec()),
        })
    }))
}

/// The tile that a move takes, and the board after it.
fn played(board: &Board, by: Direction) -> Option<(u16, Board)> {
    let mut board = board.clone();
    let tile = board.apply(by)?;
    Some((tile, board))
}
