//! The output of `taquin check`: whether each board can be solved.

use super::figures::Figures;
use super::printer::Printer;
use super::text::{self, write_unsolvable};
use crate::terminal::Terminal;
use std::io::{self, Write};
use taquin::Goal;
use taquin_api::answer::{Answer, Answered};
use taquin_api::json::{Checked, WrongBoard, write_line};

/// Prints text for people.
#[derive(Debug)]
pub struct CheckText<'q> {
    /// The requested goal.
    pub goal: &'q Goal,
    /// The terminal to print on.
    pub terminal: Terminal,
}

/// Prints JSON Lines.
#[derive(Debug)]
pub struct CheckJson;

impl Printer for CheckText<'_> {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        let paint = self.terminal.paint;
        text::write_heading(answered, paint, out)?;
        match &answered.answer {
            Answer::Unsolvable(unsolvable) => {
                write_unsolvable(unsolvable, self.goal, self.terminal, out)
            }
            Answer::Solvable(puzzle) | Answer::Searched { puzzle, .. } => {
                let solvable = paint.good("Solvable");
                writeln!(out, "{solvable}: a sequence of moves leads to the goal.\n")?;
                let mut figures = Figures { terminal: self.terminal, out };
                figures.board("board", puzzle.start())?;
                figures.goal(puzzle.goal(), self.goal)
            }
            Answer::Wrong(diagnostic) => {
                text::write_wrong(answered, diagnostic, self.terminal, out)
            }
        }
    }
}

impl Printer for CheckJson {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        match &answered.answer {
            Answer::Wrong(diagnostic) => write_line(out, &WrongBoard::of(answered, diagnostic)),
            _ => write_line(out, &Checked::of(answered)),
        }
    }
}
