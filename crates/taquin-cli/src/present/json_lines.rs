//! JSON Lines: one compact object per board.

use super::printer::Printer;
use std::io::{self, Write};
use taquin::Solver;
use taquin_api::answer::{Answer, Answered};
use taquin_api::json::{Solved, WrongBoard, write_line};

/// Prints JSON Lines.
#[derive(Debug)]
pub struct JsonLines<'q> {
    /// How it was searched.
    pub solver: &'q Solver,
}

impl Printer for JsonLines<'_> {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        match &answered.answer {
            Answer::Wrong(diagnostic) => write_line(out, &WrongBoard::of(answered, diagnostic)),
            _ => match Solved::of(self.solver, answered) {
                Some(solved) => write_line(out, &solved),
                None => Ok(()),
            },
        }
    }

    fn has_notices(&self) -> bool {
        true
    }
}

/// Returns the object of one board, without a line end.
pub fn json_line(solver: &Solver, answered: &Answered<'_>) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    JsonLines { solver }.print(answered, &mut line)?;
    line.truncate(line.trim_ascii_end().len());
    Ok(line)
}
