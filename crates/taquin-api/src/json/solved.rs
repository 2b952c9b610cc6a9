//! The JSON that `solve` prints, field by field: one compact object per board and line.
//!
//! Every object has `schema_version`, `tool_version`, `source` and `line`. An invalid board adds `error`; every other
//! object has all the fields of [`Solved`]. Within one schema version fields are only added, never renamed or removed.

use super::common::{Head, Why};
use super::steps::steps;
use crate::limits::LimitFields;
use crate::settings::SettingFields;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt::{self, Display};
use taquin::{Direction, Mover, Outcome, Puzzle, Report};

/// The answer to a request to solve a board.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solved<'a> {
    #[serde(flatten)]
    pub(super) head: Head<'a>,
    /// The board, rows separated by slashes.
    pub board: String,
    /// The goal, in the same format.
    pub goal: String,
    /// Rows and columns: `3x3`.
    pub size: String,
    /// The algorithm that ran; null if nothing was searched.
    pub algorithm: Option<&'static str>,
    /// The requested algorithm, such as `auto`.
    pub requested: &'static str,
    /// The heuristic it used, if it uses one.
    pub heuristic: Option<String>,
    /// What a move cost: `unit`, `tile` or `tile+displaced`.
    pub cost_model: &'static str,
    /// The settings that applied.
    #[serde(flatten)]
    pub settings: SettingFields,
    /// The limits of the search.
    pub limits: LimitFields,
    /// `solved`, `unsolvable`, `exhausted` or `stopped`.
    pub outcome: &'static str,
    /// What stopped it: `nodes`, `time`, `memory` or `interrupt`.
    pub stopped_by: Option<&'static str>,
    /// Whether it is proven that no solution is cheaper.
    pub optimal: bool,
    /// The number of moves of the solution.
    pub length: Option<usize>,
    /// The cost of the solution.
    pub cost: Option<u64>,
    /// The moves, one letter each: the direction of the blank.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub moves_blank: Option<Letters<'a>>,
    /// The moves, one letter each: the direction of the tile.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub moves_tile: Option<Letters<'a>>,
    /// The proven lower bound on the cost of any solution; null if there is none.
    pub lower_bound: Option<u64>,
    /// For methods that continue after the first solution: every solution that was the best when it was found.
    pub improvements: Vec<Improvement>,
    /// The counts of the search.
    pub stats: Stats,
    /// The table that was used to answer, if any.
    pub table: Option<Table>,
    /// Notices for the user, in words.
    pub notices: Vec<String>,
    /// The stable codes of the notices, such as `not-proven`; they do not change when a notice is reworded.
    pub notice_codes: Vec<&'static str>,
    /// Why the board is unsolvable; only present if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsolvable: Option<Why>,
    /// With --steps: the ids of the states on the path; null if the search assigns none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_ids: Option<Option<&'a [u64]>>,
    /// With --steps: every board on the path; null if there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Step>>"))]
    pub steps: Option<Option<Steps<'a>>>,
}

/// The counts of a search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats {
    /// Entries taken off the frontier, the goal and stale duplicates included; in tree searches,
    /// nodes visited.
    pub explored: u64,
    /// Nodes whose children were generated.
    pub expanded: u64,
    /// Children generated, before any duplicate check.
    pub generated: u64,
    /// States expanded again because a cheaper path to them was found.
    pub reopened: u64,
    /// Entries on the frontier at the end.
    pub frontier: u64,
    /// Entries on the frontier at the peak.
    pub max_frontier: u64,
    /// Moves from the start to the deepest node ever put on the frontier.
    pub max_depth: u64,
    /// States stored at the peak: the nodes of a graph search, the path of a depth-first tree search, the entries of a
    /// table; 0 if they were not counted.
    pub stored: u64,
    /// Bytes of nodes, frontier and tables at the peak, as accounted.
    pub peak_bytes: u64,
    /// The part of `peak_bytes` that does not grow with the search: tables, and the index of all states of a small
    /// space.
    pub fixed_bytes: u64,
    /// Time in seconds; in a trace it includes the recording, which takes longer than the search.
    pub seconds: f64,
    /// For iterative-deepening searches: each iteration.
    pub iterations: Vec<Iteration>,
}

