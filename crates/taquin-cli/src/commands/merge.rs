//! `taquin merge`: the results of shards put together, and what is missing.

use super::conduct::say;
use super::outlet::{Format, OUTPUTS, Outcome, Stream};
use super::{ExitStatus, Failure};
use crate::args::MergeArgs;
use crate::errors::Diagnostic;
use crate::experiment::{Header, Record, Results, RunIndex, listed};
use crate::save::Target;
use crate::terminal::Terminal;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Runs the command.
pub fn run(args: &MergeArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let targets = Target::all(&args.results.output, &OUTPUTS)?;
    let (header, records) = merged(&args.files)?;
    let missing: Vec<RunIndex> =
        (0..header.runs()).filter(|run| !records.contains_key(run)).collect();
    let records: Vec<Record> = records.into_values().collect();
    let runs: Vec<RunIndex> = records.iter().map(|record| record.run).collect();
    let usual = if targets.is_empty() { Format::Json } else { Format::Text };
    let mut stream = Stream::new(Format::of(&args.results, usual), &header, &runs)?;
    for record in &records {
        stream.add(record.run, &record.row, &record.line)?;
    }
    let outcome = Outcome { header: &header, records, complete: missing.is_empty() };
    let summaries = outcome.summaries();
    for target in &targets {
        outcome.write(target, &summaries, &args.results.chart)?;
    }
    outcome.tell(stream, &summaries, terminal, args.results.quiet)?;
    tell_missing(&header, &missing);
    Ok(if missing.is_empty() { ExitStatus::Good } else { ExitStatus::Negative })
}

/// All runs of all files, each once, and the header of the whole.
fn merged(
    files: &[std::path::PathBuf],
) -> Result<(Header, BTreeMap<RunIndex, Record>), Diagnostic> {
    let mut whole: Option<(Header, &Path)> = None;
    let mut records: BTreeMap<RunIndex, (Record, &Path)> = BTreeMap::new();
    for path in files {
        let results = Results::read(path)?;
        let (header, first) = whole.get_or_insert((results.header.clone(), path));
        if let Some(difference) = results.header.difference(header) {
            let (path, first) = (path.display(), first.display());
            return Err(Diagnostic::new(format!("{path} does not go with {first}: {difference}"))
                .help("merge only shards of the same experiment"));
        }
        for record in results.records {
            match records.get(&record.run) {
                Some((known, other)) if essence(&known.line) != essence(&record.line) => {
                    let (path, other) = (path.display(), other.display());
                    let what = &record.row.configuration;
                    let message = format!(
                        "board {} with {what} came out differently in {other} and {path}",
                        record.row.number
                    );
                    return Err(Diagnostic::new(message)
                        .help("one of them is damaged or was made by another program"));
                }
                Some(_) => {}
                None => {
                    records.insert(record.run, (record, path));
                }
            }
        }
    }
    let (header, _) = whole.ok_or_else(|| Diagnostic::new("there is nothing to merge"))?;
    let records = records.into_iter().map(|(run, (record, _))| (run, record)).collect();
    Ok((Header { shard: None, ..header }, records))
}

/// What must be the same whenever a run is repeated: not times, nor the memory that the machine had to
/// spare; nor how far a search came until the clock or the memory stopped it.
fn essence(line: &str) -> Value {
    let mut object: Value = serde_json::from_str(line).unwrap_or_default();
    let by_chance = matches!(object["stopped_by"].as_str(), Some("time" | "memory"));
    if let Some(fields) = object.as_object_mut() {
        let left_out: &[&str] = match by_chance {
            true => {
                &["limits", "table", "source", "line", "stats", "lower_bound", "notices", "agrees"]
            }
            false => &["limits", "table", "source", "line"],
        };
        fields.retain(|name, _| !left_out.contains(&name.as_str()));
        if let Some(stats) = fields.get_mut("stats").and_then(Value::as_object_mut) {
            stats.remove("seconds");
        }
    }
    object
}

/// Says which boards are missing, for each configuration.
fn tell_missing(header: &Header, missing: &[RunIndex]) {
    let ways = header.configurations.len();
    let boards_of = |way: usize| {
        let own = missing.iter().filter(|&&run| run % ways == way);
        own.map(|run| run / ways + 1).collect::<Vec<usize>>()
    };
    let lists: Vec<Vec<usize>> = (0..ways).map(boards_of).collect();
    let same = lists.windows(2).all(|pair| pair[0] == pair[1]);
    for (boards, settings) in lists.iter().zip(&header.configurations) {
        if boards.is_empty() {
            continue;
        }
        let (count, which) = (boards.len(), listed(boards));
        let noun = if count == 1 { "board" } else { "boards" };
        if same {
            return say(&format!("Missing: {count} of {} {noun}: {which}.", header.boards));
        }
        let id = &settings.id;
        say(&format!("Missing of {id}: {count} of {} {noun}: {which}.", header.boards));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_not_of_the_essence() {
        let line = |seconds: f64, explored: u64| {
            format!("{{\"stats\":{{\"seconds\":{seconds},\"explored\":{explored}}},\"line\":1}}")
        };
        assert_eq!(essence(&line(1.0, 7)), essence(&line(2.0, 7)));
        assert_ne!(essence(&line(1.0, 7)), essence(&line(1.0, 8)));
        let stopped = |by: &str, explored: u64| {
            format!("{{\"stopped_by\":\"{by}\",\"stats\":{{\"explored\":{explored}}}}}")
        };
        assert_eq!(essence(&stopped("time", 1)), essence(&stopped("time", 2)));
        assert_ne!(essence(&stopped("nodes", 1)), essence(&stopped("nodes", 2)));
    }
}
