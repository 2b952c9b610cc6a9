//! A search by IDA* that is divided into subtrees for the processes of a cluster.

use crate::board::{PyBoard, board_of, goal_of, puzzle_of};
use crate::choices::{STORE, limits_of};
use crate::errors::{refused, wrong};
use crate::waiting::interruptible;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;
use taquin::pattern::{DividedSearch, Subtrees};
use taquin::search::{Budget, cores};
use taquin::store::{Building, PatternError, StoreError};
use taquin::{Board, Cancel, Direction, Limits, Stop};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::request::read_heuristic;

/// A search by IDA* with pattern databases, divided into subtrees.
#[pyclass(frozen, name = "DividedSearch", module = "taquin._taquin")]
pub struct PyDividedSearch {
    search: DividedSearch,
    goal: Board,
    limits: Limits,
}

/// The moves to the goal if it was found, the number of nodes expanded, and the number of children generated.
type Counted = (Option<String>, u64, u64);

#[pymethods]
impl PyDividedSearch {
    #[new]
    #[pyo3(signature = (board, *, goal = None, heuristic = "pdb", max_bytes = None, processes = 1, size = None))]
    fn new(
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        heuristic: &str,
        max_bytes: Option<u64>,
        processes: u64,
        size: Option<&str>,
    ) -> PyResult<PyDividedSearch> {
        let puzzle = puzzle_of(board_of(board, size)?, &goal_of(goal)?)?;
        let choice = read_heuristic(heuristic).map_err(|error| refused(&error))?;
        let partitions = choice.partitions(puzzle.size()).ok_or_else(|| {
            PyValueError::new_err(format!(
                "a divided search needs pattern databases, such as pdb, not {heuristic}"
            ))
        })?;
        let requested = limits_of(None, None, max_bytes)?;
        // The processes of a machine share its memory.
        let max_bytes = requested.max_bytes.map(|bytes| bytes / processes.max(1));
        let limits = Limits { max_bytes, ..Limits::default() };
        let goal = puzzle.goal().clone();
        let sets = interruptible(py, |cancel| {
            let budget = Budget::new(limits, cancel.clone());
            let building = Building { threads: cores(), budget: &budget, progress: &|_, _| {} };
            STORE.pattern_sets(&partitions, &goal, building)
        })?;
        let sets = sets.map_err(|error| match error {
            PatternError::Store(StoreError::Stopped(Stop::Cancelled)) => {
                PyKeyboardInterrupt::new_err(())
            }
            error => wrong(&Diagnostic::new("no-tables", error.to_string())),
        })?;
        Ok(PyDividedSearch {
            search: DividedSearch::new(puzzle, Arc::new(sets.sets)),
            goal,
            limits,
        })
    }

    /// The goal board.
    #[getter]
    fn goal(&self) -> PyBoard {
        PyBoard(self.goal.clone())
    }

    /// The bound of the first round.
    #[getter]
    fn first_bound(&self) -> u64 {
        self.search.first_bound()
    }

    /// All paths of the given length, a letter for each move.
    fn paths(&self, length: usize) -> Vec<String> {
        self.search.paths(length).iter().map(|path| letters(path)).collect()
    }

    /// The counts of a round above the paths of the given length: the moves if the goal is there, nodes expanded, children
    /// generated.
    fn count_above(&self, py: Python<'_>, length: usize, bound: u64) -> Counted {
        counted(py.detach(|| self.search.count_above(length, bound)))
    }

    /// Searches below some paths within a bound: the moves if the goal was found, nodes expanded, children generated.
    fn search_below(&self, py: Python<'_>, paths: Vec<String>, bound: u64) -> PyResult<Counted> {
        let paths = paths.iter().map(|path| directions(path)).collect::<PyResult<Vec<_>>>()?;
        let limits = self.limits;
        let searched = interruptible(py, |cancel: &Cancel| {
            self.search.search_below(&paths, bound, &Budget::new(limits, cancel.clone()))
        })?;
        let stopped =
            |stop: Stop| PyRuntimeError::new_err(format!("stopped by the limit on {}", stop.id()));
        searched.map(counted).map_err(stopped)
    }
}

fn counted(Subtrees { solution, expanded, generated }: Subtrees) -> Counted {
    (solution.map(|moves| letters(&moves)), expanded, generated)
}

fn letters(path: &[Direction]) -> String {
    path.iter().map(|direction| direction.letter()).collect()
}

fn directions(path: &str) -> PyResult<Vec<Direction>> {
    let direction = |letter| {
        Direction::from_letter(letter)
            .ok_or_else(|| PyValueError::new_err(format!("'{letter}' is not a direction")))
    };
    path.chars().map(direction).collect()
}
