//! A brief answer for the interactive prompt: the outcome and the moves.

use super::printer::Printer;
use super::text::Text;
use std::io::{self, Write};
use taquin_api::answer::{Answer, Answered};

/// Prints the outcome and the moves, or why a board cannot be solved.
#[derive(Debug)]
pub struct Brief<'q>(pub Text<'q>);

impl Printer for Brief<'_> {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        match &answered.answer {
            Answer::Searched { report, .. } => {
                let info = report.algorithm.info();
                writeln!(out, "{}", self.0.outcome(report))?;
                writeln!(out, "By {}: {}.", info.id, info.title)?;
                self.0.write_moves(report, out)
            }
            _ => self.0.print(answered, out),
        }
    }
}
