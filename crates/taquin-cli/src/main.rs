//! The command `taquin`: reads the command line, runs a command and turns its end into an exit code.
//!
//! Everything about puzzles is in the library. Here is what surrounds it: `args` says what can be
//! asked, `input` reads boards, `commands` runs one command each, `present` prints the answers, one
//! printer a format, `server` answers over HTTP, and `errors` says what is wrong. Exit codes are in
//! this file alone.

mod args;
mod commands;
mod errors;
mod experiment;
mod input;
mod interrupt;
mod memory;
mod picture;
mod present;
mod progress;
mod quantities;
mod results;
mod save;
mod server;
mod terminal;

use args::{Cli, ColorWhen, Command};
use clap::error::ErrorKind;
use commands::{Ending, Failure};
use std::io::{self, Write};
use std::process::exit;
use terminal::Terminal;

/// The exit code of each ending; `taquin --help` documents them.
fn exit_code(ending: Ending) -> i32 {
    match ending {
        Ending::Good => 0,
        Ending::Negative => 1,
        Ending::Wrong => 2,
        Ending::Stopped => 3,
        Ending::Interrupted => 130,
    }
}

fn main() {
    interrupt::install(at_once);
    memory::keep_little();
    let ending = match Cli::read() {
        Ok(cli) => run(cli),
        Err(error) => usage(&error),
    };
    // Whatever came of it, who pressed Ctrl-C is told so.
    let ending = if interrupt::was_pressed() { Ending::Interrupted } else { ending };
    // Gigabytes need not be given back one by one: the system takes them all.
    exit(exit_code(ending));
}

/// Prints help or a usage error.
fn usage(error: &clap::Error) -> Ending {
    let printed = error.print().and_then(|()| io::stdout().flush());
    if error.kind() == ErrorKind::InvalidSubcommand {
        commands::suggest_solve(std::env::args_os().skip(1));
    }
    match printed {
        // Where standard error is gone there is nobody left to tell.
        _ if error.use_stderr() => Ending::Wrong,
        Ok(()) => Ending::Good,
        Err(error) => failed(Failure::Output(error), &Terminal::new(ColorWhen::Auto)),
    }
}

/// Runs a command; what it could not do is said on standard error.
fn run(cli: Cli) -> Ending {
    let terminal = Terminal::new(cli.color);
    let ended = match &cli.command {
        None => commands::prompt::run(&terminal),
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
        Some(Command::Table(args)) => commands::table::run(args, &terminal),
        Some(Command::Compare(args)) => commands::compare::run(args, &terminal),
        Some(Command::Bench(args)) => commands::bench::run(args, &terminal),
        Some(Command::Merge(args)) => commands::merge::run(args, &terminal),
        Some(Command::Serve(args)) => commands::serve::run(args),
        Some(Command::List(args)) => commands::list::run(args, &terminal),
        Some(Command::Explain(args)) => commands::explain::run(args, &terminal),
        Some(Command::Plot(args)) => commands::plot::run(args),
        Some(Command::Reproduce(args)) => commands::reproduce::run(args, &terminal),
        Some(Command::Completions(args)) => commands::documents::completions(args),
        Some(Command::Man(args)) => commands::documents::man(args),
    };
    ended.unwrap_or_else(|failure| failed(failure, &terminal))
}

/// Says why a command could not go on.
fn failed(failure: Failure, terminal: &Terminal) -> Ending {
    match failure {
        // `taquin ... | head -1`: whoever read the answer has had enough.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Ending::Good,
        failure => {
            failure.into_diagnostic().print(terminal.colored_errors);
            Ending::Wrong
        }
    }
}

/// The second Ctrl-C, or the first where there is nothing to say.
fn at_once() {
    save::discard_unfinished();
    exit(exit_code(Ending::Interrupted));
}
