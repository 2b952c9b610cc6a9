//! A custom heuristic: a Python function of a board. It belongs to the call that searches with it: results keep only its
//! name, so that none of them is part of a cycle of Python objects.

use crate::board::PyBoard;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use taquin::heuristic::{CustomHeuristic, HeuristicChoice};
use taquin::{Board, Cancel, Cost};
use taquin_api::heuristic_check::UNIT;

/// A function, the exception that ended the search, and the flag that cancels it then.
pub struct HeuristicFunction {
    function: Py<PyAny>,
    raised: Mutex<Option<PyErr>>,
    cancel: Cancel,
}

impl HeuristicFunction {
    pub fn new(function: Py<PyAny>) -> Arc<HeuristicFunction> {
        Arc::new(HeuristicFunction { function, raised: Mutex::default(), cancel: Cancel::new() })
    }

    /// The flag that is raised by an exception.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Takes the exception that ended the search, if any.
    pub fn raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Ends the search with an exception; only the first one is kept.
    pub fn fail(&self, error: PyErr) {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.cancel.cancel();
    }

    /// Returns a heuristic of the library, in units of 1/256 because estimates may be fractions. It is trusted to be
    /// admissible. It does not keep the function alive, because the report keeps the heuristic.
    pub fn choice(self: &Arc<Self>) -> HeuristicChoice {
        let function = Arc::downgrade(self);
        let estimate =
            move |board: &Board| function.upgrade().map_or(0, |function| function.units(board));
        HeuristicChoice::Custom(CustomHeuristic::admissible(estimate).in_units(UNIT))
    }

    /// Returns the estimate of a board in units, or 0 after the function has raised an exception.
    fn units(&self, board: &Board) -> Cost {
        if self.cancel.is_cancelled() {
            return 0;
        }
        let estimate = Python::attach(|py| {
            let estimate = estimate(self.function.bind(py), board)?;
            let units = (estimate * f64::from(UNIT)).floor();
            if units <= f64::from(Cost::MAX) {
                Ok(units as Cost)
            } else {
                Err(PyValueError::new_err(format!("an estimate of {estimate} is too large")))
            }
        });
        estimate.unwrap_or_else(|error| {
            self.fail(error);
            0
        })
    }
}

/// Returns the estimate of a function for a board, which must be a non-negative number. Checks for Ctrl-C, as a function
/// that is not written in Python does not.
pub fn estimate(function: &Bound<'_, PyAny>, board: &Board) -> PyResult<f64> {
    let board = Bound::new(function.py(), PyBoard(board.clone()))?;
    let value = function.call1((&board,))?;
    function.py().check_signals()?;
    let number: f64 = value.extract().map_err(|_| {
        let kind =
            value.get_type().name().map_or_else(|_| "that".to_string(), |name| name.to_string());
        PyTypeError::new_err(format!("a heuristic must return a number, not {kind}"))
    })?;
    if number >= 0.0 {
        Ok(number)
    } else {
        Err(PyValueError::new_err(format!(
            "a heuristic must not be below 0, but it is {number} for {}",
            board.get().0
        )))
    }
}
