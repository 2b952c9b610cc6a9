//! `taquin table`: every board of a space, counted by its distance from the goal.

use super::{ExitStatus, Failure, output};
use crate::args::TableArgs;
use crate::errors;
use crate::input;
use crate::interrupt;
use crate::machine;
use crate::present::{space_csv, write_space};
use crate::progress::{ProgressLine, ProgressTask, TimeLeft};
use crate::save::{self, FileKind, Target};
use crate::terminal::{Terminal, print_notice};
use std::io::Write;
use taquin::figures::known_layers;
use taquin::table::{Space, SpaceError};
use taquin::{Board, Budget, Limits, Size};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::files;
use taquin_api::json::CheckedSpace;
use taquin_api::json::{SpaceDocument, write_line};
use taquin_api::quantities::{counted, grouped, shown_bytes};
use taquin_api::results::Distances;

/// Less memory than this is not reported beforehand.
const REPORTED_BYTES: u64 = 16 << 20;

/// Runs the command.
pub fn run(args: &TableArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let goal = input::read_goal_board(&args.space)?;
    let targets =
        Target::all(&args.output, &[FileKind::Svg, FileKind::Png, FileKind::Csv, FileKind::Json])?;
    let limit = args.max_memory.unwrap_or_else(machine::default_memory_limit);
    if !args.quiet {
        report_memory(&goal);
    }
    let limits = Limits { max_bytes: Some(limit), ..Limits::default() };
    let budget = Budget::new(limits, interrupt::cancel());
    let bar = bar(goal.size(), args.quiet);
    let mut visited = 1;
    let explored = Space::explore(&goal, args.metric, &budget, &mut |now, _| {
        visited = now;
        bar.set(now, 0);
    });
    drop(bar);
    let space = match explored {
        Ok(space) => space,
        Err(error) => return report_failure(error, visited, args.quiet, terminal),
    };
    let checked = CheckedSpace::new(&space, known_layers(&goal, args.metric).as_ref());
    for target in &targets {
        write_file(target, &space, &checked)?;
        if !args.quiet {
            let distances = counted(space.layers.len() as u64, "distance");
            save::report_written(&target.path, &distances);
        }
    }
    let mut out = output();
    if args.json {
        write_line(&mut out, &SpaceDocument::new(&space, &checked))?
    } else {
        write_space(&space, &checked, *terminal, &mut out)?
    }
    out.flush()?;
    Ok(match checked {
        CheckedSpace::Differs(..) => ExitStatus::Negative,
        _ => ExitStatus::Good,
    })
}

/// Writes the counts in a file's format.
fn write_file(target: &Target, space: &Space, checked: &CheckedSpace) -> Result<(), Failure> {
    match target.kind {
        FileKind::Csv => files::write(&target.path, space_csv(space).as_bytes())?,
        FileKind::Json => {
            let mut object = Vec::new();
            write_line(&mut object, &SpaceDocument::new(space, checked))?;
            files::write(&target.path, &object)?;
        }
        kind => {
            let histogram = Distances::from(space).histogram(None);
            save::write_picture(&target.path, kind, &histogram.draw())?;
        }
    }
    Ok(())
}

/// Reports beforehand how much memory it will take, if that is much.
fn report_memory(goal: &Board) {
    let size = goal.size();
    if let (Some(boards), Some(bytes)) = (Space::boards_of(size), Space::bytes(size))
        && bytes >= REPORTED_BYTES
    {
        let (boards, bytes) = (grouped(boards), shown_bytes(bytes));
        print_notice(&format!("note: {size} has {boards} boards, which take {bytes} of memory"));
    }
}

/// Returns the progress line with the number of visited boards.
fn bar(size: Size, quiet: bool) -> ProgressLine {
    let total = Space::boards_of(size).unwrap_or(0);
    let done = move |visited, _| format!("{} of {} boards", grouped(visited), grouped(total));
    ProgressLine::new(
        ProgressTask {
            name: String::new(),
            from: 0,
            total,
            done: Box::new(done),
            time: TimeLeft::Speed,
        },
        quiet,
    )
}

/// Reports why there are no counts, and returns the exit status.
fn report_failure(
    error: SpaceError,
    visited: u64,
    quiet: bool,
    terminal: &Terminal,
) -> Result<ExitStatus, Failure> {
    let diagnostic = match error {
        SpaceError::TooLarge { .. } => {
            return Err(Diagnostic::of(&error).into());
        }
        SpaceError::Memory { size, needed, limit } => {
            let (needed, limit) = (shown_bytes(needed), shown_bytes(limit));
            let message = format!(
                "all boards of {size} take {needed} of memory, but only {limit} are allowed"
            );
            Diagnostic::new(error.code(), message).help("--max-memory allows more")
        }
        SpaceError::Stopped(_) => {
            if !quiet {
                let visited = grouped(visited);
                print_notice(&format!("note: interrupted when {visited} boards had been visited"));
            }
            return Ok(ExitStatus::Interrupted);
        }
    };
    errors::print(&diagnostic, terminal.colored_errors);
    Ok(ExitStatus::Stopped)
}
