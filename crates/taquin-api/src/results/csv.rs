//! Results as CSV: the columns of a row and where their values are in its JSON object. Every command that writes
//! results has the same columns, so that files of different commands can be combined.

use crate::settings::reported_options;
use serde_json::Value;

/// The columns before those of the settings, and their paths in the object.
const COLUMNS: &[(&str, &str)] = &[
    ("name", "/name"),
    ("configuration", "/configuration"),
    ("source", "/source"),
    ("line", "/line"),
    ("board", "/board"),
    ("goal", "/goal"),
    ("size", "/size"),
    ("algorithm", "/algorithm"),
    ("requested", "/request/algorithm"),
    ("heuristic", "/heuristic"),
    ("cost_model", "/cost_model"),
];

/// The columns after those of the settings.
const MORE_COLUMNS: &[(&str, &str)] = &[
    ("outcome", "/outcome"),
    ("stopped_by", "/stopped_by"),
    ("optimal", "/optimal"),
    ("length", "/length"),
    ("cost", "/cost"),
    ("lower_bound", "/lower_bound"),
    ("published_length", "/published_length"),
    ("published_solvable", "/published_solvable"),
    ("agrees", "/agrees"),
    ("moves_blank", "/moves_blank"),
    ("explored", "/stats/explored"),
    ("expanded", "/stats/expanded"),
    ("generated", "/stats/generated"),
    ("reopened", "/stats/reopened"),
    ("max_frontier", "/stats/max_frontier"),
    ("max_depth", "/stats/max_depth"),
    ("branching", "/branching"),
    ("stored", "/stats/stored"),
    ("peak_bytes", "/stats/peak_bytes"),
    ("fixed_bytes", "/stats/fixed_bytes"),
    ("seconds", "/stats/seconds"),
    ("refusal", "/refusal"),
    ("error", "/error/message"),
];

/// Returns all columns, in order.
fn columns() -> impl Iterator<Item = (String, String)> {
    let owned = |(name, place): &(&str, &str)| (name.to_string(), place.to_string());
    let settings = reported_options().map(|option| {
        let field = option.field;
        // Two columns must not have the same name.
        let counted = MORE_COLUMNS.iter().any(|(name, _)| *name == field);
        (if counted { format!("{field}_limit") } else { field.to_string() }, format!("/{field}"))
    });
    COLUMNS.iter().map(owned).chain(settings).chain(MORE_COLUMNS.iter().map(owned))
}

/// Returns the names of the columns as the first line, without its line ending.
pub fn csv_heading() -> String {
    joined(std::iter::once("number".to_string()).chain(columns().map(|(name, _)| name)))
}

/// Returns the line of a board with its number, without its line ending; cells for missing fields are empty.
pub fn csv_line(number: usize, object: &str) -> String {
    let object: Value = serde_json::from_str(object).unwrap_or_default();
    let cell = |(_, place): (String, String)| match object.pointer(&place) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    };
    joined(std::iter::once(number.to_string()).chain(columns().map(cell)))
}

/// Joins cells with commas, quoted where necessary.
fn joined(cells: impl Iterator<Item = impl Into<String>>) -> String {
    let quoted = |cell: String| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    };
    cells.map(|cell| quoted(cell.into())).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let object = r#"{"source": "a,\"b\".txt", "length": 31, "optimal": true, "cost": null}"#;
        let line = csv_line(7, object);
        assert!(line.starts_with("7,,,\"a,\"\"b\"\".txt\",,"), "{line}");
        assert!(line.contains(",true,31,,") && !line.contains('\n'), "{line}");
        let columns = csv_heading().matches(',').count();
        assert_eq!(
            (columns, csv_line(1, "no object").len()),
            (super::columns().count(), 1 + columns)
        );
    }
}
