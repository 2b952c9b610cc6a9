//! Results on disk as JSON Lines: first a header, then a line for each run as it finishes, then a summary of each
//! configuration.
//!
//! A line is written before the next run is awaited, so a kill loses at most the runs in progress; a torn last line is
//! recognised and dropped. Once all runs are done they are sorted, so a finished file does not depend on the order in
//! which they finished.

use super::{HEADER, Header, RUN, RunIndex};
use crate::diagnostic::Diagnostic;
use crate::files::{self, cannot_write};
use crate::results::Row;

use serde::Deserialize;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use taquin::search::{Clock, Moment};

/// The line of a run and its content.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its index in the experiment.
    pub run: RunIndex,
    /// Its content.
    pub row: Row,
    /// The line in the file, without its line ending.
    pub line: String,
}

/// The content of a results file.
#[derive(Debug)]
pub struct Results {
    /// The header, which identifies the experiment.
    pub header: Header,
    /// The runs, in the order of the file.
    pub records: Vec<Record>,
    /// The size of the header and the runs in bytes, without a torn line or summaries after them.
    whole: u64,
}

/// The kind of a line.
#[derive(Deserialize)]
struct RecordKind {
    record: String,
}

impl Results {
    /// Reads a results file.
    pub fn read(path: &Path) -> Result<Results, Diagnostic> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| {
            Diagnostic::new("cannot-read", format!("cannot read {name}: {error}")).in_source(&name)
        })?;
        let empty = || no_results(&name, "it is empty");
        Results::parse(&bytes, &name)?.ok_or_else(empty)
    }

    /// Parses a results file; `None` if not even its header is complete.
    fn parse(bytes: &[u8], name: &str) -> Result<Option<Results>, Diagnostic> {
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let beginning = format!("{{\"record\":\"{HEADER}\"");
        let common = first.len().min(beginning.len());
        if !first.ends_with(b"\n") && first[..common] == beginning.as_bytes()[..common] {
            return Ok(None);
        }
        let header: Header = match serde_json::from_slice(first) {
            Ok(header) => header,
            Err(error) => return Err(no_results(name, &error.to_string())),
        };
        let mut results = Results { header, records: Vec::new(), whole: first.len() as u64 };
        let mut at = first.len();
        for (line, number) in lines.zip(2..) {
            at += line.len();
            match results.record(line) {
                Ok(Some(record)) => {
                    results.records.push(record);
                    results.whole = at as u64;
                }
                Ok(None) => {}
                // A kill tears only the last line.
                Err(_) if at == bytes.len() => {}
                Err(diagnostic) => {
                    let message = format!("line {number} of {name}: {}", diagnostic.message);
                    return Err(Diagnostic::new("results-damaged", message)
                        .in_source(name)
                        .help("the file is damaged: remove that line and resume"));
                }
            }
        }
        Ok(Some(results))
    }

    /// Parses a complete line; `None` if it is not a run.
    fn record(&self, line: &[u8]) -> Result<Option<Record>, Diagnostic> {
        let torn = || Diagnostic::new("torn-line", "this line is torn");
        let line = line.strip_suffix(b"\n").ok_or_else(torn)?;
        let kind: RecordKind = serde_json::from_slice(line).map_err(|error| {
            Diagnostic::new("not-a-result", format!("this is not the result of a run: {error}"))
        })?;
        if kind.record != RUN {
            return Ok(None);
        }
        let row = Row::read(line)?;
        if !row.has_all_counts() {
            return Err(Diagnostic::new(
                "not-a-result",
                "this is not the result of a run: some of its counts are missing",
            ));
        }
        let foreign =
            || Diagnostic::new("foreign-run", "this run does not belong to the experiment above");
        let run = self.header.run_of(&row).ok_or_else(foreign)?;
        Ok(Some(Record { run, row, line: String::from_utf8_lossy(line).into_owned() }))
    }
}

fn no_results(name: &str, why: &str) -> Diagnostic {
    Diagnostic::new("not-results", format!("{name} is not a results file: {why}"))
        .in_source(name)
        .help("give a file that bench wrote")
}

/// How often the file is synced to disk: a kill loses nothing, a power cut at most this much.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A results file being written.
#[derive(Debug)]
pub struct ResultsFile {
    file: File,
    path: PathBuf,
    clock: Clock,
    synced: Moment,
    last: Option<RunIndex>,
    in_order: bool,
}

