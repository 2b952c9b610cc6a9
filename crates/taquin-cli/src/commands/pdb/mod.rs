//! `taquin pdb`: builds, lists, checks, shows and removes the tables of pattern databases.

mod build;
mod check;
mod common;
mod keep;

pub(super) use common::{folder, note, threads, unusable, with_folder};

use super::{ExitStatus, Failure};
use crate::args::{PdbArgs, PdbCommand};
use crate::terminal::Terminal;

/// Runs the command.
pub fn run(args: &PdbArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    match &args.command {
        PdbCommand::Build(args) => build::run(args, terminal),
        PdbCommand::List(args) => keep::list(args, terminal),
        PdbCommand::Verify(args) => check::verify(args, terminal),
        PdbCommand::Audit(args) => check::audit(args, terminal),
        PdbCommand::Show(args) => keep::show(args, terminal),
        PdbCommand::Remove(args) => keep::remove(args),
    }
}
