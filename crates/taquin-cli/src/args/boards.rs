//! Options for boards that commands share: which boards, their format, and their goal.

use super::values;
use clap::Args;
use taquin::{Goal, InputFormat, Size};

/// Boards, their format, and their goal.
#[derive(Debug, Args)]
pub struct InputArgs {
    /// A board such as 647850321 or "6 4 7/8 5 0/3 2 1", @FILE, or - for standard input
    #[arg(value_name = "BOARD")]
    pub boards: Vec<String>,
    #[command(flatten)]
    pub goal: GoalArgs,
    #[command(flatten)]
    pub writing: WritingArgs,
}

/// One board, and its format.
#[derive(Debug, Args)]
pub struct BoardArgs {
    /// A board such as 647850321 or "6 4 7/8 5 0/3 2 1", @FILE, or - for standard input
    #[arg(value_name = "BOARD")]
    pub board: String,
    #[command(flatten)]
    pub writing: WritingArgs,
}

/// All boards of a size that can reach a goal.
#[derive(Debug, Args)]
pub struct SpaceArgs {
    /// Rows and columns [default: the goal's if it is a board, else 3x3]
    #[arg(short, long, value_name = "RxC", help_heading = "Input")]
    pub size: Option<Size>,
    #[command(flatten)]
    pub goal: GoalArgs,
}

/// The goal.
#[derive(Debug, Args)]
pub struct GoalArgs {
    /// The goal: classic (1 2 3 ... 0), zero-first, snail, any board, or @FILE [default: classic]
    #[arg(short, long, value_name = "GOAL", help_heading = "Input")]
    pub goal: Option<String>,
}

impl GoalArgs {
    /// Returns the goal as it was written, or the default.
    pub fn text(&self) -> &str {
        self.text_or(Goal::NAMED[0].0)
    }

    /// Returns the goal as it was written, or the default for these boards.
    pub fn text_or<'a>(&'a self, default: &'a str) -> &'a str {
        self.goal.as_deref().unwrap_or(default)
    }
}

/// The format of boards.
#[derive(Clone, Debug, Args)]
pub struct WritingArgs {
    /// Rows and columns of random boards, or of a flat list that is not square: 2x4
    #[arg(long, value_name = "RxC", help_heading = "Input")]
    pub size: Option<Size>,

    /// How boards are written, if it is not detected correctly
    #[arg(long, value_name = "FORMAT", value_parser = values::input_formats())]
    #[arg(default_value = "auto", ignore_case = true, help_heading = "Input")]
    pub input_format: InputFormat,
}
