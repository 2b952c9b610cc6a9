//! `taquin completions` and `taquin man`: generated from the definition of the command line.

use super::{ExitStatus, Failure, output};
use crate::args::{Cli, CompletionsArgs, ManArgs};
use clap::builder::Resettable;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::files;

/// Prints completions for a shell.
pub fn completions(args: &CompletionsArgs) -> Result<ExitStatus, Failure> {
    // clap_complete panics if it cannot write, so it writes to memory first.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "taquin", &mut script);
    let script = String::from_utf8_lossy(&script);
    // zsh needs its tag on the first line.
    let tag_end = if script.starts_with("#compdef") { script.find('\n') } else { None };
    let (tag, rest) = script.split_at(tag_end.map_or(0, |end| end + 1));
    print(format!("{tag}# {}\n{rest}", destination(args.shell)).as_bytes())
}

/// Returns where to save the completions of a shell.
fn destination(shell: Shell) -> &'static str {
    match shell {
        Shell::Bash => "Save as ~/.local/share/bash-completion/completions/taquin",
        Shell::Zsh => {
            "Save as ~/.zfunc/_taquin, and put fpath+=~/.zfunc before compinit in ~/.zshrc"
        }
        Shell::Fish => "Save as ~/.config/fish/completions/taquin.fish",
        Shell::Elvish => {
            "Save as ~/.config/elvish/lib/taquin.elv, and put 'use taquin' in ~/.config/elvish/rc.elv"
        }
        Shell::PowerShell => "Save as taquin.ps1, and run it from the file that $PROFILE names",
        _ => "Save it where your shell looks for completions",
    }
}

/// Prints the manual page of taquin or of one command, or writes all of them to a folder.
pub fn man(args: &ManArgs) -> Result<ExitStatus, Failure> {
    let mut taquin = Cli::command().disable_help_subcommand(true);
    // This gives the commands their full names and global options.
    taquin.build();
    if let Some(folder) = &args.dir {
        fs::create_dir_all(folder).map_err(|error| files::cannot_write(folder, &error))?;
        let count = write_pages(&taquin, folder)?;
        let folder = folder.display();
        return print(
            format!("Wrote {count} pages to {folder}: man {folder}/taquin.1\n").as_bytes(),
        );
    }
    let mut command = &taquin;
    for name in &args.command {
        command = command.find_subcommand(name).ok_or_else(|| unknown(command, name))?;
    }
    print(&page(command)?)
}

/// Writes the pages of a command and its subcommands; returns how many there are.
fn write_pages(command: &Command, folder: &Path) -> Result<usize, Failure> {
    files::write(&folder.join(Man::new(command.clone()).get_filename()), &page(command)?)?;
    let mut count = 1;
    for below in command.get_subcommands() {
        count += write_pages(below, folder)?;
    }
    Ok(count)
}

/// Returns the diagnostic for an unknown command.
fn unknown(command: &Command, name: &str) -> Diagnostic {
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let diagnostic = Diagnostic::new("unknown-command", format!("there is no command '{name}'"));
    if names.is_empty() {
        diagnostic.help(format!("'{}' has no commands below it", command.get_name()))
    } else {
        diagnostic.help(format!("the commands are {}", names.join(", ")))
    }
}

/// Returns the manual page of a command: its options by clap_mangen, then the text below its help.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let below = command.get_after_long_help().or_else(|| command.get_after_help());
    let below = below.map(ToString::to_string).unwrap_or_default();
    let options = command.clone().version(Resettable::Reset);
    let options = options.after_help(Resettable::Reset).after_long_help(Resettable::Reset);
    let source = concat!("taquin ", env!("CARGO_PKG_VERSION"));
    let mut text = Vec::new();
    Man::new(options).source(source).manual("taquin").render(&mut text)?;
    text.extend(sections(&below).render().into_bytes());
    Ok(text)
}

/// Converts the text below a help into sections: a paragraph whose first line ends in a colon has that line as its
/// heading, and the others are under NOTES.
fn sections(text: &str) -> Roff {
    let mut roff = Roff::default();
    let mut in_notes = false;
    for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        let mut lines: Vec<&str> = paragraph.lines().collect();
        match lines.first().and_then(|line| line.strip_suffix(':')) {
            Some(heading) => {
                roff.control("SH", [heading.to_uppercase().as_str()]);
                lines.remove(0);
                in_notes = false;
            }
            None if in_notes => {
                roff.control("PP", []);
            }
            None => {
                roff.control("SH", ["NOTES"]);
                in_notes = true;
            }
        }
        let lines = lines.iter().map(|line| line.strip_prefix("  ").unwrap_or(line));
        let lines: Vec<&str> = lines.collect();
        for run in lines.chunk_by(|line, next| keeps_layout(line) == keeps_layout(next)) {
            let kept = keeps_layout(run[0]);
            roff.control(if kept { "nf" } else { "fi" }, []);
            for line in run {
                roff.text([roman(*line)]);
            }
        }
        roff.control("fi", []);
    }
    roff
}

/// Returns whether a line keeps its layout, because it is an example, a row of columns or indented; prose is filled.
fn keeps_layout(line: &str) -> bool {
    line.starts_with("taquin ") || line.starts_with(' ') || line.contains("  ")
}

fn print(text: &[u8]) -> Result<ExitStatus, Failure> {
    let mut out = output();
    out.write_all(text)?;
    out.flush()?;
    Ok(ExitStatus::Good)
}
