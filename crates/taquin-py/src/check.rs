//! `check_heuristic`: compares a user's heuristic with the true distance of every board.

use crate::board::{PyBoard, goal_of};
use crate::choices::STORE;
use crate::function::estimate;
use crate::space::{goal_board, no_table};
use crate::waiting::interruptible;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::HashMap;
use taquin::table::TableError;
use taquin::{Board, Budget};
use taquin_api::heuristic_check::Estimates;

/// Checks the estimates of a heuristic on every solvable board: whether it ever overestimates (then it is not admissible,
/// and A* may miss the shortest solution), and whether a move ever lowers it by more than 1 (then it is not consistent).
///
/// The heuristic is a function of a board. On 3x3 it is called 181,440 times.
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
    let table = interruptible(py, |cancel| STORE.distances(&goal, &Budget::stopped_by(cancel)))?;
    let (table, _) = table.map_err(no_table)?;
    // Other threads run between the calls, even if the function never lets them.
    let function = heuristic.as_unbound();
    let estimates = py.detach(|| {
        let estimate = |board: &Board| Python::attach(|py| estimate(function.bind(py), board));
        Estimates::collect(table, estimate)
    })?;
    let within = Budget::stopped_by;
    let inconsistency = interruptible(py, |cancel| estimates.first_inconsistency(&within(cancel)))?
        .map_err(|stop| no_table(TableError::from(stop)))?;
    let nodes = interruptible(py, |cancel| estimates.nodes_of_astar(&within(cancel)))?;
    let nodes = nodes.map_err(PyValueError::new_err)?;
    Ok(HeuristicCheck { estimates, inconsistency, nodes })
}

/// The result of checking a heuristic.
#[pyclass(frozen, module = "taquin")]
pub struct HeuristicCheck {
    estimates: Estimates,
    inconsistency: Option<(Board, Board)>,
    nodes: Vec<(&'static str, f64)>,
}

#[pymethods]
impl HeuristicCheck {
    /// How many boards were checked: all that can be solved.
    #[getter]
    fn boards(&self) -> usize {
        self.estimates.boards()
    }

    /// Whether it never overestimates.
    #[getter]
    fn admissible(&self) -> bool {
        self.estimates.overestimate.is_none()
    }

    /// Whether no move lowers it by more than 1, and it is 0 at the goal.
    #[getter]
    fn consistent(&self) -> bool {
        self.inconsistency.is_none()
    }

    /// The overestimated board nearest to the goal, its true distance and the estimate; None if there is none.
    #[getter]
    fn counterexample(&self) -> Option<(PyBoard, u64, f64)> {
        self.estimates
            .overestimate
            .clone()
            .map(|(board, distance, guess)| (PyBoard(board), distance, guess))
    }

    /// Two boards one move apart between which it falls by more than 1; None if there are none.
    #[getter]
    fn inconsistency(&self) -> Option<(PyBoard, PyBoard)> {
        self.inconsistency.clone().map(|(before, after)| (PyBoard(before), PyBoard(after)))
    }

    /// How far it is below the true distance on average.
    #[getter]
    fn mean_error(&self) -> f64 {
        self.estimates.mean_error
    }

    /// How far it is from the true distance at most.
    #[getter]
    fn max_error(&self) -> f64 {
        self.estimates.max_error
    }

    /// How many nodes A* explores on average over 100 random boards: with it, with Manhattan distance and with linear
    /// conflict.
    #[getter]
    fn nodes(&self) -> HashMap<String, f64> {
        self.nodes.iter().map(|(name, mean)| (name.to_string(), *mean)).collect()
    }

    fn __bool__(&self) -> bool {
        self.admissible()
    }

    fn __str__(&self) -> String {
        let admissible = match &self.estimates.overestimate {
            None => "admissible: it never overestimates".to_string(),
            Some((board, distance, guess)) => {
                format!(
                    "not admissible: {board} is {distance} from the goal, but the estimate is {guess}"
                )
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
            "{admissible}\n{consistent}\nerror over {} boards: {:.2} on average, {:.2} at most\nnodes that A* explores \
             on average: {}",
            self.estimates.boards(),
            self.estimates.mean_error,
            self.estimates.max_error,
            nodes.join(", ")
        )
    }

    fn __repr__(&self) -> String {
        format!("<HeuristicCheck: {}>", self.__str__().replace('\n', "; "))
    }
}