impl ResultsFile {
    /// Creates a new file with its header.
    pub fn create(path: &Path, header: &Header) -> Result<ResultsFile, Diagnostic> {
        let file = OpenOptions::new().read(true).append(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                let name = path.display();
                Diagnostic::new("results-exist", format!("{name} already exists"))
                    .help("resume it, or give another name")
            }
            _ => cannot_write(path, &error),
        })?;
        ResultsFile::begin(file, path, header)
    }

    /// Opens the file of an interrupted experiment and returns its runs; creates the file if there is none.
    pub fn resume(path: &Path, header: &Header) -> Result<(ResultsFile, Vec<Record>), Diagnostic> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = file.map_err(|error| cannot_write(path, &error))?;
        lock(&file, path)?;
        // The process may have been killed while it sorted the runs.
        files::remove_stale(path);
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| cannot_write(path, &error))?;
        let name = path.display().to_string();
        let Some(results) = Results::parse(&bytes, &name)? else {
            file.set_len(0).map_err(|error| cannot_write(path, &error))?;
            return Ok((ResultsFile::begin(file, path, header)?, Vec::new()));
        };
        let shard = |header: &Header| header.shard.clone().unwrap_or("no shard".to_string());
        let other_shard = || {
            let (theirs, ours) = (shard(&results.header), shard(header));
            (theirs != ours).then(|| format!("it is {theirs}, not {ours}"))
        };
        if let Some(difference) = results.header.difference(header).or_else(other_shard) {
            return Err(Diagnostic::new(
                "other-experiment",
                format!("{name} is of another experiment: {difference}"),
            )
            .in_source(&name)
            .help("resume with the same settings, or give another name"));
        }
        file.set_len(results.whole).map_err(|error| cannot_write(path, &error))?;
        let runs: Vec<RunIndex> = results.records.iter().map(|record| record.run).collect();
        let in_order = runs.is_sorted_by(|a, b| a < b);
        let file =
            ResultsFile { last: runs.last().copied(), in_order, ..ResultsFile::new(file, path) };
        Ok((file, results.records))
    }

    fn new(file: File, path: &Path) -> ResultsFile {
        let clock = Clock::default();
        let (path, synced) = (path.to_path_buf(), clock.now());
        ResultsFile { file, path, clock, synced, last: None, in_order: true }
    }

    fn begin(file: File, path: &Path, header: &Header) -> Result<ResultsFile, Diagnostic> {
        lock(&file, path)?;
        let mut results = ResultsFile::new(file, path);
        results.write(&header.line())?;
        Ok(results)
    }

    /// Appends a run.
    pub fn append(&mut self, run: RunIndex, line: &str) -> Result<(), Diagnostic> {
        self.in_order &= self.last.is_none_or(|last| last < run);
        self.last = Some(run);
        self.write(line)
    }

    /// Writes a line and its line ending in one call, so that nothing gets between them.
    fn write(&mut self, line: &str) -> Result<(), Diagnostic> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written
            .and_then(|()| self.sync(SYNC_INTERVAL))
            .map_err(|error| cannot_write(&self.path, &error))
    }

    fn sync(&mut self, at_most_every: Duration) -> io::Result<()> {
        if self.clock.since(self.synced) >= at_most_every {
            self.file.sync_data()?;
            self.synced = self.clock.now();
        }
        Ok(())
    }

    /// Syncs the file of an interrupted experiment.
    pub fn pause(mut self) -> Result<(), Diagnostic> {
        self.sync(Duration::ZERO).map_err(|error| cannot_write(&self.path, &error))
    }

    /// Completes a file that has all its runs: sorts them and appends the summaries.
    pub fn finish(mut self, summaries: &[String]) -> Result<(), Diagnostic> {
        if self.in_order {
            summaries.iter().try_for_each(|line| self.write(line))?;
            return self.pause();
        }
        let mut bytes = Vec::new();
        let read = self.file.rewind().and_then(|()| self.file.read_to_end(&mut bytes));
        read.map_err(|error| cannot_write(&self.path, &error))?;
        let name = self.path.display().to_string();
        let Some(results) = Results::parse(&bytes, &name)? else { return Ok(()) };
        let mut records = results.records;
        records.sort_by_key(|record| record.run);
        records.dedup_by_key(|record| record.run);
        let whole = results_text(&results.header, &records, summaries);
        files::write(&self.path, whole.as_bytes())
    }
}

/// Returns the text of a whole results file: the header, the runs and the summaries.
pub fn results_text(header: &Header, records: &[Record], summaries: &[String]) -> String {
    let header = header.line();
    let lines = records.iter().map(|record| record.line.as_str());
    let summaries = summaries.iter().map(String::as_str);
    let lines = std::iter::once(header.as_str()).chain(lines).chain(summaries);
    lines.fold(String::new(), |text, line| text + line + "\n")
}

/// Locks the file: two processes that write to it would corrupt it.
fn lock(file: &File, path: &Path) -> Result<(), Diagnostic> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let message = format!("another process is writing to {}", path.display());
            Err(Diagnostic::new("results-in-use", message)
                .help("wait for it, or give another name"))
        }
        // Where files cannot be locked, it does without.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Formats sorted numbers with ranges: `1, 5-9, 12`.
pub fn listed(numbers: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let shown = |&(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}-{last}"),
    };
    ranges.iter().map(shown).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_numbers_become_ranges() {
        assert_eq!(listed(&[]), "");
        assert_eq!(listed(&[3]), "3");
        assert_eq!(listed(&[1, 2, 5, 6, 7, 12]), "1, 2, 5-7, 12");
    }

    #[test]
    fn other_files_are_rejected() {
        let parse = |text: &str| Results::parse(text.as_bytes(), "x.jsonl");
        assert!(matches!(parse(""), Ok(None)));
        assert!(matches!(parse("{\"record\":\"exper"), Ok(None)));
        for text in ["hello", "hello\n", "{}\n", "{\"record\":\"run\"}\n", "123456780\n"] {
            let diagnostic = parse(text).expect_err("it is none");
            assert_eq!(
                (diagnostic.code, diagnostic.source.as_deref()),
                ("not-results", Some("x.jsonl")),
                "{diagnostic}"
            );
        }
    }
}
