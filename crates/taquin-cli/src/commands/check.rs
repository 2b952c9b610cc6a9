//! `taquin check`: can these boards be solved at all? Nothing is searched.

use super::answers::Answers;
use super::{ExitStatus, Failure};
use crate::args::CheckArgs;
use crate::errors::Diagnostic;
use crate::input::{self, Asked, BoardInput};
use crate::interrupt;
use crate::present::{Answer, CheckJson, CheckText, Found, Printer};
use crate::terminal::Terminal;
use taquin::{Goal, Puzzle, PuzzleError};

/// Runs the command.
pub fn run(args: &CheckArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let goal = input::read_goal(args.input.goal.text(), args.input.writing.size)?;
    let cancel = interrupt::cancel();
    let mut boards = BoardInput::read(&args.input.boards, &args.input.writing, cancel.clone());
    let text = CheckText { goal: &goal, paint: terminal.paint };
    let printer: &dyn Printer = if args.json { &CheckJson } else { &text };
    let of = boards.count.unwrap_or(0);
    let mut answers = Answers::new()?;
    let (mut worst, mut number) = (ExitStatus::Good, 0);
    while let Some(asked) = boards.next(&mut || answers.flush())? {
        number += 1;
        let found = check(&asked, &goal);
        let answer = Answer { asked: &asked, number, of, found };
        answers.write(|out| printer.print(&answer, out))?;
        worst = worst.max(match &answer.found {
            Found::Unsolvable(_) => ExitStatus::Negative,
            Found::Wrong(diagnostic) => {
                answers.flush()?;
                diagnostic.print(terminal.colored_errors);
                ExitStatus::Wrong
            }
            _ => ExitStatus::Good,
        });
    }
    answers.flush()?;
    Ok(if cancel.is_cancelled() { ExitStatus::Interrupted } else { worst })
}

fn check(asked: &Asked, goal: &Goal) -> Found {
    let puzzle = match &asked.board {
        Ok(board) => Puzzle::new(board.clone(), goal),
        Err(diagnostic) => return Found::Wrong(Box::new(diagnostic.clone())),
    };
    match puzzle {
        Ok(puzzle) => Found::Solvable(puzzle),
        Err(PuzzleError::Unsolvable(why)) => Found::Unsolvable(why),
        Err(error) => {
            let diagnostic = Diagnostic::new(error.to_string()).in_source(&asked.source);
            Found::Wrong(Box::new(diagnostic))
        }
    }
}