/// A solution that is better than all before it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Improvement {
    /// Its cost.
    pub cost: u64,
    /// The lower bound on the cost of any solution that was proven by then.
    pub lower_bound: u64,
    /// What found it, in a few words.
    pub found_by: &'static str,
    /// States explored by then, in all attempts together.
    pub explored: u64,
    /// Seconds since the start.
    pub seconds: f64,
}

/// One iteration of an iterative-deepening search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Iteration {
    /// The bound on f; without a heuristic, on the depth.
    pub bound: u64,
    /// Nodes expanded in this iteration.
    pub expanded: u64,
    /// Children generated in this iteration.
    pub generated: u64,
}

/// A table that was used to answer.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Table {
    /// The number of boards in it.
    pub entries: usize,
    /// Whether it was built for this answer.
    pub built: bool,
    /// The time it took to build, in seconds.
    pub build_seconds: f64,
}

/// A solution, board by board.
pub struct Steps<'a> {
    /// The board and the goal.
    pub puzzle: &'a Puzzle,
    /// The result of the search.
    pub report: &'a Report,
}

/// One board on the path.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Step {
    /// Its number on the path; the start is 0.
    step: usize,
    /// The board.
    board: String,
    /// The direction of the blank; null for the start, like the next two.
    #[serde(rename = "move")]
    by: Option<char>,
    /// The tile that moved, in the opposite direction.
    tile: Option<u16>,
    /// What the move cost.
    cost: Option<u64>,
    /// The state's id; null if the search assigns none.
    id: Option<u64>,
    /// Moves from the start.
    depth: usize,
}

/// The moves of a solution as letters, which are made as they are written: a copy of millions would be as large as all
/// that the search needs.
pub struct Letters<'a> {
    pub(super) moves: &'a [Direction],
    pub(super) mover: Mover,
}

/// How many letters are written at a time.
const LETTERS: usize = 256;

impl Display for Letters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in self.moves.chunks(LETTERS) {
            let letter = |&direction: &Direction| match self.mover {
                Mover::Blank => direction.letter(),
                Mover::Tile => direction.opposite().letter(),
            };
            f.write_str(&part.iter().map(letter).collect::<String>())?;
        }
        Ok(())
    }
}

impl Serialize for Letters<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // One at a time: a long path on a large board would not fit into memory.
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

/// The ids of how a search can end.
pub const OUTCOMES: [&str; 3] = ["solved", "exhausted", "stopped"];

/// Returns the id of how a search ended.
pub fn outcome_id(outcome: &Outcome) -> &'static str {
    let [solved, exhausted, stopped] = OUTCOMES;
    match outcome {
        Outcome::Solved(_) => solved,
        Outcome::Exhausted => exhausted,
        Outcome::Stopped(_) => stopped,
    }
}

/// Returns the id of what stopped a search.
pub fn stop_id(stop: taquin::Stop) -> &'static str {
    match stop {
        taquin::Stop::Nodes => "nodes",
        taquin::Stop::Time => "time",
        taquin::Stop::Memory => "memory",
        taquin::Stop::Cancelled => "interrupt",
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
        let iteration = |iteration: &taquin::search::Iteration| Iteration {
            bound: iteration.bound,
            expanded: iteration.expanded,
            generated: iteration.generated,
        };
        Stats {
            explored: stats.explored,
            expanded: stats.expanded,
            generated: stats.generated,
            reopened: stats.reopened,
            frontier: stats.frontier,
            max_frontier: stats.max_frontier,
            max_depth: stats.max_depth,
            stored: stats.stored,
            peak_bytes: stats.peak_bytes,
            fixed_bytes: stats.fixed_bytes,
            seconds: stats.elapsed.as_secs_f64(),
            iterations: stats.iterations.iter().map(iteration).collect(),
        }
    }
}
