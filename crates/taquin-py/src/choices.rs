//! Turns keyword arguments into a solver: the options of the library's table, the limits, and a heuristic by name or as a
//! function.

use crate::errors::refused;
use crate::function::HeuristicFunction;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;
use taquin::search::{Clock, Moment, cores};
use taquin::solve::{AlgorithmId, OPTIONS, SearchOption};
use taquin::store::Store;
use taquin::{Limits, Settings, SolveError, Solver};
use taquin_api::error::ApiError;
use taquin_api::request::{read_algorithm, read_cost, read_heuristic};
use taquin_cli::machine::{default_memory_limit, default_store};

/// The tables of this process, stored in the same folder as those of the command line.
pub static STORE: LazyLock<Store> = LazyLock::new(|| default_store(None));

/// Limits as they were given.
#[derive(Clone, Copy, Default)]
pub struct LimitArguments {
    pub max_nodes: Option<u64>,
    pub max_seconds: Option<f64>,
    pub max_bytes: Option<u64>,
}

impl LimitArguments {
    /// Converts them to the limits of the library; the default memory limit is half of the available memory.
    pub fn limits(self) -> PyResult<Limits> {
        let negative = || PyValueError::new_err("max_seconds must not be less than 0");
        let time = |seconds: f64| match seconds {
            seconds if seconds >= 0.0 => {
                Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
            }
            _ => Err(negative()),
        };
        Ok(Limits {
            max_nodes: self.max_nodes,
            max_time: self.max_seconds.map(time).transpose()?,
            max_bytes: Some(self.max_bytes.unwrap_or_else(memory_limit)),
        })
    }
}

/// Returns half of the available memory. It is queried at most once a second, as that takes longer than looking up a board.
fn memory_limit() -> u64 {
    static CACHED: Mutex<Option<(Moment, u64)>> = Mutex::new(None);
    let clock = Clock::default();
    let mut cached = CACHED.lock().unwrap_or_else(PoisonError::into_inner);
    match *cached {
        Some((then, bytes)) if clock.since(then) < Duration::from_secs(1) => bytes,
        _ => {
            let bytes = default_memory_limit();
            *cached = Some((clock.now(), bytes));
            bytes
        }
    }
}

/// The options of the library's table, as they were given: the name of each field, and its value or `None`.
pub type OptionArguments<'a, 'py> = [(&'static str, Option<&'a Bound<'py, PyAny>>)];

/// Reads settings from options.
pub fn settings_of(options: &OptionArguments<'_, '_>) -> PyResult<Settings> {
    let mut settings = Settings::default();
    for (field, value) in options {
        let Some(value) = value.filter(|value| !value.is_none()) else { continue };
        let option = option_of(field)?;
        let read = option
            .read(&text_of(value)?)
            .map_err(|error| refused(&SolveError::from(error).into()))?;
        option.set(&mut settings, Some(read));
    }
    Ok(settings)
}

/// Returns a value as the command line writes it: text as it is, and a number such as 2.0 as 2.
fn text_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned());
    }
    let text = value.str()?.to_string();
    match text.strip_suffix(".0").filter(|_| value.extract::<f64>().is_ok()) {
        Some(whole) => Ok(whole.to_string()),
        None => Ok(text),
    }
}

pub fn option_of(field: &str) -> PyResult<&'static SearchOption> {
    let found = OPTIONS.iter().find(|option| option.field == field);
    found.ok_or_else(|| PyTypeError::new_err(format!("there is no option '{field}'")))
}

/// All choices of a search.
pub struct Choices<'a, 'py> {
    pub algorithm: &'a str,
    pub heuristic: Option<&'a Bound<'py, PyAny>>,
    pub cost: &'a str,
    pub order: &'a str,
    pub options: &'a OptionArguments<'a, 'py>,
    pub limits: LimitArguments,
}

/// A solver, and the Python function of its heuristic, if any.
pub struct Chosen {
    pub solver: Solver,
    pub function: Option<Arc<HeuristicFunction>>,
}

impl Choices<'_, '_> {
    /// Returns the solver, or an error if the choices cannot be combined.
    pub fn solver(&self) -> PyResult<Chosen> {
        let refuse = |error: ApiError| refused(&error);
        let mut settings = settings_of(self.options)?;
        let order = option_of("order")?;
        let read =
            order.read(self.order).map_err(|error| refused(&SolveError::from(error).into()))?;
        order.set(&mut settings, Some(read));
        let mut solver = Solver {
            algorithm: Some(read_algorithm(self.algorithm).map_err(refuse)?),
            costs: read_cost(self.cost).map_err(refuse)?,
            settings,
            limits: self.limits.limits()?,
            store: STORE.clone(),
            ..Solver::default()
        };
        let mut function = None;
        match self.heuristic {
            Some(text) if text.cast::<PyString>().is_ok() => {
                let name = text.extract::<String>()?;
                solver.heuristic = Some(read_heuristic(&name).map_err(refuse)?);
            }
            Some(callable) if callable.is_callable() => {
                let own = HeuristicFunction::new(callable.clone().unbind());
                solver.heuristic = Some(own.choice());
                function = Some(own);
            }
            Some(_) => {
                return Err(PyTypeError::new_err(
                    "heuristic must be a name or a function of a board",
                ));
            }
            None => {}
        }
        solver.check().map_err(|error| refused(&error.into()))?;
        Ok(Chosen { solver, function })
    }
}

/// Returns the requested algorithm.
pub fn requested(solver: &Solver) -> &'static str {
    solver.algorithm.unwrap_or(AlgorithmId::Auto).info().id
}

/// Returns the requested number of threads, or one for each core. The table has the range.
pub fn threads_of(requested: Option<usize>) -> PyResult<usize> {
    let Some(threads) = requested else { return Ok(cores()) };
    let read = option_of("threads")?.read(&threads.to_string());
    read.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(threads)
}
