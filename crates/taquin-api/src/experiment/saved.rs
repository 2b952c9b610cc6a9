//! Reads saved results: lines of JSON as written by `solve`, `compare` and `bench`, a list of such objects, or the
//! counts of a whole state space. All of them are verified; the runs of an experiment, whose header is there, also
//! against each other.

use super::HEADER;
use super::merge::{Merged, merge_results};
use super::reader::{Results, RunReader};
use super::results_file::damaged;
use crate::diagnostic::{Diagnostic, Source};
use crate::digest::Digest;
use crate::json::Solved;
use crate::results::{About, Distances, RUN, without_place};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashSet;

/// The content of a source of results.
#[derive(Debug)]
pub enum Saved {
    /// Searches.
    Rows(SavedRows),
    /// The number of boards at each distance from their goal.
    Distances(Distances),
}

/// Saved searches.
#[derive(Debug, Default)]
pub struct SavedRows {
    /// The results of those boards that were searched.
    pub rows: Vec<Solved>,
    /// What they have in common, if they are those of one experiment.
    pub about: Option<About>,
    /// The number of runs of experiments that are not there.
    pub missing: usize,
    /// The number of runs that are there several times and came out differently because of the clock.
    pub differing: usize,
}

/// What tells the kinds of objects apart.
#[derive(Deserialize)]
struct SavedKind<'t> {
    record: Option<String>,
    digest: Option<String>,
    #[serde(borrow)]
    counts: Option<&'t RawValue>,
    #[serde(borrow)]
    stats: Option<&'t RawValue>,
    #[serde(borrow)]
    summary: Option<&'t RawValue>,
    #[serde(borrow)]
    experiment: Option<&'t RawValue>,
    #[serde(borrow)]
    runs: Option<&'t RawValue>,
}

impl SavedKind<'_> {
    /// Whether it is a run that is not part of an experiment.
    fn is_row(&self) -> bool {
        let is_object = |value: &&RawValue| value.get().starts_with('{');
        self.stats.as_ref().is_some_and(is_object)
            && self.summary.is_none()
            && self.experiment.is_none()
            && self.record.as_deref().is_none_or(|record| record == RUN)
    }
}

/// Reads the results in a source: JSON objects one per line, in one list, or those of a whole experiment. Objects
/// without statistics, such as summaries, errors and boards that were never searched, are skipped.
pub fn read_saved(source: &Source) -> Result<Saved, Diagnostic> {
    let name = &source.name;
    let mut rows = Vec::new();
    let mut experiments: Vec<(String, RunReader)> = Vec::new();
    for (line, text) in items(source)? {
        let damaged = |diagnostic: Diagnostic| damaged(name, line, &diagnostic);
        let kind: SavedKind<'_> = read(source, line, text)?;
        if kind.counts.is_some_and(|counts| counts.get().starts_with('[')) {
            return read(source, line, text).map(Saved::Distances);
        }
        match (kind.record.as_deref(), experiments.last_mut()) {
            (Some(HEADER), _) => {
                let reader = RunReader::new(text.as_bytes()).map_err(damaged)?;
                experiments.push((format!("{name} from line {line} on"), reader));
            }
            (Some(RUN), Some((_, reader))) => drop(reader.read(text).map_err(damaged)?),
            _ if kind.is_row() => rows.push(Solved::read(text.as_bytes()).map_err(damaged)?),
            _ => Digest::check(kind.digest.as_deref(), text.as_bytes())
                .map_err(|wrong| damaged(Diagnostic::new("contradiction", wrong)))?,
        }
    }
    let experiments = experiments.into_iter().map(|(name, reader)| Ok((name, reader.finish()?)));
    let experiments = experiments.collect::<Result<Vec<_>, Diagnostic>>();
    let mut saved = SavedRows::of(experiments.map_err(|error| error.in_source(name))?)?;
    saved.rows.extend(rows);
    // A line that is there twice is one run: its time does not come twice.
    let mut digests = HashSet::new();
    saved.rows.retain(|row| row.digest.as_ref().is_none_or(|own| digests.insert(own.clone())));
    saved.rows.retain(Solved::was_searched);
    if saved.rows.is_empty() {
        let diagnostic = Diagnostic::new("no-results", format!("there are no results in {name}"));
        let help = "results are lines of JSON, as solve and bench write them";
        return Err(diagnostic.in_source(name).help(help));
    }
    Ok(Saved::Rows(saved))
}

impl SavedRows {
    /// Merges what belongs to the same experiment.
    fn of(experiments: Vec<(String, Results)>) -> Result<SavedRows, Diagnostic> {
        let mut groups: Vec<Vec<(String, Results)>> = Vec::new();
        for one in experiments {
            let is_same = |group: &&mut Vec<(String, Results)>| {
                group.first().is_none_or(|known| known.1.header.difference(&one.1.header).is_none())
            };
            match groups.iter_mut().find(is_same) {
                Some(group) => group.push(one),
                None => groups.push(vec![one]),
            }
        }
        let mut saved = SavedRows::default();
        let mut abouts = Vec::new();
        for group in groups {
            let Merged { header, records, differing } = merge_results(group)?;
            saved.differing += differing;
            saved.missing += header.runs() - records.len();
            saved.rows.extend(records.into_values().map(|record| record.row));
            abouts.push(About { set: header.set, goal: header.goal });
        }
        abouts.dedup();
        saved.about = abouts.pop().filter(|_| abouts.is_empty());
        Ok(saved)
    }
}

/// Returns the text of every object of a source, with its line.
fn items(source: &Source) -> Result<Vec<(usize, &str)>, Diagnostic> {
    let text = source.text.trim_start_matches('\u{feff}');
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut values: Vec<(usize, &str)> = Vec::new();
    for (index, line) in lines {
        match read::<&RawValue>(source, index + 1, line) {
            Ok(_) => values.push((index + 1, line.trim())),
            // It may be one list or object over many lines.
            Err(error) => match serde_json::from_str::<&RawValue>(text) {
                Ok(_) => {
                    values = vec![(1, text.trim())];
                    break;
                }
                Err(_) => return Err(error),
            },
        }
    }
    let mut items = Vec::new();
    for (line, text) in values {
        let list = |text| read::<Vec<&RawValue>>(source, line, text);
        let listed = match text.as_bytes().first() {
            Some(b'[') => list(text)?,
            Some(b'{') => {
                let kind: SavedKind<'_> = read(source, line, text)?;
                let runs = kind.runs.map(|runs| list(runs.get())).transpose()?;
                runs.map(|runs| kind.experiment.into_iter().chain(runs).collect())
                    .unwrap_or_default()
            }
            _ => Vec::new(),
        };
        if listed.is_empty() {
            items.push((line, text))
        } else {
            items.extend(listed.into_iter().map(|item| (line, item.get())))
        }
    }
    items.retain(|(_, text)| text.starts_with('{'));
    Ok(items)
}

/// Reads a value, or says that a line is no result.
fn read<'t, T: Deserialize<'t>>(
    source: &Source,
    line: usize,
    text: &'t str,
) -> Result<T, Diagnostic> {
    serde_json::from_str(text).map_err(|error| {
        let (name, why) = (&source.name, without_place(&error));
        let message = format!("line {line} of {name} is not a result: {why}");
        Diagnostic::new("results-not-json", message)
            .in_source(name)
            .help("each line must be a JSON object, as solve and bench write them")
    })
}
