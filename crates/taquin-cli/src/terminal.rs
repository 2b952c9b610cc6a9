//! What the other end of standard output and standard error is like.

use crate::args::ColorWhen;
use crate::present::Paint;
use std::io::{self, IsTerminal};

/// Colours and width.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// Colours for standard output.
    pub paint: Paint,
    /// Whether standard error gets colours.
    pub colored_errors: bool,
    /// Columns to fill with text.
    pub width: usize,
}

/// Wider text is hard to read.
const WIDEST: usize = 100;

impl Terminal {
    /// What it is like, and what the user wants of it.
    pub fn new(color: ColorWhen) -> Terminal {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let colored = |is_terminal: bool| match color {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => is_terminal && !dumb && !set("NO_COLOR"),
        };
        let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        Terminal {
            paint: Paint::new(colored(io::stdout().is_terminal())),
            colored_errors: colored(io::stderr().is_terminal()),
            width: width.unwrap_or(WIDEST).clamp(40, WIDEST),
        }
    }
}

/// How wide the terminal that standard error goes to is now.
pub fn columns_of_errors() -> usize {
    terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0))
}
