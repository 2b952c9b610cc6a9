//! What standard output and standard error can show: colours (`paint`) and columns.

mod paint;

pub use paint::Paint;

use crate::args::ColorWhen;
use crate::prose::filled;
use std::io::{self, IsTerminal, Write};
use taquin_api::diagnostic::harmless;

/// Colours and columns.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// Colours for standard output.
    pub paint: Paint,
    /// Whether to use colours on standard error.
    pub colored_errors: bool,
    /// Columns for tables and values; unlimited if the output is not a terminal.
    pub columns: usize,
    /// Columns to fill with text.
    pub width: usize,
}

/// Wider text is hard to read.
const WIDEST: usize = 100;
/// Narrower terminals are treated as if they had this many columns.
const NARROWEST: usize = 40;

impl Terminal {
    /// Detects the terminal, with colours as the user wants them.
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

    /// Creates a terminal with this many columns, if they are known.
    pub fn with(paint: Paint, colored_errors: bool, columns: Option<usize>) -> Terminal {
        let columns = columns.unwrap_or(usize::MAX).max(NARROWEST);
        Terminal { paint, colored_errors, columns, width: columns.min(WIDEST) }
    }

    /// Returns the terminal of standard error.
    pub fn for_stderr(&self) -> Terminal {
        Terminal::with(Paint::new(self.colored_errors), self.colored_errors, stderr_columns())
    }
}

/// Returns the columns that the environment asks for, even if the output is not a terminal.
fn columns_wanted() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok()?.trim().parse().ok()?;
    (columns > 0).then_some(columns)
}

/// Returns the current width of the terminal at standard error, if it is one.
pub fn stderr_columns() -> Option<usize> {
    columns_wanted().or_else(|| {
        let size = terminal_size::terminal_size_of(io::stderr());
        size.map(|(width, _)| usize::from(width.0))
    })
}

/// Prints a notice on standard error, wrapped to its columns; if standard error is closed, the notice is dropped.
pub fn print_notice(text: &str) {
    let text = harmless(text);
    let text = match stderr_columns() {
        Some(columns) => filled(&text, columns.clamp(NARROWEST, WIDEST), "", "  "),
        None => text,
    };
    let _ = writeln!(io::stderr(), "{text}");
}
