//! What `compare` and `bench` share: an experiment is run, its results are written as they come, and a summary is
//! printed at the end.

use super::host::CommandHost;
use super::sinks::{ExperimentOutcome, OrderedWriter, ResultFormat};
use super::{ExitStatus, Failure};
use crate::args::{ExperimentArgs, LimitArgs, ResultArgs};
use crate::input::read_board_set;
use crate::machine;
use crate::progress::{ProgressLine, ProgressTask, TimeLeft};
use crate::save::{FileKind, Target};
use crate::spelling::Flags;
use crate::terminal::{Terminal, print_notice};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use taquin::{Cancel, Limits, Settings, Size, Solver};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::experiment::{
    Configuration, ConfigurationRequest, Experiment, Header, Record, ResultsFile, RunIndex,
};
use taquin_api::json::{RunOutcome, Solved};
use taquin_api::results::Summary;
use taquin_api::tasks::run_all;

/// Returns the experiment that the options describe, with the default configurations if they name none. If there are
/// no defaults either, the configuration is chosen to fit the heuristic and the boards.
pub fn experiment(
    args: &ExperimentArgs,
    default: &'static [&'static str],
    quiet: bool,
) -> Result<Experiment, Diagnostic> {
    let LimitArgs { max_nodes, max_time, max_memory } = args.limits;
    let set = read_board_set(&args.boards)?;
    let size = set.largest().unwrap_or_default();
    Ok(Experiment {
        configurations: configurations(args, default, size, quiet)?,
        set,
        limits: Limits { max_nodes, max_time, max_bytes: max_memory },
        shard: None,
    })
}

/// Returns the configurations that the options ask for, or the default ones, and reports those left out.
fn configurations(
    args: &ExperimentArgs,
    default: &'static [&'static str],
    size: Size,
    quiet: bool,
) -> Result<Vec<Configuration>, Diagnostic> {
    let threads = args.jobs.threads;
    let args = &args.configurations;
    let store = args.cache.store();
    let settings = &args.settings;
    let request = ConfigurationRequest {
        algorithms: args.algorithms.iter().map(String::as_str).collect(),
        default,
        heuristics: args.heuristics.iter().map(String::as_str).collect(),
        common: Solver {
            settings: Settings { threads, ..settings.options.settings.clone() },
            costs: settings.cost,
            store,
            ..Solver::default()
        },
        size,
        spelling: &Flags,
    };
    let found = request.configurations()?;
    for reason in found.left_out.iter().filter(|_| !quiet) {
        print_notice(&format!("note: left out: {reason}"));
    }
    Ok(found.list)
}

/// A file of JSON Lines that stores runs as they finish.
#[derive(Clone, Debug)]
pub enum StoredResults {
    /// A new one.
    New(PathBuf),
    /// One that may contain some runs already.
    Resumed(PathBuf),
}

/// An experiment with what is needed to run it.
pub struct ExperimentRunner<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The number of runs at once.
    pub jobs: usize,
    /// The format of standard output.
    pub format: ResultFormat,
    /// The file that stores runs as they finish, if there is one.
    pub stored: Option<StoredResults>,
    /// The files to write at the end.
    pub targets: Vec<Target>,
    /// What to report, and the options of charts.
    pub results: &'a ResultArgs,
}

