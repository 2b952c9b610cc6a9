//! Results that are read back from their lines of JSON, whichever command wrote them. Tables, statistics and pictures
//! are built from these rows.
//!
//! All counts are read from the line, even in the process that wrote it. So the summary of an experiment that was
//! interrupted, resumed or merged is computed from the same numbers as any other. A row that contradicts itself is not
//! read ([`verify`](super::verify)).

use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::json::{RunOutcome, SCHEMA_VERSION, Solved, of_other_version, other_version};
use taquin::CostModel;
use taquin::solve::OptionValue;

/// The `record` of a run.
pub const RUN: &str = "run";

/// Returns the message of an error without its place, which is one within the line.
pub fn without_place(error: &serde_json::Error) -> String {
    error.to_string().split(" at line ").next().unwrap_or_default().to_string()
}

/// Returns what is wrong with a line, with the name of the field.
fn wrong_field(line: &[u8]) -> Option<String> {
    let mut reader = serde_json::Deserializer::from_slice(line);
    let error = serde_path_to_error::deserialize::<_, Solved>(&mut reader).err()?;
    let (field, why) = (error.path().to_string(), without_place(error.inner()));
    Some(if field == "." { why } else { format!("{field}: {why}") })
}

impl Solved {
    /// Reads a row from its line, and verifies it. Every row is read here.
    pub fn read(line: &[u8]) -> Result<Solved, Diagnostic> {
        let read: Result<Solved, _> = serde_json::from_slice(line);
        let is_ours = |row: &Solved| row.head.schema_version == SCHEMA_VERSION;
        if !read.as_ref().is_ok_and(is_ours)
            && let Some(version) = other_version(line)
        {
            return Err(of_other_version(version));
        }
        let mut row = read.map_err(|error| {
            let why = wrong_field(line).unwrap_or_else(|| without_place(&error));
            Diagnostic::new("not-a-result", format!("this is not the result of a run: {why}"))
        })?;
        row.verify()
            .and_then(|()| Digest::check(row.digest.as_deref(), line))
            .map_err(|wrong| Diagnostic::new("contradiction", wrong))?;
        // They may be long, and nothing else needs them.
        (row.moves_blank, row.moves_tile, row.path_ids) = (None, None, None);
        (row.stats.iterations, row.notices) = (Vec::new(), Vec::new());
        Ok(row)
    }

    /// Whether a solution was found: only then are its counts included in statistics.
    pub fn is_solved(&self) -> bool {
        self.outcome == RunOutcome::Solved
    }

    /// Whether a limit stopped it, so that its counts only show how far it got.
    pub fn is_stopped(&self) -> bool {
        self.outcome == RunOutcome::Stopped
    }

    /// Whether a search was run.
    pub fn was_searched(&self) -> bool {
        self.outcome.was_searched()
    }

    /// Returns a key that identifies its board.
    pub fn board_key(&self) -> (&str, &str) {
        (&self.board, &self.goal)
    }

    /// Whether its cost is its number of moves.
    pub fn counts_moves(&self) -> bool {
        self.cost_model == CostModel::Unit
    }

    /// Returns the fewest moves that solve its board, if it proves them or the set states them.
    pub fn depth(&self) -> Option<u64> {
        self.length.filter(|_| self.optimal && self.counts_moves()).or(self.published_length)
    }

    /// Returns the name of its configuration, short or with all settings.
    pub fn name(&self, in_full: bool) -> String {
        if !self.configuration.is_empty() {
            return self.configuration.clone();
        }
        let name = [self.algorithm.clone(), self.heuristic.clone()].into_iter().flatten();
        let is_number = |value: &OptionValue| {
            matches!(value, OptionValue::Whole(_) | OptionValue::Thousandths(_))
        };
        let reported = self.settings.0.chosen().filter(|(_, value)| in_full || is_number(value));
        let reported = reported.map(|(option, value)| format!("{} {value}", option.words()));
        let costs = in_full.then(|| self.cost_model.id().to_string());
        let parts: Vec<String> = name.chain(reported).chain(costs).collect();
        if parts.is_empty() { "results".to_string() } else { parts.join(" ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_command_are_rows() {
        let solved = r#"{"algorithm":"astar","heuristic":"manhattan","length":0,"optimal":true}"#;
        let row = Solved::with(solved);
        assert_eq!((row.name(false).as_str(), row.depth()), ("astar manhattan", Some(0)));
        let run = r#"{"number":3,"configuration":"bfs:LRUD","published_length":7,
            "cost_model":"tile","outcome":"stopped","stopped_by":"nodes"}"#;
        let row = Solved::with(run);
        assert_eq!((row.name(true).as_str(), row.depth()), ("bfs:LRUD", Some(7)));
        assert!(row.is_stopped());
    }

    #[test]
    fn what_is_no_result_is_refused_by_name() {
        let whole = serde_json::to_value(Solved::default()).expect("it is written");
        let refused = |field: &str, value: Option<serde_json::Value>| {
            let mut edited = whole.clone();
            let fields = edited.as_object_mut().expect("it is an object");
            match value {
                Some(value) => drop(fields.insert(field.to_string(), value)),
                None => drop(fields.remove(field).expect("it is there")),
            }
            Solved::read(edited.to_string().as_bytes()).expect_err("it is none").message
        };
        for field in ["schema_version", "board", "cost_model", "outcome", "optimal", "stats"] {
            let message = refused(field, None);
            assert!(message.contains(&format!("missing field `{field}`")), "{message}");
        }
        let message = refused("outcome", Some("lost".into()));
        assert!(message.contains("there is no outcome 'lost'"), "{message}");
        let message = refused("stats", Some(serde_json::json!({ "explored": -1 })));
        assert!(message.contains("-1"), "{message}");
    }

    #[test]
    fn results_of_other_versions_are_refused_in_one_sentence() {
        let read = |version: u32| {
            let line = format!("{{\"record\":\"run\",\"schema_version\":{version}}}");
            let wrong = Solved::read(line.as_bytes()).expect_err("it is refused");
            (wrong.code, wrong.message)
        };
        let older = "it was written by an older version of taquin (schema 1, now 2): run it again";
        assert_eq!(read(1), ("other-schema-version", older.to_string()));
        assert!(read(3).1.contains("by a newer version"));
    }
}
