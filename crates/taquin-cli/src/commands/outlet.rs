//! Where the results of experiments go: standard output as they come, a file at the end, and what is
//! told to people.

use super::{Failure, output};
use crate::args::ResultArgs;
use crate::errors::Complaint;
use crate::experiment::{
    Header, Record, Row, RunIndex, Summary, cannot_write, results_text, summarize,
};
use crate::files::write_whole;
use crate::present::{Comparison, Paint, csv_heading, csv_line, summary_line};
use crate::terminal::Terminal;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Tables for people, at the end.
    Text,
    /// JSON Lines as they come.
    Json,
    /// CSV as it comes.
    Csv,
}

impl Format {
    /// What the options ask for.
    pub fn of(args: &ResultArgs, usual: Format) -> Format {
        match (args.json, args.csv) {
            (true, _) => Format::Json,
            (_, true) => Format::Csv,
            _ => usual,
        }
    }
}

/// What a file for results is, by how its name ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// JSON Lines, which a later run can go on with.
    Lines,
    /// One JSON object.
    Json,
    /// CSV.
    Csv,
}

/// A file for results.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its name.
    pub path: PathBuf,
    /// What it is.
    pub kind: FileKind,
}

impl Target {
    /// The file that a name asks for.
    pub fn of(path: &Path) -> Result<Target, Complaint> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let kind = match ending.as_deref() {
            Some("jsonl" | "ndjson") => FileKind::Lines,
            Some("json") => FileKind::Json,
            Some("csv") => FileKind::Csv,
            _ => {
                let message = format!("'{}' does not say how to write results", path.display());
                let help = "let its name end in .jsonl, .json or .csv";
                return Err(Complaint::new(message).help(help));
            }
        };
        // Better told now than after an hour.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            let (name, folder) = (path.display(), folder.display());
            return Err(Complaint::new(format!(
                "cannot write {name}: there is no folder {folder}"
            )));
        }
        Ok(Target { path: path.to_path_buf(), kind })
    }
}

/// Results on standard output, in the order of their runs.
pub struct Stream<'r> {
    format: Format,
    out: BufWriter<StdoutLock<'static>>,
    /// The runs to come, in order.
    runs: &'r [RunIndex],
    /// What came before its turn.
    waiting: BTreeMap<RunIndex, String>,
}

impl<'r> Stream<'r> {
    /// Begins with what stands above the runs.
    pub fn new(format: Format, header: &Header, runs: &'r [RunIndex]) -> io::Result<Stream<'r>> {
        let mut out = output();
        match format {
            Format::Text => {}
            Format::Json => writeln!(out, "{}", header.line())?,
            Format::Csv => writeln!(out, "{}", csv_heading())?,
        }
        Ok(Stream { format, out, runs, waiting: BTreeMap::new() })
    }

    /// Prints a run, and those that waited for it, as soon as it is its turn.
    pub fn add(&mut self, run: RunIndex, row: &Row, line: &str) -> io::Result<()> {
        match self.format {
            Format::Text => return Ok(()),
            Format::Json => self.waiting.insert(run, line.to_string()),
            Format::Csv => self.waiting.insert(run, csv_line(row)),
        };
        while let [next, rest @ ..] = self.runs
            && let Some(text) = self.waiting.remove(next)
        {
            writeln!(self.out, "{text}")?;
            self.runs = rest;
        }
        self.out.flush()
    }

    /// Prints what waits for runs that never came.
    fn add_rest(&mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.waiting);
        rest.values().try_for_each(|text| writeln!(self.out, "{text}"))
    }
}

/// All that came of an experiment.
pub struct Outcome<'a> {
    /// Which experiment it is.
    pub header: &'a Header,
    /// Its runs, in order.
    pub records: Vec<Record>,
    /// Whether that is all of them.
    pub complete: bool,
}

impl Outcome<'_> {
    /// A summary of each configuration.
    pub fn summaries(&self) -> Vec<Summary> {
        let ids: Vec<String> =
            self.header.configurations.iter().map(|settings| settings.id.clone()).collect();
        let rows: Vec<&Row> = self.records.iter().map(|record| &record.row).collect();
        summarize(&ids, &rows)
    }

    /// Puts everything into a file.
    pub fn write(&self, target: &Target, summaries: &[Summary]) -> Result<(), Complaint> {
        let all = summaries.iter().filter(|_| self.complete);
        let summaries: Vec<String> = all.map(summary_line).collect();
        let text = match target.kind {
            FileKind::Lines => results_text(self.header, &self.records, &summaries),
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
                let rows = self.records.iter().map(|record| csv_line(&record.row) + "\n");
                csv_heading() + "\n" + &rows.collect::<String>()
            }
        };
        let written = write_whole(&target.path, text.as_bytes());
        written.map_err(|error| cannot_write(&target.path, &error))
    }

    /// Ends what was printed: with summaries for machines, or with tables for people.
    pub fn tell(
        &self,
        mut stream: Stream<'_>,
        summaries: &[Summary],
        terminal: &Terminal,
        quiet: bool,
    ) -> Result<(), Failure> {
        stream.add_rest()?;
        let rows: Vec<&Row> = self.records.iter().map(|record| &record.row).collect();
        let table = |paint| Comparison { header: self.header, rows: &rows, summaries, paint };
        match stream.format {
            Format::Text | Format::Csv if rows.is_empty() => {}
            Format::Text => table(terminal.paint).write(&mut stream.out)?,
            Format::Json if self.complete => {
                let lines = summaries.iter().map(summary_line);
                lines.into_iter().try_for_each(|line| writeln!(stream.out, "{line}"))?;
            }
            Format::Csv if !quiet => {
                stream.out.flush()?;
                table(Paint::new(terminal.colored_errors)).write(&mut io::stderr().lock())?;
            }
            Format::Json | Format::Csv => {}
        }
        Ok(stream.out.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_says_how_to_write() {
        let kind = |name: &str| Target::of(Path::new(name)).map(|target| target.kind).ok();
        assert_eq!(kind("b.jsonl"), Some(FileKind::Lines));
        assert_eq!(kind("b.JSON"), Some(FileKind::Json));
        assert_eq!(kind("b.csv"), Some(FileKind::Csv));
        assert_eq!([kind("b.txt"), kind("b"), kind("")], [None, None, None]);
        assert_eq!(kind("no/such/folder/b.csv"), None);
    }
}
