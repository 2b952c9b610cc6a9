//! `solve`, and `solve_many`, which starts a stream.

use crate::board::{board_of, goal_of, puzzle_of};
use crate::choices::{chosen_limits, request_of, solver_of, threads_of};
use crate::errors::refused;
use crate::function::HeuristicFunction;
use crate::keywords::search_function;
use crate::solution::PySolution;
use crate::stream::{Pool, SolutionStream};
use crate::waiting::{Signals, interruptible};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;
use taquin::search::Observer;
use taquin::solve::AlgorithmId;
use taquin::{Cancel, CostModel, Move, Puzzle, Report, SolveError, Solver};
use taquin_api::tasks::search;

search_function! {
    /// Solves a board: finds the shortest solution if possible, else a good one within seconds.
    ///
    /// If a limit is reached first, the result is falsy; a board that cannot be solved raises `UnsolvableError`.
    /// `heuristic` is a name, or a function of a board that estimates the cost to go.
    ///
    /// >>> solve("647850321").length
    /// 31
    /// >>> solve("647850321", algorithm="astar", heuristic="linear-conflict").optimal
    /// True
    pub fn solve<'py>(
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
        *,
        goal: Option<&Bound<'py, PyAny>> = None,
        algorithm: &str = "auto",
        heuristic: Option<&Bound<'py, PyAny>> = None,
        cost: &str = "unit",
        order: &str = "UDLR",
        ..options,
        threads: usize = 1,
        max_nodes: Option<u64> = None,
        max_seconds: Option<f64> = None,
        max_bytes: Option<u64> = None,
        size: Option<&str> = None,
    ) -> PyResult<PySolution> {
        let limits = chosen_limits(max_nodes, max_seconds, max_bytes)?;
        let request = request_of(algorithm, cost, order, options, limits)?;
        let (mut solver, function) = solver_of(request, heuristic)?;
        solver.settings.threads = Some(threads_of(Some(threads))?);
        let puzzle = puzzle_of(board_of(board, size)?, &goal_of(goal)?)?;
        let report = run(py, &solver, function.as_deref(), &puzzle, None)?;
        Ok(PySolution::new(puzzle, report, Arc::new(solver)))
    }
}

/// Up to this many cells, the table of all boards is built in a hundredth of a second.
const QUICK_CELLS: usize = 9;

/// Runs a search: on this thread if it is only a look-up, else so that Ctrl-C can interrupt it.
pub fn run(
    py: Python<'_>,
    solver: &Solver,
    function: Option<&HeuristicFunction>,
    puzzle: &Puzzle,
    observer: Option<&mut (dyn Observer<Move> + Send)>,
) -> PyResult<Report> {
    let run = |cancel: &Cancel, observer: Option<&mut (dyn Observer<Move> + Send)>| {
        let observer = observer.map(|observer| observer as &mut dyn Observer<Move>);
        search(solver, puzzle, cancel, observer)
    };
    let report = match function {
        // The function runs on this thread, where Ctrl-C raises an exception in it; or on several, while this one waits.
        Some(function) => {
            let mut observers = (observer, Signals(|error| function.fail(error)));
            let report = py.detach(|| run(function.cancel(), Some(&mut observers)));
            if let Some(error) = function.raised() {
                return Err(error);
            }
            report
        }
        None if is_quick(solver, puzzle) => run(&Cancel::new(), observer),
        None => interruptible(py, |cancel| run(cancel, observer))?,
    };
    report.map_err(|error: SolveError| refused(&error.into()))
}

/// Whether a search is quick on any board: the distance table has the answer, and building it is quick, too.
fn is_quick(solver: &Solver, puzzle: &Puzzle) -> bool {
    let algorithm = solver.effective_algorithm(puzzle.size());
    let looked_up = matches!(algorithm, AlgorithmId::Auto | AlgorithmId::Table);
    looked_up && solver.costs == CostModel::Unit && puzzle.size().cells() <= QUICK_CELLS
}

search_function! {
    /// Solves many boards on several threads, and yields their solutions in order.
    ///
    /// `boards` may be any iterable; it is read only as far ahead as the threads need. For a board that is invalid or cannot be
    /// solved, the exception is raised in its turn, or yielded with `errors="return"`; an exception of the iterable is raised
    /// after the boards before it.
    ///
    /// >>> [len(solution) for solution in solve_many(["123456708", "647850321"])]
    /// [1, 31]
    pub fn solve_many<'py>(
        _py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        *,
        errors: &str = "raise",
        goal: Option<&Bound<'py, PyAny>> = None,
        algorithm: &str = "auto",
        heuristic: Option<&str> = None,
        cost: &str = "unit",
        order: &str = "UDLR",
        ..options,
        threads: Option<usize> = None,
        max_nodes: Option<u64> = None,
        max_seconds: Option<f64> = None,
        max_bytes: Option<u64> = None,
        size: Option<String> = None,
    ) -> PyResult<SolutionStream> {
        let raises = match errors {
            "raise" => true,
            "return" => false,
            other => {
                return Err(PyValueError::new_err(format!(
                    "errors is 'raise' or 'return', not '{other}'"
                )));
            }
        };
        let threads = threads_of(threads)?;
        let limits = chosen_limits(max_nodes, max_seconds, max_bytes)?;
        let mut request = request_of(algorithm, cost, order, options, limits)?;
        request.heuristic = heuristic.map(ToString::to_string);
        let (mut solver, _) = solver_of(request, None)?;
        // Concurrent searches share the memory.
        solver.limits.max_bytes = solver.limits.max_bytes.map(|bytes| bytes / threads as u64);
        let (boards, goal) = (boards.try_iter()?.into_any().unbind(), goal_of(goal)?);
        Ok(SolutionStream::new(boards, goal, size, raises, Pool::new(solver, threads)))
    }
}
