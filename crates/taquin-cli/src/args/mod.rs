//! The command line: every command and option, once. Help, man page and completions are generated from these
//! definitions, and the possible values come from the library's lists (see `values`).

mod boards;
mod experiment;
mod moves;
mod network;
mod options;
mod pdb;
mod pictures;
mod play;
mod search;
mod serve;
mod site;
mod spaces;
pub mod values;

pub use boards::{BoardArgs, GoalArgs, InputArgs, SpaceArgs, WritingArgs};
pub use experiment::{BenchArgs, BoardSetArgs, CompareArgs, ExperimentArgs, MergeArgs, ResultArgs};
pub use moves::{ApplyArgs, GapArgs, LengthArgs, MovesArgs, RewriteArgs, SolvingArgs};
pub use network::{
    NetworkArgs, NetworkCommand, NetworkLearnArgs, NetworkListArgs, NetworkRemoveArgs,
    NetworkVerifyArgs,
};
pub use options::option_text;
pub use pdb::{
    PartitionArgs, PdbArgs, PdbAuditArgs, PdbBuildArgs, PdbCommand, PdbListArgs, PdbRemoveArgs,
    PdbShowArgs, PdbVerifyArgs, ReportArgs,
};
pub use pictures::{ChartArgs, FileArgs, PlotArgs};
pub use play::PlayArgs;
pub use search::{CacheArgs, ConfigurationArgs, LimitArgs, SearchArgs};
pub use serve::ServeArgs;
pub use site::SiteArgs;
pub use spaces::{BoardFormat, GenerateArgs, TableArgs};
pub use values::Topic;

use crate::prose::fitted_help;
use clap::builder::{RangedU64ValueParser, StyledStr};
use clap::error::ErrorKind;
use clap::{Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

const AFTER_HELP: &str = "\
'taquin 647850321' solves a board, with any option of 'taquin solve'.
'taquin solve --help' shows all options, 'taquin list' every algorithm and heuristic.
Alone on a terminal, 'taquin' asks for a board, answers, and asks what else to do with it.";

const AFTER_LONG_HELP: &str = "\
Examples:
  taquin 647850321                              the shortest solution, looked up
  taquin solve \"6 4 7/8 5 0/3 2 1\" --steps      every board on the path
  taquin 647850321 -a astar -H manhattan        the algorithm of your choice, as 'taquin solve' does
  taquin solve 134802765 --goal snail -a dijkstra --cost tile
  taquin solve @boards.txt --json               many boards, one JSON object per line
  taquin solve 123460758 -a bfs --tree t.svg    a picture of a small search
  taquin check 123456870                        can it be solved at all?
  taquin verify 123405786 RD                    do these moves solve it?
  taquin gap 123405786 RUDD                     how far from the shortest are they?
  taquin generate --depth 31 --count 2          boards to practise on
  taquin table --size 2x4                       how far boards are from the goal
  taquin pdb show 663                           what a pattern database is made of
  taquin compare 647850321 -a bfs,astar,ida     algorithms on the same board, in one table
  taquin bench random:9 -a bfs,ida --csv        many boards, every result printed
  taquin explain ida                            an algorithm in plain words
  taquin solve 412587063 --watch                the search, step by step
  taquin play                                   the puzzle as a game
  taquin serve --open                           a page to watch, compare and play

Exit codes:
  0    solved
  1    a valid request with a negative answer: the board cannot be solved, or nothing was
       found within --max-depth or the beam
  2    wrong usage, a bad board, or an answer that cannot be written
  3    stopped by a limit (--max-nodes, --max-time, --max-memory)
  130  interrupted (Ctrl-C)
  With many boards it is the greatest; 130 wins.";

const SOLVE_AFTER_LONG_HELP: &str = "\
Boards:
  Written row by row, 0 is the blank: 647850321, \"6 4 7/8 5 0/3 2 1\", \"6,4,7,8,5,0,3,2,1\" or JSON.
  Also tuples, \"6 4 7;8 5 0;3 2 1\", \"647 850 321\", tables with | and numpy's array(...).
  If each cell is one character, the letters A to W are the tiles 10 to 32.
  The blank may also be _ . * x or -, and b, None or null as a separate word.
  A file or standard input may contain many boards, one per line or in blocks with blank lines between.

Examples:
  taquin solve 647850321
  taquin solve 647850321 --algorithm bfs --order UDLR --steps
  taquin solve \"5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12\" -a ida -H linear-conflict
  taquin solve 647850321 -a dfs --max-depth 50 --order RLDU
  taquin solve 51230467 --size 2x4 --max-nodes 10M --max-time 30s --max-memory 2GiB
  taquin solve @boards.txt --format moves > solutions.txt
  taquin solve 125340678 --goal zero-first -a bfs --format columbia
  taquin solve 647850321 -o solution.gif -o solution.svg -o result.json
  taquin solve 123460758 -a astar --tree tree.svg
  taquin solve 412587063 --watch

Letters of moves say where the blank goes; the tile goes the other way. JSON has both.
Exit codes: 0 solved, 1 no solution, 2 wrong usage or bad board, 3 stopped by a limit,
130 interrupted. With many boards the greatest, but 130 wins.";

const COMPLETIONS_AFTER_HELP: &str = "\
Examples:
  taquin completions bash > taquin.bash
  taquin completions zsh > _taquin";

const MAN_AFTER_HELP: &str = "\
Examples:
  taquin man solve > taquin-solve.1
  taquin man pdb build > taquin-pdb-build.1
  taquin man --dir man                          all pages, to read with: man man/taquin.1";

/// Solve, compare and show search on sliding-tile puzzles of any size.
#[derive(Debug, Parser)]
#[command(name = "taquin", version, max_term_width = 100)]
#[command(override_usage = "taquin [OPTIONS] [COMMAND]\n       taquin [OPTIONS] BOARD...")]
#[command(after_help = AFTER_HELP, after_long_help = AFTER_LONG_HELP)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// When to use colours; NO_COLOR in the environment turns them off too
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    pub color: ColorWhen,
}

