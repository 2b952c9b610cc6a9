//! `taquin check`: can these boards be solved at all? Nothing is searched.

use super::{Ending, Failure, output};
use crate::args::CheckArgs;
use crate::errors::Complaint;
use crate::input::{self, Asked};
use crate::present::{Answer, CheckJson, CheckText, Found, Printer};
use crate::terminal::Terminal;
use std::io::Write;
use taquin::{Goal, Puzzle, PuzzleError};

/// Runs the command.
pub fn run(args: &CheckArgs, terminal: &Terminal) -> Result<Ending, Failure> {
    let goal = input::read_goal(args.input.goal.text(), args.input.writing.size)?;
    let asked = input::read_boards(&args.input.boards, &args.input.writing);
    let text = CheckText { goal: &goal, paint: terminal.paint };
    let printer: &dyn Printer = if args.json { &CheckJson } else { &text };
    let mut out = output();
    let mut worst = Ending::Good;
    for (index, board) in asked.iter().enumerate() {
        let found = check(board, &goal);
        let answer = Answer { asked: board, number: index + 1, of: asked.len(), found };
        printer.print(&answer, &mut out)?;
        worst = worst.max(match &answer.found {
            Found::Unsolvable(_) => Ending::Negative,
            Found::Wrong(complaint) => {
                out.flush()?;
                complaint.print(terminal.colored_errors);
                Ending::Wrong
            }
            _ => Ending::Good,
        });
    }
    out.flush()?;
    Ok(worst)
}

fn check(asked: &Asked, goal: &Goal) -> Found {
    let puzzle = match &asked.board {
        Ok(board) => Puzzle::new(board.clone(), goal),
        Err(complaint) => return Found::Wrong(Box::new(complaint.clone())),
    };
    match puzzle {
        Ok(puzzle) => Found::Solvable(puzzle),
        Err(PuzzleError::Unsolvable(why)) => Found::Unsolvable(why),
        Err(error) => {
            let complaint = Complaint::new(error.to_string()).in_source(&asked.source);
            Found::Wrong(Box::new(complaint))
        }
    }
}
