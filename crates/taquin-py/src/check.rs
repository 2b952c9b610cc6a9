//! `check_heuristic`: a heuristic of the caller's own, held against the true distance of every board.

use crate::board::{PyBoard, goal_of};
use crate::choices::STORE;
use crate::function::{UNIT, estimate};
use crate::space::{goal_board, no_table};
use crate::waiting::interruptible;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use taquin::generate::{Boards, Kind};
use taquin::heuristic::{CustomHeuristic, HeuristicChoice, HeuristicId};
use taquin::solve::AlgorithmId;
use taquin::{Board, Cancel, Cost, Direction, Goal, Limits, Puzzle, Solver};

/// So many random boards are searched to see what a heuristic is worth.
const SEARCHED: u64 = 100;
/// Always the same ones.
const SEED: u64 = 1;
/// Estimates are sums of fractions perhaps; what differs by less is the same.
const TOLERANCE: f64 = 1e-9;

/// Looks at what a heuristic says of every board that can be solved: whether it ever overestimates (then it is not
/// admissible, and A* may miss the shortest solution), and whether a move ever lowers it by more than 1 (then it is not
/// consistent).
///
/// It takes a function of a board. Of 3x3 boards that is 181,440 calls.
///
/// >>> check = check_heuristic(lambda board: 0, size="2x3")
/// >>> check.admissible, check.consistent, check.boards
/// (True, True, 360)
#[pyfunction]
#[pyo3(signature = (heuristic, *, size = None, goal = None))]
pub fn check_heuristic(
    py: Python<'_>,
    heuristic: &Bound<'_, PyAny>,
    size: Option<&str>,
    goal: Option<&Bound<'_, PyAny>>,
) -> PyResult<HeuristicCheck> {
    let goal = goal_board(&goal_of(goal)?, size)?;
    let table = interruptible(py, |cancel| STORE.distances(&goal, &|| cancel.is_cancelled()))?;
    let (table, _) = table.map_err(no_table)?;
    let farthest = table.layers().len();
    let mut said: HashMap<Board, f64> = HashMap::with_capacity(table.entries());
    let (mut overestimate, mut sum, mut max_error) = (None, 0.0, 0.0_f64);
    for distance in 0..farthest {
        for board in table.boards_at(distance as u8) {
            let guess = estimate(heuristic, &board)?;
            let error = distance as f64 - guess;
            if error < -TOLERANCE && overestimate.is_none() {
                overestimate = Some((board.clone(), distance as u64, guess));
            }
            sum += error;
            max_error = max_error.max(error.abs());
            said.insert(board, guess);
        }
    }
    let said = Arc::new(said);
    let inconsistency = interruptible(py, |cancel| first_inconsistency(&said, &goal, cancel))?;
    let nodes = interruptible(py, |cancel| nodes_of_astar(&goal, &said, cancel))??;
    let boards = said.len();
    Ok(HeuristicCheck {
        boards,
        overestimate,
        inconsistency,
        mean_error: sum / boards.max(1) as f64,
        max_error,
        nodes,
    })
}

/// The first move that lowers the estimate by more than it costs, in the order of boards: both boards.
fn first_inconsistency(
    said: &HashMap<Board, f64>,
    goal: &Board,
    cancel: &Cancel,
) -> Option<(Board, Board)> {
    let mut ordered: Vec<(&Board, f64)> =
        said.iter().map(|(board, guess)| (board, *guess)).collect();
    ordered.sort_by(|a, b| a.0.tiles().cmp(b.0.tiles()));
    if said.get(goal).is_some_and(|guess| *guess > TOLERANCE) {
        return Some((goal.clone(), goal.clone()));
    }
    ordered.into_iter().take_while(|_| !cancel.is_cancelled()).find_map(|(board, guess)| {
        Direction::ALL.into_iter().find_map(|direction| {
            let next = board.moved(direction)?;
            let falls = said.get(&next).is_some_and(|after| guess - after > 1.0 + TOLERANCE);
            falls.then(|| (board.clone(), next))
        })
    })
}

