//! The two files of a course at the Lodz University of Technology. The solution file has the length and the moves (of
//! the blank) on a line each; the statistics file has the length, the states visited (ever put on the frontier), the
//! states processed (taken off it), the greatest depth and the milliseconds on a line each. A length of -1 means that
//! no solution was found.

use super::lines::why_not;
use super::printer::Printer;
use std::io::{self, Write};
use taquin::{Mover, Moves, Stats};
use taquin_api::answer::{Answer, Answered};

/// Prints the solution file.
#[derive(Debug)]
pub struct Lodz;

/// Prints the statistics file.
#[derive(Debug)]
pub struct LodzStatistics;

impl Printer for Lodz {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        match outcome(&answered.answer) {
            Some((None, _)) => writeln!(out, "-1"),
            Some((Some(solution), _)) => {
                writeln!(out, "{}\n{}", solution.len(), solution.letters(Mover::Blank))
            }
            None => writeln!(out, "# {}", why_not(&answered.answer)),
        }
    }
}

impl Printer for LodzStatistics {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Some((solution, stats)) = outcome(&answered.answer) else {
            return writeln!(out, "# {}", why_not(&answered.answer));
        };
        match solution {
            Some(solution) => writeln!(out, "{}", solution.len())?,
            None => writeln!(out, "-1")?,
        }
        let Stats { explored, frontier, max_depth, .. } = stats;
        writeln!(out, "{}\n{explored}\n{max_depth}", explored + frontier)?;
        writeln!(out, "{:.3}", stats.elapsed.as_secs_f64() * 1e3)
    }
}

/// Returns the solution, if there is one, and the statistics; `None` if there is no valid board.
fn outcome(answer: &Answer) -> Option<(Option<&Moves>, Stats)> {
    match answer {
        Answer::Searched { report, .. } => Some((report.solution(), report.stats.clone())),
        Answer::Unsolvable(_) => Some((None, Stats::default())),
        Answer::Solvable(_) | Answer::Wrong(_) => None,
    }
}
