//! Statistics over many runs: means, medians and quantiles over the solved boards. Stopped runs are counted separately
//! and left out of the means.

use super::{MEASURES, Measure, Missing};
use crate::json::{RunOutcome, SCHEMA_VERSION, Solved};
use crate::quantile::quantile;
use crate::quantities::shown_bytes;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The reported quantiles: id, title, and the percentage of boards that need no more.
pub const QUANTILES: [(&str, &str, usize); 6] = [
    ("min", "Least", 0),
    ("q25", "25 % quantile", 25),
    ("median", "Median", 50),
    ("q75", "75 % quantile", 75),
    ("q95", "95 % quantile", 95),
    ("max", "Greatest", 100),
];

/// The distribution of a measure over boards.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The sum.
    pub sum: f64,
    /// The mean.
    pub mean: f64,
    /// One for each of [`QUANTILES`].
    pub quantiles: [f64; QUANTILES.len()],
}

impl Spread {
    /// Computes the spread of some values; `None` if there are none.
    pub fn of(mut values: Vec<f64>) -> Option<Spread> {
        values.sort_by(f64::total_cmp);
        let sum: f64 = values.iter().sum();
        let quantiles =
            QUANTILES.map(|(_, _, percent)| quantile(&values, percent).unwrap_or_default());
        (!values.is_empty()).then(|| Spread { sum, mean: sum / values.len() as f64, quantiles })
    }
}

/// The results of one configuration on all boards.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// `summary`: every line states its kind.
    record: &'static str,
    /// The version of the schema.
    schema_version: u32,
    /// The configuration's id.
    pub configuration: String,
    /// The number of runs; each has one of the five outcomes that follow.
    pub boards: usize,
    /// The number of runs that found a solution.
    pub solved: usize,
    /// The number of runs that found nothing within a depth limit or a beam.
    pub exhausted: usize,
    /// The number of runs stopped by a limit.
    pub stopped: usize,
    /// The number of unsolvable boards.
    pub unsolvable: usize,
    /// The number of boards that the configuration does not fit.
    pub refused: usize,
    /// Why it does not fit the first of them.
    #[serde(skip)]
    pub refusal: Option<String>,
    /// The number of solutions proven to be the cheapest.
    pub optimal: usize,
    /// The number of solutions with the proven least cost, whichever configuration proved it.
    pub cheapest: usize,
    /// The number of boards with the published result.
    pub as_published: usize,
    /// The numbers of the boards with another result than the published one.
    pub not_as_published: Vec<usize>,
    /// Total time of all runs, including stopped ones.
    #[serde(rename = "total_seconds")]
    pub seconds: f64,
    /// For each measure the sum, mean and quantiles over the solved boards; null if there are none.
    #[serde(rename = "measures", serialize_with = "by_measure")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "BTreeMap<String, Option<BTreeMap<String, f64>>>")
    )]
    pub spreads: Vec<Option<Spread>>,
    /// For each measure without a value, why it has none: such a zero is not a small value, but none.
    #[serde(serialize_with = "reasons")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub missing: Vec<Option<Missing>>,
}

fn by_measure<S: Serializer>(spreads: &[Option<Spread>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(MEASURES.iter().map(|measure| measure.id).zip(spreads))
}

fn reasons<S: Serializer>(missing: &[Option<Missing>], serializer: S) -> Result<S::Ok, S::Error> {
    let missing = MEASURES.iter().zip(missing);
    let reasons: BTreeMap<_, _> =
        missing.filter_map(|(measure, why)| Some((measure.id, why.as_ref()?.sentence()))).collect();
    reasons.serialize(serializer)
}

impl Serialize for Spread {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let quantiles = QUANTILES.iter().map(|(id, ..)| *id).zip(self.quantiles);
        let all = [("sum", self.sum), ("mean", self.mean)].into_iter().chain(quantiles);
        serializer.collect_map(all.map(|(id, value)| (id, number(value))))
    }
}

/// Returns a JSON number, without a fraction if it is whole.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9e15 { json!(value as i64) } else { json!(value) }
}

/// The `record` of a summary.
const SUMMARY: &str = "summary";

