//! The output.txt of Columbia's course CSMM.101x: one `name: value` per line, in the course's order and spelling. Its
//! first edition also asked for the size of the fringe.
//!
//! `nodes_expanded` leaves the goal out, as the course does. Memory is what the search accounted for, in
//! units of 1,048,576 bytes, so that it is the same in every run.

use super::lines::why_not;
use super::printer::Printer;
use std::io::{self, Write};
use taquin::{Moves, Report};
use taquin_api::answer::{Answer, Answered};

/// Prints what the course's autograder reads.
#[derive(Debug)]
pub struct Columbia {
    /// Whether to print the size of the fringe, too.
    pub fringe: bool,
}

const MEGABYTE: f64 = (1 << 20) as f64;

impl Printer for Columbia {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        if answered.number > 1 {
            writeln!(out)?;
        }
        match &answered.answer {
            Answer::Searched { report, .. } => match report.solution() {
                Some(solution) => self.write_solved(report, solution, out),
                None => writeln!(out, "# {}", why_not(&answered.answer)),
            },
            answer => writeln!(out, "# {}", why_not(answer)),
        }
    }
}

impl Columbia {
    fn write_solved(
        &self,
        report: &Report,
        solution: &Moves,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let stats = &report.stats;
        let path: Vec<String> = solution.directions().map(|by| format!("'{by}'")).collect();
        writeln!(out, "path_to_goal: [{}]", path.join(", "))?;
        writeln!(out, "cost_of_path: {}", report.cost.unwrap_or_default())?;
        writeln!(out, "nodes_expanded: {}", stats.expanded)?;
        if self.fringe {
            writeln!(out, "fringe_size: {}", stats.frontier)?;
            writeln!(out, "max_fringe_size: {}", stats.max_frontier)?;
        }
        writeln!(out, "search_depth: {}", solution.len())?;
        writeln!(out, "max_search_depth: {}", stats.max_depth)?;
        writeln!(out, "running_time: {:.8}", stats.elapsed.as_secs_f64())?;
        writeln!(out, "max_ram_usage: {:.8}", stats.peak_bytes as f64 / MEGABYTE)
    }
}
