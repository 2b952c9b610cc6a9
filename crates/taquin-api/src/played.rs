//! Moves played on a board: whether they solve it, and how much longer than the shortest solution they are.

use crate::diagnostic::Diagnostic;
use taquin::pattern::Store;
use taquin::{
    Board, Cancel, Goal, Limits, Mover, Moves, Puzzle, PuzzleError, Solution, SolutionError,
    Suboptimality,
};

/// Moves played on a board.
#[derive(Debug)]
pub struct Played {
    /// Where they begin.
    pub start: Board,
    /// Where they should end.
    pub goal: Board,
    /// The moves.
    pub moves: Moves,
    /// What the letters meant.
    pub mover: Mover,
    /// Why they do not solve the board; `None` if they do.
    pub failure: Option<SolutionError>,
    /// Whether anything could.
    pub solvable: bool,
    /// Whether they would, with letters that mean the other thing.
    pub otherwise: bool,
}

impl Played {
    /// Plays moves on a board, and looks whether they lead to the goal.
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
        // The letters may have been meant the other way round, which undoes each move.
        let turned: Vec<_> =
            moves.directions().iter().map(|direction| direction.opposite()).collect();
        let otherwise = failure.is_some() && self::failure(&turned.into(), &start, &goal).is_none();
        Ok(Played { start, goal, moves, mover, failure, solvable, otherwise })
    }

    /// The puzzle that the moves solve; `None` if they do not.
    pub fn puzzle(&self) -> Option<Puzzle> {
        let goal = Goal::Board(self.goal.clone());
        let solved = self.failure.is_none();
        Puzzle::new(self.start.clone(), &goal).ok().filter(|_| solved)
    }

    /// How much longer than the shortest they are; `None` if they do not solve the board.
    pub fn gap(
        &self,
        limits: Limits,
        cancel: &Cancel,
    ) -> Option<Result<Suboptimality, SolutionError>> {
        let puzzle = self.puzzle()?;
        Some(Suboptimality::measure(
            &puzzle,
            &Solution::from(self.moves.clone()),
            limits,
            cancel,
            &Store::default(),
        ))
    }
}

/// Why moves do not lead from a board to another, unless they do.
fn failure(moves: &Moves, start: &Board, goal: &Board) -> Option<SolutionError> {
    match moves.play(start) {
        Ok(end) if end == *goal => None,
        Ok(end) => Some(SolutionError::NotAtGoal { end, goal: goal.clone() }),
        Err(error) => Some(error),
    }
}
