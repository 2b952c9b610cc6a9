//! `taquin solve`: solves boards one by one, and prints each answer as soon as it is found.

use super::answers::Answers;
use super::files::Files;
use super::host::CommandHost;
use super::{ExitStatus, Failure};
use crate::args::{Format, LimitArgs, SolveArgs};
use crate::errors;
use crate::input::{self, BoardReader};
use crate::interrupt;
use crate::machine;
use crate::present::{
    Boards, Columbia, FortyTwo, JsonLines, Lodz, LodzStatistics, Moves, Princeton, Printer, Text,
};
use crate::progress::ProgressPrinter;
use crate::spelling::Flags;
use crate::terminal::{Terminal, print_notice};
use crate::tui;
use std::time::Duration;
use taquin::Settings;
use taquin::search::Observer;
use taquin::{Cancel, Goal, Limits, Move, Outcome, Solver, Stop, Trace};
use taquin_api::answer::{Answer, Answered};
use taquin_api::board_input::BoardInput;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::limits::Caps;
use taquin_api::picture::MOST_ENTRIES;
use taquin_api::recording::Recording;
use taquin_api::remedy::{diagnostic, render_notices};
use taquin_api::tasks::solve_each;

/// Runs the command.
pub fn run(args: &SolveArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let format = if args.output.json { Format::Json } else { args.output.format };
    if args.output.steps && !matches!(format, Format::Text | Format::Json) {
        let diagnostic = Diagnostic::new(
            "steps-need-text-or-json",
            "--steps goes with --format text or json only",
        );
        return Err(diagnostic.help("--format boards shows every board as it is").into());
    }
    if args.output.watch {
        tui::check_terminal("--watch")?;
    }
    let (solver, goal) =
        (solver(args)?, input::read_goal(args.input.goal.text(), args.input.writing.size)?);
    let cancel = interrupt::cancel();
    let mut boards = BoardReader::read(&args.input.boards, &args.input.writing, cancel.clone());
    let printer: &dyn Printer = match format {
        Format::Text => &Text { solver: &solver, goal: &goal, terminal: *terminal },
        Format::Json => &JsonLines { solver: &solver },
        Format::Moves => &Moves,
        Format::Boards => &Boards,
        Format::Columbia => &Columbia { fringe: false },
        Format::ColumbiaFirst => &Columbia { fringe: true },
        Format::Princeton => &Princeton,
        Format::Lodz => &Lodz,
        Format::LodzStats => &LodzStatistics,
        Format::FortyTwo => &FortyTwo,
    };
    let solve_run = SolveRun {
        solver: &solver,
        goal: &goal,
        printer,
        terminal,
        progress: args.output.progress,
        quiet: args.output.quiet,
        watch: args.output.watch,
        cancel,
    };
    let mut files = Files::new(&args.files, &solver, args.output.quiet)?;
    if files.want_picture() && boards.has_several()? {
        return Err(files.too_many(boards.count).into());
    }
    if args.output.watch && boards.has_several()? {
        let diagnostic = Diagnostic::new("one-board-only", "--watch shows one board only");
        return Err(diagnostic.help("give one board").into());
    }
    let status = solve_run.answer_all(boards, &mut files)?;
    files.finish()?;
    Ok(status)
}

/// Returns how to search, checked as far as is possible without a board.
fn solver(args: &SolveArgs) -> Result<Solver, Diagnostic> {
    let search = &args.search;
    let settings = &search.settings;
    let solver = Solver {
        algorithm: search.algorithm,
        heuristic: search.heuristic.clone(),
        costs: settings.cost,
        settings: Settings { threads: search.jobs, ..settings.options.settings.clone() },
        path_ids: args.output.steps,
        watched: args.output.watch,
        limits: limits(&args.limits),
        store: search.cache.store(),
        ..Solver::default()
    };
    solver.check().map_err(|error| diagnostic(&error, &Flags))?;
    Ok(solver)
}

/// Returns the limits of the arguments; there is always a memory limit.
pub fn limits(args: &LimitArgs) -> Limits {
    Limits {
        max_nodes: args.max_nodes,
        max_time: args.max_time,
        max_bytes: Some(args.max_memory.unwrap_or_else(machine::default_memory_limit)),
    }
}

/// Boards to be solved, and how to report them.
pub struct SolveRun<'a> {
    /// How to search.
    pub solver: &'a Solver,
    /// The goal.
    pub goal: &'a Goal,
    /// Prints the answers.
    pub printer: &'a dyn Printer,
    /// The terminal to print on.
    pub terminal: &'a Terminal,
    /// Whether to print a progress line, and after how many states.
    pub progress: Option<u64>,
    /// Whether to print nothing but errors on standard error.
    pub quiet: bool,
    /// Whether to show the search before the answer.
    pub watch: bool,
    /// Set by Ctrl-C.
    pub cancel: Cancel,
}