impl ExperimentRunner<'_> {
    /// Runs the experiment and prints its results; returns the worst status of its runs, and the summaries.
    pub fn run(
        &self,
        terminal: &Terminal,
        cancel: &Cancel,
    ) -> Result<(ExitStatus, Vec<Summary>), Failure> {
        let header = self.experiment.header();
        let runs = self.experiment.runs();
        let (mut file, known) = self.open(&header)?;
        let mut records: BTreeMap<RunIndex, Record> = BTreeMap::new();
        let mut writer = OrderedWriter::new(self.format, &header, &runs)?;
        for record in known {
            writer.add(record.run, &record.row, &record.line)?;
            records.insert(record.run, record);
        }
        let left: Vec<RunIndex> =
            runs.iter().copied().filter(|run| !records.contains_key(run)).collect();
        let bar = self.bar(runs.len(), records.len());
        // Lines may be long, and only files written at the end need them again.
        let has_lines = |target: &Target| !matches!(target.kind, FileKind::Svg | FileKind::Png);
        let keeps_lines = self.targets.iter().any(has_lines);
        let finished = |run: RunIndex, mut line: String| -> Result<(), Failure> {
            let row = Solved::read(line.as_bytes())?;
            if let Some(file) = &mut file {
                file.append(run, &line)?;
            }
            writer.add(run, &row, &line)?;
            bar.advance();
            if !keeps_lines {
                line = String::new();
            }
            records.insert(run, Record { run, row, line });
            Ok(())
        };
        let bytes = self.experiment.limits.max_bytes.unwrap_or_else(machine::default_memory_limit);
        let limits = Limits {
            // Runs at the same time share the memory.
            max_bytes: Some(bytes / self.jobs.max(1) as u64),
            ..self.experiment.limits
        };
        run_all(self.experiment, &left, self.jobs, limits, &CommandHost(cancel), finished)?;
        drop(bar);

        let complete = records.len() == runs.len();
        let records: Vec<Record> = records.into_values().collect();
        let outcome = ExperimentOutcome { header: &header, records, complete };
        let summaries = outcome.summaries();
        match file {
            Some(file) if complete => {
                file.finish(&summaries.iter().map(Summary::line).collect::<Vec<_>>())?;
                if let Some(StoredResults::New(path) | StoredResults::Resumed(path)) = &self.stored
                {
                    outcome.report_written(path, self.results.quiet);
                }
            }
            Some(file) => file.pause()?,
            None => {}
        }
        for target in &self.targets {
            outcome.write(target, &summaries, self.results)?;
        }
        outcome.print(writer, &summaries, terminal, self.results)?;
        if !complete && !self.results.quiet {
            self.print_rest(runs.len(), outcome.records.len());
        }
        let worst = outcome.records.iter().map(|record| status(&record.row)).max();
        let worst = worst.unwrap_or(ExitStatus::Good);
        Ok((if complete { worst } else { ExitStatus::Interrupted }, summaries))
    }

    /// Opens the file that stores runs as they finish, and returns the runs it contains.
    fn open(&self, header: &Header) -> Result<(Option<ResultsFile>, Vec<Record>), Diagnostic> {
        match &self.stored {
            None => Ok((None, Vec::new())),
            Some(StoredResults::New(path)) => {
                let created = ResultsFile::create(path, header).map_err(|error| {
                    let resume = format!("continue with --resume {}", path.display());
                    match error.code {
                        "results-exist" => error.help(format!("{resume}, or give another name")),
                        _ => error,
                    }
                });
                Ok((Some(created?), Vec::new()))
            }
            Some(StoredResults::Resumed(path)) => {
                let (file, known) = ResultsFile::resume(path, self.experiment)?;
                Ok((Some(file), known))
            }
        }
    }

    /// Returns the progress line; there is none if results are printed on the terminal, which show the progress
    /// themselves.
    fn bar(&self, runs: usize, finished: usize) -> ProgressLine {
        let shows_results = self.format != ResultFormat::Text && io::stdout().is_terminal();
        let (total, from) = (runs as u64, finished as u64);
        let done = Box::new(move |done, _| format!("{done} of {total} runs"));
        let task = ProgressTask { name: String::new(), from, total, done, time: TimeLeft::Speed };
        ProgressLine::new(task, self.results.quiet || shows_results)
    }

    /// Reports how many runs were finished before Ctrl-C.
    fn print_rest(&self, runs: usize, finished: usize) {
        let hint = match &self.stored {
            Some(StoredResults::New(path) | StoredResults::Resumed(path)) => {
                format!("; continue with --resume {}", path.display())
            }
            None => String::new(),
        };
        print_notice(&format!("Interrupted: {finished} of {runs} runs are finished{hint}."));
    }
}

/// Returns the exit status if this were the only run.
fn status(row: &Solved) -> ExitStatus {
    match (row.agrees, row.outcome) {
        (Some(false), _) => ExitStatus::Negative,
        (Some(true), _) | (None, RunOutcome::Solved) => ExitStatus::Good,
        (None, RunOutcome::Exhausted | RunOutcome::Unsolvable) => ExitStatus::Negative,
        (None, RunOutcome::Refused) => ExitStatus::Wrong,
        (None, RunOutcome::Stopped) => ExitStatus::Stopped,
    }
}
