//! Commands over sequences of moves: `verify`, `apply`, `invert`, `simplify`, `length` and `gap`.

use super::{BoardArgs, GoalArgs, LimitArgs, values};
use clap::Args;
use taquin::{Metric, Mover};

pub const VERIFY_AFTER_HELP: &str = "\
Examples:
  taquin verify 123405786 RD                    does it solve the board?
  taquin verify 123405786 LU --moves tile       letters that say where the tile goes
  taquin verify 3,1,2,0,4,5,6,7,8 \"['Up']\" --goal zero-first
  taquin verify @board.txt @solution.txt --json

Exit codes: 0 it does, 1 it does not, 2 wrong usage, a bad board or bad moves.";

pub const APPLY_AFTER_HELP: &str = "\
Examples:
  taquin apply 123456780 \"U L D R\"              the board that the moves lead to
  taquin apply 123456780 UL2 --steps            every board on the path, one per line

Exit codes: 0 played, 1 a move leads off the board, 2 wrong usage, a bad board or bad moves.";

pub const INVERT_AFTER_HELP: &str = "\
Examples:
  taquin invert URDL2                           R2ULD
  taquin invert URDL2 --plain                   RRULD";

pub const SIMPLIFY_AFTER_HELP: &str = "\
Examples:
  taquin simplify \"U R L D2\"                    D
  taquin simplify \"RDLU RDLU RDLU L\"            L, as three times around leads back to the start

No board is needed: moves that lead back to the same board do so on every board. The result can be
played on every board that the moves can, and leads to the same board; it may not be the shortest one.";

pub const LENGTH_AFTER_HELP: &str = "\
Examples:
  taquin length URDL2                           5
  taquin length URDL2 --metric mtm              4";

pub const GAP_AFTER_HELP: &str = "\
Examples:
  taquin gap 123405786 RUDD                     2 moves too many, lost by the second
  taquin gap \"5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12\" UUURRLRDDRD --max-time 1m

Up to 10 cells a table knows all distances. Beyond, the fewest moves are proven by searching, for at
most 30 seconds unless --max-time is given; what is not proven by then is reported as bounds.
Exit codes: 0 measured, 1 the moves do not solve the board, 2 wrong usage, a bad board or bad moves,
3 a limit left bounds only, 130 interrupted.";

/// A sequence of moves, and what its letters mean.
#[derive(Debug, Args)]
pub struct MovesArgs {
    /// Moves such as URDL2, "u r d l l" or "Up, Left", @FILE, or - for standard input
    #[arg(value_name = "MOVES")]
    pub moves: String,

    /// What the letters mean, read and written
    #[arg(long = "moves", value_name = "WHOSE", value_parser = values::movers())]
    #[arg(default_value = "blank", ignore_case = true)]
    pub mover: Mover,
}

/// A board, moves for it, and the goal that they should lead to.
#[derive(Debug, Args)]
pub struct SolvingArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub moves: MovesArgs,
    #[command(flatten)]
    pub goal: GoalArgs,

    /// The answer as one JSON object
    #[arg(short, long)]
    pub json: bool,
}

/// Options of `taquin apply`.
#[derive(Debug, Args)]
pub struct ApplyArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub moves: MovesArgs,

    /// Every board on the path, one per line, including the first
    #[arg(short, long)]
    pub steps: bool,

    /// The answer as one JSON object
    #[arg(short, long)]
    pub json: bool,
}

/// Options of `taquin invert` and `taquin simplify`.
#[derive(Debug, Args)]
pub struct RewriteArgs {
    #[command(flatten)]
    pub moves: MovesArgs,

    /// One letter per move: LL, not L2
    #[arg(short, long)]
    pub plain: bool,

    /// The answer as one JSON object
    #[arg(short, long)]
    pub json: bool,
}

/// Options of `taquin length`.
#[derive(Debug, Args)]
pub struct LengthArgs {
    #[command(flatten)]
    pub moves: MovesArgs,

    /// What counts as one move
    #[arg(short, long, value_name = "METRIC", value_parser = values::metrics())]
    #[arg(default_value = "stm", ignore_case = true)]
    pub metric: Metric,

    /// Both lengths as one JSON object
    #[arg(short, long)]
    pub json: bool,
}

/// Options of `taquin gap`.
#[derive(Debug, Args)]
pub struct GapArgs {
    #[command(flatten)]
    pub solving: SolvingArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}
