//! Options of `taquin play`.

use super::{GoalArgs, WritingArgs};
use clap::Args;

pub const PLAY_AFTER_HELP: &str = "\
Examples:
  taquin play                                   an easy board of 3x3
  taquin play --size 4x4 --depth 40             one of 4x4, exactly 40 moves from the goal
  taquin play 647850321                         a board of your own

Keys:
  arrows, hjkl, wasd   send a tile that way      u  undo a move
  click on a tile      slides all up to the gap  ?  a hint
  1 2 3                easy, medium, hard        r  start again
  n                    a new board               q  quit
At the end Enter shows the best solution: space plays and pauses it, the left and right arrows step through it.

Your best score for each size and difficulty is stored in scores.json in taquin's data folder. A game with
hints has no score, and neither has a board of your own.";

/// Options of `taquin play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// A board such as 647850321 or "6 4 7/8 5 0/3 2 1", or @FILE; without one, boards are dealt
    #[arg(value_name = "BOARD")]
    pub board: Option<String>,

    #[command(flatten)]
    pub goal: GoalArgs,
    #[command(flatten)]
    pub writing: WritingArgs,

    /// Boards exactly this many moves from the goal [default: easy ones]
    #[arg(long, value_name = "D", conflicts_with = "board")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub depth: Option<u64>,

    /// The seed of the random numbers [default: any]
    #[arg(long, value_name = "S", conflicts_with = "board")]
    pub seed: Option<u64>,
}
