//! `taquin play`: the puzzle as a game in the terminal.

use super::{ExitStatus, Failure, output};
use crate::args::{CacheArgs, PlayArgs};
use crate::input;
use crate::interrupt;
use crate::machine;
use crate::present::write_unsolvable;
use crate::terminal::Terminal;
use crate::tui::{self, play};
use std::io::Write;
use taquin::{Limits, Puzzle, PuzzleError, Size, Solver};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::game::{Difficulty, Level};

/// Runs the command.
pub fn run(args: &PlayArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    tui::check_terminal("a game")?;
    let (own, goal) = match &args.board {
        Some(text) => {
            let board = input::read_one_board(text, &args.writing)?;
            let goal = input::read_goal(args.goal.text(), args.writing.size)?;
            match Puzzle::new(board, &goal) {
                Ok(puzzle) => (Some(puzzle.clone()), puzzle.goal().clone()),
                Err(PuzzleError::Unsolvable(why)) => {
                    let mut out = output();
                    write_unsolvable(&why, &goal, *terminal, &mut out)?;
                    out.flush()?;
                    return Ok(ExitStatus::Negative);
                }
                Err(error) => return Err(Diagnostic::of(&error).into()),
            }
        }
        None => (None, input::read_goal_of(&args.goal, args.writing.size, Size::default())?),
    };
    let easy = Level::Easy.difficulty(goal.size());
    let difficulty = args.depth.map_or(easy, Difficulty::Depth);
    let solver = Solver {
        limits: Limits { max_bytes: Some(machine::default_memory_limit()), ..Limits::default() },
        store: CacheArgs { cache_dir: None }.store(),
        ..Solver::default()
    };
    let cancel = interrupt::cancel();
    let dealer = play::Dealer { goal, difficulty, seed: args.seed };
    let scores = machine::data_dir().map(|folder| folder.join("scores.json"));
    play::run(own, dealer, solver, scores, terminal.paint.is_on(), &cancel)?;
    Ok(ExitStatus::Good)
}
