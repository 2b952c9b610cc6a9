//! What `taquin check` prints: whether each board can be solved.

use super::json::{Checked, Head, Wrong, write_line};
use super::text::{self, write_unsolvable};
use super::{Answer, Found, Paint, Printer};
use std::io::{self, Write};
use taquin::Goal;

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
            Found::Wrong(diagnostic) => text::write_wrong(answer, diagnostic, self.paint, out),
        }
    }
}

impl<'a> Checked<'a> {
    /// The object of a board that is one; nothing of a text that is none.
    pub fn of(answer: &Answer<'a>) -> Option<Checked<'a>> {
        let (start, goal, why) = match &answer.found {
            Found::Unsolvable(why) => (&why.start, &why.goal, Some(&**why)),
            Found::Solvable(puzzle) | Found::Searched { puzzle, .. } => {
                (puzzle.start(), puzzle.goal(), None)
            }
            Found::Wrong(_) => return None,
        };
        Some(Checked {
            head: Head::of(answer),
            board: start.to_string(),
            goal: goal.to_string(),
            size: start.size().to_string(),
            solvable: why.is_none(),
            unsolvable: why.map(Into::into),
        })
    }
}

impl Printer for CheckJson {
    fn print(&self, answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
        match (&answer.found, Checked::of(answer)) {
            (Found::Wrong(diagnostic), _) => write_line(out, &Wrong::of(answer, diagnostic)),
            (_, object) => write_line(out, &object),
        }
    }
}
