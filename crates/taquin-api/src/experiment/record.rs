//! Runs for machines: a line of JSON for each, followed by the summaries.

use super::{Member, SUMMARY};
use crate::answer::{Answer, Answered, SolveRequest};
use crate::digest::Digest;
use crate::json::{SCHEMA_VERSION, Solved};
use crate::results::{
    Counts, MEASURES, Published, QUANTILES, RUN, Row, RunOutcome, Spread, Summary,
};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use taquin::{Board, Limits, Outcome};

/// A run as JSON: the object of `solve --json`, with the fields of a run.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Run"))]
pub struct RunLine<'a> {
    /// `run`: every line states its kind.
    record: &'static str,
    /// The number of the board in the set, from 1.
    number: usize,
    /// The board's name, if the set names its boards.
    name: Option<&'a str>,
    /// The configuration's id.
    configuration: &'a str,
    /// The length of a shortest solution, if the set states it.
    published_length: Option<u64>,
    /// Whether the board can be solved, if the set states it.
    published_solvable: Option<bool>,
    /// Whether the result agrees with that; null if nothing is stated, or nothing was proven.
    agrees: Option<bool>,
    /// The effective branching factor b: N + 1 = 1 + b + ... + b^d for N children generated and d moves.
    branching: Option<f64>,
    /// Why the configuration does not fit the board; the outcome is then `refused`.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<&'a str>,
    /// The stable code of the refusal; it does not change when the sentence is reworded.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal_code: Option<&'static str>,
    #[serde(flatten)]
    solved: Solved<'a>,
    /// The digest of all other fields, which shows whether any was changed.
    digest: String,
}

impl<'a> RunLine<'a> {
    /// Creates the line of an answer for a board of a set, searched within these limits.
    pub fn new(
        request: &SolveRequest,
        answered: &'a Answered<'a>,
        member: &'a Member,
        board: &Board,
        configuration: &'a str,
        limits: Limits,
    ) -> RunLine<'a> {
        let (mut solved, wrong) = match &answered.answer {
            Answer::Searched { puzzle, report } => {
                (Solved::searched(request, answered, puzzle, report), None)
            }
            Answer::Unsolvable(why) => (Solved::unsolvable(request, answered, why), None),
            Answer::Solvable(_) => (Solved::unsearched(request, answered, board, "refused"), None),
            Answer::Wrong(diagnostic) => {
                (Solved::unsearched(request, answered, board, "refused"), Some(diagnostic))
            }
        };
        // The requested limits: lines must not differ by the memory that was free when the run started.
        solved.limits = limits.into();
        // What follows from the result is computed as it will be when the line is read.
        let row = Row {
            published_length: match member.published {
                Some(Published::Length(length)) => Some(length),
                _ => None,
            },
            published_solvable: member.published.map(|known| known != Published::Unsolvable),
            cost_model: Some(solved.cost_model.to_string()),
            outcome: outcome(&answered.answer),
            optimal: solved.optimal,
            length: solved.length.map(|length| length as u64),
            lower_bound: solved.lower_bound,
            stats: Counts { generated: Some(solved.stats.generated), ..Counts::default() },
            ..Row::default()
        };
        let mut line = RunLine {
            record: RUN,
            number: answered.number,
            name: member.name.as_deref(),
            configuration,
            published_length: row.published_length,
            published_solvable: row.published_solvable,
            agrees: row.agreement(),
            branching: row.branching_factor(),
            refusal: wrong.map(|diagnostic| diagnostic.message.as_str()),
            refusal_code: wrong.map(|diagnostic| diagnostic.code),
            solved,
            digest: String::new(),
        };
        line.digest = Digest::of(&line);
        line
    }
}

/// Returns the outcome of a run.
fn outcome(answer: &Answer) -> RunOutcome {
    match answer {
        Answer::Searched { report, .. } => match report.outcome {
            Outcome::Solved(_) => RunOutcome::Solved,
            Outcome::Exhausted => RunOutcome::Exhausted,
            Outcome::Stopped(_) => RunOutcome::Stopped,
        },
        Answer::Unsolvable(_) => RunOutcome::Unsolvable,
        Answer::Solvable(_) | Answer::Wrong(_) => RunOutcome::Refused,
    }
}

impl fmt::Display for RunLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// A summary as JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Summary"))]
pub struct SummaryObject<'a> {
    /// `summary`.
    record: &'static str,
    schema_version: u32,
    /// The configuration's id.
    configuration: &'a str,
    /// The number of runs; each has one of the five outcomes that follow.
    boards: usize,
    solved: usize,
    exhausted: usize,
    stopped: usize,
    unsolvable: usize,
    refused: usize,
    /// The number of solutions proven to be the cheapest.
    optimal: usize,
    /// The number of solutions with the proven least cost, whichever configuration proved it.
    cheapest: usize,
    /// The number of boards with the published result.
    as_published: usize,
    /// The numbers of the boards with another result than the published one.
    not_as_published: &'a [usize],
    /// Total time of all runs, including stopped ones.
    total_seconds: f64,
    /// For each measure the sum, mean and quantiles over the solved boards; null if there are none.
    #[cfg_attr(feature = "schema", schemars(with = "MeasuresByName"))]
    measures: Measures<'a>,
    /// For each measure without a value, why it has none: such a zero is not a small value, but none.
    missing: BTreeMap<&'static str, &'static str>,
}

/// The JSON type of the measures.
#[cfg(feature = "schema")]
type MeasuresByName =
    std::collections::BTreeMap<String, Option<std::collections::BTreeMap<String, f64>>>;

struct Measures<'a>(&'a [Option<Spread>]);

struct SpreadObject<'a>(&'a Spread);

impl Serialize for Measures<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let spreads = self.0.iter().map(|spread| spread.as_ref().map(SpreadObject));
        serializer.collect_map(MEASURES.iter().map(|measure| measure.id).zip(spreads))
    }
}

impl Serialize for SpreadObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Spread { sum, mean, quantiles } = self.0;
        let quantiles = QUANTILES.iter().map(|(id, ..)| *id).zip(*quantiles);
        let all = [("sum", *sum), ("mean", *mean)].into_iter().chain(quantiles);
        serializer.collect_map(all.map(|(id, value)| (id, number(value))))
    }
}

/// Returns a JSON number, without a fraction if it is whole.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9e15 { json!(value as i64) } else { json!(value) }
}

/// Returns a summary as a line of JSON.
pub fn summary_line(summary: &Summary) -> String {
    let object = SummaryObject {
        record: SUMMARY,
        schema_version: SCHEMA_VERSION,
        configuration: &summary.configuration,
        boards: summary.boards,
        solved: summary.solved,
        exhausted: summary.exhausted,
        stopped: summary.stopped,
        unsolvable: summary.unsolvable,
        refused: summary.refused,
        optimal: summary.optimal,
        cheapest: summary.cheapest,
        as_published: summary.as_published,
        not_as_published: &summary.not_as_published,
        total_seconds: summary.seconds,
        measures: Measures(&summary.spreads),
        missing: MEASURES
            .iter()
            .filter_map(|measure| Some((measure.id, summary.missing(measure)?.sentence())))
            .collect(),
    };
    serde_json::to_string(&object).expect("numbers and text are written to memory")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_stay_whole() {
        assert_eq!([number(5305.0), number(2.5)].map(|n| n.to_string()), ["5305", "2.5"]);
    }
}
