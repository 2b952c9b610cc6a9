//! The stream of `solve_many`: boards are read as threads need them, and their solutions are yielded in order.

use crate::board::{board_of, puzzle_of};
use crate::errors::refused;
use crate::solution::PySolution;
use crate::waiting::BETWEEN_SIGNALS;
use pyo3::exceptions::{PyBaseException, PyException, PyRuntimeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::{mem, process, thread};
use taquin::{Cancel, Goal, Puzzle, Report, SolveError, Solver};
use taquin_api::stream::{Done, work};
use taquin_api::tasks::search;

/// Solutions of many boards, in order.
#[pyclass(name = "SolutionStream", module = "taquin", frozen)]
pub struct SolutionStream {
    boards: Py<PyAny>,
    goal: Goal,
    size: Option<String>,
    raises: bool,
    /// The process with the threads of the pool; a fork has only the pool.
    process: u32,
    pool: Mutex<Option<Pool>>,
}

/// A puzzle with its result.
type Solved = (Puzzle, Result<Report, SolveError>);
/// An exception as an object, which the collector of cycles can visit.
type Raised = Py<PyBaseException>;

/// A pool of threads that solve puzzles.
pub struct Pool {
    solver: Arc<Solver>,
    puzzles: Option<Sender<(usize, Puzzle)>>,
    done: Receiver<Vec<Done<Solved>>>,
    cancel: Cancel,
    /// The maximum number of puzzles in flight.
    most: usize,
    /// The numbers of the next puzzle to submit and of the next solution to yield.
    submitted: usize,
    yielded: usize,
    /// Results that are not yet yielded: solutions out of order, and errors of boards.
    finished: BTreeMap<usize, Result<PySolution, Raised>>,
    /// The exception that ended the boards, until it is raised in its turn.
    broken: Option<Raised>,
    ended: bool,
}

/// The number of puzzles in flight for each thread, so that no thread waits for Python.
const AHEAD: usize = 64;

/// The most puzzles that a thread takes at once.
const MOST_AT_ONCE: usize = 16;

impl Pool {
    pub fn new(solver: Solver, threads: usize) -> Pool {
        let ((puzzles, queue), (sender, done)) = (channel(), channel());
        let cancel = Cancel::new();
        let (solver, queue) = (Arc::new(solver), Arc::new(Mutex::new(queue)));
        for _ in 0..threads {
            let (queue, solver, sender, cancel) =
                (Arc::clone(&queue), Arc::clone(&solver), sender.clone(), cancel.clone());
            let solve = move |puzzle: Puzzle| {
                let report = search(&solver, &puzzle, &cancel, None);
                (puzzle, report)
            };
            thread::spawn(move || work(&queue, &sender, MOST_AT_ONCE, solve));
        }
        Pool {
            solver,
            puzzles: Some(puzzles),
            done,
            cancel,
            most: AHEAD * threads,
            submitted: 0,
            yielded: 0,
            finished: BTreeMap::new(),
            broken: None,
            ended: false,
        }
    }

    /// Marks the end of the boards.
    fn end(&mut self) {
        self.ended = true;
        self.puzzles = None;
    }

    /// Abandons the puzzles in flight, and every error that waits for its turn.
    fn abandon(&mut self) {
        self.cancel.cancel();
        self.end();
        self.yielded = self.submitted;
        self.finished.clear();
        self.broken = None;
    }

    /// Submits boards until enough puzzles are in flight. Exceptions wait for their turn, except Ctrl-C and its like.
    fn refill(&mut self, py: Python<'_>, stream: &SolutionStream) -> PyResult<()> {
        let mut boards = stream.boards.bind(py).try_iter()?;
        while !self.ended && self.submitted - self.yielded < self.most {
            py.check_signals()?;
            match boards.next() {
                Some(Ok(board)) => {
                    match stream.puzzle_of(&board) {
                        Ok(puzzle) => {
                            // The threads live as long as the pool.
                            let puzzles = self.puzzles.as_ref();
                            let _ = puzzles.map(|puzzles| puzzles.send((self.submitted, puzzle)));
                        }
                        Err(error) => {
                            self.finished.insert(self.submitted, Err(in_turn(error, py)?));
                        }
                    }
                    self.submitted += 1;
                }
                Some(Err(error)) => {
                    self.broken = Some(in_turn(error, py)?);
                    self.end();
                }
                None => self.end(),
            }
        }
        Ok(())
    }

    fn receive(&mut self, (number, result): Done<Solved>, py: Python<'_>) {
        let solution = match result {
            Ok((puzzle, Ok(report))) => {
                Ok(PySolution::new(puzzle, report, Arc::clone(&self.solver)))
            }
            Ok((_, Err(error))) => Err(refused(&error.into())),
            Err(_) => Err(PyRuntimeError::new_err("a search has failed")),
        };
        self.finished.insert(number, solution.map_err(|error| error.into_value(py)));
    }

    /// Waits for the next result.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Result<PySolution, Raised>>> {
        while !self.finished.contains_key(&self.yielded) {
            let done = match self.done.try_recv() {
                Ok(done) => Ok(done),
                Err(_) => {
                    let done = &mut self.done;
                    py.detach(move || done.recv_timeout(BETWEEN_SIGNALS))
                }
            };
            match done {
                Ok(done) => done.into_iter().for_each(|each| self.receive(each, py)),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        self.abandon();
                        return Err(error);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("a search has failed"));
                }
            }
        }
        let solution = self.finished.remove(&self.yielded);
        self.yielded += 1;
        Ok(solution)
    }

    fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        let errors = self.finished.values().filter_map(|result| result.as_ref().err());
        errors.chain(&self.broken).try_for_each(|error| visit.call(error))
    }
}