impl Summary {
    /// Returns it as a line of JSON, without its line ending.
    pub fn line(&self) -> String {
        // Serialising numbers and text into memory cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether every solvable board was solved: a mean over the easy boards alone cannot be compared with one over all.
    pub fn is_complete(&self) -> bool {
        self.solved + self.unsolvable == self.boards
    }

    /// Returns why it has no value for a measure, if it has none.
    pub fn missing(&self, measure: &Measure) -> Option<Missing> {
        let index = MEASURES.iter().position(|each| each.id == measure.id)?;
        self.missing.get(index).copied().flatten()
    }

    /// Whether its value may be marked as the least of all configurations.
    pub fn competes(&self, measure: &Measure) -> bool {
        measure.is_ranked && self.is_complete() && self.missing(measure).is_none()
    }
}

/// Returns the least of several values, if there are at least two.
pub fn least(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let values: Vec<f64> = values.flatten().collect();
    values.iter().copied().min_by(f64::total_cmp).filter(|_| values.len() > 1)
}

/// Returns a sentence about the memory that does not grow with the search, where it is a tenth of all or more: readers
/// take it for the cost of the few states that a good search stores.
pub fn fixed_memory(summaries: &[Summary], rows: &[&Solved]) -> Option<String> {
    let mut users: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for Summary { configuration, .. } in summaries {
        let own = rows.iter().filter(|row| row.configuration == *configuration);
        let is_large = |(fixed, peak): &(u64, u64)| *fixed > 0 && fixed.saturating_mul(10) >= *peak;
        let bytes = own.map(|row| (row.stats.fixed_bytes, row.stats.peak_bytes));
        if let Some((fixed, _)) = bytes.filter(is_large).max() {
            users.entry(fixed).or_default().push(configuration);
        }
    }
    let parts = users.iter().rev();
    let parts: Vec<String> = parts
        .map(|(bytes, names)| format!("{} for {}", shown_bytes(*bytes), names.join(", ")))
        .collect();
    (!parts.is_empty()).then(|| {
        format!(
            "Memory includes the index of all boards, or tables, which are as large for every board: {}.",
            parts.join("; ")
        )
    })
}

/// Summarises each configuration over the given rows.
pub fn summarize(configurations: &[String], rows: &[&Solved]) -> Vec<Summary> {
    let mut proven: BTreeMap<usize, u64> = BTreeMap::new();
    let optimal = rows.iter().filter(|row| row.optimal);
    proven.extend(optimal.filter_map(|row| Some((row.number, row.cost?))));
    let of = |id: &String| {
        let own: Vec<&Solved> =
            rows.iter().copied().filter(|row| row.configuration == *id).collect();
        let count = |wanted: RunOutcome| own.iter().filter(|row| row.outcome == wanted).count();
        let solved = || own.iter().filter(|row| row.is_solved());
        let is_cheapest =
            |row: &&&Solved| row.cost.is_some() && row.cost == proven.get(&row.number).copied();
        let spread =
            |measure: &Measure| Spread::of(solved().filter_map(|row| (measure.of)(row)).collect());
        let cheapest = solved().filter(is_cheapest).count();
        let contradicted = own.iter().filter(|row| row.agrees == Some(false));
        Summary {
            record: SUMMARY,
            schema_version: SCHEMA_VERSION,
            configuration: id.clone(),
            boards: own.len(),
            solved: count(RunOutcome::Solved),
            optimal: solved().filter(|row| row.optimal).count(),
            cheapest,
            exhausted: count(RunOutcome::Exhausted),
            stopped: count(RunOutcome::Stopped),
            unsolvable: count(RunOutcome::Unsolvable),
            refused: count(RunOutcome::Refused),
            refusal: own.iter().find_map(|row| row.refusal.clone()),
            as_published: own.iter().filter(|row| row.agrees == Some(true)).count(),
            not_as_published: contradicted.map(|row| row.number).collect(),
            spreads: MEASURES.iter().map(spread).collect(),
            missing: MEASURES.iter().map(|measure| measure.missing(&own, cheapest)).collect(),
            seconds: own.iter().map(|row| row.stats.elapsed.as_secs_f64()).sum(),
        }
    };
    configurations.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_stay_whole() {
        assert_eq!([number(5305.0), number(2.5)].map(|n| n.to_string()), ["5305", "2.5"]);
    }

    #[test]
    fn the_least_needs_at_least_two_values() {
        assert_eq!(least([Some(3.0), None, Some(2.0)].into_iter()), Some(2.0));
        assert_eq!(least([Some(3.0), None].into_iter()), None);
    }

    #[test]
    fn quantiles_are_those_of_r_and_numpy() {
        // numpy.quantile([1, 2, 3, 4, 10], q), linear.
        let spread = Spread::of(vec![10.0, 3.0, 1.0, 4.0, 2.0]).expect("there are values");
        assert_eq!(spread.quantiles, [1.0, 2.0, 3.0, 4.0, 8.8, 10.0]);
        assert_eq!((spread.sum, spread.mean), (20.0, 4.0));
        let spread = Spread::of(vec![4.0, 1.0, 3.0, 2.0]).expect("there are values");
        assert_eq!(spread.quantiles, [1.0, 1.75, 2.5, 3.25, 3.85, 4.0]);
        let spread = Spread::of(vec![7.0]).expect("there is one");
        assert_eq!((spread.mean, spread.quantiles), (7.0, [7.0; 6]));
        assert_eq!(Spread::of(Vec::new()), None);
    }
}
