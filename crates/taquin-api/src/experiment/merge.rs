//! Merges the results of shards. A run may be there several times; then its results must be the same in everything that
//! does not depend on the clock or the machine. Where the clock or the memory ended a run, two honest results may
//! differ; the better one is kept.

use super::reader::{AUTO, KnownBoards};
use super::{Header, Record, Results, RunIndex};
use crate::diagnostic::Diagnostic;
use crate::json::Solved;
use serde_json::Value;
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::path::PathBuf;
use taquin::Stop;

/// The runs of several files.
#[derive(Debug)]
pub struct Merged {
    /// The header of the whole.
    pub header: Header,
    /// All runs, each once.
    pub records: BTreeMap<RunIndex, Record>,
    /// The number of runs that came out differently because the clock or the memory ended them.
    pub differing: usize,
}

/// Merges all runs of all files, each once, under one header for the whole.
pub fn merge(files: &[PathBuf]) -> Result<Merged, Diagnostic> {
    let read = |path: &PathBuf| Ok((path.display().to_string(), Results::read(path)?));
    merge_results(files.iter().map(read).collect::<Result<_, _>>()?)
}

/// Merges results, each with its name.
pub fn merge_results(all: Vec<(String, Results)>) -> Result<Merged, Diagnostic> {
    let mut whole: Option<(Header, String)> = None;
    let mut boards = KnownBoards::default();
    let mut found: BTreeMap<RunIndex, Vec<(Record, String)>> = BTreeMap::new();
    for (name, results) in all {
        let (header, first) = whole.get_or_insert((results.header.clone(), name.clone()));
        if let Some(difference) = results.header.difference(header) {
            let message = format!("{name} does not belong with {first}: {difference}");
            return Err(Diagnostic::new("shards-differ", message)
                .help("merge only shards of the same experiment"));
        }
        for record in results.records {
            boards.add(&record.row).map_err(|wrong| differ(format!("{name}: {wrong}")))?;
            found.entry(record.run).or_default().push((record, name.clone()));
        }
    }
    let (header, _) =
        whole.ok_or_else(|| Diagnostic::new("nothing-to-merge", "there is nothing to merge"))?;
    boards.check(&header)?;
    let mut merged = Merged { header, records: BTreeMap::new(), differing: 0 };
    merged.header.shard = None;
    for (run, results) in found {
        let (record, differs) = best(results)?;
        merged.differing += usize::from(differs);
        merged.records.insert(run, record);
    }
    Ok(merged)
}

/// Returns the best of the results of one run, and whether they differ because of the clock. Two results that do not
/// depend on it must be the same.
fn best(mut results: Vec<(Record, String)>) -> Result<(Record, bool), Diagnostic> {
    let mut differs = false;
    if results.len() > 1 {
        let normal: Vec<Value> =
            results.iter().map(|(record, _)| normalized(&record.line)).collect();
        differs = normal.iter().any(|one| *one != normal[0]);
        let exact = || (0..results.len()).filter(|&at| !ended_by_clock(&results[at].0.row));
        let first = exact().next();
        let other = exact().find(|&at| first.is_some_and(|first| normal[first] != normal[at]));
        if let Some((first, other)) = first.zip(other) {
            let [(record, first), (_, other)] = [&results[first], &results[other]];
            let (number, what) = (record.row.number, &record.row.configuration);
            return Err(differ(format!(
                "board {number} with {what} came out differently in {first} and {other}"
            )));
        }
    }
    results.sort_by(|(a, _), (b, _)| better(a, b));
    // There is at least one result for each run.
    let (record, _) = results.swap_remove(0);
    Ok((record, differs))
}

fn differ(message: String) -> Diagnostic {
    Diagnostic::new("results-differ", message).help(
        "one of them is damaged, was written by another program, or searched on several threads",
    )
}

/// Orders the results of one run, the better first: one with a solution, the cheaper, the shorter, the one with the
/// higher lower bound, the one that nothing stopped, the one that took less time. Whatever is still equal is ordered by
/// its text, so that the result of a merge does not depend on the order of the files.
fn better(a: &Record, b: &Record) -> Ordering {
    let key = |Record { row, .. }: &Record| {
        (!row.is_solved(), row.cost, row.length, Reverse(row.lower_bound), row.stopped_by.is_some())
    };
    let by_time = || a.row.stats.elapsed.cmp(&b.row.stats.elapsed);
    key(a).cmp(&key(b)).then_with(by_time).then_with(|| a.line.cmp(&b.line))
}

/// Whether the clock or the memory may have ended a run, so that another run can honestly come out differently: a limit
/// on either stopped it, `auto` gave up one search for another, or ever shorter solutions were looked for until it
/// seemed enough.
fn ended_by_clock(row: &Solved) -> bool {
    let is_unproven = !row.improvements.is_empty() && !row.optimal;
    match row.stopped_by {
        Some(Stop::Time | Stop::Memory | Stop::Cancelled) => true,
        _ if row.request.algorithm == AUTO => true,
        Some(Stop::Nodes) => false,
        None => is_unproven,
    }
}