/// Keeps an exception until its turn; only what is no `Exception`, such as Ctrl-C, is raised at once.
fn in_turn(error: PyErr, py: Python<'_>) -> PyResult<Raised> {
    if error.is_instance_of::<PyException>(py) { Ok(error.into_value(py)) } else { Err(error) }
}

fn raise(error: Raised, py: Python<'_>) -> PyErr {
    PyErr::from_value(error.into_bound(py).into_any())
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl SolutionStream {
    pub fn new(
        boards: Py<PyAny>,
        goal: Goal,
        size: Option<String>,
        raises: bool,
        pool: Pool,
    ) -> SolutionStream {
        let pool = Mutex::new(Some(pool));
        SolutionStream { boards, goal, size, raises, process: process::id(), pool }
    }

    /// Whether this process is a fork of the one with the threads.
    fn is_forked(&self) -> bool {
        process::id() != self.process
    }

    fn puzzle_of(&self, board: &Bound<'_, PyAny>) -> PyResult<Puzzle> {
        puzzle_of(board_of(board, self.size.as_deref())?, &self.goal)
    }
}

impl Drop for SolutionStream {
    fn drop(&mut self) {
        if self.is_forked() {
            // Its channels may be locked by threads that do not exist here.
            mem::forget(self.pool.get_mut().unwrap_or_else(PoisonError::into_inner).take());
        }
    }
}

#[pymethods]
impl SolutionStream {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.is_forked() {
            return Err(PyRuntimeError::new_err(
                "this stream was made before os.fork, and its threads are in the other process; call solve_many here",
            ));
        }
        // Waiting for this lock while holding the GIL would deadlock with the thread that holds it.
        let Ok(mut pool) = self.pool.try_lock() else {
            return Err(PyValueError::new_err(
                "another thread is already waiting for the next solution",
            ));
        };
        let Some(pool) = pool.as_mut() else { return Ok(None) };
        // Refill in batches, when half of the puzzles are done, so that threads are woken less often.
        if pool.submitted - pool.yielded <= pool.most / 2 {
            pool.refill(py, self).inspect_err(|_| pool.abandon())?;
        }
        if pool.yielded == pool.submitted {
            return pool.broken.take().map_or(Ok(None), |error| Err(raise(error, py)));
        }
        match pool.next(py)? {
            Some(Ok(solution)) => Ok(Some(Bound::new(py, solution)?.into_any())),
            Some(Err(error)) if self.raises => Err(raise(error, py)),
            Some(Err(error)) => Ok(Some(error.into_bound(py).into_any())),
            None => Ok(None),
        }
    }

    /// A cycle through a stream also has an iterator or an exception, so nothing needs to be cleared.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.boards)?;
        // If it is locked, its exceptions are in use.
        match self.pool.try_lock() {
            Ok(pool) => pool.iter().try_for_each(|pool| pool.traverse(&visit)),
            Err(_) => Ok(()),
        }
    }
}