/// How many nodes A* explores with it on some random boards, beside two of ours.
fn nodes_of_astar(
    goal: &Board,
    said: &Arc<HashMap<Board, f64>>,
    cancel: &Cancel,
) -> PyResult<Vec<(String, f64)>> {
    let failed = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let count = SEARCHED.min(said.len() as u64);
    let boards = Boards::new(goal, Kind::Uniform, count, SEED, Limits::default(), cancel)
        .and_then(|boards| boards.collect::<Result<Vec<Board>, _>>())
        .map_err(|error| failed(&error))?;
    let looked_up = Arc::clone(said);
    let own = move |board: &Board| {
        looked_up.get(board).map_or(0, |guess| (guess * f64::from(UNIT)) as Cost)
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
            let puzzle = Puzzle::new(board.clone(), &Goal::Board(goal.clone()))
                .map_err(|error| failed(&error))?;
            let report =
                solver.solve_observed(&puzzle, cancel, None).map_err(|error| failed(&error))?;
            explored += report.stats.explored;
        }
        means.push((name.to_string(), explored as f64 / boards.len() as f64));
    }
    Ok(means)
}

/// What a heuristic is worth.
#[pyclass(frozen, module = "taquin")]
pub struct HeuristicCheck {
    boards: usize,
    overestimate: Option<(Board, u64, f64)>,
    inconsistency: Option<(Board, Board)>,
    mean_error: f64,
    max_error: f64,
    nodes: Vec<(String, f64)>,
}

#[pymethods]
impl HeuristicCheck {
    /// How many boards it was asked about: all that can be solved.
    #[getter]
    fn boards(&self) -> usize {
        self.boards
    }

    /// Whether it never overestimates.
    #[getter]
    fn admissible(&self) -> bool {
        self.overestimate.is_none()
    }

    /// Whether no move lowers it by more than 1, and it is 0 at the goal.
    #[getter]
    fn consistent(&self) -> bool {
        self.inconsistency.is_none()
    }

    /// The board nearest to the goal that it overestimates, its true distance and the estimate; None if there is none.
    #[getter]
    fn counterexample(&self) -> Option<(PyBoard, u64, f64)> {
        self.overestimate.clone().map(|(board, distance, guess)| (PyBoard(board), distance, guess))
    }

    /// Two boards one move apart between which it falls by more than 1; None if there are none.
    #[getter]
    fn inconsistency(&self) -> Option<(PyBoard, PyBoard)> {
        self.inconsistency.clone().map(|(before, after)| (PyBoard(before), PyBoard(after)))
    }

    /// How much it is below the true distance in the mean.
    #[getter]
    fn mean_error(&self) -> f64 {
        self.mean_error
    }

    /// How far it is from the true distance at most.
    #[getter]
    fn max_error(&self) -> f64 {
        self.max_error
    }

    /// How many nodes A* explores in the mean of 100 random boards: with it, with Manhattan distance and with linear conflict.
    #[getter]
    fn nodes(&self) -> HashMap<String, f64> {
        self.nodes.iter().cloned().collect()
    }

    fn __bool__(&self) -> bool {
        self.admissible()
    }

    fn __str__(&self) -> String {
        let admissible = match &self.overestimate {
            None => "admissible: it never overestimates".to_string(),
            Some((board, distance, guess)) => {
                format!("not admissible: {board} is {distance} from the goal, but it says {guess}")
            }
        };
        let consistent = match &self.inconsistency {
            None => "consistent: no move lowers it by more than 1".to_string(),
            Some((before, after)) if before == after => {
                "not consistent: it is above 0 at the goal".to_string()
            }
            Some((before, after)) => {
                format!("not consistent: it falls by more than 1 from {before} to {after}")
            }
        };
        let nodes: Vec<String> =
            self.nodes.iter().map(|(name, mean)| format!("{name} {mean:.0}")).collect();
        format!(
            "{admissible}\n{consistent}\nerror over {} boards: {:.2} in the mean, {:.2} at most\nnodes that A* explores \
             in the mean: {}",
            self.boards,
            self.mean_error,
            self.max_error,
            nodes.join(", ")
        )
    }

    fn __repr__(&self) -> String {
        format!("<HeuristicCheck: {}>", self.__str__().replace('\n', "; "))
    }
}
