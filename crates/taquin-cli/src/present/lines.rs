//! Solutions as plain lines: all moves on one line, or each board of the path on its own line. A board without a
//! solution gets a comment, which board parsers skip.

use super::printer::Printer;
use std::io::{self, Write};
use taquin::{Mover, Outcome};
use taquin_api::answer::{Answer, Answered};

/// One line per board: the letters of the blank's moves.
#[derive(Debug)]
pub struct Moves;

/// One line for every board on the path, the start first, and a blank line at the end.
#[derive(Debug)]
pub struct Boards;

impl Printer for Moves {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        match &answered.answer {
            Answer::Searched { report, .. } if report.solution().is_some() => {
                let letters = report.solution().map(|solution| solution.letters(Mover::Blank));
                writeln!(out, "{}", letters.unwrap_or_default())
            }
            answer => writeln!(out, "# {}", why_not(answer)),
        }
    }
}

impl Printer for Boards {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        match &answered.answer {
            Answer::Searched { report, puzzle } if report.solution().is_some() => {
                let boards = report.solution().map(|solution| solution.boards(puzzle.start()));
                for board in boards.into_iter().flatten() {
                    writeln!(out, "{board}")?;
                }
            }
            answer => writeln!(out, "# {}", why_not(answer))?,
        }
        writeln!(out)
    }
}

/// Returns why there is no solution to print.
pub(super) fn why_not(answer: &Answer) -> String {
    match answer {
        Answer::Searched { report, .. } => match report.outcome {
            Outcome::Stopped(stop) => format!("stopped: {stop}"),
            _ => "no solution found".to_string(),
        },
        Answer::Solvable(_) => "solvable".to_string(),
        Answer::Unsolvable(_) => "unsolvable".to_string(),
        Answer::Wrong(diagnostic) => format!("error: {}", diagnostic.message),
    }
}
