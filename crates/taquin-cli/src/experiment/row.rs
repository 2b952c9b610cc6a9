//! A run: one configuration on one board. Its result is a line of JSON, all that `solve --json` tells
//! and some fields more; a [`Row`] is what is read back from it for tables, statistics and pictures.
//!
//! Everything that is counted is read from the line, also in the run that wrote it: so the summary of an
//! experiment that was interrupted, resumed or merged is made of the same numbers as any other.

use super::boards::Published;
use crate::errors::Complaint;
use crate::present::Found;
use serde::Deserialize;
use taquin::{CostModel, Outcome, Report};

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Row {
    /// The board's place in the set, from 1.
    pub number: usize,
    /// The board's name, if the set names its boards.
    pub name: Option<String>,
    /// The configuration's id.
    pub configuration: String,
    /// The length of a shortest solution, where the set states it.
    pub published_length: Option<u64>,
    /// Whether the board can be solved, where the set states it.
    pub published_solvable: Option<bool>,
    /// Whether that is what came out; null where nothing is stated or proven.
    pub agrees: Option<bool>,
    /// The effective branching factor; see [`branching`].
    pub branching: Option<f64>,
    /// The board, rows divided by slashes.
    pub board: String,
    /// Rows and columns.
    pub size: String,
    /// The algorithm that ran, if one did.
    pub algorithm: Option<String>,
    /// The heuristic it used, if it uses one.
    pub heuristic: Option<String>,
    /// The order in which children were visited.
    pub order: String,
    /// Which of equal nodes came first, where that matters.
    pub ties: Option<String>,
    /// How it ended.
    pub outcome: Ended,
    /// What stopped it.
    pub stopped_by: Option<String>,
    /// Why it was refused.
    #[serde(default)]
    pub refusal: Option<String>,
    /// Whether no solution is cheaper, proven.
    pub optimal: bool,
    /// The moves of the solution.
    pub length: Option<u64>,
    /// What they cost.
    pub cost: Option<u64>,
    /// No solution is cheaper than this.
    pub lower_bound: Option<u64>,
    /// The limits of the run.
    pub limits: RunLimits,
    /// What was counted.
    pub stats: Counts,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// With a solution.
    Solved,
    /// With nothing left to search, because a depth limit or a beam cut it off.
    Exhausted,
    /// By a limit.
    Stopped,
    /// Before it began, for the board cannot be solved.
    Unsolvable,
    /// Before it began, for the configuration does not fit the board.
    Refused,
}

impl Ended {
    /// As it stands in results.
    pub fn id(self) -> &'static str {
        match self {
            Ended::Solved => "solved",
            Ended::Exhausted => "exhausted",
            Ended::Stopped => "stopped",
            Ended::Unsolvable => "unsolvable",
            Ended::Refused => "refused",
        }
    }
}

/// The limits of a run; null means none.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct RunLimits {
    /// States explored at most.
    pub max_nodes: Option<u64>,
    /// Seconds at most.
    pub max_seconds: Option<f64>,
    /// Bytes at most.
    pub max_bytes: Option<u64>,
}

/// What a run counted; the words are defined in the README.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Counts {
    pub explored: u64,
    pub expanded: u64,
    pub generated: u64,
    pub max_frontier: u64,
    pub max_depth: u64,
    /// Bytes of nodes, frontier and tables at the peak, as accounted.
    pub peak_bytes: u64,
    /// Time taken.
    pub seconds: f64,
}

impl Row {
    /// Reads a row from its line.
    pub fn read(line: &[u8]) -> Result<Row, Complaint> {
        let read = serde_json::from_slice(line);
        read.map_err(|error| Complaint::new(format!("this is no result of a run: {error}")))
    }

    /// Whether a solution was found: only then do counts enter statistics.
    pub fn is_solved(&self) -> bool {
        self.outcome == Ended::Solved
    }
}

/// The effective branching factor b of a search that made N children and found a solution of d moves:
/// that of a uniform tree of depth d with N + 1 nodes, N + 1 = 1 + b + b^2 + ... + b^d. N is
/// `generated`. To six decimals; there is none if d is 0 or N < d.
pub fn branching(generated: u64, length: u64) -> Option<f64> {
    if length == 0 || generated < length {
        return None;
    }
    let wanted = generated as f64;
    let children = |b: f64| {
        let more = b - 1.0;
        if more < 1e-12 { length as f64 } else { b * (power(b, length) - 1.0) / more }
    };
    // A tree of depth d has at least b^d leaves, so b is at most N.
    let (mut low, mut high) = (1.0, wanted.max(1.0));
    for _ in 0..100 {
        let middle = low + (high - low) / 2.0;
        if children(middle) <= wanted { low = middle } else { high = middle }
    }
    Some((low * 1e6).round() / 1e6)
}

/// By repeated squaring, so that every machine gets the same digits.
fn power(base: f64, exponent: u64) -> f64 {
    let (mut result, mut square, mut left) = (1.0, base, exponent);
    while left > 0 {
        if left % 2 == 1 {
            result *= square;
        }
        square *= square;
        left /= 2;
    }
    result
}

/// Whether a board turned out as its set states: `None` if nothing is stated, or nothing proven that
/// could contradict it.
pub fn agrees(published: Option<Published>, found: &Found) -> Option<bool> {
    match (published?, found) {
        (Published::Unsolvable, Found::Wrong(_)) => None,
        (Published::Unsolvable, found) => Some(matches!(found, Found::Unsolvable(_))),
        (Published::Length(_), Found::Unsolvable(_)) => Some(false),
        (Published::Length(length), Found::Searched { report, .. }) => {
            agrees_in_length(length, report)
        }
        (Published::Length(_), _) => None,
    }
}

fn agrees_in_length(published: u64, report: &Report) -> Option<bool> {
    if report.costs != CostModel::Unit {
        return None;
    }
    match &report.outcome {
        Outcome::Solved(solution) if report.optimal => Some(solution.len() as u64 == published),
        Outcome::Solved(solution) if (solution.len() as u64) < published => Some(false),
        _ => (report.lower_bound > published).then_some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branching_of_uniform_trees_is_theirs() {
        // 2 + 4 + 8 = 14 and 3 + 9 + 27 + 81 = 120 children.
        assert_eq!(branching(14, 3), Some(2.0));
        assert_eq!(branching(120, 4), Some(3.0));
        // The example of the textbook: 52 nodes generated, a solution at depth 5.
        assert_eq!(branching(52, 5).map(|b| (b * 100.0).round()), Some(192.0));
        assert_eq!(branching(7, 1), Some(7.0));
        // A way without a single branch.
        assert_eq!(branching(1000, 1000), Some(1.0));
        let long = branching(2_000_000, 1_000_000).expect("there is one");
        assert!(long > 1.0 && long < 1.00001, "{long}");
    }

    #[test]
    fn some_have_no_branching() {
        assert_eq!(branching(0, 0), None);
        assert_eq!(branching(31, 32), None);
        assert!(branching(u64::MAX, 1).is_some() && branching(u64::MAX, u64::MAX).is_some());
    }
}
