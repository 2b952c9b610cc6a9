//! A result: one board with one configuration, read back from its line of JSON. Tables, statistics and pictures are
//! built from rows, whichever command wrote the line: `solve --json` writes no configuration and no number, `compare`
//! and `bench` write everything.
//!
//! All counts are read from the line, even in the process that wrote it. So the summary of an experiment that was
//! interrupted, resumed or merged is computed from the same numbers as any other. A row that contradicts itself is not
//! read ([`verify`](super::verify)).

use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::json::Iteration;
use crate::limits::LimitFields;
use crate::settings::SettingFields;
use serde::Deserialize;
use taquin::solve::OptionValue;

/// The `record` of a run.
pub const RUN: &str = "run";

/// The result for a board; fields that its line lacks are empty.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Row {
    /// The kind of its line: `run`, or empty in the lines of `solve`.
    pub record: String,
    /// The board's number in its set, from 1; 0 if it is in none.
    pub number: usize,
    /// The configuration's id; empty if it has none.
    pub configuration: String,
    /// The length of a shortest solution, if the set states it.
    pub published_length: Option<u64>,
    /// Whether the board can be solved, if the set states it.
    pub published_solvable: Option<bool>,
    /// Whether the result agrees with the set; null if nothing is stated or proven.
    pub agrees: Option<bool>,
    /// The effective branching factor.
    pub branching: Option<f64>,
    /// The board, rows separated by slashes.
    pub board: String,
    /// The goal, in the same format.
    pub goal: String,
    /// The algorithm that ran, if one did.
    pub algorithm: Option<String>,
    /// The requested algorithm, such as `auto`.
    pub requested: Option<String>,
    /// The heuristic it used, if it uses one.
    pub heuristic: Option<String>,
    /// The settings that applied.
    #[serde(flatten)]
    pub settings: SettingFields,
    /// What a move cost.
    pub cost_model: Option<String>,
    /// The outcome.
    pub outcome: RunOutcome,
    /// What stopped it.
    pub stopped_by: Option<String>,
    /// Why it was refused.
    pub refusal: Option<String>,
    /// Whether it is proven that no solution is cheaper.
    pub optimal: bool,
    /// The number of moves of the solution.
    pub length: Option<u64>,
    /// The cost of the solution.
    pub cost: Option<u64>,
    /// The moves of the blank, a letter each; only read to be verified.
    pub moves_blank: Option<String>,
    /// The same moves, as those of the tiles.
    pub moves_tile: Option<String>,
    /// The lower bound on the cost of any solution.
    pub lower_bound: Option<u64>,
    /// Every solution that was the best when it was found.
    pub improvements: Vec<Improved>,
    /// The limits of the run that were set; the one on memory is for all concurrent runs together.
    pub limits: LimitFields,
    /// The counts of the search.
    pub stats: Counts,
    /// The digest of its line, if it has one.
    pub digest: Option<String>,
}

/// A solution that was the best when it was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Improved {
    /// Its cost.
    pub cost: u64,
    /// States explored by then.
    pub explored: u64,
    /// Seconds since the start.
    pub seconds: f64,
}

/// The outcome of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunOutcome {
    /// A solution was found.
    #[default]
    Solved,
    /// Nothing was left to search, because a depth limit or a beam pruned the rest.
    Exhausted,
    /// A limit stopped it.
    Stopped,
    /// It did not start, because the board is unsolvable.
    Unsolvable,
    /// It did not start, because the configuration does not fit the board.
    Refused,
}

impl RunOutcome {
    /// Returns its name in lines.
    pub fn id(self) -> &'static str {
        match self {
            RunOutcome::Solved => "solved",
            RunOutcome::Exhausted => "exhausted",
            RunOutcome::Stopped => "stopped",
            RunOutcome::Unsolvable => "unsolvable",
            RunOutcome::Refused => "refused",
        }
    }
}

