//! Reads saved results: lines of JSON as written by `solve`, `compare` and `bench`, a list of such objects, or the
//! counts of a whole state space.

use super::chart::About;
use super::{Distances, Row};
use crate::diagnostic::{Diagnostic, Source};

use serde_json::Value;

/// The content of a source of results.
#[derive(Debug)]
pub enum Saved {
    /// Searches, and what they have in common.
    Rows(Vec<Row>, Option<About>),
    /// The number of boards at each distance from their goal.
    Distances(Distances),
}

/// Reads the results in a source: JSON objects one per line, in one list, or those of a whole experiment. Objects
/// without statistics, such as summaries, errors and boards that were never searched, are skipped.
pub fn read(source: &Source) -> Result<Saved, Diagnostic> {
    let mut rows = Vec::new();
    let mut abouts: Vec<About> = Vec::new();
    for (line, value) in values(source)? {
        if value.get("counts").is_some_and(Value::is_array) {
            let table = serde_json::from_value(value);
            return table.map(Saved::Distances).map_err(|error| no_json(source, line, &error));
        }
        if value.get("record").is_some_and(|record| record == "experiment") {
            abouts.extend(serde_json::from_value(value));
        } else if is_row(&value) {
            let row: Row =
                serde_json::from_value(value).map_err(|error| no_json(source, line, &error))?;
            rows.extend(Some(row).filter(Row::was_searched));
        }
    }
    if rows.is_empty() {
        let diagnostic =
            Diagnostic::new("no-results", format!("there are no results in {}", source.name));
        let help = "results are lines of JSON, as solve and bench write them";
        return Err(diagnostic.in_source(&source.name).help(help));
    }
    abouts.dedup();
    let only = abouts.pop().filter(|_| abouts.is_empty());
    Ok(Saved::Rows(rows, only))
}

/// Returns every object of a source, with its line.
fn values(source: &Source) -> Result<Vec<(usize, Value)>, Diagnostic> {
    let text = source.text.trim_start_matches('\u{feff}');
    let mut values: Vec<(usize, Value)> = Vec::new();
    let mut first_error = None;
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str(line) {
            Ok(value) => values.push((index + 1, value)),
            Err(error) => first_error = first_error.or(Some((index + 1, error))),
        }
    }
    if let Some((line, error)) = first_error {
        // It may be one list or object over many lines.
        match serde_json::from_str(text) {
            Ok(value) => values = vec![(1, value)],
            Err(_) => return Err(no_json(source, line, &error)),
        }
    }
    let listed = |(line, mut value): (usize, Value)| {
        let mut taken = |name: &str| value.get_mut(name).map(Value::take);
        let items = match (taken("runs"), taken("experiment")) {
            (Some(Value::Array(runs)), header) => header.into_iter().chain(runs).collect(),
            _ => match value {
                Value::Array(items) => items,
                other => vec![other],
            },
        };
        items.into_iter().map(move |item| (line, item))
    };
    Ok(values.into_iter().flat_map(listed).collect())
}

/// Whether an object is a run.
fn is_row(value: &Value) -> bool {
    value.get("stats").is_some_and(Value::is_object)
        && value.get("summary").is_none()
        && value.get("experiment").is_none()
        && value.get("record").is_none_or(|record| record == "run")
}

fn no_json(source: &Source, line: usize, error: &serde_json::Error) -> Diagnostic {
    // The position that serde_json reports is one within the line.
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or_default();
    let name = &source.name;
    let diagnostic = format!("line {line} of {name} is not a result: {why}");
    let help = "each line must be a JSON object, as solve and bench write them";
    Diagnostic::new("results-not-json", diagnostic).in_source(name).help(help)
}
