//! The answer to a request to solve a board, which is also the result of a run in an experiment. It is written and read
//! as this type: `solve` prints one on a line for each board, `compare` and `bench` one for each run.
//!
//! An invalid board has an `error` instead. Within one schema version fields are only added, never renamed or removed.

use super::common::{Head, Why};
use super::letters;
use super::steps::Steps;
use crate::answer::{Answer, Answered};
use crate::remedy::{RenderedNotice, render_notices};
use crate::settings::SettingFields;
use crate::spelling::Fields;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use taquin::search::Improvement;
use taquin::solve::TableUse;
use taquin::{
    Board, CostModel, Limits, MoveOrder, Moves, Outcome, Puzzle, Report, Settings, Solver, Stats,
    Stop, Unsolvable,
};

/// The answer to a request to solve a board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solved {
    /// In the results of an experiment, where every line states its kind: `run`. The next fields are there for runs
    /// only.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub record: String,
    /// The number of the board in its set, from 1.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub number: usize,
    /// The board's name, if the set names its boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The configuration's id.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub configuration: String,
    /// The length of a shortest solution, if the set states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_length: Option<u64>,
    /// Whether the board can be solved, if the set states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_solvable: Option<bool>,
    /// Whether the result agrees with that, if something is stated and something was proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
    /// The effective branching factor b: N + 1 = 1 + b + ... + b^d for N children generated and d moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branching: Option<f64>,
    /// Why the configuration does not fit the board; the outcome is then `refused`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// The stable code of the refusal; it does not change when the sentence is reworded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal_code: Option<Cow<'static, str>>,
    /// The versions, and where the board came from.
    #[serde(flatten)]
    pub head: Head,
    /// The board, rows separated by slashes.
    pub board: String,
    /// The goal, in the same format.
    pub goal: String,
    /// Rows and columns: `3x3`.
    pub size: String,
    /// The search that was requested. Together with the board, its goal, the cost model and the limits it is the whole
    /// request.
    pub request: RequestedSearch,
    /// The algorithm that ran; null if nothing was searched.
    pub algorithm: Option<String>,
    /// The heuristic it used, if it uses one.
    pub heuristic: Option<String>,
    /// What a move cost.
    pub cost_model: CostModel,
    /// The settings that applied.
    #[serde(flatten)]
    pub settings: SettingFields,
    /// The limits of the search; null means none. In runs, those of the experiment: all runs at the same time share
    /// the memory.
    pub limits: Limits,
    /// How it ended.
    pub outcome: RunOutcome,
    /// What stopped it.
    pub stopped_by: Option<Stop>,
    /// Whether it is proven that no solution is cheaper.
    pub optimal: bool,
    /// The number of moves of the solution.
    pub length: Option<u64>,
    /// The cost of the solution.
    pub cost: Option<u64>,
    /// The moves, one letter each: the direction of the blank.
    #[serde(default, with = "letters::blank")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub moves_blank: Option<Moves>,
    /// The moves, one letter each: the direction of the tile.
    #[serde(default, with = "letters::tile")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub moves_tile: Option<Moves>,
    /// The proven lower bound on the cost of any solution; null if there is none.
    pub lower_bound: Option<u64>,
    /// For methods that continue after the first solution: every solution that was the best when it was found.
    pub improvements: Vec<Improvement>,
    /// The counts of the search.
    pub stats: Stats,
    /// The table that was used to answer, if any.
    pub table: Option<TableUse>,
    /// Notices for the user, in words.
    pub notices: Vec<String>,
    /// The stable codes of the notices, such as `not-proven`; they do not change when a notice is reworded.
    pub notice_codes: Vec<Cow<'static, str>>,
    /// Why the board is unsolvable, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsolvable: Option<Why>,
    /// If steps were requested: the ids of the states on the path, if the search assigns them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_ids: Option<Vec<u64>>,
    /// If steps were requested: every board on the path, if there is a solution.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<super::steps::Step>>"))]
    pub steps: Option<Steps>,
    /// The digest of all other fields of a run, which shows whether any was changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The search that was requested, in the fields of a request.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestedSearch {
    /// The algorithm, such as `auto`.
    pub algorithm: String,
    /// The heuristic, if one was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<String>,
    /// The settings that were chosen.
    #[serde(flatten, serialize_with = "SettingFields::serialize_chosen")]
    pub settings: SettingFields,
}

/// How a search ended, or why there was none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
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
    /// All of them; those of a search come first.
    pub const ALL: [RunOutcome; 5] = [
        RunOutcome::Solved,
        RunOutcome::Exhausted,
        RunOutcome::Stopped,
        RunOutcome::Unsolvable,
        RunOutcome::Refused,
    ];

    /// Returns its id.
    pub fn id(self) -> &'static str {
        match self {
            RunOutcome::Solved => "solved",
            RunOutcome::Exhausted => "exhausted",
            RunOutcome::Stopped => "stopped",
            RunOutcome::Unsolvable => "unsolvable",
            RunOutcome::Refused => "refused",
        }
    }

    /// Whether a search was run.
    pub fn was_searched(self) -> bool {
        !matches!(self, RunOutcome::Unsolvable | RunOutcome::Refused)
    }
}

impl From<RunOutcome> for &'static str {
    fn from(outcome: RunOutcome) -> &'static str {
        outcome.id()
    }
}

impl TryFrom<String> for RunOutcome {
    type Error = String;

