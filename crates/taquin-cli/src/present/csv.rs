//! Results as a table: the columns of a row and where their values stand in the JSON object of a board.

use serde_json::Value;

/// Each column, and its place in the object.
const COLUMNS: &[(&str, &str)] = &[
    ("source", "/source"),
    ("line", "/line"),
    ("board", "/board"),
    ("goal", "/goal"),
    ("size", "/size"),
    ("algorithm", "/algorithm"),
    ("requested", "/requested"),
    ("heuristic", "/heuristic"),
    ("cost_model", "/cost_model"),
    ("order", "/order"),
    ("ties", "/ties"),
    ("goal_test", "/goal_test"),
    ("weight", "/weight"),
    ("width", "/width"),
    ("max_depth_limit", "/max_depth"),
    ("outcome", "/outcome"),
    ("stopped_by", "/stopped_by"),
    ("optimal", "/optimal"),
    ("length", "/length"),
    ("cost", "/cost"),
    ("lower_bound", "/lower_bound"),
    ("moves_blank", "/moves_blank"),
    ("explored", "/stats/explored"),
    ("expanded", "/stats/expanded"),
    ("generated", "/stats/generated"),
    ("reopened", "/stats/reopened"),
    ("max_frontier", "/stats/max_frontier"),
    ("max_depth", "/stats/max_depth"),
    ("peak_bytes", "/stats/peak_bytes"),
    ("seconds", "/stats/seconds"),
    ("error", "/error/message"),
];

/// The names of the columns, as the first line.
pub fn csv_head() -> String {
    let names = COLUMNS.iter().map(|(name, _)| name.to_string());
    line(std::iter::once("number".to_string()).chain(names))
}

/// The line of the board of a number; what an object does not have is empty.
pub fn csv_row(number: usize, object: &Value) -> String {
    let cell = |(_, place): &(&str, &str)| match object.pointer(place) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    };
    line(std::iter::once(number.to_string()).chain(COLUMNS.iter().map(cell)))
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let quoted = |cell: String| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    };
    cells.map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let object = json!({"source": "a,\"b\".txt", "length": 31, "optimal": true, "cost": null});
        let row = csv_row(7, &object);
        assert!(row.starts_with("7,\"a,\"\"b\"\".txt\",,"), "{row}");
        assert!(row.contains(",true,31,,") && row.ends_with('\n'), "{row}");
        assert_eq!(csv_head().matches(',').count(), COLUMNS.len());
    }
}
