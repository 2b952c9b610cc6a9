//! Results on disk as JSON Lines: first a header, then a line for each run as it finishes, then a summary of each
//! configuration.
//!
//! A line is written before the next run is awaited, so a kill loses at most the runs in progress; a torn last line is
//! recognised and dropped. Once all runs are done they are sorted, so a finished file does not depend on the order in
//! which they finished.

use super::reader::{Record, Results, RunReader};
use super::{Experiment, HEADER, Header, RunIndex};
use crate::diagnostic::Diagnostic;
use crate::files::{self, cannot_write};
use crate::json::OTHER_VERSION;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use taquin::search::{Clock, Moment};

/// The content of a results file, and how it lies there.
#[derive(Debug)]
struct Stored {
    results: Results,
    /// The size of the header and the runs in bytes, without a torn line or summaries after them.
    whole: u64,
    /// Whether the runs are in order, each once, and nothing else is between them.
    in_order: bool,
}

impl Results {
    /// Reads a results file.
    pub fn read(path: &Path) -> Result<Results, Diagnostic> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| {
            Diagnostic::new("cannot-read", format!("cannot read {name}: {error}")).in_source(&name)
        })?;
        let empty = || no_results(&name, "it is empty");
        Stored::parse(&bytes, &name)?.map(|stored| stored.results).ok_or_else(empty)
    }
}

impl Stored {
    /// Parses a results file; `None` if not even its header is complete.
    fn parse(bytes: &[u8], name: &str) -> Result<Option<Stored>, Diagnostic> {
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let beginning = format!("{{\"record\":\"{HEADER}\"");
        let common = first.len().min(beginning.len());
        if !first.ends_with(b"\n") && first[..common] == beginning.as_bytes()[..common] {
            return Ok(None);
        }
        let mut reader = RunReader::new(first).map_err(|wrong| match wrong.code {
            OTHER_VERSION => damaged(name, 1, &wrong),
            "contradiction" => damaged(name, 1, &wrong)
                .help("this is the header; bench writes it again into another file"),
            _ => no_results(name, &wrong.message),
        })?;
        let (mut at, mut whole, mut last, mut in_order) = (first.len(), first.len(), None, true);
        let mut any_other = false;
        for (line, number) in lines.zip(2..) {
            at += line.len();
            // A kill tears only the last line.
            let Some(line) = line.strip_suffix(b"\n") else { break };
            let read = text_of(line).and_then(|line| reader.read(line));
            match read.map_err(|wrong| damaged(name, number, &wrong))? {
                None => any_other = true,
                Some(run) => {
                    in_order &= !any_other && last < Some(run);
                    (last, whole) = (Some(run), at);
                }
            }
        }
        let results = reader.finish().map_err(|wrong| no_results(name, &wrong.message))?;
        Ok(Some(Stored { results, whole: whole as u64, in_order }))
    }
}

/// Returns a line as text.
fn text_of(line: &[u8]) -> Result<&str, Diagnostic> {
    std::str::from_utf8(line).map_err(|error| {
        Diagnostic::new("not-a-result", format!("this is not the result of a run: {error}"))
    })
}

/// Names the line that is damaged, or was written by another version.
pub fn damaged(name: &str, number: usize, wrong: &Diagnostic) -> Diagnostic {
    let message = format!("line {number} of {name}: {wrong}");
    match wrong.code {
        OTHER_VERSION => Diagnostic::new(OTHER_VERSION, message).in_source(name),
        _ => Diagnostic::new("results-damaged", message)
            .in_source(name)
            .help("the file is damaged: remove that line and resume"),
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
    pub fn resume(
        path: &Path,
        experiment: &Experiment,
    ) -> Result<(ResultsFile, Vec<Record>), Diagnostic> {
        let header = &experiment.header();
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = file.map_err(|error| cannot_write(path, &error))?;
        lock(&file, path)?;
        // The process may have been killed while it sorted the runs.
        files::remove_stale(path);
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| cannot_write(path, &error))?;
        let name = path.display().to_string();
        let Some(Stored { results, whole, in_order }) = Stored::parse(&bytes, &name)? else {
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
        if let Some(record) =
            results.records.iter().find(|Record { run, row, .. }| !experiment.has(*run, &row.board))
        {
            let (number, of) = (record.row.number, &record.row.configuration);
            let message = format!("{name}: board {number} with {of} is not that of the experiment");
            return Err(Diagnostic::new("results-damaged", message)
                .in_source(&name)
                .help("the file is damaged: remove that run and resume"));
        }
        file.set_len(whole).map_err(|error| cannot_write(path, &error))?;
        let last = results.records.last().map(|record| record.run);
        let file = ResultsFile { last, in_order, ..ResultsFile::new(file, path) };
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
        let Some(Stored { results, .. }) = Stored::parse(&bytes, &name)? else { return Ok(()) };
        let whole = results_text(&results.header, &results.records, summaries);
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
    listed_ranges(&ranges)
}

/// Formats ranges of numbers, each with its first and its last.
pub fn listed_ranges(ranges: &[(usize, usize)]) -> String {
    let shown = |&(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}-{last}"),
    };
    ranges.iter().map(shown).collect::<Vec<_>>().join(", ")
}

/// Returns the ranges of numbers from 1 to `last` between sorted ones. There may be more of them than fit into a list.
pub fn gaps(numbers: &[usize], last: usize) -> Vec<(usize, usize)> {
    let before = std::iter::once(0).chain(numbers.iter().copied());
    let after = numbers.iter().map(|number| number - 1).chain([last]);
    before.zip(after).filter(|(a, b)| a < b).map(|(a, b)| (a + 1, b)).collect()
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
    fn gaps_are_what_is_not_there() {
        assert_eq!(gaps(&[], 3), [(1, 3)]);
        assert_eq!(gaps(&[1, 2, 5], 5), [(3, 4)]);
        assert_eq!(gaps(&[2, 5], usize::MAX), [(1, 1), (3, 4), (6, usize::MAX)]);
        assert_eq!(gaps(&[1, 2], 2), []);
    }

    #[test]
    fn other_files_are_rejected() {
        let parse = |text: &str| Stored::parse(text.as_bytes(), "x.jsonl");
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
