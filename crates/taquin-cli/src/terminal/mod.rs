//! What the other end of standard output and standard error is like: colours (`paint`) and columns.

mod paint;

pub use paint::Paint;

use crate::args::ColorWhen;
use crate::prose::filled;
use std::io::{self, IsTerminal, Write};

/// Colours and columns.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// Colours for standard output.
    pub paint: Paint,
    /// Whether standard error gets colours.
    pub colored_errors: bool,
    /// Columns that there are for tables and values: as many as they like where nobody looks.
    pub columns: usize,
    /// Columns to fill with text.
    pub width: usize,
}

/// Wider text is hard to read.
const WIDEST: usize = 100;
/// What is made for fewer columns than this is not worth the trouble.
const NARROWEST: usize = 40;

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
        let paint = Paint::new(colored(io::stdout().is_terminal()));
        let columns = columns_wanted().or_else(|| {
            let size = terminal_size::terminal_size_of(io::stdout());
            size.map(|(width, _)| usize::from(width.0))
        });
        let colored_errors = colored(io::stderr().is_terminal());
        Terminal::with(paint, colored_errors, columns)
    }

    /// With so many columns, if they are known.
    pub fn with(paint: Paint, colored_errors: bool, columns: Option<usize>) -> Terminal {
        let columns = columns.unwrap_or(usize::MAX).max(NARROWEST);
        Terminal { paint, colored_errors, columns, width: columns.min(WIDEST) }
    }

    /// The same for what goes to standard error.
    pub fn of_errors(&self) -> Terminal {
        Terminal::with(Paint::new(self.colored_errors), self.colored_errors, columns_of_errors())
    }
}

/// The columns that the environment asks for, whatever the other end is.
fn columns_wanted() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok()?.trim().parse().ok()?;
    (columns > 0).then_some(columns)
}

/// How wide the terminal that standard error goes to is now, if it is one.
pub fn columns_of_errors() -> Option<usize> {
    columns_wanted().or_else(|| {
        let size = terminal_size::terminal_size_of(io::stderr());
        size.map(|(width, _)| usize::from(width.0))
    })
}

/// Prints a notice on standard error, in the columns that it has; where that is closed the notice is dropped.
pub fn print_notice(text: &str) {
    let text = match columns_of_errors() {
        Some(columns) => filled(text, columns.clamp(NARROWEST, WIDEST), "", "  "),
        None => text.to_string(),
    };
    let _ = writeln!(io::stderr(), "{text}");
}
