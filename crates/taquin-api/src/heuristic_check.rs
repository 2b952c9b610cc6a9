//! Checks a user's own heuristic against the true distance of every board.

use std::collections::HashMap;
use std::sync::Arc;
use taquin::generate::{Boards, Kind};
use taquin::heuristic::{CustomHeuristic, HeuristicChoice, HeuristicId};
use taquin::solve::AlgorithmId;
use taquin::table::DistanceTable;
use taquin::{Board, Cancel, Cost, Direction, Goal, Limits, Puzzle, Solver};

/// Units per move: fractional estimates are rounded down to whole units.
pub const UNIT: Cost = 256;
/// The number of random boards that are searched to measure a heuristic.
const SAMPLE: u64 = 100;
/// The seed of these boards: always the same ones.
const SEED: u64 = 1;
/// Estimates may be sums of fractions; smaller differences are rounding errors.
const TOLERANCE: f64 = 1e-9;

/// The estimates of a heuristic for every solvable board.
#[derive(Clone, Debug)]
pub struct Estimates {
    goal: Board,
    estimates: Arc<HashMap<Board, f64>>,
    /// The board nearest to the goal that is overestimated, its true distance and the estimate.
    pub overestimate: Option<(Board, u64, f64)>,
    /// The mean of true distance minus estimate.
    pub mean_error: f64,
    /// The largest difference from the true distance.
    pub max_error: f64,
}

impl Estimates {
    /// Calls a heuristic for every board, those nearest to the goal first.
    pub fn collect<E>(
        goal: &Board,
        table: &DistanceTable,
        mut estimate: impl FnMut(&Board) -> Result<f64, E>,
    ) -> Result<Estimates, E> {
        let mut estimates: HashMap<Board, f64> = HashMap::with_capacity(table.entries());
        let (mut overestimate, mut sum, mut max_error) = (None, 0.0, 0.0_f64);
        for distance in 0..table.layers().len() {
            for board in table.boards_at(distance as u8) {
                let guess = estimate(&board)?;
                let error = distance as f64 - guess;
                if error < -TOLERANCE && overestimate.is_none() {
                    overestimate = Some((board.clone(), distance as u64, guess));
                }
                sum += error;
                max_error = max_error.max(error.abs());
                estimates.insert(board, guess);
            }
        }
        let mean_error = sum / estimates.len().max(1) as f64;
        let (goal, estimates) = (goal.clone(), Arc::new(estimates));
        Ok(Estimates { goal, estimates, overestimate, mean_error, max_error })
    }

    /// Returns the number of boards.
    pub fn boards(&self) -> usize {
        self.estimates.len()
    }

    /// Returns the first move, in the order of boards, that lowers the estimate by more than it costs: the boards
    /// before and after it. If the estimate of the goal is above 0, returns the goal twice.
    pub fn first_inconsistency(&self, cancel: &Cancel) -> Option<(Board, Board)> {
        let mut ordered: Vec<(&Board, f64)> =
            self.estimates.iter().map(|(board, guess)| (board, *guess)).collect();
        ordered.sort_by(|a, b| a.0.tiles().cmp(b.0.tiles()));
        if self.estimates.get(&self.goal).is_some_and(|guess| *guess > TOLERANCE) {
            return Some((self.goal.clone(), self.goal.clone()));
        }
        ordered.into_iter().take_while(|_| !cancel.is_cancelled()).find_map(|(board, guess)| {
            Direction::ALL.into_iter().find_map(|direction| {
                let next = board.moved(direction)?;
                let after = self.estimates.get(&next);
                let falls = after.is_some_and(|after| guess - after > 1.0 + TOLERANCE);
                falls.then(|| (board.clone(), next))
            })
        })
    }

    /// Returns the mean number of nodes that A* explores on random boards with this heuristic and with two built-in
    /// ones, each with its name.
    pub fn nodes_of_astar(&self, cancel: &Cancel) -> Result<Vec<(&'static str, f64)>, String> {
        let failed = |error: &dyn std::fmt::Display| error.to_string();
        let count = SAMPLE.min(self.estimates.len() as u64);
        let boards = Boards::new(&self.goal, Kind::Uniform, count, SEED, Limits::default(), cancel)
            .and_then(|boards| boards.collect::<Result<Vec<Board>, _>>())
            .map_err(|error| failed(&error))?;
        let estimates = Arc::clone(&self.estimates);
        let own = move |board: &Board| {
            estimates.get(board).map_or(0, |guess| (guess * f64::from(UNIT)) as Cost)
        };
        let own = HeuristicChoice::Custom(CustomHeuristic::admissible(own).in_units(UNIT));
        let choices = [
            ("this one", own),
            (HeuristicId::Manhattan.info().id, HeuristicId::Manhattan.into()),
            (HeuristicId::LinearConflict.info().id, HeuristicId::LinearConflict.into()),
        ];
        let mut means = Vec::new();
        for (name, heuristic) in choices {
            let solver = Solver {
                algorithm: Some(AlgorithmId::AStar),
                heuristic: Some(heuristic),
                ..Solver::default()
            };
            let mut explored = 0;
            for board in &boards {
                let puzzle = Puzzle::new(board.clone(), &Goal::Board(self.goal.clone()))
                    .map_err(|error| failed(&error))?;
                let report =
                    solver.solve_observed(&puzzle, cancel, None).map_err(|error| failed(&error))?;
                explored += report.stats.explored;
            }
            means.push((name, explored as f64 / boards.len() as f64));
        }
        Ok(means)
    }
}
