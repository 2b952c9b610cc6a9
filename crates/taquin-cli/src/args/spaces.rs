//! Options of the commands over spaces of boards: `generate` draws from them, `table` counts them.

use super::{SpaceArgs, values};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use taquin::Metric;
use taquin_api::quantities::{parse_bytes, parse_count, parse_duration};

pub const GENERATE_AFTER_HELP: &str = "\
Examples:
  taquin generate --count 5 --seed 1            five 3x3 boards, all equally likely
  taquin generate --depth 31 --count 2          both boards that take 31 moves
  taquin generate --size 4x4 --depth 40         proven to take 40 moves
  taquin generate --walk 1000 --seed 7          the goal, scrambled by 1000 tries
  taquin generate --unsolvable --format grid    one that cannot be solved
  taquin generate --size 4x4 --count 1M > boards.txt

No board occurs twice; asking for more than there are is an error. The same seed gives the same boards on
every machine and in every version, and a greater count begins with the boards of a smaller one.

All boards of a depth are equally likely up to 12 cells, and on larger boards while there are few enough
to list them: on 4x4 up to depth 19. Beyond, boards are found by random walks and proven by IDA*, which
is quick up to about depth 50 on 4x4, where the greatest is 80.

Exit codes: 0 generated, 2 wrong usage, a depth that does not exist or more boards than there are, 3 stopped
by a limit, 130 interrupted.";

pub const TABLE_AFTER_HELP: &str = "\
Examples:
  taquin table                                  the 8-puzzle: 181,440 boards
  taquin table --size 2x4 --metric mtm          a straight run of the blank is one move
  taquin table --size 3x3 --goal snail --json
  taquin table --size 2x4 -o distances.svg      a histogram
  taquin table --size 3x4                       239,500,800 boards: seconds, and 105 MiB

All boards that can reach the goal are visited, layer by layer, in three bits each. The counts are
compared with known ones, from the OEIS or our own.

Exit codes: 0 counted, 1 the counts are not those known, 2 wrong usage or too many boards, 3 it would
take more memory than --max-memory, 130 interrupted.";

/// Options of `taquin generate`.
#[derive(Debug, Args)]
pub struct GenerateArgs {
    #[command(flatten)]
    pub space: SpaceArgs,

    /// How many boards: 500, 10k
    #[arg(short = 'n', long, value_name = "N", default_value = "1", value_parser = parse_count)]
    pub count: u64,

    /// The seed of the random numbers [default: any, which is reported]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,

    /// Any board that can be solved, all equally likely; the default
    #[arg(long, group = "kind", help_heading = "Which boards")]
    pub uniform: bool,

    /// Scramble the goal by this many tries to move the blank; a try against the wall counts and does nothing
    #[arg(long, value_name = "N", group = "kind", value_parser = parse_count)]
    #[arg(help_heading = "Which boards")]
    pub walk: Option<u64>,

    /// Boards whose shortest solution has exactly this many moves
    #[arg(long, value_name = "D", group = "kind", help_heading = "Which boards")]
    pub depth: Option<u64>,

    /// Boards that cannot be solved, all equally likely
    #[arg(long, conflicts_with_all = ["walk", "depth"], help_heading = "Which boards")]
    pub unsolvable: bool,

    /// Search at most this long for each board of a depth that has to be proven
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    #[arg(help_heading = "Limits")]
    pub max_time: Duration,

    /// Use at most this much memory: 2GiB [default: half of what is available]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, help_heading = "Limits")]
    pub max_memory: Option<u64>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "rows", help_heading = "Output")]
    pub format: BoardFormat,

    /// The same as --format json: one object per board, one per line
    #[arg(short, long, conflicts_with = "format", help_heading = "Output")]
    pub json: bool,

    /// No notices on standard error
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
}

/// The formats of `taquin generate`; `taquin solve -` can read all but JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardFormat {
    /// One board per line, rows separated by slashes
    Rows,
    /// One board per line, one character per cell, for up to 33 cells
    Digits,
    /// Each row on its own line, a blank line between boards
    Grid,
    /// One object per board, one per line
    Json,
}

/// Options of `taquin table`.
#[derive(Debug, Args)]
pub struct TableArgs {
    #[command(flatten)]
    pub space: SpaceArgs,

    /// What counts as one move
    #[arg(short, long, value_name = "METRIC", value_parser = values::metrics())]
    #[arg(default_value = "stm", ignore_case = true)]
    pub metric: Metric,

    /// Use at most this much memory: 2GiB [default: half of what is available]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    pub max_memory: Option<u64>,

    /// Everything as one JSON object
    #[arg(short, long)]
    pub json: bool,

    /// Write a file as well: a histogram (.svg, .png) or the counts (.csv, .json); may be repeated
    #[arg(short, long, value_name = "FILE")]
    pub output: Vec<PathBuf>,

    /// No progress and no notices on standard error
    #[arg(short, long)]
    pub quiet: bool,
}
