//! `taquin verify`: do these moves solve this board?

use super::{ExitStatus, Failure, output};
use crate::args::SolvingArgs;
use crate::errors::Diagnostic;
use crate::input;
use crate::present::{Played, VerifyJson, write_line, write_verdict};
use crate::terminal::Terminal;
use std::io::Write;
use taquin::{Board, Goal, Moves, Puzzle, PuzzleError, SolutionError};

/// Runs the command.
pub fn run(args: &SolvingArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let played = play(args)?;
    let mut out = output();
    match args.json {
        true => write_line(&mut out, &VerifyJson::from(&played))?,
        false => write_verdict(&played, terminal.paint, &mut out)?,
    }
    out.flush()?;
    Ok(if played.failure.is_none() { ExitStatus::Good } else { ExitStatus::Negative })
}

/// Plays the moves, and looks whether they lead to the goal.
pub fn play(args: &SolvingArgs) -> Result<Played, Diagnostic> {
    let (start, moves) = input::read_board_and_moves(&args.board, &args.moves)?;
    let goal = input::read_goal(args.goal.text(), args.board.writing.size)?;
    let (goal, solvable) = match Puzzle::new(start.clone(), &goal) {
        Ok(puzzle) => (puzzle.goal().clone(), true),
        Err(PuzzleError::Unsolvable(why)) => (why.goal, false),
        Err(error) => return Err(Diagnostic::new(error.to_string()).in_source("--goal")),
    };
    let failure = failure(&moves, &start, &goal);
    let mover = args.moves.mover;
    // The letters may have been meant the other way round, which undoes each move.
    let turned: Vec<_> = moves.directions().iter().map(|direction| direction.opposite()).collect();
    let otherwise = failure.is_some() && self::failure(&turned.into(), &start, &goal).is_none();
    Ok(Played { start, goal, moves, mover, failure, solvable, otherwise })
}

/// Why moves do not lead from a board to another, unless they do.
fn failure(moves: &Moves, start: &Board, goal: &Board) -> Option<SolutionError> {
    match moves.play(start) {
        Ok(end) if end == *goal => None,
        Ok(end) => Some(SolutionError::NotAtGoal { end, goal: goal.clone() }),
        Err(error) => Some(error),
    }
}

impl Played {
    /// The puzzle that the moves solve; `None` if they do not.
    pub fn puzzle(&self) -> Option<Puzzle> {
        let goal = Goal::Board(self.goal.clone());
        let solved = self.failure.is_none();
        Puzzle::new(self.start.clone(), &goal).ok().filter(|_| solved)
    }
}
