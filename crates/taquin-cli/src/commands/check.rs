//! `taquin check`: can these boards be solved at all? There is no search.

use super::answers::Answers;
use super::{ExitStatus, Failure};
use crate::args::CheckArgs;
use crate::errors;
use crate::input::{self, BoardReader};
use crate::interrupt;
use crate::present::{CheckJson, CheckText, Printer};
use crate::terminal::Terminal;
use taquin_api::answer::{Answer, Answered};
use taquin_api::tasks::check;

/// Runs the command.
pub fn run(args: &CheckArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let goal = input::read_goal(args.input.goal.text(), args.input.writing.size)?;
    let cancel = interrupt::cancel();
    let mut boards = BoardReader::read(&args.input.boards, &args.input.writing, cancel.clone());
    let text = CheckText { goal: &goal, terminal: *terminal };
    let printer: &dyn Printer = if args.json { &CheckJson } else { &text };
    let of = boards.count.unwrap_or(0);
    let mut answers = Answers::new()?;
    let (mut worst, mut number) = (ExitStatus::Good, 0);
    while let Some(input) = boards.next(&mut || answers.flush())? {
        number += 1;
        let answer = check(&input, &goal);
        let answered = Answered { input: &input, number, of, answer };
        answers.write(|out| printer.print(&answered, out))?;
        worst = worst.max(match &answered.answer {
            Answer::Unsolvable(_) => ExitStatus::Negative,
            Answer::Wrong(diagnostic) => {
                answers.flush()?;
                errors::print(diagnostic, terminal.colored_errors);
                ExitStatus::Wrong
            }
            _ => ExitStatus::Good,
        });
    }
    answers.flush()?;
    Ok(if interrupt::by_user(&cancel) { ExitStatus::Interrupted } else { worst })
}
