//! `taquin generate`: boards from a seed, each printed as soon as it is generated, so that any number of them can be
//! piped to another program.

use super::host::CommandHost;
use super::{ExitStatus, Failure, output};
use crate::args::{BoardFormat, GenerateArgs};
use crate::errors;
use crate::input;
use crate::interrupt;
use crate::machine;
use crate::present::write_generated;
use crate::terminal::{Terminal, print_notice};
use std::io::Write;
use taquin::figures::known_layers;
use taquin::generate::{GenerateError, Kind};
use taquin::table::SpaceError;
use taquin::{Board, Limits, Metric, Stop};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::json::Generated;
use taquin_api::quantities::{shown_bytes, shown_time};
use taquin_api::tasks::{generate, random_seed};

/// Runs the command.
pub fn run(args: &GenerateArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let goal = input::read_goal_board(&args.space)?;
    let format = if args.json { BoardFormat::Json } else { args.format };
    if format == BoardFormat::Digits && goal.to_digits().is_none() {
        let diagnostic =
            format!("there are no digits for the {} cells of {}", goal.tiles().len(), goal.size());
        return Err(Diagnostic::new("no-digits", diagnostic)
            .help("--format rows fits any size")
            .into());
    }
    let limits = Limits {
        max_time: Some(args.max_time),
        max_bytes: Some(args.max_memory.unwrap_or_else(machine::default_memory_limit)),
        ..Limits::default()
    };
    let kind = kind(args);
    let seed = args.seed.unwrap_or_else(random_seed);
    let cancel = interrupt::cancel();
    let stopped = |error| stopped(error, &goal, kind, &limits, terminal);
    let host = CommandHost(&cancel);
    let (how, boards) = match generate(&goal, kind, args.count, seed, limits, &host) {
        Ok(generated) => generated,
        Err(error) => return Ok(stopped(error)),
    };
    if !args.quiet {
        report(&how, args.seed.is_none());
    }
    let mut out = output();
    for (number, board) in (1..).zip(boards) {
        match board {
            Ok(board) => write_generated(&board, number, &how, format, &mut out)?,
            Err(error) => {
                out.flush()?;
                return Ok(stopped(error));
            }
        }
        // A board that takes a search is flushed at once; other kinds come by the million per second.
        if matches!(kind, Kind::Depth(_)) && !how.uniform {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(ExitStatus::Good)
}

/// Returns the kind of boards to generate.
fn kind(args: &GenerateArgs) -> Kind {
    match (args.walk, args.depth) {
        (Some(tries), _) => Kind::Walk(tries),
        (_, Some(depth)) => Kind::Depth(depth),
        _ if args.unsolvable => Kind::Unsolvable,
        _ => Kind::Uniform,
    }
}

/// Prints what a user should know about the boards.
fn report(how: &Generated<'_>, any_seed: bool) {
    let mut notices = Vec::new();
    if any_seed {
        notices.push(format!("seed {}; the same boards again with --seed {0}", how.seed));
    }
    if let (Kind::Depth(depth), false) = (how.kind, how.uniform) {
        notices.push(format!(
            "there are too many {} boards at depth {depth} to list them, so they are found by walking \
             and proven by searching; they are not equally likely",
            how.goal.size()
        ));
    }
    for notice in notices {
        print_notice(&format!("note: {notice}"));
    }
}

/// Reports why there are no boards, or no more, and returns the exit status.
fn stopped(
    error: GenerateError,
    goal: &Board,
    kind: Kind,
    limits: &Limits,
    terminal: &Terminal,
) -> ExitStatus {
    let diagnostic = Diagnostic::of(&error);
    let memory = "--max-memory allows more";
    let (diagnostic, status) = match (&error, kind) {
        (GenerateError::Stopped(Stop::Cancelled), _) => return ExitStatus::Interrupted,
        (GenerateError::Stopped(Stop::Time), Kind::Depth(depth)) => {
            let time = limits.max_time.map(shown_time).unwrap_or_default();
            let size = goal.size();
            let message =
                format!("no further {size} board at depth {depth} was proven within {time}");
            let known = known_layers(goal, Metric::SingleTile).map(|known| known.counts.len() - 1);
            let depths = known.map(|deepest| format!("depths go from 0 to {deepest}, but "));
            let help = "the deeper, the longer a proof takes; --max-time allows more";
            let help = format!("{}{help}", depths.unwrap_or_default());
            (Diagnostic::new(error.code(), message).help(help), ExitStatus::Stopped)
        }
        (GenerateError::Stopped(Stop::Memory), _) => {
            let limit = limits.max_bytes.map(shown_bytes).unwrap_or_default();
            let message =
                format!("to avoid repeating a board, more than {limit} of memory would be needed");
            (Diagnostic::new(error.code(), message).help(memory), ExitStatus::Stopped)
        }
        (GenerateError::Space(SpaceError::Memory { .. }), _) => {
            (diagnostic.help(memory), ExitStatus::Stopped)
        }
        (GenerateError::Stopped(_), _) => (diagnostic, ExitStatus::Stopped),
        (GenerateError::NoNewBoards { .. }, _) => {
            (diagnostic.help("ask for fewer boards, or walk longer"), ExitStatus::Wrong)
        }
        _ => (diagnostic, ExitStatus::Wrong),
    };
    errors::print(&diagnostic, terminal.colored_errors);
    status
}
