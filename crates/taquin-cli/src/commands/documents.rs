//! `taquin completions` and `taquin man`: made from the definitions of the command line.

use super::{ExitStatus, Failure, output};
use crate::args::{Cli, CompletionsArgs, ManArgs};
use clap::CommandFactory;
use std::io::Write;
use taquin_api::diagnostic::Diagnostic;

/// Prints completions for a shell.
pub fn completions(args: &CompletionsArgs) -> Result<ExitStatus, Failure> {
    // clap_complete panics where it cannot write, so it does not write to the pipe itself.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "taquin", &mut script);
    print(&script)
}

/// Prints the manual page of taquin, or of one command.
pub fn man(args: &ManArgs) -> Result<ExitStatus, Failure> {
    let mut taquin = Cli::command();
    // Gives the commands their full names and global options.
    taquin.build();
    let page = match &args.command {
        None => taquin,
        Some(name) => {
            let found = taquin.find_subcommand(name).cloned();
            let help = || {
                let names: Vec<&str> = taquin.get_subcommands().map(|c| c.get_name()).collect();
                format!("the commands are {}", names.join(", "))
            };
            found.ok_or_else(|| {
                Diagnostic::new("unknown-command", format!("there is no command '{name}'"))
                    .help(help())
            })?
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    print(&text)
}

fn print(text: &[u8]) -> Result<ExitStatus, Failure> {
    let mut out = output();
    out.write_all(text)?;
    out.flush()?;
    Ok(ExitStatus::Good)
}
