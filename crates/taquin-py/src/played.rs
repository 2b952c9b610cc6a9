//! Moves played on a board: `verify` and `gap`.

use crate::board::{board_of, goal_of, moves_of};
use crate::choices::limits_of;
use crate::errors::wrong;
use crate::waiting::interruptible;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use taquin::{Mover, Moves, Stop, Suboptimality};
use taquin_api::played::Played;
use taquin_api::tasks;

fn play(
    board: &Bound<'_, PyAny>,
    moves: &str,
    goal: Option<&Bound<'_, PyAny>>,
) -> PyResult<Played> {
    let moves: Moves = moves_of(moves)?;
    let played = Played::new(board_of(board, None)?, &goal_of(goal)?, moves, Mover::Blank);
    played.map_err(|error| wrong(&error))
}

/// Checks whether moves solve a board: the verdict is truthy if they do, and has the reason if they do not. Letters name
/// the direction of the blank.
///
/// >>> bool(verify("123456708", "R"))
/// True
/// >>> verify("123456708", "L").reason
/// 'the moves end at 1 2 3/4 5 6/0 7 8, not at the goal 1 2 3/4 5 6/7 8 0'
#[pyfunction]
#[pyo3(signature = (board, moves, *, goal = None))]
pub fn verify(
    board: &Bound<'_, PyAny>,
    moves: &str,
    goal: Option<&Bound<'_, PyAny>>,
) -> PyResult<Verdict> {
    let played = play(board, moves, goal)?;
    Ok(Verdict {
        length: played.moves.len(),
        reason: played.failure.as_ref().map(ToString::to_string),
        tile_letters: played.solves_reversed,
    })
}

/// Whether moves solve a board.
#[pyclass(frozen, get_all, module = "taquin")]
pub struct Verdict {
    /// The number of moves.
    length: usize,
    /// Why they do not solve it; None if they do.
    reason: Option<String>,
    /// Whether they would solve it if the letters named the direction of the tile.
    tile_letters: bool,
}

#[pymethods]
impl Verdict {
    fn __bool__(&self) -> bool {
        self.reason.is_none()
    }

    fn __repr__(&self) -> String {
        match &self.reason {
            None => format!("<Verdict: {} moves solve it>", self.length),
            Some(reason) => format!("<Verdict: {} moves do not solve it: {reason}>", self.length),
        }
    }
}

/// Measures how much longer than the shortest solution some moves are, and which of them is the first suboptimal one.
///
/// >>> gap("123456708", "LRR").moves
/// 2
#[pyfunction]
#[pyo3(signature = (board, moves, *, goal = None, max_nodes = None, max_seconds = None, max_bytes = None))]
#[allow(clippy::too_many_arguments)]
pub fn gap(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    moves: &str,
    goal: Option<&Bound<'_, PyAny>>,
    max_nodes: Option<u64>,
    max_seconds: Option<f64>,
    max_bytes: Option<u64>,
) -> PyResult<Gap> {
    let played = play(board, moves, goal)?;
    let limits = limits_of(max_nodes, max_seconds, max_bytes)?;
    let measured = interruptible(py, |cancel| tasks::gap(&played, limits, cancel))?;
    let reason = || played.failure.as_ref().map(ToString::to_string).unwrap_or_default();
    match measured {
        Some(Ok(gap)) => Ok(Gap(gap)),
        Some(Err(error)) => Err(PyValueError::new_err(error.to_string())),
        None => {
            Err(PyValueError::new_err(format!("the moves do not solve the board: {}", reason())))
        }
    }
}

/// How much longer than the shortest solution some moves are.
#[pyclass(frozen, module = "taquin")]
pub struct Gap(Suboptimality);

#[pymethods]
impl Gap {
    /// The number of moves played.
    #[getter]
    fn length(&self) -> u64 {
        self.0.length
    }

    /// The fewest possible moves: a lower and an upper bound, which are equal if proven.
    #[getter]
    fn fewest(&self) -> (u64, u64) {
        (*self.0.fewest.start(), *self.0.fewest.end())
    }

    /// By how many moves it is too long; None if that is not proven.
    #[getter]
    fn moves(&self) -> Option<u64> {
        self.0.exact()
    }

    /// The range of moves, counted from 1, that contains the first suboptimal one; None if there is none or it is not known.
    #[getter]
    fn first_suboptimal_move(&self) -> Option<(usize, usize)> {
        let steps = self.0.first_suboptimal_move.steps()?;
        Some((*steps.start(), *steps.end()))
    }

    /// What stopped it: `time`, `nodes` or `memory`; None if nothing did.
    #[getter]
    fn stopped_by(&self) -> Option<&'static str> {
        self.0.stopped.map(Stop::id)
    }

    fn __repr__(&self) -> String {
        let (length, (least, most)) = (self.0.length, self.fewest());
        if least == most {
            format!("<Gap: {length} moves, {least} is the fewest>")
        } else {
            format!("<Gap: {length} moves, the fewest are from {least} to {most}>")
        }
    }
}
