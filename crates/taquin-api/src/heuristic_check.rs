//! Checks a user's own heuristic against the true distance of every board.

use std::sync::Arc;
use taquin::generate::{Boards, Kind};
use taquin::heuristic::{CustomHeuristic, HeuristicChoice, HeuristicId};
use taquin::solve::AlgorithmId;
use taquin::table::DistanceTable;
use taquin::{Board, Budget, Cost, Direction, Goal, Puzzle, Solver, Stop};

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
    table: Arc<DistanceTable>,
    /// By the ranks of the boards in the table.
    estimates: Arc<[f64]>,
    /// The board nearest to the goal that is overestimated, its true distance and the estimate.
    pub overestimate: Option<(Board, u64, f64)>,
    /// The mean of true distance minus estimate.
    pub mean_error: f64,
    /// The largest difference from the true distance.
    pub max_error: f64,
}

impl Estimates {
    /// Calls a heuristic for every board of a table, those nearest to the goal first.
    pub fn collect<E>(
        table: Arc<DistanceTable>,
        mut estimate: impl FnMut(&Board) -> Result<f64, E>,
    ) -> Result<Estimates, E> {
        let mut estimates = vec![0.0; table.entries()];
        let (mut overestimate, mut sum, mut max_error) = (None, 0.0, 0.0_f64);
        for (distance, board) in boards(&table) {
            let guess = estimate(&board)?;
            let error = f64::from(distance) - guess;
            sum += error;
            max_error = max_error.max(error.abs());
            if let Some(rank) = table.rank_of(&board) {
                estimates[rank] = guess;
            }
            if error < -TOLERANCE && overestimate.is_none() {
                overestimate = Some((board, u64::from(distance), guess));
            }
        }
        let mean_error = sum / estimates.len().max(1) as f64;
        Ok(Estimates { table, estimates: estimates.into(), overestimate, mean_error, max_error })
    }

    /// Returns the number of boards.
    pub fn boards(&self) -> usize {
        self.estimates.len()
    }

    fn of(&self, board: &Board) -> Option<f64> {
        self.table.rank_of(board).map(|rank| self.estimates[rank])
    }

    /// Returns the first move, in the order of boards, that lowers the estimate by more than it costs: the boards
    /// before and after it. If the estimate of the goal is above 0, returns the goal twice.
    pub fn first_inconsistency(&self, budget: &Budget) -> Result<Option<(Board, Board)>, Stop> {
        let goal = self.table.goal();
        if self.of(goal).is_some_and(|guess| guess > TOLERANCE) {
            return Ok(Some((goal.clone(), goal.clone())));
        }
        let lower = |board: &Board| {
            Direction::ALL.into_iter().find_map(|direction| {
                let next = board.moved(direction)?;
                let falls = self.of(board)? - self.of(&next)? > 1.0 + TOLERANCE;
                falls.then_some(next)
            })
        };
        let mut first: Option<(Board, Board)> = None;
        for (_, board) in boards(&self.table) {
            budget.check()?;
            if first.as_ref().is_none_or(|(first, _)| board.tiles() < first.tiles())
                && let Some(next) = lower(&board)
            {
                first = Some((board, next));
            }
        }
        Ok(first)
    }

    /// Returns the mean number of nodes that A* explores on random boards with this heuristic and with two built-in
    /// ones, each with its name.
    pub fn nodes_of_astar(&self, budget: &Budget) -> Result<Vec<(&'static str, f64)>, String> {
        let failed = |error: &dyn std::fmt::Display| error.to_string();
        let count = SAMPLE.min(self.estimates.len() as u64);
        let goal = self.table.goal();
        let boards = Boards::new(goal, Kind::Uniform, count, SEED, budget)
            .and_then(|boards| boards.collect::<Result<Vec<Board>, _>>())
            .map_err(|error| failed(&error))?;
        let own = self.clone();
        let own =
            move |board: &Board| own.of(board).map_or(0, |guess| (guess * f64::from(UNIT)) as Cost);
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
                let puzzle = Puzzle::new(board.clone(), &Goal::Board(goal.clone()))
                    .map_err(|error| failed(&error))?;
                let report = solver
                    .solve_observed(&puzzle, &budget.cancel, None)
                    .map_err(|error| failed(&error))?;
                explored += report.stats.explored;
            }
            means.push((name, explored as f64 / boards.len() as f64));
        }
        Ok(means)
    }
}

/// Returns every board of a table with its distance, those nearest to the goal first.
fn boards(table: &DistanceTable) -> impl Iterator<Item = (u8, Board)> {
    let distances = 0..table.layers().len() as u8;
    distances.flat_map(|distance| table.boards_at(distance).map(move |board| (distance, board)))
}
