//! `taquin invert`, `taquin simplify` and `taquin length`: what can be done with moves without a board.

use super::{ExitStatus, Failure, output};
use crate::args::{LengthArgs, RewriteArgs};
use crate::input;
use std::io::Write;
use taquin::Moves;
use taquin_api::json::{MovesJson, write_line};

/// Writes the moves that undo moves.
pub fn invert(args: &RewriteArgs) -> Result<ExitStatus, Failure> {
    rewrite(args, Moves::inverse)
}

/// Writes moves without what leads back to the same board.
pub fn simplify(args: &RewriteArgs) -> Result<ExitStatus, Failure> {
    rewrite(args, Moves::simplified)
}

fn rewrite(args: &RewriteArgs, change: fn(&Moves) -> Moves) -> Result<ExitStatus, Failure> {
    let moves = change(&input::read_moves(&args.moves)?);
    let mover = args.moves.mover;
    let mut out = output();
    match (args.json, args.plain) {
        (true, _) => write_line(&mut out, &MovesJson::from(&moves))?,
        (_, true) => writeln!(out, "{}", moves.letters(mover))?,
        _ => writeln!(out, "{}", moves.compact(mover))?,
    }
    out.flush()?;
    Ok(ExitStatus::Good)
}

/// Counts moves.
pub fn length(args: &LengthArgs) -> Result<ExitStatus, Failure> {
    let moves = input::read_moves(&args.moves)?;
    let mut out = output();
    match args.json {
        true => write_line(&mut out, &MovesJson::from(&moves))?,
        false => writeln!(out, "{}", moves.length(args.metric))?,
    }
    out.flush()?;
    Ok(ExitStatus::Good)
}