impl Cli {
    /// Parses the command line; help is formatted for this many columns.
    pub fn read(arguments: &[OsString], columns: usize) -> Result<Cli, clap::Error> {
        // The colours are needed before parsing, which may produce help or a usage error.
        let after_color = arguments.iter().skip_while(|text| *text != "--color").nth(1);
        let never = after_color.is_some_and(|when| when == "never");
        let always = after_color.is_some_and(|when| when == "always");
        let is = |text: &str| arguments.iter().any(|argument| argument == text);
        let color = match (never || is("--color=never"), always || is("--color=always")) {
            (true, _) => ColorChoice::Never,
            (_, true) => ColorChoice::Always,
            _ => ColorChoice::Auto,
        };
        let command = || Cli::command().color(color);
        let parse = |arguments: &[OsString]| match Cli::parse(command(), arguments) {
            Err(error) if error.kind() == ErrorKind::DisplayHelp => {
                Cli::parse(fitted(command(), columns), arguments)
            }
            parsed => parsed,
        };
        parse(arguments).or_else(|error| Cli::read_boards(arguments, error, parse))
    }

    fn parse(mut command: clap::Command, arguments: &[OsString]) -> Result<Cli, clap::Error> {
        let matches = command.try_get_matches_from_mut(arguments)?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }

    /// Parses boards without a command as those of `solve`, with its options; if they are not boards, returns `error`.
    fn read_boards(
        arguments: &[OsString],
        error: clap::Error,
        parse: impl Fn(&[OsString]) -> Result<Cli, clap::Error>,
    ) -> Result<Cli, clap::Error> {
        let (Some((program, rest)), ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument) =
            (arguments.split_first(), error.kind())
        else {
            return Err(error);
        };
        let solve = [program.clone(), OsString::from("solve")];
        match parse(&[&solve[..], rest].concat()) {
            Ok(cli) if cli.boards().first().is_some_and(|text| looks_like_board(text)) => Ok(cli),
            // An error in the options of solve, or its help.
            Err(of_solve) if rest[0].to_str().is_some_and(looks_like_board) => Err(of_solve),
            _ => Err(error),
        }
    }

    /// Returns the boards to solve.
    fn boards(&self) -> &[String] {
        match &self.command {
            Some(Command::Solve(args)) => &args.input.boards,
            _ => &[],
        }
    }
}

/// Formats the help of a command and its subcommands for this many columns.
fn fitted(command: clap::Command, columns: usize) -> clap::Command {
    let fit = |text: &StyledStr| fitted_help(&text.to_string(), columns);
    let (short, long) = (command.get_after_help().map(fit), command.get_after_long_help().map(fit));
    let names: Vec<String> =
        command.get_subcommands().map(|below| below.get_name().to_string()).collect();
    let mut command = command.term_width(columns);
    if let Some(short) = short {
        command = command.after_help(short);
    }
    if let Some(long) = long {
        command = command.after_long_help(long);
    }
    let fit_below =
        |command: clap::Command, name| command.mut_subcommand(name, |below| fitted(below, columns));
    names.into_iter().fold(command, fit_below)
}

