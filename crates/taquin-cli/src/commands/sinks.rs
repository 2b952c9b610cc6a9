//! Sinks for the results of experiments: standard output as runs finish, files at the end, and tables for people.

use super::{Failure, output};
use crate::args::ResultArgs;
use crate::present::Comparison;
use crate::save::{self, FileKind, Target};
use crate::terminal::Terminal;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::Path;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::experiment::{Header, Record, RunIndex, results_text};
use taquin_api::files;
use taquin_api::json::Solved;
use taquin_api::quantities::counted;
use taquin_api::results::{About, Summary, chart, summarize};
use taquin_api::results::{csv_heading, csv_line};

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFormat {
    /// Tables for people, at the end.
    Text,
    /// JSON Lines, as runs finish.
    Json,
    /// CSV, as runs finish.
    Csv,
}

impl ResultFormat {
    /// Returns the format that the options ask for.
    pub fn of(args: &ResultArgs, default: ResultFormat) -> ResultFormat {
        match (args.json, args.csv) {
            (true, _) => ResultFormat::Json,
            (_, true) => ResultFormat::Csv,
            _ => default,
        }
    }

    /// Returns the default format: a summary if the results are stored in files or the output is a terminal, the results
    /// themselves for programs.
    pub fn of_results(are_stored: bool) -> ResultFormat {
        if are_stored || io::stdout().is_terminal() {
            ResultFormat::Text
        } else {
            ResultFormat::Json
        }
    }
}

/// The kinds of files that `-o` can write.
pub const OUTPUTS: [FileKind; 5] =
    [FileKind::JsonLines, FileKind::Json, FileKind::Csv, FileKind::Svg, FileKind::Png];

/// Results on standard output, in the order of their runs.
pub struct OrderedWriter<'r> {
    format: ResultFormat,
    out: BufWriter<StdoutLock<'static>>,
    /// The runs to come, in order.
    runs: &'r [RunIndex],
    /// Results that arrived before their turn.
    waiting: BTreeMap<RunIndex, String>,
}

impl<'r> OrderedWriter<'r> {
    /// Creates the writer, and writes what comes before the runs.
    pub fn new(
        format: ResultFormat,
        header: &Header,
        runs: &'r [RunIndex],
    ) -> io::Result<OrderedWriter<'r>> {
        let mut out = output();
        match format {
            ResultFormat::Text => {}
            ResultFormat::Json => writeln!(out, "{}", header.line())?,
            ResultFormat::Csv => writeln!(out, "{}", csv_heading())?,
        }
        Ok(OrderedWriter { format, out, runs, waiting: BTreeMap::new() })
    }

    /// Prints a run, and those that waited for it, as soon as its turn comes.
    pub fn add(&mut self, run: RunIndex, row: &Solved, line: &str) -> io::Result<()> {
        match self.format {
            ResultFormat::Text => return Ok(()),
            ResultFormat::Json => self.waiting.insert(run, line.to_string()),
            ResultFormat::Csv => self.waiting.insert(run, csv_line(row.number, line)),
        };
        while let [next, rest @ ..] = self.runs
            && let Some(text) = self.waiting.remove(next)
        {
            writeln!(self.out, "{text}")?;
            self.runs = rest;
        }
        self.out.flush()
    }

    /// Prints the results that still wait for runs that did not finish.
    fn add_rest(&mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.waiting);
        rest.values().try_for_each(|text| writeln!(self.out, "{text}"))
    }
}

/// The results of an experiment.
pub struct ExperimentOutcome<'a> {
    /// Which experiment it is.
    pub header: &'a Header,
    /// Its runs, in order.
    pub records: Vec<Record>,
    /// Whether all of its runs are there.
    pub complete: bool,
}

impl ExperimentOutcome<'_> {
    /// Returns a summary of each configuration.
    pub fn summaries(&self) -> Vec<Summary> {
        let ids: Vec<String> =
            self.header.configurations.iter().map(|settings| settings.id.clone()).collect();
        summarize(&ids, &self.rows())
    }

    /// Writes all results to a file.
    pub fn write(
        &self,
        target: &Target,
        summaries: &[Summary],
        args: &ResultArgs,
    ) -> Result<(), Diagnostic> {
        let Header { set, goal, .. } = self.header;
        let all = summaries.iter().filter(|_| self.complete);
        let summaries: Vec<String> = all.map(Summary::line).collect();
        let text = match target.kind {
            FileKind::JsonLines => results_text(self.header, &self.records, &summaries),
            FileKind::Json => {
                let lines: Vec<&str> = self.records.iter().map(|record| &*record.line).collect();
                format!(
                    "{{\"experiment\":{},\n\"runs\":[\n{}\n],\n\"summaries\":[\n{}\n]}}\n",
                    self.header.line(),
                    lines.join(",\n"),
                    summaries.join(",\n"),
                )
            }
            FileKind::Csv => {
                let line = |record: &Record| csv_line(record.row.number, &record.line) + "\n";
                csv_heading() + "\n" + &self.records.iter().map(line).collect::<String>()
            }
            kind => {
                let about = About { set: set.clone(), goal: goal.clone() };
                match chart(&self.rows(), Some(&about), &args.chart.options()) {
                    Some(scene) => {
                        save::write_picture(&target.path, kind, &scene)?;
                        self.report_written(&target.path, args.quiet);
                    }
                    None => save::report_nothing_to_draw(&target.path),
                }
                return Ok(());
            }
        };
        files::write(&target.path, text.as_bytes())?;
        self.report_written(&target.path, args.quiet);
        Ok(())
    }

    /// Reports how many runs a file has.
    pub fn report_written(&self, path: &Path, quiet: bool) {
        if !quiet {
            save::report_written(path, &counted(self.records.len() as u64, "run"));
        }
    }

    fn rows(&self) -> Vec<&Solved> {
        self.records.iter().map(|record| &record.row).collect()
    }

    /// Finishes the output: with summaries for programs, or with tables for people.
    pub fn print(
        &self,
        mut writer: OrderedWriter<'_>,
        summaries: &[Summary],
        terminal: &Terminal,
        results: &ResultArgs,
    ) -> Result<(), Failure> {
        writer.add_rest()?;
        let rows = self.rows();
        let table = |terminal| Comparison {
            header: self.header,
            rows: &rows,
            summaries,
            quantiles: results.quantiles,
            terminal,
        };
        match writer.format {
            ResultFormat::Text | ResultFormat::Csv if rows.is_empty() => {}
            ResultFormat::Text => table(*terminal).write(&mut writer.out)?,
            ResultFormat::Json if self.complete => {
                let lines = summaries.iter().map(Summary::line);
                lines.into_iter().try_for_each(|line| writeln!(writer.out, "{line}"))?;
            }
            ResultFormat::Csv if !results.quiet => {
                writer.out.flush()?;
                table(terminal.for_stderr()).write(&mut io::stderr().lock())?;
            }
            ResultFormat::Json | ResultFormat::Csv => {}
        }
        Ok(writer.out.flush()?)
    }
}
