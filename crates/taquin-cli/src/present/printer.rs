//! What every format is.

use std::io::{self, Write};
use taquin_api::answer::Answered;

/// A format.
pub trait Printer {
    /// Prints one answer.
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Whether notices are part of what it prints, so that they need not be said elsewhere.
    fn has_notices(&self) -> bool {
        false
    }
}
