//! The trait of all output formats.

use std::io::{self, Write};
use taquin_api::answer::Answered;

/// An output format.
pub trait Printer {
    /// Prints one answer.
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Returns whether the output includes notices, so that they need not be printed on standard error.
    fn has_notices(&self) -> bool {
        false
    }
}
