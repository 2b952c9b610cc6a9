//! Moves played on a board, and whether they solve it.

use crate::diagnostic::Diagnostic;
use taquin::{Board, Goal, Move, Mover, Moves, Puzzle, PuzzleError, SolutionError};

/// Moves played on a board.
#[derive(Debug)]
pub struct Played {
    /// The board that they start from.
    pub start: Board,
    /// The goal.
    pub goal: Board,
    /// The moves.
    pub moves: Moves,
    /// What the letters move: the blank or the tile.
    pub mover: Mover,
    /// Why they do not solve the board; `None` if they do.
    pub failure: Option<SolutionError>,
    /// Whether the board can be solved at all.
    pub solvable: bool,
    /// Whether they would solve it if the letters were read with the other mover.
    pub solves_reversed: bool,
}

impl Played {
    /// Plays moves on a board and checks whether they lead to the goal.
    pub fn new(
        start: Board,
        goal: &Goal,
        moves: Moves,
        mover: Mover,
    ) -> Result<Played, Diagnostic> {
        let (goal, solvable) = match Puzzle::new(start.clone(), goal) {
            Ok(puzzle) => (puzzle.goal().clone(), true),
            Err(PuzzleError::Unsolvable(why)) => (why.goal, false),
            Err(error) => return Err(Diagnostic::of(&error)),
        };
        let failure = failure(&moves, &start, &goal);
        // The letters may have been written for the other mover, which reverses the direction of each move.
        let reversed = || moves.iter().map(Move::inverse).collect();
        let solves_reversed =
            failure.is_some() && self::failure(&reversed(), &start, &goal).is_none();
        Ok(Played { start, goal, moves, mover, failure, solvable, solves_reversed })
    }

    /// Returns the puzzle that the moves solve, or `None` if they do not.
    pub fn puzzle(&self) -> Option<Puzzle> {
        let goal = Goal::Board(self.goal.clone());
        let solved = self.failure.is_none();
        Puzzle::new(self.start.clone(), &goal).ok().filter(|_| solved)
    }
}

/// Returns why moves do not lead from one board to another, or `None` if they do.
fn failure(moves: &Moves, start: &Board, goal: &Board) -> Option<SolutionError> {
    match moves.play(start) {
        Ok(end) if end == *goal => None,
        Ok(end) => Some(SolutionError::NotAtGoal { end, goal: goal.clone() }),
        Err(error) => Some(error),
    }
}
