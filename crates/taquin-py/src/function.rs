//! A custom heuristic: a Python function of a board.

use crate::board::PyBoard;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use taquin::heuristic::{CustomHeuristic, HeuristicChoice};
use taquin::{Board, Cancel, Cost};
use taquin_api::heuristic_check::UNIT;

/// A function, the exception that it raised, and the flag that cancels the search then.
#[derive(Clone)]
pub struct HeuristicFunction(Arc<Shared>);

struct Shared {
    function: Py<PyAny>,
    raised: Mutex<Option<PyErr>>,
    cancel: Cancel,
}

impl HeuristicFunction {
    pub fn new(function: Py<PyAny>) -> HeuristicFunction {
        HeuristicFunction(Arc::new(Shared {
            function,
            raised: Mutex::new(None),
            cancel: Cancel::new(),
        }))
    }

    /// The flag that is raised by an exception.
    pub fn cancel(&self) -> &Cancel {
        &self.0.cancel
    }

    /// Takes the exception that the function raised, if any.
    pub fn raised(&self) -> Option<PyErr> {
        self.0.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Returns a heuristic of the library, in units of 1/256 because estimates may be fractions. It is trusted to be
    /// admissible.
    pub fn choice(&self) -> HeuristicChoice {
        let own = self.clone();
        let estimate = move |board: &Board| own.units(board);
        HeuristicChoice::Custom(CustomHeuristic::admissible(estimate).in_units(UNIT))
    }

    /// Returns the estimate of a board in units, or 0 after the function has raised an exception.
    fn units(&self, board: &Board) -> Cost {
        if self.0.cancel.is_cancelled() {
            return 0;
        }
        let estimate = Python::attach(|py| {
            let estimate = estimate(self.0.function.bind(py), board)?;
            let units = (estimate * f64::from(UNIT)).floor();
            match units <= f64::from(Cost::MAX) {
                true => Ok(units as Cost),
                false => {
                    Err(PyValueError::new_err(format!("an estimate of {estimate} is too large")))
                }
            }
        });
        estimate.unwrap_or_else(|error| {
            *self.0.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            self.0.cancel.cancel();
            0
        })
    }
}

/// Returns the estimate of a function for a board, which must be a non-negative number.
pub fn estimate(function: &Bound<'_, PyAny>, board: &Board) -> PyResult<f64> {
    let board = Bound::new(function.py(), PyBoard(board.clone()))?;
    let value = function.call1((&board,))?;
    let number: f64 = value.extract().map_err(|_| {
        let kind =
            value.get_type().name().map_or_else(|_| "that".to_string(), |name| name.to_string());
        PyTypeError::new_err(format!("a heuristic must return a number, not {kind}"))
    })?;
    match number >= 0.0 {
        true => Ok(number),
        false => Err(PyValueError::new_err(format!(
            "a heuristic must not be below 0, but it is {number} for {}",
            board.get().0
        ))),
    }
}
