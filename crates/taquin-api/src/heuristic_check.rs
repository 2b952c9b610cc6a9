//! A heuristic of the user's own, held against the true distance of every board.

use std::collections::HashMap;
use std::sync::Arc;
use taquin::generate::{Boards, Kind};
use taquin::heuristic::{CustomHeuristic, HeuristicChoice, HeuristicId};
use taquin::solve::AlgorithmId;
use taquin::table::DistanceTable;
use taquin::{Board, Cancel, Cost, Direction, Goal, Limits, Puzzle, Solver};

/// Estimates may have fractions, which count to so many parts of a move.
pub const UNIT: Cost = 256;
/// So many random boards are searched to see what a heuristic is worth.
const SEARCHED: u64 = 100;
/// Always the same ones.
const SEED: u64 = 1;
/// Estimates are sums of fractions perhaps; what differs by less is the same.
const TOLERANCE: f64 = 1e-9;

/// What a heuristic says of every board that can be solved.
#[derive(Clone, Debug)]
pub struct Estimates {
    goal: Board,
    said: Arc<HashMap<Board, f64>>,
    /// The board nearest to the goal that it overestimates, its true distance and the estimate.
    pub overestimate: Option<(Board, u64, f64)>,
    /// How much it is below the true distance in the mean.
    pub mean_error: f64,
    /// How far it is from the true distance at most.
    pub max_error: f64,
}

impl Estimates {
    /// Asks a heuristic about every board, those near the goal first.
    pub fn collect<E>(
        goal: &Board,
        table: &DistanceTable,
        mut estimate: impl FnMut(&Board) -> Result<f64, E>,
    ) -> Result<Estimates, E> {
        let mut said: HashMap<Board, f64> = HashMap::with_capacity(table.entries());
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
                said.insert(board, guess);
            }
        }
        let mean_error = sum / said.len().max(1) as f64;
        let (goal, said) = (goal.clone(), Arc::new(said));
        Ok(Estimates { goal, said, overestimate, mean_error, max_error })
    }

    /// How many boards there are.
    pub fn boards(&self) -> usize {
        self.said.len()
    }

    /// The first move that lowers the estimate by more than it costs, in the order of boards: both boards. Twice the goal,
    /// if the estimate is above 0 there.
    pub fn first_inconsistency(&self, cancel: &Cancel) -> Option<(Board, Board)> {
        let mut ordered: Vec<(&Board, f64)> =
            self.said.iter().map(|(board, guess)| (board, *guess)).collect();
        ordered.sort_by(|a, b| a.0.tiles().cmp(b.0.tiles()));
        if self.said.get(&self.goal).is_some_and(|guess| *guess > TOLERANCE) {
            return Some((self.goal.clone(), self.goal.clone()));
        }
        ordered.into_iter().take_while(|_| !cancel.is_cancelled()).find_map(|(board, guess)| {
            Direction::ALL.into_iter().find_map(|direction| {
                let next = board.moved(direction)?;
                let after = self.said.get(&next);
                let falls = after.is_some_and(|after| guess - after > 1.0 + TOLERANCE);
                falls.then(|| (board.clone(), next))
            })
        })
    }

    /// How many nodes A* explores with it on some random boards, beside two of ours: names and means.
    pub fn nodes_of_astar(&self, cancel: &Cancel) -> Result<Vec<(&'static str, f64)>, String> {
        let failed = |error: &dyn std::fmt::Display| error.to_string();
        let count = SEARCHED.min(self.said.len() as u64);
        let boards = Boards::new(&self.goal, Kind::Uniform, count, SEED, Limits::default(), cancel)
            .and_then(|boards| boards.collect::<Result<Vec<Board>, _>>())
            .map_err(|error| failed(&error))?;
        let said = Arc::clone(&self.said);
        let own = move |board: &Board| {
            said.get(board).map_or(0, |guess| (guess * f64::from(UNIT)) as Cost)
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
