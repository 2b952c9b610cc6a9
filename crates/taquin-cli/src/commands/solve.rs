//! `taquin solve`: every board in turn, each answer printed as soon as it is there.

use super::answers::Answers;
use super::files::Files;
use super::{ExitStatus, Failure};
use crate::args::{Format, LimitArgs, SolveArgs};
use crate::errors::Diagnostic;
use crate::input::{self, Asked, BoardInput};
use crate::interrupt;
use crate::memory;
use crate::present::{
    Answer, Boards, Columbia, FortyTwo, Found, JsonLines, Lodz, LodzStatistics, Moves, Princeton,
    Printer, Question, Text,
};
use crate::progress::Progress;
use crate::terminal::Terminal;
use std::io::{self, Write};
use taquin::search::Observer;
use taquin::{Cancel, Direction, Limits, Outcome, Puzzle, PuzzleError, Solver, Stop, Trace};

/// Runs the command.
pub fn run(args: &SolveArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let format = if args.output.json { Format::Json } else { args.output.format };
    if args.output.steps && !matches!(format, Format::Text | Format::Json) {
        let diagnostic = Diagnostic::new("--steps goes with --format text or json only");
        return Err(diagnostic.help("--format boards shows every board as it is").into());
    }
    let question = question(args)?;
    let cancel = interrupt::cancel();
    let mut boards = BoardInput::read(&args.input.boards, &args.input.writing, cancel.clone());
    let printer: &dyn Printer = match format {
        Format::Text => &Text { question: &question, paint: terminal.paint },
        Format::Json => &JsonLines { question: &question },
        Format::Moves => &Moves,
        Format::Boards => &Boards,
        Format::Columbia => &Columbia { fringe: false },
        Format::ColumbiaFirst => &Columbia { fringe: true },
        Format::Princeton => &Princeton,
        Format::Lodz => &Lodz,
        Format::LodzStats => &LodzStatistics,
        Format::FortyTwo => &FortyTwo,
    };
    let job = Job {
        question: &question,
        printer,
        terminal,
        progress: args.output.progress,
        quiet: args.output.quiet,
        cancel,
    };
    let mut files = Files::new(&args.files, &question, args.output.quiet)?;
    if files.want_picture() && boards.are_several()? {
        return Err(files.too_many(boards.count).into());
    }
    let status = job.answer_all(boards, &mut files)?;
    files.finish()?;
    Ok(status)
}

/// What was asked, checked as far as it can be before there is a board.
fn question(args: &SolveArgs) -> Result<Question, Diagnostic> {
    let search = &args.search;
    let settings = &search.settings;
    let solver = Solver {
        algorithm: Some(search.algorithm),
        heuristic: search.heuristic.clone(),
        costs: settings.cost,
        order: settings.order.unwrap_or_default(),
        goal_test: settings.goal_test,
        ties: settings.ties,
        weight: settings.weight,
        width: settings.width,
        max_depth: settings.max_depth,
        path_ids: args.output.steps,
        limits: limits(&args.limits),
        threads: search.jobs.unwrap_or(1),
        store: search.cache.store(),
        ..Solver::default()
    };
    solver.check().map_err(|error| Diagnostic::new(error.to_string()))?;
    let goal = input::read_goal(args.input.goal.text(), args.input.writing.size)?;
    Ok(Question { solver, requested: search.algorithm.info().id, goal, steps: args.output.steps })
}

/// The limits asked for; that on memory is always there.
pub fn limits(args: &LimitArgs) -> Limits {
    Limits {
        max_nodes: args.max_nodes,
        max_time: args.max_time,
        max_bytes: Some(args.max_memory.unwrap_or_else(memory::default_limit)),
    }
}

/// Boards to be solved, and how to tell of it.
pub struct Job<'a> {
    /// What was asked.
    pub question: &'a Question,
    /// Prints the answers.
    pub printer: &'a dyn Printer,
    /// What the other end is like.
    pub terminal: &'a Terminal,
    /// Print a line at every so many states.
    pub progress: Option<u64>,
    /// Say nothing on standard error but errors.
    pub quiet: bool,
    /// Raised by Ctrl-C.
    pub cancel: Cancel,
}