/// Returns whether an argument stands for boards, valid or not, rather than for the name of a command: every board
/// contains a number, and no command does.
fn looks_like_board(text: &str) -> bool {
    text == "-" || text.starts_with('@') || text.contains(char::is_numeric)
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve boards
    #[command(after_long_help = SOLVE_AFTER_LONG_HELP)]
    Solve(Box<SolveArgs>),
    /// Check whether boards can be solved at all, and if not, why
    Check(CheckArgs),
    /// Check whether moves solve a board, and if not, where they go wrong
    #[command(after_long_help = moves::VERIFY_AFTER_HELP)]
    Verify(SolvingArgs),
    /// Play moves on a board
    #[command(after_long_help = moves::APPLY_AFTER_HELP)]
    Apply(ApplyArgs),
    /// Print the inverse of a sequence of moves
    #[command(after_long_help = moves::INVERT_AFTER_HELP)]
    Invert(RewriteArgs),
    /// Remove from moves what leads back to the same board
    #[command(after_long_help = moves::SIMPLIFY_AFTER_HELP)]
    Simplify(RewriteArgs),
    /// Count moves
    #[command(after_long_help = moves::LENGTH_AFTER_HELP)]
    Length(LengthArgs),
    /// Measure a solution against the shortest: how much is lost, and where first
    #[command(after_long_help = moves::GAP_AFTER_HELP)]
    Gap(GapArgs),
    /// Generate boards from a seed: any, scrambled ones, or ones at an exact depth
    #[command(after_long_help = spaces::GENERATE_AFTER_HELP)]
    Generate(GenerateArgs),
    /// Count all boards of a size by their distance from the goal
    #[command(after_long_help = spaces::TABLE_AFTER_HELP)]
    Table(TableArgs),
    /// Build, store, check and show the tables of pattern databases
    #[command(after_long_help = pdb::PDB_AFTER_HELP)]
    Pdb(PdbArgs),
    /// Train, store, check and list the learnt scores of large boards
    #[command(after_long_help = network::NETWORK_AFTER_HELP)]
    Network(NetworkArgs),
    /// Compare algorithms and heuristics on the same boards
    #[command(after_long_help = experiment::COMPARE_HELP)]
    Compare(Box<CompareArgs>),
    /// Run a set of boards and store every result
    #[command(after_long_help = experiment::BENCH_HELP)]
    Bench(Box<BenchArgs>),
    /// Merge the results of shards, and report what is missing
    #[command(after_long_help = experiment::MERGE_HELP)]
    Merge(MergeArgs),
    /// Play the puzzle in the terminal
    #[command(after_long_help = play::PLAY_AFTER_HELP)]
    Play(PlayArgs),
    /// Serve the page for the browser, and an API over HTTP
    #[command(after_long_help = serve::SERVE_AFTER_HELP)]
    Serve(ServeArgs),
    /// Write the page as files that need no server
    #[command(after_long_help = site::SITE_AFTER_HELP)]
    Site(SiteArgs),
    /// Show every algorithm, heuristic, cost, goal and tie rule
    List(ListArgs),
    /// Explain an algorithm, a heuristic or another name in plain words
    Explain(ExplainArgs),
    /// Draw a picture of saved results
    #[command(after_long_help = pictures::PLOT_AFTER_LONG_HELP)]
    Plot(PlotArgs),
    /// Recompute published results, and compare them
    Reproduce(ReproduceArgs),
    /// Print completions for a shell; the first lines say where to save them
    #[command(after_help = COMPLETIONS_AFTER_HELP)]
    Completions(CompletionsArgs),
    /// Print a manual page, or write all of them
    #[command(after_help = MAN_AFTER_HELP)]
    Man(ManArgs),
}

/// Options of `taquin solve`.
#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub files: FileArgs,
}

/// What to print.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Show every board on the path, with its step, id, depth and the cost of the move
    #[arg(short, long)]
    pub steps: bool,

    /// Watch the search and its solution step by step in full screen before the answer is printed; without an
    /// algorithm it is astar up to 12 cells, and ida beyond
    #[arg(long, conflicts_with_all = ["json", "format"])]
    pub watch: bool,

    /// The same as --format json: one object per board, one per line
    #[arg(short, long, conflicts_with = "format")]
    pub json: bool,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Print a line to standard error at every Nth state explored
    #[arg(long, value_name = "N", conflicts_with = "quiet")]
    #[arg(value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub progress: Option<u64>,

    /// No progress and no notices on standard error
    #[arg(short, long)]
    pub quiet: bool,
}

/// The formats of `taquin solve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One object per board, one per line
    Json,
    /// The moves alone, one line per board: where the blank goes
    Moves,
    /// Every board on the path, one per line, a blank line after each solution
    Boards,
    /// The output.txt of Columbia's CSMM.101x
    Columbia,
    /// The same as in its first edition, with the size of the fringe
    ColumbiaFirst,
    /// The output of the solver of Princeton's COS 226
    Princeton,
    /// The solution file of a course in Lodz: length and moves
    Lodz,
    /// Its statistics file: length, visited, processed, max depth, milliseconds
    LodzStats,
    /// The output that the school 42 requires of its N-puzzle
    #[value(name = "42")]
    FortyTwo,
}

/// Options of `taquin check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub input: InputArgs,

    /// One object per board, one per line
    #[arg(short, long)]
    pub json: bool,
}

/// Options of `taquin list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// Everything as one JSON object
    #[arg(short, long)]
    pub json: bool,
}

/// Options of `taquin explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The name of an algorithm, heuristic, cost, goal or tie rule; 'taquin list' shows them
    #[arg(value_name = "ID", value_parser = values::topics(), ignore_case = true)]
    pub topic: Topic,
}

/// Options of `taquin reproduce`.
#[derive(Debug, Args)]
pub struct ReproduceArgs {
    /// Include what takes long: all hundred of Korf's boards
    #[arg(long)]
    pub all: bool,

    /// One object per figure, one per line
    #[arg(short, long)]
    pub json: bool,
}

/// Options of `taquin completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Options of `taquin man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The command to print the page of, such as solve or pdb build; without one, taquin itself
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,

    /// Write the pages of all commands to this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub dir: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_sound() {
        Cli::command().debug_assert();
    }
}
