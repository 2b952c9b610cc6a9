//! What `taquin check` prints: whether each board can be solved.

use super::paint::Paint;
use super::printer::Printer;
use super::text::{self, write_unsolvable};
use std::io::{self, Write};
use taquin::Goal;
use taquin_api::answer::{Answer, Answered};
use taquin_api::json::{CheckDocument, write_line};

/// For people.
#[derive(Debug)]
pub struct CheckText<'q> {
    /// The goal that was asked for.
    pub goal: &'q Goal,
    /// With colours or without.
    pub paint: Paint,
}

/// JSON Lines.
#[derive(Debug)]
pub struct CheckJson;

impl Printer for CheckText<'_> {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        text::write_heading(answered, self.paint, out)?;
        match &answered.answer {
            Answer::Unsolvable(unsolvable) => {
                write_unsolvable(unsolvable, self.goal, self.paint, out)
            }
            Answer::Solvable(puzzle) | Answer::Searched { puzzle, .. } => {
                let solvable = self.paint.good("Solvable");
                writeln!(out, "{solvable}: a sequence of moves leads to the goal.\n")?;
                let row = |name: &str| self.paint.faint(format!("{name:<11}"));
                writeln!(out, "  {} {}", row("board"), text::shown_board(puzzle.start()))?;
                let goal = text::shown_goal(puzzle.goal(), self.goal);
                writeln!(out, "  {} {goal}", row("goal"))
            }
            Answer::Wrong(diagnostic) => text::write_wrong(answered, diagnostic, self.paint, out),
        }
    }
}

impl Printer for CheckJson {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        write_line(out, &CheckDocument::of(answered))
    }
}
