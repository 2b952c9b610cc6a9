//! taquin for Python: a thin module around `taquin-api`. Python items are documented where they are defined, and their
//! types are in `python/taquin/_taquin.pyi`.

mod board;
mod check;
mod choices;
mod divided;
mod errors;
mod experiment;
mod function;
mod keywords;
mod played;
mod problem;
mod search;
mod search_result;
mod solution;
mod solving;
mod space;
mod stream;
mod trace;
mod waiting;

use pyo3::prelude::*;
use std::ffi::OsString;
use taquin::Stop;
use taquin::heuristic::HeuristicId;
use taquin::solve::{AlgorithmId, OPTIONS};
use taquin_api::experiment::MOST_BOARDS;
use taquin_api::json::RunOutcome;

/// Runs the command `taquin` with the given arguments, and returns its exit code.
#[pyfunction]
fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> i32 {
    py.detach(|| taquin_cli::run(arguments))
}

/// The names of all algorithms.
#[pyfunction]
fn algorithms() -> Vec<&'static str> {
    AlgorithmId::ALL.iter().map(|id| id.info().id).collect()
}

/// The names of all heuristics.
#[pyfunction]
fn heuristics() -> Vec<&'static str> {
    HeuristicId::ALL.iter().map(|id| id.info().id).collect()
}

/// The names of all options of a search.
#[pyfunction]
fn options() -> Vec<&'static str> {
    OPTIONS.iter().map(|option| option.field).collect()
}

/// How a search can end.
#[pyfunction]
fn outcomes() -> Vec<&'static str> {
    let searched = RunOutcome::ALL.into_iter().filter(|outcome| outcome.was_searched());
    searched.map(RunOutcome::id).collect()
}

/// What can stop a search.
#[pyfunction]
fn stops() -> [&'static str; 4] {
    Stop::ALL.map(Stop::id)
}

/// The module `taquin._taquin`.
#[pymodule]
fn _taquin(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("MOST_BOARDS", MOST_BOARDS)?;
    module.add("UnsolvableError", module.py().get_type::<errors::UnsolvableError>())?;
    module.add_class::<board::PyBoard>()?;
    module.add_class::<solution::PySolution>()?;
    module.add_class::<solution::PyStats>()?;
    module.add_class::<trace::PyTrace>()?;
    module.add_class::<space::PyDistanceTable>()?;
    module.add_class::<played::Verdict>()?;
    module.add_class::<played::Gap>()?;
    module.add_class::<check::HeuristicCheck>()?;
    module.add_class::<search_result::SearchResult>()?;
    module.add_class::<problem::SearchNode>()?;
    module.add_class::<stream::SolutionStream>()?;
    module.add_class::<experiment::PyExperiment>()?;
    module.add_class::<experiment::PyResultsFile>()?;
    module.add_class::<divided::PyDividedSearch>()?;
    module.add_function(wrap_pyfunction!(solving::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solving::solve_many, module)?)?;
    module.add_function(wrap_pyfunction!(trace::trace, module)?)?;
    module.add_function(wrap_pyfunction!(space::distance_table, module)?)?;
    module.add_function(wrap_pyfunction!(space::generate, module)?)?;
    module.add_function(wrap_pyfunction!(played::verify, module)?)?;
    module.add_function(wrap_pyfunction!(played::gap, module)?)?;
    module.add_function(wrap_pyfunction!(check::check_heuristic, module)?)?;
    module.add_function(wrap_pyfunction!(search::search, module)?)?;
    module.add_function(wrap_pyfunction!(algorithms, module)?)?;
    module.add_function(wrap_pyfunction!(heuristics, module)?)?;
    module.add_function(wrap_pyfunction!(options, module)?)?;
    module.add_function(wrap_pyfunction!(outcomes, module)?)?;
    module.add_function(wrap_pyfunction!(stops, module)?)?;
    module.add_function(wrap_pyfunction!(run_command, module)?)?;
    Ok(())
}
