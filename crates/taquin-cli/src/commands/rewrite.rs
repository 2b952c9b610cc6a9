//! `taquin invert`, `taquin simplify` and `taquin length`: operations on moves that need no board.

use super::{ExitStatus, Failure, output};
use crate::args::{LengthArgs, RewriteArgs};
use crate::input;
use std::io::Write;
use taquin::Moves;
use taquin_api::json::{MovesJson, write_line};

/// Prints the inverse of a sequence of moves.
pub fn invert(args: &RewriteArgs) -> Result<ExitStatus, Failure> {
    rewrite(args, Moves::inverse)
}

/// Prints moves without the parts that lead back to the same board.
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
    if args.json {
        write_line(&mut out, &MovesJson::from(&moves))?
    } else {
        writeln!(out, "{}", moves.length(args.metric))?
    }
    out.flush()?;
    Ok(ExitStatus::Good)
}
