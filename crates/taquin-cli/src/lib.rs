//! The command `taquin`: reads the command line, runs a command and turns its outcome into an exit code.
//!
//! Everything about puzzles is in the library. This crate is what surrounds it: `args` defines the command line,
//! `input` reads boards, `commands` has one module per command, `present` prints answers with one printer per
//! format, `server` serves HTTP, and `errors` prints diagnostics. Exit codes are defined in this file alone.

mod args;
mod commands;
mod errors;
mod input;
mod interrupt;
pub mod machine;
mod memory;
mod page;
mod present;
mod progress;
mod prose;
mod raster;
mod save;
#[cfg(test)]
mod sentences;
mod server;
mod spelling;
mod terminal;
mod tui;

use args::{Cli, ColorWhen, Command};
use commands::{ExitStatus, Failure};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::exit;
use taquin_api::files;
use terminal::Terminal;

/// Returns the exit code of a status; `taquin --help` documents them.
fn exit_code(status: ExitStatus) -> i32 {
    match status {
        ExitStatus::Good => 0,
        ExitStatus::Negative => 1,
        ExitStatus::Wrong => 2,
        ExitStatus::Stopped => 3,
        ExitStatus::Interrupted => 130,
    }
}

/// Runs the command given by the arguments, of which the first is the program's name, and returns its exit code.
///
/// It takes over Ctrl-C and sets the allocator's thresholds, so call it once, before anything else.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> i32 {
    interrupt::install(exit_now);
    memory::limit_retained_memory();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let status = match read(&arguments) {
        Ok(cli) => dispatch(cli),
        Err(error) => usage(&error),
    };
    // A command that the user interrupted ends with its own code, whatever its outcome.
    exit_code(if interrupt::is_interrupted() { ExitStatus::Interrupted } else { status })
}

/// Runs a command line that the program itself has put together.
fn run_line(arguments: &[String], color: ColorWhen) -> ExitStatus {
    let own = std::iter::once(OsString::from("taquin"));
    let arguments: Vec<OsString> = own.chain(arguments.iter().map(OsString::from)).collect();
    match read(&arguments) {
        Ok(cli) => dispatch(Cli { color, ..cli }),
        Err(error) => usage(&error),
    }
}

/// Reads a command line, with help for this terminal.
fn read(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    Cli::read(arguments, Terminal::new(ColorWhen::Auto).width)
}

/// Prints help or a usage error.
fn usage(error: &clap::Error) -> ExitStatus {
    let printed = error.print().and_then(|()| io::stdout().flush());
    match printed {
        // If standard error is closed, the message is dropped.
        _ if error.use_stderr() => ExitStatus::Wrong,
        Ok(()) => ExitStatus::Good,
        Err(error) => failed(Failure::Output(error), &Terminal::new(ColorWhen::Auto)),
    }
}

/// Runs a command, and reports a failure on standard error.
fn dispatch(cli: Cli) -> ExitStatus {
    let terminal = Terminal::new(cli.color);
    let result = match &cli.command {
        None => commands::prompt::run(&terminal, &|arguments| run_line(arguments, cli.color)),
        Some(Command::Solve(args)) => commands::solve::run(args, &terminal),
        Some(Command::Check(args)) => commands::check::run(args, &terminal),
        Some(Command::Verify(args)) => commands::verify::run(args, &terminal),
        Some(Command::Apply(args)) => commands::apply::run(args, &terminal),
        Some(Command::Invert(args)) => commands::rewrite::invert(args),
        Some(Command::Simplify(args)) => commands::rewrite::simplify(args),
        Some(Command::Length(args)) => commands::rewrite::length(args),
        Some(Command::Gap(args)) => commands::gap::run(args, &terminal),
        Some(Command::Generate(args)) => commands::generate::run(args, &terminal),
        Some(Command::Pdb(args)) => commands::pdb::run(args, &terminal),
        Some(Command::Network(args)) => commands::network::run(args, &terminal),
        Some(Command::Table(args)) => commands::table::run(args, &terminal),
        Some(Command::Compare(args)) => commands::compare::run(args, &terminal),
        Some(Command::Bench(args)) => commands::bench::run(args, &terminal),
        Some(Command::Merge(args)) => commands::merge::run(args, &terminal),
        Some(Command::Play(args)) => commands::play::run(args, &terminal),
        Some(Command::Serve(args)) => commands::serve::run(args, &terminal),
        Some(Command::Site(args)) => commands::site::run(args),
        Some(Command::List(args)) => commands::list::run(args, &terminal),
        Some(Command::Explain(args)) => commands::explain::run(args, &terminal),
        Some(Command::Plot(args)) => commands::plot::run(args),
        Some(Command::Reproduce(args)) => commands::reproduce::run(args, &terminal),
        Some(Command::Completions(args)) => commands::documents::completions(args),
        Some(Command::Man(args)) => commands::documents::man(args),
    };
    result.unwrap_or_else(|failure| failed(failure, &terminal))
}

/// Prints why a command failed.
fn failed(failure: Failure, terminal: &Terminal) -> ExitStatus {
    match failure {
        // `taquin ... | head -1`: the reader wants no more output.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitStatus::Good,
        failure => {
            errors::print(&failure.into_diagnostic(), terminal.colored_errors);
            ExitStatus::Wrong
        }
    }
}

/// Exits at once: on the second Ctrl-C, or on the first if no command handles it.
fn exit_now() {
    tui::restore();
    files::discard_unfinished();
    exit(exit_code(ExitStatus::Interrupted));
}
