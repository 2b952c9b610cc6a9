//! Turns keyword arguments into a request and its solver: the options of the library's table, the limits, and a heuristic
//! by name or as a function.

use crate::errors::{refused, wrong};
use crate::function::HeuristicFunction;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;
use taquin::search::{Clock, Moment, cores};
use taquin::solve::{OPTIONS, SearchOption};
use taquin::store::Store;
use taquin::{Limits, Solver};
use taquin_api::limits::negative_time;
use taquin_api::request::SearchRequest;
use taquin_api::settings::RequestedSettings;
use taquin_cli::machine::{default_memory_limit, default_store};

/// The tables of this process, stored in the same folder as those of the command line.
pub static STORE: LazyLock<Store> = LazyLock::new(|| default_store(None));

/// Returns limits for the library; the default memory limit is half of the available memory.
pub fn limits_of(
    max_nodes: Option<u64>,
    max_seconds: Option<f64>,
    max_bytes: Option<u64>,
) -> PyResult<Limits> {
    Ok(with_memory(chosen_limits(max_nodes, max_seconds, max_bytes)?))
}

/// Returns the limits that were chosen.
pub fn chosen_limits(
    max_nodes: Option<u64>,
    max_seconds: Option<f64>,
    max_bytes: Option<u64>,
) -> PyResult<Limits> {
    let time = |seconds| Limits::seconds(seconds).ok_or_else(|| wrong(&negative_time()));
    Ok(Limits { max_nodes, max_time: max_seconds.map(time).transpose()?, max_bytes })
}

/// Returns limits with one on memory.
pub fn with_memory(limits: Limits) -> Limits {
    Limits { max_bytes: Some(limits.max_bytes.unwrap_or_else(memory_limit)), ..limits }
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
pub fn settings_of(options: &OptionArguments<'_, '_>) -> PyResult<RequestedSettings> {
    let mut settings = RequestedSettings::default();
    for (field, value) in options {
        if let Some(value) = value.filter(|value| !value.is_none()) {
            let option = option_of(field)?;
            settings.add(option, option.read(&text_of(value)?));
        }
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

/// Returns the request of some keyword arguments, without a board.
pub fn request_of(
    algorithm: &str,
    cost: &str,
    order: &str,
    options: &OptionArguments<'_, '_>,
    limits: Limits,
) -> PyResult<SearchRequest> {
    let mut settings = settings_of(options)?;
    let option = option_of("order")?;
    settings.add(option, option.read(order));
    let (algorithm, cost) = (Some(algorithm.to_string()), Some(cost.to_string()));
    Ok(SearchRequest { algorithm, cost, settings, limits, ..SearchRequest::default() })
}

/// Returns the solver of a request with a heuristic, and the function if the heuristic is one.
pub fn solver_of(
    mut request: SearchRequest,
    heuristic: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Solver, Option<Arc<HeuristicFunction>>)> {
    let function = match heuristic {
        Some(text) if text.cast::<PyString>().is_ok() => {
            request.heuristic = Some(text.extract::<String>()?);
            None
        }
        Some(callable) if callable.is_callable() => {
            Some(HeuristicFunction::new(callable.clone().unbind()))
        }
        Some(_) => {
            return Err(PyTypeError::new_err("heuristic must be a name or a function of a board"));
        }
        None => None,
    };
    let own = function.as_ref().map(HeuristicFunction::choice);
    let solver = request.solver(own).map_err(|error| refused(&error))?;
    let limits = with_memory(request.limits);
    Ok((Solver { limits, store: STORE.clone(), ..solver }, function))
}

/// Returns the requested number of threads, or one for each core. The table has the range.
pub fn threads_of(requested: Option<usize>) -> PyResult<usize> {
    let Some(threads) = requested else { return Ok(cores()) };
    let read = option_of("threads")?.read(&threads.to_string());
    read.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(threads)
}
