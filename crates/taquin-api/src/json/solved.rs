//! The JSON that `solve` prints, field by field: one compact object a board, one a line.
//!
//! Every object has `schema_version`, `tool_version`, `source` and `line`. A board that is none has
//! `error` besides; every other has all the fields of [`Solved`]. Within one schema
//! version fields are only added, never renamed or removed.

use super::common::{Head, Why};
use super::steps::steps;
use crate::settings::SettingFields;
use serde::{Serialize, Serializer};
use taquin::{Puzzle, Report};

/// What came of a board that was to be solved.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solved<'a> {
    #[serde(flatten)]
    pub(super) head: Head<'a>,
    /// The board, rows divided by slashes.
    pub board: String,
    /// The goal, likewise.
    pub goal: String,
    /// Rows and columns: `3x3`.
    pub size: String,
    /// The algorithm that ran; null if nothing was searched.
    pub algorithm: Option<&'static str>,
    /// The algorithm that was asked for, such as `auto`.
    pub requested: &'static str,
    /// The heuristic it used, if it uses one.
    pub heuristic: Option<String>,
    /// What a move cost: `unit`, `tile` or `tile+displaced`.
    pub cost_model: &'static str,
    /// What can be set, as far as it counted.
    #[serde(flatten)]
    pub settings: SettingFields,
    /// The limits of the search.
    pub limits: Limits,
    /// `solved`, `unsolvable`, `exhausted` or `stopped`.
    pub outcome: &'static str,
    /// What stopped it: `nodes`, `time`, `memory` or `interrupt`.
    pub stopped_by: Option<&'static str>,
    /// Whether no solution is cheaper, proven.
    pub optimal: bool,
    /// How many moves the solution has.
    pub length: Option<usize>,
    /// What they cost.
    pub cost: Option<u64>,
    /// The moves, a letter each: where the blank goes.
    pub moves_blank: Option<String>,
    /// The moves, a letter each: where the tile goes.
    pub moves_tile: Option<String>,
    /// No solution is cheaper than this, proven; null if there is none.
    pub lower_bound: Option<u64>,
    /// Of methods that go on after the first solution: every solution that was the best when it was found.
    pub improvements: Vec<Improvement>,
    /// What was counted.
    pub stats: Stats,
    /// The table that answered, if one did.
    pub table: Option<Table>,
    /// What else a person should know.
    pub notices: Vec<String>,
    /// The same, a name each, such as `not-proven`: it stays when the sentence is worded anew.
    pub notice_codes: Vec<&'static str>,
    /// Why it cannot be solved; only if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsolvable: Option<Why>,
    /// With --steps: the ids of the states on the path; null where the search keeps none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_ids: Option<Option<&'a [u64]>>,
    /// With --steps: every board on the path; null where there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Step>>"))]
    pub steps: Option<Option<Steps<'a>>>,
}

/// The limits of a search; null means none.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// States explored at most.
    pub max_nodes: Option<u64>,
    /// Seconds at most.
    pub max_seconds: Option<f64>,
    /// Bytes of states, frontier and tables at most.
    pub max_bytes: Option<u64>,
}

/// What a search counted.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats {
    /// Entries taken off the frontier, the goal and stale duplicates included; in tree searches,
    /// nodes visited.
    pub explored: u64,
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Children made, before any duplicate check.
    pub generated: u64,
    /// States expanded again because a cheaper path to them was found.
    pub reopened: u64,
    /// Entries waiting at the end.
    pub frontier: u64,
    /// Entries waiting at the peak.
    pub max_frontier: u64,
    /// Moves from the start to the deepest node ever put on the frontier.
    pub max_depth: u64,
    /// Bytes of nodes, frontier and tables at the peak, as accounted.
    pub peak_bytes: u64,
    /// Time taken; null where every step was written down, as that takes longer than the search.
    pub seconds: Option<f64>,
    /// For searches that start over with a higher bound: each round.
    pub iterations: Vec<Iteration>,
}

/// A solution that is better than all before it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Improvement {
    /// What it costs.
    pub cost: u64,
    /// No solution is cheaper than this, as far as was proven by then.
    pub lower_bound: u64,
    /// What found it, in a few words.
    pub found_by: &'static str,
    /// States explored by then, in all that was tried.
    pub explored: u64,
    /// Time that had passed.
    pub seconds: f64,
}

/// One round of a search that deepens.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Iteration {
    /// The bound on f; on the depth, without a heuristic.
    pub bound: u64,
    /// Nodes expanded in this round.
    pub expanded: u64,
    /// Children made in this round.
    pub generated: u64,
}

/// A table that answered.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Table {
    /// How many boards it knows.
    pub entries: usize,
    /// Whether it was built for this answer.
    pub built: bool,
    /// How long building it took.
    pub build_seconds: f64,
}

/// A solution, board by board.
pub struct Steps<'a> {
    /// The board and the goal.
    pub puzzle: &'a Puzzle,
    /// What came of the search.
    pub report: &'a Report,
}

/// One board on the path.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Step {
    /// Its place on the path; the start is 0.
    step: usize,
    /// The board.
    board: String,
    /// Where the blank went; null for the start, as the next two.
    #[serde(rename = "move")]
    by: Option<char>,
    /// The tile that moved, the other way.
    tile: Option<u16>,
    /// What the move cost.
    cost: Option<u64>,
    /// The state's id; null where the search keeps none.
    id: Option<u64>,
    /// Moves from the start.
    depth: usize,
}

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // One at a time: a long path over a large board would not fit into memory.
        serializer.collect_seq(steps(self.puzzle, self.report).map(|step| Step {
            step: step.number,
            board: step.board.to_string(),
            by: step.by.as_ref().map(|by| by.blank.letter()),
            tile: step.by.as_ref().map(|by| by.tile),
            cost: step.by.as_ref().map(|by| by.cost),
            id: step.id,
            depth: step.number,
        }))
    }
}

/// The name of what stopped a search.
pub fn stop_id(stop: taquin::Stop) -> &'static str {
    match stop {
        taquin::Stop::Nodes => "nodes",
        taquin::Stop::Time => "time",
        taquin::Stop::Memory => "memory",
        taquin::Stop::Cancelled => "interrupt",
    }
}

impl From<taquin::Limits> for Limits {
    fn from(limits: taquin::Limits) -> Limits {
        Limits {
            max_nodes: limits.max_nodes,
            max_seconds: limits.max_time.map(|time| time.as_secs_f64()),
            max_bytes: limits.max_bytes,
        }
    }
}

impl From<&taquin::search::Improvement> for Improvement {
    fn from(improvement: &taquin::search::Improvement) -> Improvement {
        Improvement {
            cost: improvement.cost,
            lower_bound: improvement.lower_bound,
            found_by: improvement.found_by,
            explored: improvement.explored,
            seconds: improvement.elapsed.as_secs_f64(),
        }
    }
}

impl From<&taquin::Stats> for Stats {
    fn from(stats: &taquin::Stats) -> Stats {
        let round = |round: &taquin::search::Iteration| Iteration {
            bound: round.bound,
            expanded: round.expanded,
            generated: round.generated,
        };
        Stats {
            explored: stats.explored,
            expanded: stats.expanded,
            generated: stats.generated,
            reopened: stats.reopened,
            frontier: stats.frontier,
            max_frontier: stats.max_frontier,
            max_depth: stats.max_depth,
            peak_bytes: stats.peak_bytes,
            seconds: Some(stats.elapsed.as_secs_f64()),
            iterations: stats.iterations.iter().map(round).collect(),
        }
    }
}
