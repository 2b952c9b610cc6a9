//! One published figure: what is searched, what must come out, and how both compare.

use super::quantity::{ProgressLines, Quantity};
use crate::board::Board;
use crate::metric::Metric;
use crate::puzzle::{Goal, Puzzle};
use crate::random::{Random, uniform};
use crate::solve::{Outcome, Report, Solver};
use crate::table::{Space, SpaceError};
use std::fmt;
use taquin_search::{Cancel, Stop};

/// A search, and what is known of its outcome.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Where it was published; see [`SOURCES`](super::SOURCES).
    pub source: &'static str,
    /// What is searched and how, in a few words.
    pub what: String,
    /// How it is searched.
    pub solver: Solver,
    pub(super) subject: Subject,
    pub(super) expected: Vec<Expected>,
}

/// What is searched.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    One(Puzzle),
    /// So many boards that are drawn with a seed: the figures are means.
    Random {
        goal: Board,
        boards: u64,
        seed: u64,
    },
    /// All boards, counted by their distances.
    Every {
        goal: Board,
        metric: Metric,
    },
}

/// One number, or list of numbers, that must come out.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    pub(super) quantity: Quantity,
    pub(super) value: String,
    pub(super) origin: Origin,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    Published,
    /// Published of random boards: ours must only lie in this band.
    Near(Band),
    /// Never published, but follows from the same convention.
    Ours,
}

/// The values that are near enough to a mean over random boards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.low, self.high)
    }
}

/// One number, published and ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Where it was published; see [`Figure::source`].
    pub source: &'static str,
    /// What was searched and how.
    pub what: String,
    /// What the number counts, such as `explored`.
    pub quantity: &'static str,
    /// What was published, if anything was. Numbers of a list are divided by spaces.
    pub published: Option<String>,
    /// What came out now.
    pub ours: String,
    /// How the two compare.
    pub verdict: Verdict,
}

/// How what came out compares with what is known.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Equal to what was published.
    Exact,
    /// A mean over random boards, within the band.
    Near(Band),
    /// Never published, but equal to what we have known it to be.
    Ours,
    /// Not what it must be, which this says.
    Differs(String),
}

impl Verdict {
    /// `exact`, `near`, `ours` or `differs`.
    pub fn id(&self) -> &'static str {
        match self {
            Verdict::Exact => "exact",
            Verdict::Near(_) => "near",
            Verdict::Ours => "ours",
            Verdict::Differs(_) => "differs",
        }
    }
}

/// One of Korf's hundred 15-puzzles (1985), to the goal zero-first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KorfBoard {
    /// Its number, from 1, as he gives it.
    pub number: u64,
    /// The board.
    pub board: Board,
    /// The moves of a shortest solution.
    pub length: u64,
    /// The nodes that his IDA* with Manhattan distance generated.
    pub nodes: u64,
}

impl Figure {
    /// How many rows it gives.
    pub fn rows(&self) -> usize {
        self.expected.len()
    }

    /// Searches, and compares what comes out with what must; or says why the search was stopped.
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
                Origin::Published | Origin::Near(_) => Some(expected.value.clone()),
                Origin::Ours => None,
            },
            verdict: expected.judge(&ours),
            ours,
        });
        Ok(rows.collect())
    }

    /// Solves one puzzle; returns what came out for each figure expected.
    fn search(&self, puzzle: &Puzzle, cancel: &Cancel) -> Result<Vec<String>, Stop> {
        let mut progress = ProgressLines::default();
        let watched = self.expected.iter().any(|e| e.quantity == Quantity::Progress);
        let report = match watched {
            true => self.solver.solve_observed(puzzle, cancel, Some(&mut progress)),
            false => self.solver.solve_observed(puzzle, cancel, None),
        };
        Ok(match valid(report, puzzle)? {
            Ok(report) => {
                let found = |e: &Expected| e.quantity.found(puzzle, &report, &progress);
                self.expected.iter().map(found).collect()
            }
            Err(trouble) => vec![trouble; self.expected.len()],
        })
    }

    /// Solves random boards; returns the mean for each figure expected.
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
            let Ok(puzzle) = Puzzle::new(start, &Goal::Board(goal.clone())) else { continue };
            for (sum, found) in sums.iter_mut().zip(self.search(&puzzle, cancel)?) {
                // What is no number makes the mean none either.
                *sum += found.parse::<f64>().unwrap_or(f64::NAN);
            }
        }
        Ok(sums.into_iter().map(|sum| format!("{:.4}", sum / boards as f64)).collect())
    }

    /// Finds the distance of every board; returns what is known of them for each figure expected.
    fn tabulate(&self, goal: &Board, metric: Metric, cancel: &Cancel) -> Result<Vec<String>, Stop> {
        let layers = match Space::explore(goal, metric, None, cancel, &mut |_, _| {}) {
            Ok(space) => space.layers,
            Err(SpaceError::Cancelled) => return Err(Stop::Cancelled),
            Err(error) => return Ok(vec![error.to_string(); self.expected.len()]),
        };
        Ok(self.expected.iter().map(|expected| expected.quantity.found_of_all(&layers)).collect())
    }
}

/// A report whose solution, replayed, leads to the goal; or else what is wrong with it.
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
            Origin::Published if equal => Verdict::Exact,
            Origin::Ours if equal => Verdict::Ours,
            Origin::Near(band) => match ours.parse::<f64>() {
                Ok(mean) if (band.low..=band.high).contains(&mean) => Verdict::Near(band),
                _ => Verdict::Differs(band.to_string()),
            },
            _ => Verdict::Differs(self.value.clone()),
        }
    }
}

// Tests that search are in `tests/it/golden.rs`: a search in here would be compiled once more, with all that there are.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_told() {
        let expected =
            |origin| Expected { quantity: Quantity::Progress, value: "470".to_string(), origin };
        assert_eq!(expected(Origin::Published).judge("470"), Verdict::Exact);
        assert_eq!(expected(Origin::Ours).judge("470"), Verdict::Ours);
        let judge = |origin| expected(origin).judge("471");
        let band = |low, high| Origin::Near(Band { low, high });
        let differs = |value: &str| Verdict::Differs(value.to_string());
        assert_eq!(judge(Origin::Published), differs("470"));
        assert_eq!(judge(Origin::Ours), differs("470"));
        assert_eq!(judge(band(471.0, 471.0)).id(), "near");
        assert_eq!(judge(band(472.0, 480.5)), differs("472 to 480.5"));
    }
}
