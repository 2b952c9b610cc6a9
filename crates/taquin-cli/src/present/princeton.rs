//! The output of the solver of Princeton's course COS 226: the number of moves, then every board as a size line and
//! rows of numbers two columns wide, each followed by a space, and a blank line after each board.
//!
//! A board that is not square has its rows and columns on the size line. The number is called the minimum only if
//! that is proven.

use super::lines::why_not;
use super::printer::Printer;
use std::io::{self, Write};
use taquin::{Board, CostModel};
use taquin_api::answer::{Answer, Answered};

/// Prints every board on the path.
#[derive(Debug)]
pub struct Princeton;

impl Printer for Princeton {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        match &answered.answer {
            Answer::Unsolvable(_) => writeln!(out, "No solution possible"),
            Answer::Searched { puzzle, report } if report.solution().is_some() => {
                let moves = report.solution().map_or(0, |solution| solution.len());
                if report.optimal && report.costs == CostModel::Unit {
                    writeln!(out, "Minimum number of moves = {moves}")?
                } else {
                    writeln!(out, "Number of moves = {moves} (not proven minimal)")?
                }
                let boards = report.solution().map(|solution| solution.boards(puzzle.start()));
                boards.into_iter().flatten().try_for_each(|board| write_board(&board, out))
            }
            answer => writeln!(out, "# {}", why_not(answer)),
        }
    }
}

fn write_board(board: &Board, out: &mut dyn Write) -> io::Result<()> {
    let size = board.size();
    if size.rows() == size.cols() {
        writeln!(out, "{}", size.rows())?
    } else {
        writeln!(out, "{} {}", size.rows(), size.cols())?
    }
    for row in board.rows() {
        row.iter().try_for_each(|tile| write!(out, "{tile:>2} "))?;
        writeln!(out)?;
    }
    writeln!(out)
}
