//! One published figure: what is searched, the expected result, and how the two compare.

use super::quantity::{ProgressLines, Quantity};
use crate::board::Board;
use crate::metric::Metric;
use crate::puzzle::{Goal, Puzzle};
use crate::random::{Random, uniform};
use crate::solve::{Outcome, Report, Solver};
use crate::table::{Space, SpaceError};
use std::fmt;
use taquin_search::{Budget, Cancel, Stop};

/// A search and its expected result.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Where it was published; see [`SOURCES`](super::SOURCES).
    pub source: &'static str,
    /// What is searched and how, in a few words.
    pub what: String,
    /// The solver that searches it.
    pub solver: Solver,
    pub(super) subject: Subject,
    pub(super) expected: Vec<Expected>,
}

/// What is searched.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    One(Puzzle),
    /// This many random boards from a seed; the figures are means.
    Random {
        goal: Board,
        boards: u64,
        seed: u64,
    },
    /// All boards, counted by distance.
    Every {
        goal: Board,
        metric: Metric,
    },
}

/// An expected number or list of numbers.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    pub(super) quantity: Quantity,
    pub(super) value: String,
    pub(super) origin: FigureOrigin,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum FigureOrigin {
    Published,
    /// Published for other random boards: our mean only has to lie in this band.
    Near(Band),
    /// Never published, but follows from the same convention.
    Ours,
}

/// The range of accepted values for a mean over random boards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.low, self.high)
    }
}

/// One number, as published and as measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Where it was published; see [`Figure::source`].
    pub source: &'static str,
    /// What was searched and how.
    pub what: String,
    /// The quantity, such as `explored`.
    pub quantity: &'static str,
    /// The published value, if any. ValueText of a list are separated by spaces.
    pub published: Option<String>,
    /// The value measured now.
    pub ours: String,
    /// How the two compare.
    pub verdict: Verdict,
}

/// As JSON, a value is a number or an array of numbers, if it is; the verdict comes with the range that counts as near,
/// or with the expected value.
#[cfg(feature = "serde")]
impl serde::Serialize for Row {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("source", self.source)?;
        fields.serialize_entry("what", &self.what)?;
        fields.serialize_entry("quantity", self.quantity)?;
        fields.serialize_entry("published", &self.published.as_deref().map(ValueText))?;
        fields.serialize_entry("measured", &ValueText(&self.ours))?;
        fields.serialize_entry("verdict", self.verdict.id())?;
        match &self.verdict {
            Verdict::Near(band) => fields.serialize_entry("band", &[band.low, band.high])?,
            Verdict::Differs(expected) => {
                fields.serialize_entry("expected", &ValueText(expected))?
            }
            Verdict::Exact | Verdict::Ours => {}
        }
        fields.end()
    }
}

/// A number, several separated by spaces, or text.
#[cfg(feature = "serde")]
struct ValueText<'a>(&'a str);

#[cfg(feature = "serde")]
impl serde::Serialize for ValueText<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_list = self.0.contains(' ') && self.0.starts_with(|c: char| c.is_ascii_digit());
        if is_list {
            return serializer.collect_seq(self.0.split(' ').map(ValueText));
        }
        match (self.0.parse::<u64>(), self.0.parse::<f64>()) {
            (Ok(whole), _) => serializer.serialize_u64(whole),
            (_, Ok(number)) => serializer.serialize_f64(number),
            _ => serializer.serialize_str(self.0),
        }
    }
}

/// How a measured value compares with the expected one.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Equal to the published value.
    Exact,
    /// A mean over random boards, within the band.
    Near(Band),
    /// Never published, but equal to our earlier value.
    Ours,
    /// Different from the expected value, which is given here.
    Differs(String),
}

impl Verdict {
    /// Returns `exact`, `near`, `ours` or `differs`.
    pub fn id(&self) -> &'static str {
        match self {
            Verdict::Exact => "exact",
            Verdict::Near(_) => "near",
            Verdict::Ours => "ours",
            Verdict::Differs(_) => "differs",
        }
    }
}

/// One of Korf's hundred 15-puzzles (1985), with the goal zero-first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KorfBoard {
    /// The number that he gives it, from 1.
    pub number: u64,
    /// The board.
    pub board: Board,
    /// The length of a shortest solution.
    pub length: u64,
    /// The number of nodes generated by his IDA* with the Manhattan distance.
    pub nodes: u64,
}

impl Figure {
    /// Returns the number of rows that a check produces.
    pub fn rows(&self) -> usize {
        self.expected.len()
    }

