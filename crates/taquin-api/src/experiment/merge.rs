//! Merges the results of shards.

use super::{Header, Record, Results, RunIndex};
use crate::diagnostic::Diagnostic;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Merges all runs of all files, each once, under one header for the whole.
pub fn merge(files: &[PathBuf]) -> Result<(Header, BTreeMap<RunIndex, Record>), Diagnostic> {
    let mut whole: Option<(Header, &Path)> = None;
    let mut records: BTreeMap<RunIndex, (Record, &Path)> = BTreeMap::new();
    for path in files {
        let results = Results::read(path)?;
        let (header, first) = whole.get_or_insert((results.header.clone(), path));
        if let Some(difference) = results.header.difference(header) {
            let (path, first) = (path.display(), first.display());
            return Err(Diagnostic::new(
                "shards-differ",
                format!("{path} does not belong with {first}: {difference}"),
            )
            .help("merge only shards of the same experiment"));
        }
        for record in results.records {
            match records.get(&record.run) {
                Some((known, other)) if normalized(&known.line) != normalized(&record.line) => {
                    let (path, other) = (path.display(), other.display());
                    let what = &record.row.configuration;
                    let message = format!(
                        "board {} with {what} came out differently in {other} and {path}",
                        record.row.number
                    );
                    return Err(Diagnostic::new("results-differ", message)
                        .help("one of them is damaged or was written by another program"));
                }
                Some(_) => {}
                None => {
                    records.insert(record.run, (record, path));
                }
            }
        }
    }
    let (header, _) =
        whole.ok_or_else(|| Diagnostic::new("nothing-to-merge", "there is nothing to merge"))?;
    let records = records.into_iter().map(|(run, (record, _))| (run, record)).collect();
    Ok((Header { shard: None, ..header }, records))
}

/// Returns the parts of a line that must be the same whenever a run is repeated. This leaves out times, the memory that
/// was available, how far a search got before time or memory stopped it, and codes, which older files lack.
fn normalized(line: &str) -> Value {
    let mut object: Value = serde_json::from_str(line).unwrap_or_default();
    let by_chance = matches!(object["stopped_by"].as_str(), Some("time" | "memory"));
    if let Some(fields) = object.as_object_mut() {
        let left_out: &[&str] = match by_chance {
            true => {
                &["limits", "table", "source", "line", "stats", "lower_bound", "notices", "agrees"]
            }
            false => &["limits", "table", "source", "line"],
        };
        let codes = ["notice_codes", "refusal_code"];
        fields.retain(|name, _| !left_out.contains(&name.as_str()) && !codes.contains(&&**name));
        if let Some(stats) = fields.get_mut("stats").and_then(Value::as_object_mut) {
            stats.remove("seconds");
        }
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_do_not_count() {
        let line = |seconds: f64, explored: u64| {
            format!("{{\"stats\":{{\"seconds\":{seconds},\"explored\":{explored}}},\"line\":1}}")
        };
        assert_eq!(normalized(&line(1.0, 7)), normalized(&line(2.0, 7)));
        assert_ne!(normalized(&line(1.0, 7)), normalized(&line(1.0, 8)));
        let stopped = |by: &str, explored: u64| {
            format!("{{\"stopped_by\":\"{by}\",\"stats\":{{\"explored\":{explored}}}}}")
        };
        assert_eq!(normalized(&stopped("time", 1)), normalized(&stopped("time", 2)));
        assert_ne!(normalized(&stopped("nodes", 1)), normalized(&stopped("nodes", 2)));
    }
}
