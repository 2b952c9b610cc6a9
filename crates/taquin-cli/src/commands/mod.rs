//! The commands, one file each. A command prints its answers on standard output and returns an [`ExitStatus`], or a
//! [`Failure`] if it could not continue. `answers`, `files`, `host`, `runner` and `sinks` are what several share.

mod answers;
pub mod apply;
pub mod bench;
pub mod check;
pub mod compare;
pub mod documents;
pub mod explain;
pub mod files;
pub mod gap;
pub mod generate;
mod host;
pub mod list;
pub mod merge;
pub mod network;
pub mod pdb;
pub mod play;
pub mod plot;
pub mod prompt;
pub mod reproduce;
pub mod rewrite;
mod runner;
pub mod serve;
mod sinks;
pub mod site;
pub mod solve;
pub mod table;
pub mod verify;

use std::io::{self, BufWriter, StdoutLock};
use taquin_api::diagnostic::Diagnostic;

/// How a command ended, from good to worst; with many boards the worst counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// Everything was done.
    Good,
    /// A valid request with a negative answer.
    Negative,
    /// Wrong usage or a bad board.
    Wrong,
    /// A limit stopped it.
    Stopped,
    /// The user stopped it.
    Interrupted,
}

/// Why a command could not continue.
#[derive(Debug)]
pub enum Failure {
    /// Its input is wrong.
    Diagnostic(Box<Diagnostic>),
    /// Its output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Converts the failure into a message for the user.
    pub fn into_diagnostic(self) -> Diagnostic {
        match self {
            Failure::Diagnostic(diagnostic) => *diagnostic,
            Failure::Output(error) => {
                Diagnostic::new("cannot-write-answer", format!("cannot write the answer: {error}"))
            }
        }
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Failure {
        Failure::Diagnostic(Box::new(diagnostic))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Returns buffered standard output, which must be flushed.
pub fn output() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}
