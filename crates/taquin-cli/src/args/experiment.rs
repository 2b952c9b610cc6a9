//! The options of experiments: `compare`, `bench` and `merge`.

use super::{ChartArgs, ConfigurationArgs, GoalArgs, LimitArgs, WritingArgs};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use std::path::PathBuf;
use taquin_api::experiment::Shard;
use taquin_api::quantities::parse_count;

/// The text below the help of `compare`.
pub const COMPARE_HELP: &str = "\
Configurations:
  An algorithm and, after colons, its settings: a heuristic and the values of options, numbers with
  the name of the option. 'taquin list' shows every name, 'taquin explain astar' the options of astar.
    bfs:LRUD   astar:manhattan:board   weighted-astar:weight=1.5   dfs:DURL:max-depth=50
  An algorithm that uses a heuristic and names none is run with each of --heuristics; --order, --ties
  and so on hold for every configuration that has the option and does not set it itself.

Examples:
  taquin compare 647850321                      the default algorithms
  taquin compare 762853014 --goal zero-first --algorithms bfs:LRUD,dfs:DURL,astar:manhattan:board
  taquin compare --random 20 --seed 1 --algorithms astar --heuristics manhattan,euclidean
  taquin compare 412587063 -a greedy,astar -H all --csv
  taquin compare @boards.txt -a bfs,ida -o comparison.csv
  taquin compare 647850321 -a bfs,astar -o bars.svg -o bars.png --measures expanded,memory

The least value of each column has a *. Over many boards there are tables of the mean and the median,
and with --quantiles of the least, the greatest and other quantiles, over the boards that a
configuration solved. Columns for which the terminal has no room are left out, and named. A run takes at most
10 seconds, unless --max-time is given; one that was stopped is reported and left out of the means. Boards that
cannot be solved are reported, not searched. b* is the effective branching factor of N generated nodes and d moves:
N + 1 = 1 + b* + ... + b*^d.
-o FILE.csv has one line per run, FILE.json all in one object, FILE.jsonl the lines of --json: a header,
the runs (as 'solve --json' writes them, plus number, configuration and branching), summaries.
FILE.svg and FILE.png are pictures: bars for one board; lines by the length of a shortest solution for
many, each the median with a band from 10 % to 90 % of the boards.
Exit codes: 0 compared, 1 no board can be solved, 2 wrong usage or bad board, 130 interrupted.";

/// The text below the help of `bench`.
pub const BENCH_HELP: &str = "\
Boards:
  A file, which may name its boards and state their shortest lengths, one board per line:
    puzzle04 moves=4 : 0 1 3 4 2 5 7 8 6        -1 or unsolvable for one that has no solution
  or in columns separated by tabs, under a comment that names them: # name, length, board.
  korf100 is Korf's hundred 15-puzzles, to the goal zero-first; random:N draws N solvable boards by
  --seed and --size, independently, so that one may occur twice. What is stated of a board is checked.
  A run has no limit, unless --max-time or --max-nodes is given.

Examples:
  taquin bench random:100 --algorithm astar --heuristic manhattan --csv
  taquin bench random:50 --size 2x4 -a bfs,bidirectional,ida:linear-conflict
  taquin bench @boards.txt --heuristic linear-conflict --max-time 60s
  taquin bench random:50 -a bfs,ida -o runs.jsonl -o runs.svg
  taquin bench korf100 -H linear-conflict --jobs 2 -o korf.jsonl
  taquin bench korf100 -H linear-conflict --jobs 2 --resume korf.jsonl

Configurations are written as for 'taquin compare'; without any it is auto, and for a heuristic alone
fast-ida (pattern databases), astar up to 12 cells, ida beyond. A terminal shows a summary; a pipe or a file
gets JSON Lines, as with --json: a header, the runs in the order of the boards, a summary of each
configuration. With -o FILE.jsonl they are stored in the file, each run as soon as it is finished, and the
summary is printed. If the program is killed, --resume FILE continues from there, with the same settings, and
loses no finished run; a complete file is in the order of the boards, whatever the order of the runs. FILE.csv,
FILE.json and the pictures FILE.svg and FILE.png are written at the end.
--jobs changes times, but no counts; --max-memory is divided among the jobs.
--shard 2/4 runs the boards 2, 6, 10, ...; 'taquin merge' puts shards together.
Exit codes: 0 all solved, or as published; 1 some cannot be solved, or not as published; 2 wrong usage
or bad board; 3 stopped by a limit; 130 interrupted. The greatest counts, but 130 wins.";

/// The text below the help of `merge`.
pub const MERGE_HELP: &str = "\
Examples:
  taquin merge 1.jsonl 2.jsonl -o all.jsonl
  taquin merge 1.jsonl 2.jsonl --csv

All files must be of the same experiment: boards, configurations, limits and version. A run that is in
several must have the same result, except for times. Missing runs are reported by the numbers of the boards.
Exit codes: 0 all runs are there, 1 some are missing, 2 wrong usage, or files that do not go together.";

/// The boards to run.
#[derive(Debug, Args)]
pub struct BoardSetArgs {
    /// A board, @FILE, a file's name, korf100, random:N, or - for standard input
    #[arg(value_name = "BOARDS")]
    pub boards: Vec<String>,

    /// Draw N boards at random, every solvable board equally likely
    #[arg(long, value_name = "N", value_parser = parse_count, help_heading = "Input")]
    pub random: Option<u64>,

    /// The seed of the random boards: the same seed gives the same boards
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "Input")]
    pub seed: u64,

    #[command(flatten)]
    pub goal: GoalArgs,
    #[command(flatten)]
    pub writing: WritingArgs,
}

/// Where results go.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct ResultArgs {
    /// Print JSON Lines: a header, the runs, a summary of each configuration
    #[arg(short, long, conflicts_with = "csv")]
    pub json: bool,

    /// Print CSV, one line per run
    #[arg(long)]
    pub csv: bool,

    /// Write a file: results (.jsonl, .json, .csv) or a picture of them (.svg, .png); may be repeated
    #[arg(short, long, value_name = "FILE", help_heading = "Files")]
    pub output: Vec<PathBuf>,

    /// Nothing on standard error but errors
    #[arg(short, long)]
    pub quiet: bool,

    /// Print every quantile of many boards, not only mean and median
    #[arg(long)]
    pub quantiles: bool,

    #[command(flatten)]
    pub chart: ChartArgs,
}

/// How much runs in parallel.
#[derive(Debug, Args)]
pub struct JobArgs {
    /// Run this many searches at once; this changes times, but no counts
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub jobs: usize,

    /// Threads that may work on one board, for ida, fast-ida and near-optimal [default: 1]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub threads: Option<usize>,
}

/// What is run, and how.
#[derive(Debug, Args)]
pub struct ExperimentArgs {
    #[command(flatten)]
    pub boards: BoardSetArgs,
    #[command(flatten)]
    pub configurations: ConfigurationArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub jobs: JobArgs,
}

/// Options of `taquin compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    #[command(flatten)]
    pub experiment: ExperimentArgs,
    #[command(flatten)]
    pub results: ResultArgs,
}

/// Options of `taquin bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    #[command(flatten)]
    pub experiment: ExperimentArgs,

    /// Run only every nth board: 2/4 has the boards 2, 6, 10, ...
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Resume an interrupted run from its results; start one, if there are none yet
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,

    #[command(flatten)]
    pub results: ResultArgs,
}

/// Options of `taquin merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// Files that 'taquin bench ... -o FILE.jsonl' wrote
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub results: ResultArgs,
}