    fn try_from(id: String) -> Result<RunOutcome, String> {
        let known = RunOutcome::ALL.into_iter().find(|outcome| outcome.id() == id);
        known.ok_or_else(|| format!("there is no outcome '{id}'"))
    }
}

impl From<&Outcome> for RunOutcome {
    fn from(outcome: &Outcome) -> RunOutcome {
        match outcome {
            Outcome::Solved(_) => RunOutcome::Solved,
            Outcome::Exhausted => RunOutcome::Exhausted,
            Outcome::Stopped(_) => RunOutcome::Stopped,
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for RunOutcome {
    fn schema_name() -> Cow<'static, str> {
        "Outcome".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": RunOutcome::ALL.map(RunOutcome::id) })
    }
}

impl Solved {
    /// Creates the answer for a board that was searched or is unsolvable; otherwise `None`.
    pub fn of(solver: &Solver, answered: &Answered<'_>) -> Option<Solved> {
        match &answered.answer {
            Answer::Searched { puzzle, report } => {
                Some(Solved::searched(solver, answered, puzzle, report))
            }
            Answer::Unsolvable(why) => Some(Solved::unsolvable(solver, answered, why)),
            Answer::Solvable(_) | Answer::Wrong(_) => None,
        }
    }

    /// Creates the answer for a board that was searched.
    pub fn searched(
        solver: &Solver,
        answered: &Answered<'_>,
        puzzle: &Puzzle,
        report: &Report,
    ) -> Solved {
        let solution = report.solution();
        // In a document, options are fields, whoever asks.
        let notices = render_notices(report, &Fields);
        let notice_codes = notices.iter().map(|notice| notice.code.into()).collect();
        Solved {
            head: Head::of(answered),
            board: puzzle.start().to_string(),
            goal: puzzle.goal().to_string(),
            size: puzzle.size().to_string(),
            request: RequestedSearch::of(solver),
            algorithm: Some(report.algorithm.to_string()),
            heuristic: report.heuristic.as_ref().map(ToString::to_string),
            cost_model: report.costs,
            settings: SettingFields(report.settings.clone()),
            limits: report.limits,
            outcome: (&report.outcome).into(),
            stopped_by: report.stopped_by,
            optimal: report.optimal,
            length: solution.map(|solution| solution.len() as u64),
            cost: report.cost,
            moves_blank: solution.cloned(),
            moves_tile: solution.cloned(),
            lower_bound: Some(report.lower_bound),
            improvements: report.improvements.clone(),
            stats: report.stats.clone(),
            table: report.table,
            notices: notices.into_iter().map(|notice| notice.sentence).collect(),
            notice_codes,
            path_ids: report.path_ids.clone().filter(|_| solver.path_ids),
            steps: Steps::of(puzzle, report).filter(|_| solver.path_ids),
            ..Solved::default()
        }
    }

    /// Creates the answer for an unsolvable board.
    pub fn unsolvable(solver: &Solver, answered: &Answered<'_>, why: &Unsolvable) -> Solved {
        let outcome = RunOutcome::Unsolvable;
        let solved = Solved::unsearched(solver, answered, &why.start, &why.goal, outcome);
        Solved { unsolvable: Some(why.into()), ..solved }
    }

    /// Creates the answer for a board that was not searched.
    pub fn unsearched(
        solver: &Solver,
        answered: &Answered<'_>,
        board: &Board,
        goal: &Board,
        outcome: RunOutcome,
    ) -> Solved {
        Solved {
            head: Head::of(answered),
            board: board.to_string(),
            goal: goal.to_string(),
            size: board.size().to_string(),
            request: RequestedSearch::of(solver),
            cost_model: solver.costs,
            settings: SettingFields(Settings {
                order: Some(solver.settings.order.unwrap_or_default()),
                max_depth: solver.settings.max_depth,
                ..Settings::default()
            }),
            limits: solver.limits,
            outcome,
            ..Solved::default()
        }
    }
}

impl Solved {
    /// Adds a notice.
    pub fn add_notice(&mut self, notice: RenderedNotice) {
        self.notices.push(notice.sentence);
        self.notice_codes.push(notice.code.into());
    }
}

impl RequestedSearch {
    /// Returns what a request asks for.
    fn of(solver: &Solver) -> RequestedSearch {
        let mut settings = solver.settings.clone();
        // Some front ends always send an order.
        settings.order = settings.order.filter(|order| *order != MoveOrder::default());
        RequestedSearch {
            algorithm: solver.requested().to_string(),
            heuristic: solver.heuristic.as_ref().map(ToString::to_string),
            settings: SettingFields(settings),
        }
    }
}

#[cfg(test)]
impl Solved {
    /// Returns an answer with some fields of its JSON, for tests.
    pub fn with(fields: &str) -> Solved {
        fn merge(value: &mut serde_json::Value, fields: serde_json::Value) {
            match (value, fields) {
                (serde_json::Value::Object(value), serde_json::Value::Object(fields)) => {
                    for (name, field) in fields {
                        merge(value.entry(name).or_insert(serde_json::Value::Null), field);
                    }
                }
                (value, field) => *value = field,
            }
        }
        let mut whole = serde_json::to_value(Solved::default()).expect("it is written");
        merge(&mut whole, serde_json::from_str(fields).expect("they are JSON"));
        serde_json::from_value(whole).expect("it is an answer")
    }
}