impl Job<'_> {
    /// Answers for every board, in order and as they come; a bad one does not stop the rest.
    pub fn answer_all(
        &self,
        mut boards: BoardInput,
        files: &mut Files,
    ) -> Result<ExitStatus, Failure> {
        let of = boards.count.unwrap_or(0);
        let mut answers = Answers::new()?;
        let (mut worst, mut number) = (ExitStatus::Good, 0);
        while let Some(asked) = boards.next(&mut || answers.flush())? {
            number += 1;
            let mut trace = files.trace();
            let found = self.find(&asked, trace.as_mut());
            let answer = Answer { asked: &asked, number, of, found };
            worst = worst.max(status(&answer.found));
            answers.write(|out| self.printer.print(&answer, out))?;
            if self.has_to_say(&answer.found) {
                answers.flush()?;
                self.tell(&answer.found);
            }
            files.keep(&answer, self.question, trace.as_ref())?;
        }
        answers.flush()?;
        Ok(if self.cancel.is_cancelled() { ExitStatus::Interrupted } else { worst })
    }

    /// Solves one board, with progress on standard error, and writes the search down if that is wanted.
    fn find(&self, asked: &Asked, trace: Option<&mut Trace>) -> Found {
        let solver = &self.question.solver;
        let mut progress = Progress::new(self.progress, self.quiet, solver.unit());
        let is_observed = progress.is_some() || trace.is_some();
        let mut observers = (progress.as_mut(), trace);
        let observer = is_observed.then_some(&mut observers as &mut dyn Observer<Direction>);
        let found = find(self.question, asked, &self.cancel, observer);
        if let Some(progress) = &mut progress {
            progress.clear();
        }
        found
    }

    /// Whether something does not belong to the answer.
    fn has_to_say(&self, found: &Found) -> bool {
        match found {
            Found::Wrong(_) => true,
            Found::Searched { report, .. } => {
                !report.notices.is_empty() && !self.quiet && !self.printer.has_notices()
            }
            _ => false,
        }
    }

    /// Says on standard error what does not belong to the answer.
    fn tell(&self, found: &Found) {
        match found {
            Found::Wrong(diagnostic) => diagnostic.print(self.terminal.colored_errors),
            Found::Searched { report, .. } => {
                for notice in &report.notices {
                    // Where standard error is gone there is nobody left to tell.
                    let _ = writeln!(io::stderr(), "note: {notice}");
                }
            }
            _ => {}
        }
    }
}

/// What comes of a board.
pub fn find(
    question: &Question,
    asked: &Asked,
    cancel: &Cancel,
    observer: Option<&mut dyn Observer<Direction>>,
) -> Found {
    let wrong = |diagnostic| Found::Wrong(Box::new(diagnostic));
    let board = match &asked.board {
        Ok(board) => board.clone(),
        Err(diagnostic) => return wrong(diagnostic.clone()),
    };
    let puzzle = match Puzzle::new(board, &question.goal) {
        Ok(puzzle) => puzzle,
        Err(PuzzleError::Unsolvable(why)) => return Found::Unsolvable(why),
        Err(error) => return wrong(Diagnostic::new(error.to_string()).in_source(&asked.source)),
    };
    let observer = observer.map(|observer| observer as &mut dyn Observer<Direction>);
    match question.solver.solve_observed(&puzzle, cancel, observer) {
        Ok(report) => Found::Searched { puzzle, report: Box::new(report) },
        Err(error) => wrong(Diagnostic::new(error.to_string()).in_source(&asked.source)),
    }
}

/// How the command would end if this were the only board.
fn status(found: &Found) -> ExitStatus {
    match found {
        Found::Solvable(_) => ExitStatus::Good,
        Found::Unsolvable(_) => ExitStatus::Negative,
        Found::Wrong(_) => ExitStatus::Wrong,
        Found::Searched { report, .. } => match report.outcome {
            _ if report.stopped_by == Some(Stop::Cancelled) => ExitStatus::Interrupted,
            Outcome::Solved(_) => ExitStatus::Good,
            Outcome::Exhausted => ExitStatus::Negative,
            Outcome::Stopped(_) => ExitStatus::Stopped,
        },
    }
}
