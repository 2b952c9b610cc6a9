//! Answers, printed: one printer a format, all fed with the same [`Answer`]s. Printers know nothing
//! about searching, and searching nothing about them.

mod check;
mod columbia;
mod comparison;
mod csv;
mod draw;
mod forty_two;
mod generated;
mod json;
mod json_lines;
mod lines;
mod lodz;
mod paint;
mod pdb;
mod pdb_json;
mod played;
mod played_json;
mod princeton;
mod remarks;
mod runs;
mod space;
mod steps;
mod table;
mod text;

pub use check::{CheckJson, CheckText};
pub use columbia::Columbia;
pub use comparison::Comparison;
pub use csv::{csv_heading, csv_line};
pub use draw::board_rows;
pub use forty_two::FortyTwo;
pub use generated::{Generated, GeneratedJson, write_generated};
pub use json::{Checked, SCHEMA_VERSION, Solved, TOOL_VERSION, write_line};
pub use json_lines::JsonLines;
pub use lines::{Boards, Moves};
pub use lodz::{Lodz, LodzStatistics};
pub use paint::Paint;
pub use pdb::{
    BuiltTable, CheckedTable, ShownDivision, Verdict, write_built, write_checked, write_division,
    write_kept,
};
pub use pdb_json::{
    write_built_json, write_checked_json, write_division_json, write_kept_json, write_removed_json,
};
pub use played::{Played, write_gap, write_verdict, write_wall};
pub use played_json::{ApplyJson, GapJson, MovesJson, VerifyJson};
pub use princeton::Princeton;
pub use runs::{RunLine, SummaryObject, summary_line};
pub use space::{Checked as CheckedSpace, space_csv, write_space, write_space_json};
pub use table::write_table;
pub use text::Text;

use crate::errors::Diagnostic;
use crate::input::Asked;
use std::io::{self, Write};
use taquin::{Goal, Puzzle, Report, Solver, Unsolvable};

/// What was asked, the same for all boards.
#[derive(Debug)]
pub struct Question {
    /// The choices.
    pub solver: Solver,
    /// The algorithm asked for, `auto` perhaps.
    pub requested: &'static str,
    /// The goal.
    pub goal: Goal,
    /// Whether to show every step.
    pub steps: bool,
}

/// One board that was asked about, and what came of it.
#[derive(Debug)]
pub struct Answer<'a> {
    /// The board and where it came from.
    pub asked: &'a Asked,
    /// Its place among all boards, from 1.
    pub number: usize,
    /// How many boards there are; 0 while more may come, as nobody knows it then.
    pub of: usize,
    /// What came of it.
    pub found: Found,
}

/// What came of a board.
#[derive(Debug)]
pub enum Found {
    /// It can be solved, and that was tried.
    Searched {
        /// The board and the goal.
        puzzle: Puzzle,
        /// What came of the search.
        report: Box<Report>,
    },
    /// It can be solved; nothing else was asked.
    Solvable(Puzzle),
    /// It cannot be solved, which took no search.
    Unsolvable(Box<Unsolvable>),
    /// It is no board, or not one that the question fits.
    Wrong(Box<Diagnostic>),
}

/// A format.
pub trait Printer {
    /// Prints one answer.
    fn print(&self, answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Whether notices are part of what it prints, so that they need not be said elsewhere.
    fn has_notices(&self) -> bool {
        false
    }
}