impl SolveRun<'_> {
    /// Solves every board, in order and as they arrive; an invalid one does not stop the others.
    pub fn answer_all(
        &self,
        mut boards: BoardReader,
        files: &mut Files,
    ) -> Result<ExitStatus, Failure> {
        let of = boards.count.unwrap_or(0);
        let mut answers = Answers::new()?;
        let (mut worst, mut number) = (ExitStatus::Good, 0);
        while let Some(input) = boards.next(&mut || answers.flush())? {
            number += 1;
            let mut trace = if self.watch { Some(self.trace()) } else { files.trace() };
            let answer = self.find(&input, trace.as_mut());
            if self.watch {
                trace = self.show(&answer, trace)?;
            }
            let answered = Answered { input: &input, number, of, answer };
            worst = worst.max(status(&answered.answer));
            answers.write(|out| self.printer.print(&answered, out))?;
            if self.has_notices(&answered.answer) {
                answers.flush()?;
                self.report(&answered.answer);
            }
            files.add(&answered, self.solver, trace.as_ref())?;
        }
        answers.flush()?;
        Ok(if interrupt::by_user(&self.cancel) { ExitStatus::Interrupted } else { worst })
    }

    /// Returns a trace for a search that will be watched.
    fn trace(&self) -> Trace {
        let bytes = self.solver.limits.max_bytes.unwrap_or(u64::MAX);
        Trace::new(Caps::new(bytes, Duration::MAX).trace_capacity())
    }

    /// Shows a search, if there was one and it was not cancelled. Returns the part of its trace that files need.
    fn show(&self, answer: &Answer, trace: Option<Trace>) -> Result<Option<Trace>, Failure> {
        let first = trace.as_ref().map(|trace| trace.first(MOST_ENTRIES));
        if let (Answer::Searched { puzzle, report }, Some(trace)) = (answer, trace)
            && !self.cancel.is_cancelled()
        {
            let recording = Recording::new(puzzle.clone(), report, trace);
            tui::watch::run(
                recording,
                (**report).clone(),
                self.terminal.paint.is_on(),
                &self.cancel,
            )?;
        }
        Ok(first)
    }

    /// Solves one board, with progress on standard error, and records the search if there is a trace.
    fn find(&self, input: &BoardInput, trace: Option<&mut Trace>) -> Answer {
        let mut progress = ProgressPrinter::new(self.progress, self.quiet, self.solver.unit());
        let is_observed = progress.is_some() || trace.is_some();
        let mut observers = (progress.as_mut(), trace);
        let observer = is_observed.then_some(&mut observers as &mut dyn Observer<Move>);
        let host = CommandHost(&self.cancel);
        let answer = solve_each(self.solver, self.goal, input, &host, observer);
        if let Some(progress) = &mut progress {
            progress.clear();
        }
        answer
    }

    /// Returns whether there is something to report besides the answer.
    fn has_notices(&self, answer: &Answer) -> bool {
        match answer {
            Answer::Wrong(_) => true,
            Answer::Searched { report, .. } => {
                !report.notices.is_empty() && !self.quiet && !self.printer.has_notices()
            }
            _ => false,
        }
    }

    /// Reports on standard error what is not part of the answer.
    fn report(&self, answer: &Answer) {
        match answer {
            Answer::Wrong(diagnostic) => errors::print(diagnostic, self.terminal.colored_errors),
            Answer::Searched { report, .. } => {
                for notice in render_notices(report, &Flags) {
                    print_notice(&format!("note: {}", notice.sentence));
                }
            }
            _ => {}
        }
    }
}

/// Returns the exit status if this were the only board.
fn status(answer: &Answer) -> ExitStatus {
    match answer {
        Answer::Solvable(_) => ExitStatus::Good,
        Answer::Unsolvable(_) => ExitStatus::Negative,
        Answer::Wrong(_) => ExitStatus::Wrong,
        Answer::Searched { report, .. } => match report.outcome {
            _ if report.stopped_by == Some(Stop::Cancelled) => ExitStatus::Interrupted,
            Outcome::Solved(_) => ExitStatus::Good,
            Outcome::Exhausted => ExitStatus::Negative,
            Outcome::Stopped(_) => ExitStatus::Stopped,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::{CommandFactory, Parser};
    use taquin::{InputFormat, Puzzle, parse_board};

    /// Returns whether the search of a command line has steps to watch.
    fn has_steps(line: &str) -> bool {
        let arguments = Cli::try_parse_from(line.split_whitespace()).expect("it can be parsed");
        let Some(Command::Solve(args)) = arguments.command else {
            panic!("'{line}' does not solve")
        };
        let solver = solver(&args).expect("the choices fit");
        let text = line.split_whitespace().nth(2).expect("there is a board");
        let board = parse_board(text, InputFormat::Auto, None).expect("it is a board");
        let puzzle = Puzzle::new(board, &Goal::Classic).expect("it is solvable");
        let mut trace = Trace::new(1_000_000);
        let report = solver.solve_observed(&puzzle, &Cancel::new(), Some(&mut trace));
        Recording::new(puzzle, &report.expect("it runs"), trace).has_steps()
    }

    #[test]
    fn every_documented_watch_has_steps() {
        let mut command = Cli::command();
        let solve = command.find_subcommand_mut("solve").expect("it is listed");
        let help = solve.render_long_help().to_string();
        let manual = include_str!("../../../../docs/searching.md");
        let texts = [include_str!("../../../../README.md"), manual, help.as_str()];
        for text in texts {
            let lines = text.lines().filter_map(|line| {
                let (before, _) = line.split_once(" --watch")?;
                Some(format!("{} --watch", &before[before.find("taquin solve")?..]))
            });
            let lines: Vec<String> = lines.collect();
            assert!(!lines.is_empty(), "{text}");
            lines.iter().for_each(|line| assert!(has_steps(line), "{line}"));
        }
    }

    #[test]
    fn a_chosen_algorithm_is_watched_as_it_is() {
        assert!(has_steps("taquin solve 1234567890BEDAFC --watch --max-nodes 100"));
        assert!(has_steps("taquin solve 412587063 -a bfs --watch"));
        assert!(!has_steps("taquin solve 412587063 -a auto --watch"));
        assert!(!has_steps("taquin solve 412587063 -a table --watch"));
    }
}
