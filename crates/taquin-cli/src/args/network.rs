//! Options of `taquin network`, which trains, stores, checks and lists the learnt scores of large boards.

use super::CacheArgs;
use super::pdb::{ReportArgs, ThreadArgs};
use clap::{Args, Subcommand};
use taquin::Size;

/// The text below the help of `taquin network`.
pub const NETWORK_AFTER_HELP: &str = "\
Examples:
  taquin network list                what comes with the program, and what you have trained
  taquin network learn 4x6           train a score for boards of this size and store it
  taquin network learn 6x6 --seed 2  another one for 6x6, which is used from then on
  taquin network verify 6x6          train it again, and compare every byte
  taquin network remove 6x6          back to the one that comes with the program

Scores:
  near-optimal searches by a learnt score: a small neural network estimates how many moves are left. It learns
  from boards that the program generates and solves, in rounds: each round solves boards with the score of the
  rounds before, and learns from these solutions. The same seed and rounds give the same bytes on every
  machine, with any number of threads. A score proves nothing: it only decides where to look first.

Exit codes: 0 done, 1 not the same, damaged or missing (verify), 2 wrong usage or a folder that cannot be used,
130 interrupted.";

/// Options of `taquin network`.
#[derive(Debug, Args)]
pub struct NetworkArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: NetworkCommand,
}

/// What can be done with learnt scores.
#[derive(Debug, Subcommand)]
pub enum NetworkCommand {
    /// Train a score for boards of a size and store it
    Learn(NetworkLearnArgs),
    /// List the scores that come with the program, and those that are stored
    List(NetworkListArgs),
    /// Train a score again, and compare every byte
    Verify(NetworkVerifyArgs),
    /// Remove a stored score
    Remove(NetworkRemoveArgs),
}

/// Options of `taquin network learn`.
#[derive(Debug, Args)]
pub struct NetworkLearnArgs {
    /// Rows and columns
    #[arg(value_name = "RxC")]
    pub size: Size,

    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Learn only this many rounds [default: all]
    #[arg(long, value_name = "N")]
    pub rounds: Option<usize>,

    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub cache: CacheArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Options of `taquin network list`.
#[derive(Debug, Args)]
pub struct NetworkListArgs {
    #[command(flatten)]
    pub cache: CacheArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Options of `taquin network verify`.
#[derive(Debug, Args)]
pub struct NetworkVerifyArgs {
    /// Rows and columns
    #[arg(value_name = "RxC")]
    pub size: Size,

    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub cache: CacheArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Options of `taquin network remove`.
#[derive(Debug, Args)]
pub struct NetworkRemoveArgs {
    /// Rows and columns
    #[arg(value_name = "RxC")]
    pub size: Size,

    #[command(flatten)]
    pub cache: CacheArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}
