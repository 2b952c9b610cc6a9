//! What `taquin check` prints: whether each board can be solved.

use super::json::{Checked, Head, Wrong, write_line};
use super::text::{self, write_unsolvable};
use super::{Answer, Found, Paint, Printer};
use std::io::{self, Write};
use taquin::{Board, Goal};

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
    fn print(&self, answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
        text::write_heading(answer, self.paint, out)?;
        match &answer.found {
            Found::Unsolvable(unsolvable) => {
                write_unsolvable(unsolvable, self.goal, self.paint, out)
            }
            Found::Solvable(puzzle) | Found::Searched { puzzle, .. } => {
                let solvable = self.paint.good("Solvable");
                writeln!(out, "{solvable}: a sequence of moves leads to the goal.\n")?;
                let row = |name: &str| self.paint.faint(format!("{name:<11}"));
                writeln!(out, "  {} {}", row("board"), text::shown_board(puzzle.start()))?;
                let goal = text::shown_goal(puzzle.goal(), self.goal);
                writeln!(out, "  {} {goal}", row("goal"))
            }
            Found::Wrong(complaint) => text::write_wrong(answer, complaint, self.paint, out),
        }
    }
}

impl Printer for CheckJson {
    fn print(&self, answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
        let checked = |board: &Board, goal: &Board| Checked {
            head: Head::of(answer),
            board: board.to_string(),
            goal: goal.to_string(),
            size: board.size().to_string(),
            solvable: true,
            unsolvable: None,
        };
        match &answer.found {
            Found::Unsolvable(why) => {
                let object = checked(&why.start, &why.goal);
                let unsolvable = Some((&**why).into());
                write_line(out, &Checked { solvable: false, unsolvable, ..object })
            }
            Found::Solvable(puzzle) | Found::Searched { puzzle, .. } => {
                write_line(out, &checked(puzzle.start(), puzzle.goal()))
            }
            Found::Wrong(complaint) => write_line(out, &Wrong::of(answer, complaint)),
        }
    }
}
