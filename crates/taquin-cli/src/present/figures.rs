//! Figures below an answer: a name and a value on each line, including boards and moves, within the terminal's
//! columns.

use super::draw::board_rows;
use crate::prose::filled;
use crate::terminal::{Paint, Terminal};
use std::io::{self, Write};
use taquin::{Board, Goal};

/// Boards with longer texts are not written out.
const LONGEST_BOARD: usize = 120;
/// The width of a name, and of everything before a value.
const NAME: usize = 11;
const BEFORE: usize = NAME + 3;

/// Writes figures.
pub struct Figures<'a> {
    /// The terminal to print on.
    pub terminal: Terminal,
    /// The output.
    pub out: &'a mut dyn Write,
}

impl Figures<'_> {
    /// Writes a name and its value, wrapped if it is too long.
    pub fn row(&mut self, name: &str, value: &str) -> io::Result<()> {
        let name = self.terminal.paint.faint(format!("{name:<NAME$}"));
        let (first, others) = (format!("  {name} "), " ".repeat(BEFORE));
        writeln!(self.out, "{}", filled(value, self.terminal.columns, &first, &others))
    }

    /// Writes a board.
    pub fn board(&mut self, name: &str, board: &Board) -> io::Result<()> {
        self.row(name, &shown_board(board, self.room()))
    }

    /// Writes a goal with its name; the name alone if there is no room for both.
    pub fn goal(&mut self, board: &Board, goal: &Goal) -> io::Result<()> {
        let name = Goal::NAMED.iter().find(|entry| entry.1 == *goal).map(|entry| entry.0);
        let text = shown_board(board, self.room());
        match name.map(|name| (name, format!("{text} ({name})"))) {
            Some((_, both)) if both.len() <= self.room() => self.row("goal", &both),
            Some((name, _)) => self.row("goal", name),
            None => self.row("goal", &text),
        }
    }

    /// Returns the columns left for a value.
    fn room(&self) -> usize {
        self.terminal.columns.saturating_sub(BEFORE)
    }
}

/// Formats a board on one line, or with a line for each row if that is too long; only the size of the largest is
/// given.
pub fn shown_board(board: &Board, columns: usize) -> String {
    let text = board.to_string();
    let rows = || board_rows(board, &[], Paint::new(false));
    let is_narrow = |rows: &Vec<String>| rows.iter().all(|row| row.len() <= columns);
    match text.len() {
        length if length > LONGEST_BOARD => format!("{} board", board.size()),
        length if length <= columns => text,
        _ => match Some(rows()).filter(is_narrow) {
            // In a form that can be parsed again.
            Some(rows) => rows.join("\n").replace('.', "0"),
            None => format!("{} board", board.size()),
        },
    }
}

/// Breaks letters into lines of this many columns, with a margin.
pub fn letter_lines(letters: &str, columns: usize) -> String {
    const MARGIN: &str = "  ";
    let room = columns.saturating_sub(MARGIN.len()).max(1);
    let letters: Vec<char> = letters.chars().collect();
    let lines = letters.chunks(room).map(|line| MARGIN.to_string() + &String::from_iter(line));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_never_broken_in_a_row() {
        let board = Board::classic("4x4".parse().expect("a size"));
        let text = board.to_string();
        assert_eq!(shown_board(&board, 37), text);
        let rows = " 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15  0";
        assert_eq!(shown_board(&board, 36), rows);
        assert_eq!(shown_board(&board, 10), "4x4 board");
        let large = Board::classic("9x9".parse().expect("a size"));
        assert_eq!(shown_board(&large, usize::MAX), "9x9 board");
    }

    #[test]
    fn letters_fill_lines() {
        assert_eq!(letter_lines("URDLU", 100), "  URDLU");
        assert_eq!(letter_lines("URDLU", 5), "  URD\n  LU");
    }
}
