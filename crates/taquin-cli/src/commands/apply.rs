//! `taquin apply`: prints the board that moves lead to.

use super::{ExitStatus, Failure, output};
use crate::args::ApplyArgs;
use crate::input;
use crate::present::write_wall;
use crate::terminal::Terminal;
use std::io::Write;
use taquin_api::json::{ApplyJson, write_line};

/// Runs the command.
pub fn run(args: &ApplyArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let (start, moves) = input::read_board_and_moves(&args.board, &args.moves)?;
    let mover = args.moves.mover;
    let played = moves.play(&start);
    let status = if played.is_ok() { ExitStatus::Good } else { ExitStatus::Negative };
    let mut out = output();
    if args.json {
        let steps = args.steps;
        write_line(&mut out, &ApplyJson::new(&start, &moves, &played, steps))?;
    } else {
        if args.steps {
            for board in moves.boards(&start) {
                writeln!(out, "{board}")?;
            }
        }
        match &played {
            Err(error) => write_wall(error, &moves, mover, *terminal, &mut out)?,
            Ok(_) if args.steps => {}
            Ok(end) => writeln!(out, "{end}")?,
        }
    }
    out.flush()?;
    Ok(status)
}