/// The counts of a run; the terms are defined in docs/searching.md.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// Entries taken off the frontier.
    pub explored: Option<u64>,
    /// Nodes whose children were generated.
    pub expanded: Option<u64>,
    /// Children generated.
    pub generated: Option<u64>,
    /// Entries on the frontier at the peak.
    pub max_frontier: Option<u64>,
    /// Moves to the deepest node.
    pub max_depth: Option<u64>,
    /// States stored at the peak.
    pub stored: Option<u64>,
    /// Bytes of nodes, frontier and tables at the peak, as accounted.
    pub peak_bytes: Option<u64>,
    /// The part of them that does not grow with the search.
    pub fixed_bytes: Option<u64>,
    /// Time in seconds.
    pub seconds: Option<f64>,
    /// For iterative-deepening searches: each iteration; only read to be verified.
    pub iterations: Vec<Iteration>,
}

/// Returns the message of an error without its place, which is one within the line.
pub fn without_place(error: &serde_json::Error) -> String {
    error.to_string().split(" at line ").next().unwrap_or_default().to_string()
}

impl Row {
    /// Reads a row from its line, and verifies it. Every row is read here.
    pub fn read(line: &[u8]) -> Result<Row, Diagnostic> {
        let mut row: Row = serde_json::from_slice(line).map_err(|error| {
            let why = without_place(&error);
            Diagnostic::new("not-a-result", format!("this is not the result of a run: {why}"))
        })?;
        row.verify()
            .and_then(|()| Digest::check(row.digest.as_deref(), line))
            .map_err(|wrong| Diagnostic::new("contradiction", wrong))?;
        // They may be long, and nothing else needs them.
        (row.moves_blank, row.moves_tile) = (None, None);
        row.stats.iterations = Vec::new();
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
        !matches!(self.outcome, RunOutcome::Unsolvable | RunOutcome::Refused)
    }

    /// Whether all counts are present that every run has.
    pub fn has_all_counts(&self) -> bool {
        let Counts { explored, expanded, generated, max_frontier, max_depth, peak_bytes, .. } =
            self.stats;
        let counts = [explored, expanded, generated, max_frontier, max_depth, peak_bytes];
        counts.iter().all(Option::is_some) && self.stats.seconds.is_some()
    }

    /// Returns a key that identifies its board.
    pub fn board_key(&self) -> (&str, &str, usize) {
        let number = if self.board.is_empty() { self.number } else { 0 };
        (&self.board, &self.goal, number)
    }

    /// Whether its cost is its number of moves.
    pub fn counts_moves(&self) -> bool {
        self.cost_model.as_deref().is_none_or(|model| model == "unit")
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
        let costs = self.cost_model.clone().filter(|_| in_full);
        let parts: Vec<String> = name.chain(reported).chain(costs).collect();
        if parts.is_empty() { "results".to_string() } else { parts.join(" ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_command_are_rows() {
        let read = |line: &str| Row::read(line.as_bytes());
        let solved = r#"{"board":"1 2/3 0","algorithm":"astar","heuristic":"manhattan","length":0,
            "outcome":"solved","optimal":true,"stats":{"explored":1,"iterations":[]}}"#;
        let row = read(solved).expect("it is a row");
        assert_eq!((row.name(false).as_str(), row.depth()), ("astar manhattan", Some(0)));
        assert_eq!((row.stats.explored, row.stats.seconds), (Some(1), None));
        let run = r#"{"number":3,"configuration":"bfs:LRUD","published_length":7,
            "cost_model":"tile","outcome":"stopped","stopped_by":"nodes"}"#;
        let row = read(run).expect("it is a row");
        assert_eq!((row.name(true).as_str(), row.depth()), ("bfs:LRUD", Some(7)));
        assert!(row.is_stopped() && row.board_key().2 == 3);
        assert!(read("{\"stats\":{\"explored\":-1}}").is_err());
        assert!(read("{\"outcome\":\"lost\"}").is_err());
    }
}
