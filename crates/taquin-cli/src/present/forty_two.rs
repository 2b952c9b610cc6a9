//! The output that the school 42 requires of its N-puzzle: the states ever selected in the open set (complexity in
//! time), the most states in memory at the same time (complexity in size), the number of moves, and the sequence of
//! states, in the format of the school's files.
//!
//! Searches that remember every state they visit have the most in memory at the end: the states they selected and
//! the frontier. Tree searches remember the current path and the frontier beside it.

use super::lines::why_not;
use super::printer::Printer;
use std::io::{self, Write};
use taquin::search::SearchTree;
use taquin::{Moves, Puzzle, Report};
use taquin_api::answer::{Answer, Answered};

/// Prints the four items.
#[derive(Debug)]
pub struct FortyTwo;

impl Printer for FortyTwo {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        if answered.number > 1 {
            writeln!(out)?;
        }
        match &answered.answer {
            Answer::Unsolvable(_) => writeln!(out, "This puzzle is unsolvable"),
            Answer::Searched { puzzle, report } => match report.solution() {
                Some(solution) => write_solved(puzzle, report, solution, out),
                None => writeln!(out, "# {}", why_not(&answered.answer)),
            },
            answer => writeln!(out, "# {}", why_not(answer)),
        }
    }
}

fn write_solved(
    puzzle: &Puzzle,
    report: &Report,
    solution: &Moves,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "Complexity in time: {}", report.stats.explored)?;
    writeln!(out, "Complexity in size: {}", most_states_in_memory(report))?;
    writeln!(out, "Number of moves: {}", solution.len())?;
    let width = (puzzle.size().cells() - 1).to_string().len();
    for board in solution.boards(puzzle.start()) {
        writeln!(out)?;
        for row in board.rows() {
            let row: Vec<String> = row.iter().map(|tile| format!("{tile:>width$}")).collect();
            writeln!(out, "{}", row.join(" "))?;
        }
    }
    Ok(())
}

fn most_states_in_memory(report: &Report) -> u64 {
    let stats = &report.stats;
    match report.table {
        Some(table) => table.entries as u64,
        None if report.algorithm.info().tree == SearchTree::Walked => {
            stats.max_depth + 1 + stats.max_frontier
        }
        None => stats.explored + stats.frontier,
    }
}