/// Returns the parts of a line that must be the same whenever a run is repeated. This leaves out times, memory, where
/// the board came from, tables and notices about them, and codes, which older lines lack.
fn normalized(line: &str) -> Value {
    let mut object: Value = serde_json::from_str(line).unwrap_or_default();
    let remove = |value: Option<&mut Value>, names: &[&str]| {
        if let Some(fields) = value.and_then(Value::as_object_mut) {
            names.iter().for_each(|name| drop(fields.remove(*name)));
        }
    };
    let left_out =
        ["source", "line", "table", "notices", "notice_codes", "refusal", "refusal_code", "digest"];
    remove(Some(&mut object), &left_out);
    remove(object.get_mut("stats"), &["seconds", "peak_bytes"]);
    let improvements = object.get_mut("improvements").and_then(Value::as_array_mut);
    improvements.into_iter().flatten().for_each(|each| remove(Some(each), &["seconds"]));
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
    }

    /// A result of a run: its outcome, what stopped it, its cost, its lower bound, its counts and its time.
    fn record(line: &str) -> (Record, String) {
        let row = Solved::with(line);
        (Record { run: 0, row, line: line.to_string() }, "file".to_string())
    }

    fn stopped(by: &str, bound: u64, explored: u64) -> (Record, String) {
        record(&format!(
            "{{\"outcome\":\"stopped\",\"stopped_by\":\"{by}\",\"lower_bound\":{bound},\
             \"stats\":{{\"explored\":{explored},\"seconds\":1}}}}"
        ))
    }

    fn solved(stopped_by: &str, cost: u64, bound: u64, seconds: u64) -> (Record, String) {
        record(&format!(
            "{{\"outcome\":\"solved\",\"stopped_by\":{stopped_by},\"cost\":{cost},\"length\":{cost},\
             \"lower_bound\":{bound},\"stats\":{{\"explored\":9,\"seconds\":{seconds}}}}}"
        ))
    }

    #[test]
    fn the_best_does_not_depend_on_the_order() {
        let time = "\"time\"";
        // From the best to the worst.
        let all = [
            solved("null", 20, 18, 3),
            solved(time, 20, 18, 1),
            solved(time, 20, 18, 2),
            solved(time, 20, 16, 1),
            solved(time, 24, 20, 1),
            stopped("time", 20, 9),
            stopped("memory", 18, 9),
            stopped("time", 18, 9),
        ];
        let best_of = |some: &[&(Record, String)]| {
            let some = some.iter().map(|one| (*one).clone()).collect();
            best(some).expect("they can be merged").0
        };
        let at = |record: &Record| {
            all.iter().position(|(known, _)| known.line == record.line).expect("one of them")
        };
        for (a, one) in all.iter().enumerate() {
            for (b, two) in all.iter().enumerate() {
                assert_eq!(at(&best_of(&[one, two])), a.min(b), "{a} {b}");
                for (c, three) in all.iter().enumerate() {
                    let pair = (best_of(&[one, two]), "merged".to_string());
                    assert_eq!(at(&best_of(&[&pair, three])), a.min(b).min(c), "{a} {b} {c}");
                    assert_eq!(at(&best_of(&[one, two, three])), a.min(b).min(c), "{a} {b} {c}");
                }
            }
        }
    }

    #[test]
    fn only_the_clock_may_make_a_difference() {
        let differs = |some: &[(Record, String)]| best(some.to_vec()).map(|(_, differs)| differs);
        let two = |a, b| differs(&[a, b]).map_err(|diagnostic| diagnostic.code);
        assert_eq!(two(stopped("time", 1, 7), stopped("time", 1, 7)), Ok(false));
        assert_eq!(two(stopped("time", 1, 7), stopped("time", 1, 8)), Ok(true));
        assert_eq!(two(stopped("memory", 1, 7), stopped("nodes", 1, 8)), Ok(true));
        assert_eq!(two(solved("null", 9, 1, 1), stopped("time", 1, 8)), Ok(true));
        assert_eq!(two(solved("null", 9, 1, 1), solved("null", 9, 1, 2)), Ok(false));
        assert_eq!(two(stopped("nodes", 1, 7), stopped("nodes", 1, 8)), Err("results-differ"));
        assert_eq!(two(solved("null", 9, 1, 1), solved("null", 8, 1, 1)), Err("results-differ"));
        // Whatever else is there, in every order.
        let [a, b, c] =
            [solved("null", 9, 1, 1), solved("\"time\"", 7, 1, 1), solved("null", 8, 1, 1)];
        for some in [[&a, &b, &c], [&b, &a, &c], [&c, &b, &a]] {
            assert!(differs(&some.map(Clone::clone)).is_err());
        }
    }
}