    /// Runs the search and compares its results with the expected ones, or returns why it was stopped.
    pub fn check(&self, cancel: &Cancel) -> Result<Vec<Row>, Stop> {
        let found = match &self.subject {
            Subject::One(puzzle) => self.search(puzzle, cancel)?,
            Subject::Random { goal, boards, seed } => self.means(goal, *boards, *seed, cancel)?,
            Subject::Every { goal, metric } => self.tabulate(goal, *metric, cancel)?,
        };
        let rows = self.expected.iter().zip(found).map(|(expected, ours)| Row {
            source: self.source,
            what: self.what.clone(),
            quantity: expected.quantity.id(),
            published: match expected.origin {
                FigureOrigin::Published | FigureOrigin::Near(_) => Some(expected.value.clone()),
                FigureOrigin::Ours => None,
            },
            verdict: expected.judge(&ours),
            ours,
        });
        Ok(rows.collect())
    }

    /// Solves one puzzle and returns the value of each expected quantity.
    fn search(&self, puzzle: &Puzzle, cancel: &Cancel) -> Result<Vec<String>, Stop> {
        let mut progress = ProgressLines::default();
        let watched = self.expected.iter().any(|e| e.quantity == Quantity::Progress);
        let report = if watched {
            self.solver.solve_observed(puzzle, cancel, Some(&mut progress))
        } else {
            self.solver.solve_observed(puzzle, cancel, None)
        };
        Ok(match valid(report, puzzle)? {
            Ok(report) => {
                let found = |e: &Expected| e.quantity.found(puzzle, &report, &progress);
                self.expected.iter().map(found).collect()
            }
            Err(trouble) => vec![trouble; self.expected.len()],
        })
    }

    /// Solves random boards and returns the mean of each expected quantity.
    fn means(
        &self,
        goal: &Board,
        boards: u64,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<Vec<String>, Stop> {
        let mut random = Random::new(seed);
        let mut sums = vec![0.0; self.expected.len()];
        for _ in 0..boards {
            let start = uniform(goal, &mut random);
            let puzzle = Puzzle::new(start, &Goal::Board(goal.clone()));
            let puzzle = puzzle.expect("it was drawn from those that can be solved");
            for (sum, found) in sums.iter_mut().zip(self.search(&puzzle, cancel)?) {
                // A value that is not a number makes the mean NaN.
                *sum += found.parse::<f64>().unwrap_or(f64::NAN);
            }
        }
        Ok(sums.into_iter().map(|sum| format!("{:.4}", sum / boards as f64)).collect())
    }

    /// Computes the distance of every board and returns the value of each expected quantity.
    fn tabulate(&self, goal: &Board, metric: Metric, cancel: &Cancel) -> Result<Vec<String>, Stop> {
        let layers = match Space::explore(goal, metric, &Budget::stopped_by(cancel), &mut |_, _| {})
        {
            Ok(space) => space.layers,
            Err(SpaceError::Stopped(stop)) => return Err(stop),
            Err(error) => return Ok(vec![error.to_string(); self.expected.len()]),
        };
        Ok(self.expected.iter().map(|expected| expected.quantity.found_of_all(&layers)).collect())
    }
}

/// Returns a report whose solution is verified, or else a description of what is wrong.
fn valid(
    report: Result<Report, crate::SolveError>,
    puzzle: &Puzzle,
) -> Result<Result<Report, String>, Stop> {
    let report = match report {
        Ok(report) => report,
        Err(error) => return Ok(Err(error.to_string())),
    };
    match &report.outcome {
        Outcome::Solved(solution) => Ok(match solution.verify(puzzle) {
            Ok(()) => Ok(report),
            Err(error) => Err(error.to_string()),
        }),
        Outcome::Exhausted => Ok(Err("no solution".to_string())),
        Outcome::Stopped(stop) => Err(*stop),
    }
}

impl Expected {
    fn judge(&self, ours: &str) -> Verdict {
        let equal = ours == self.value;
        match self.origin {
            FigureOrigin::Published if equal => Verdict::Exact,
            FigureOrigin::Ours if equal => Verdict::Ours,
            FigureOrigin::Near(band) => match ours.parse::<f64>() {
                Ok(mean) if (band.low..=band.high).contains(&mean) => Verdict::Near(band),
                _ => Verdict::Differs(band.to_string()),
            },
            _ => Verdict::Differs(self.value.clone()),
        }
    }
}

// Tests that search are in `tests/it/golden.rs`: a search in here would be compiled once more, with everything it uses.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_reported() {
        let expected =
            |origin| Expected { quantity: Quantity::Progress, value: "470".to_string(), origin };
        assert_eq!(expected(FigureOrigin::Published).judge("470"), Verdict::Exact);
        assert_eq!(expected(FigureOrigin::Ours).judge("470"), Verdict::Ours);
        let judge = |origin| expected(origin).judge("471");
        let band = |low, high| FigureOrigin::Near(Band { low, high });
        let differs = |value: &str| Verdict::Differs(value.to_string());
        assert_eq!(judge(FigureOrigin::Published), differs("470"));
        assert_eq!(judge(FigureOrigin::Ours), differs("470"));
        assert_eq!(judge(band(471.0, 471.0)).id(), "near");
        assert_eq!(judge(band(472.0, 480.5)), differs("472 to 480.5"));
    }
}
