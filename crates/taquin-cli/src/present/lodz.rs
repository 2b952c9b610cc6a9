//! The two files of a course at the Lodz University of Technology: the solution, its length and its moves
//! (where the blank goes) on a line each; and the statistics, which are its length, the states visited
//! (ever put on the frontier), the states processed (taken off it), the greatest depth and the
//! milliseconds, on a line each. A length of -1 means that nothing was found.

use super::lines::why_not;
use super::{Answer, Found, Printer};
use std::io::{self, Write};
use taquin::{Solution, Stats};

/// Prints the solution file.
#[derive(Debug)]
pub struct Lodz;

/// Prints the statistics file.
#[derive(Debug)]
pub struct LodzStatistics;

impl Printer for Lodz {
    fn print(&self, answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
        match outcome(&answer.found) {
            Some((None, _)) => writeln!(out, "-1"),
            Some((Some(solution), _)) => {
                writeln!(out, "{}\n{}", solution.len(), solution.blank_letters())
            }
            None => writeln!(out, "# {}", why_not(&answer.found)),
        }
    }
}

impl Printer for LodzStatistics {
    fn print(&self, answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Some((solution, stats)) = outcome(&answer.found) else {
            return writeln!(out, "# {}", why_not(&answer.found));
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

/// The solution, if there is one, and what was counted; nothing for what is no board.
fn outcome(found: &Found) -> Option<(Option<&Solution>, Stats)> {
    match found {
        Found::Searched { report, .. } => Some((report.solution(), report.stats.clone())),
        Found::Unsolvable(_) => Some((None, Stats::default())),
        Found::Solvable(_) | Found::Wrong(_) => None,
    }
}
