//! `taquin verify`: do these moves solve this board?

use super::{ExitStatus, Failure, output};
use crate::args::SolvingArgs;
use crate::input;
use crate::present::write_verdict;
use crate::terminal::Terminal;
use std::io::Write;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::json::{VerifyJson, write_line};
use taquin_api::played::Played;

/// Runs the command.
pub fn run(args: &SolvingArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let played = play(args)?;
    let mut out = output();
    if args.json {
        write_line(&mut out, &VerifyJson::from(&played))?
    } else {
        write_verdict(&played, *terminal, &mut out)?
    }
    out.flush()?;
    Ok(if played.failure.is_none() { ExitStatus::Good } else { ExitStatus::Negative })
}

/// Plays the moves, and checks whether they lead to the goal.
pub fn play(args: &SolvingArgs) -> Result<Played, Diagnostic> {
    let (start, moves) = input::read_board_and_moves(&args.board, &args.moves)?;
    let goal = input::read_goal(args.goal.text(), args.board.writing.size)?;
    Played::new(start, &goal, moves, args.moves.mover)
        .map_err(|diagnostic| diagnostic.in_source("--goal"))
}
