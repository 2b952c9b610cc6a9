//! `solve`, and `solve_many` for a stream of boards.

use crate::board::{board_of, goal_of, puzzle_of};
use crate::choices::{Choices, Chosen, LimitArguments, threads_of};
use crate::errors::refused;
use crate::keywords::search_function;
use crate::solution::PySolution;
use crate::waiting::{BETWEEN_SIGNALS, interruptible};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use taquin::search::Observer;
use taquin::solve::AlgorithmId;
use taquin::{Cancel, CostModel, Direction, Goal, Puzzle, Report, SolveError, Solver};

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
        let limits = LimitArguments { max_nodes, max_seconds, max_bytes };
        let mut chosen = Choices { algorithm, heuristic, cost, order, options, limits }.solver()?;
        chosen.solver.settings.threads = Some(threads_of(Some(threads))?);
        let puzzle = puzzle_of(board_of(board, size)?, &goal_of(goal)?)?;
        let report = run(py, &chosen, &puzzle, None)?;
        Ok(PySolution::new(puzzle, report, requested(&chosen.solver)))
    }
}

/// Up to this many cells, the table of all boards is built in a hundredth of a second.
const QUICK_CELLS: usize = 9;

/// Returns the requested algorithm.
pub fn requested(solver: &Solver) -> &'static str {
    solver.algorithm.unwrap_or(AlgorithmId::Auto).info().id
}

/// Runs a search: on this thread if it is only a look-up, else so that Ctrl-C can interrupt it.
pub fn run(
    py: Python<'_>,
    chosen: &Chosen,
    puzzle: &Puzzle,
    observer: Option<&mut (dyn Observer<Direction> + Send)>,
) -> PyResult<Report> {
    let solver = &chosen.solver;
    let search = |cancel: &Cancel, observer: Option<&mut (dyn Observer<Direction> + Send)>| {
        let observer = observer.map(|observer| observer as &mut dyn Observer<Direction>);
        solver.solve_observed(puzzle, cancel, observer)
    };
    let report = match &chosen.function {
        // The function runs on this thread, where Ctrl-C raises an exception in it.
        Some(function) => {
            let report = py.detach(|| search(function.cancel(), observer));
            if let Some(error) = function.raised() {
                return Err(error);
            }
            report
        }
        None if is_quick(solver, puzzle) => search(&Cancel::new(), observer),
        None => interruptible(py, |cancel| search(cancel, observer))?,
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
    /// solved, the exception is raised in its turn, or yielded with `errors="return"`.
    ///
    /// >>> [len(solution) for solution in solve_many(["123456708", "647850321"])]
    /// [1, 31]
    pub fn solve_many<'py>(
        py: Python<'py>,
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
        let limits = LimitArguments { max_nodes, max_seconds, max_bytes };
        let heuristic = heuristic.map(|name| PyString::new(py, name).into_any());
        let heuristic = heuristic.as_ref();
        let choices = Choices { algorithm, heuristic, cost, order, options, limits };
        let mut solver = choices.solver()?.solver;
        // Concurrent searches share the memory.
        solver.limits.max_bytes = solver.limits.max_bytes.map(|bytes| bytes / threads as u64);
        Ok(SolutionStream {
            boards: boards.try_iter()?.into_any().unbind(),
            goal: goal_of(goal)?,
            size,
            raises,
            pool: Mutex::new(Pool::new(solver, threads)),
        })
    }
}

/// Solutions of many boards, in order.
#[pyclass(name = "SolutionStream", module = "taquin", frozen)]
pub struct SolutionStream {
    boards: Py<PyAny>,
    goal: Goal,
    size: Option<String>,
    raises: bool,
    pool: Mutex<Pool>,
}

/// A puzzle to solve, with its number.
type Work = (usize, Puzzle);
/// A puzzle with its result; `None` if the search panicked.
type Done = (usize, Puzzle, Option<Result<Report, SolveError>>);

/// A pool of threads that solve puzzles.
struct Pool {
    requested: &'static str,
    work: Option<Sender<Work>>,
    done: Receiver<Vec<Done>>,
    cancel: Cancel,
    /// The maximum number of puzzles in flight.
    most: usize,
    /// The numbers of the next puzzle to submit and of the next solution to yield.
    submitted: usize,
    yielded: usize,
    /// Results that are not yet yielded: solutions out of order, and errors of boards.
    finished: BTreeMap<usize, PyResult<PySolution>>,
    ended: bool,
}

/// The number of puzzles in flight for each thread, so that no thread waits for Python.
const AHEAD: usize = 64;

/// Puzzles that are solved this quickly are taken in batches, or passing them between threads would take as long.
const QUICK: Duration = Duration::from_millis(1);
const MOST_AT_ONCE: usize = 16;

/// Waits for a puzzle, and takes up to `share` if more are available; returns none after the last one.
fn take(queue: &Mutex<Receiver<Work>>, share: usize) -> Vec<Work> {
    let queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    let first = queue.recv().ok();
    let others = queue.try_iter().take(share - 1);
    first.into_iter().chain(others).collect()
}

impl Pool {
    fn new(solver: Solver, threads: usize) -> Pool {
        let ((work, queue), (sender, done)) = (channel::<Work>(), channel());
        let cancel = Cancel::new();
        let (requested, queue) = (requested(&solver), Arc::new(Mutex::new(queue)));
        let solver = Arc::new(solver);
        for _ in 0..threads {
            let (queue, solver, sender, cancel) =
                (Arc::clone(&queue), Arc::clone(&solver), sender.clone(), cancel.clone());
            thread::spawn(move || {
                let mut share = 1;
                loop {
                    let some = take(&queue, share);
                    let began = Instant::now();
                    let solve = |(number, puzzle): Work| {
                        let search = || solver.solve_observed(&puzzle, &cancel, None);
                        let report = catch_unwind(AssertUnwindSafe(search)).ok();
                        (number, puzzle, report)
                    };
                    let done: Vec<Done> = some.into_iter().map(solve).collect();
                    if done.is_empty() || sender.send(done).is_err() {
                        break;
                    }
                    share = if began.elapsed() < QUICK { MOST_AT_ONCE.min(2 * share) } else { 1 };
                }
            });
        }
        Pool {
            requested,
            work: Some(work),
            done,
            cancel,
            most: AHEAD * threads,
            submitted: 0,
            yielded: 0,
            finished: BTreeMap::new(),
            ended: false,
        }
    }

    /// Marks the end of the boards.
    fn end(&mut self) {
        self.ended = true;
        self.work = None;
    }

    fn receive(&mut self, (number, puzzle, report): Done) {
        let solution = match report {
            Some(Ok(report)) => Ok(PySolution::new(puzzle, report, self.requested)),
            Some(Err(error)) => Err(refused(&error.into())),
            None => Err(PyRuntimeError::new_err("a search has failed")),
        };
        self.finished.insert(number, solution);
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

#[pymethods]
impl SolutionStream {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        // Waiting for this lock while holding the GIL would deadlock with the thread that holds it.
        let Ok(mut pool) = self.pool.try_lock() else {
            return Err(PyValueError::new_err(
                "another thread is already waiting for the next solution",
            ));
        };
        let pool = &mut *pool;
        let mut boards = self.boards.bind(py).try_iter()?;
        // Refill in batches, when half of the puzzles are done, so that threads are woken less often.
        let is_low = pool.submitted - pool.yielded <= pool.most / 2;
        while is_low && !pool.ended && pool.submitted - pool.yielded < pool.most {
            let board = match boards.next() {
                Some(Ok(board)) => board,
                Some(Err(error)) => {
                    pool.end();
                    return Err(error);
                }
                None => {
                    pool.end();
                    break;
                }
            };
            let board = board_of(&board, self.size.as_deref());
            match board.and_then(|board| puzzle_of(board, &self.goal)) {
                Ok(puzzle) => {
                    // The threads live as long as the pool.
                    let _ = pool.work.as_ref().map(|work| work.send((pool.submitted, puzzle)));
                }
                Err(error) => {
                    pool.finished.insert(pool.submitted, Err(error));
                }
            }
            pool.submitted += 1;
        }
        if pool.yielded == pool.submitted {
            return Ok(None);
        }
        while !pool.finished.contains_key(&pool.yielded) {
            let done = match pool.done.try_recv() {
                Ok(done) => Ok(done),
                Err(_) => {
                    let done = &mut pool.done;
                    py.detach(move || done.recv_timeout(BETWEEN_SIGNALS))
                }
            };
            match done {
                Ok(done) => done.into_iter().for_each(|each| pool.receive(each)),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        // Abandon the puzzles in flight.
                        pool.cancel.cancel();
                        pool.end();
                        pool.yielded = pool.submitted;
                        return Err(error);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("a search has failed"));
                }
            }
        }
        let solution = pool.finished.remove(&pool.yielded);
        pool.yielded += 1;
        match solution {
            Some(Ok(solution)) => Ok(Some(Bound::new(py, solution)?.into_any())),
            Some(Err(error)) if self.raises => Err(error),
            Some(Err(error)) => Ok(Some(error.into_value(py).into_bound(py).into_any())),
            None => Ok(None),
        }
    }
}
