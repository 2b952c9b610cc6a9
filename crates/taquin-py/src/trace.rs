//! `trace`: records a search step by step.

use crate::board::{PyBoard, board_of, goal_of, puzzle_of};
use crate::choices::{Choices, LimitArguments};
use crate::errors::wrong;
use crate::keywords::search_function;
use crate::solution::PySolution;
use crate::solving::run;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;
use taquin::Trace;
use taquin::search::Disposition;
use taquin::trace::PuzzleTrace;
use taquin_api::picture::{SearchTree, svg};
use taquin_api::spelling::Fields;

search_function! {
    /// Solves a board and records every step of the search.
    ///
    /// >>> len(trace("123450786", algorithm="bfs"))
    /// 3
    pub fn trace<'py>(
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
        *,
        room: usize = 100_000,
        goal: Option<&Bound<'py, PyAny>> = None,
        algorithm: &str = "astar",
        heuristic: Option<&Bound<'py, PyAny>> = None,
        cost: &str = "unit",
        order: &str = "UDLR",
        ..options,
        max_nodes: Option<u64> = None,
        max_seconds: Option<f64> = None,
        max_bytes: Option<u64> = None,
        size: Option<&str> = None,
    ) -> PyResult<PyTrace> {
        let limits = LimitArguments { max_nodes, max_seconds, max_bytes };
        let chosen = Choices { algorithm, heuristic, cost, order, options, limits }.solver()?;
        let puzzle = puzzle_of(board_of(board, size)?, &goal_of(goal)?)?;
        let mut trace = Trace::new(room);
        let report = run(py, &chosen, &puzzle, Some(&mut trace))?;
        let solution = Py::new(py, PySolution::new(puzzle, report, Arc::new(chosen.solver)))?;
        Ok(PyTrace { solution, trace })
    }
}

/// A search, step by step.
#[pyclass(frozen, name = "Trace", module = "taquin")]
pub struct PyTrace {
    solution: Py<PySolution>,
    trace: Trace,
}

#[pymethods]
impl PyTrace {
    /// The result of the search.
    #[getter]
    fn solution(&self, py: Python<'_>) -> Py<PySolution> {
        self.solution.clone_ref(py)
    }

    /// Whether the whole search was recorded.
    #[getter]
    fn complete(&self) -> bool {
        self.trace.is_complete()
    }

    /// The nodes explored, in order: a dictionary each, with the node, its board, g, h and the counts so far.
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let solution = self.solution.get();
        let per_step = self.per_step();
        let steps = PyList::empty(py);
        for step in self.trace.steps() {
            let row = PyDict::new(py);
            row.set_item("node", step.id)?;
            row.set_item("board", self.trace.board(step.id, solution.puzzle.start()).map(PyBoard))?;
            row.set_item("g", f64::from(step.taken.g) / per_step)?;
            row.set_item("h", f64::from(step.taken.h) / per_step)?;
            row.set_item("explored", step.stats.explored)?;
            row.set_item("generated", step.stats.generated)?;
            row.set_item("frontier", step.stats.frontier)?;
            steps.append(row)?;
        }
        Ok(steps)
    }

    /// The nodes generated, in order: a dictionary each, with its parent, the move, g, h and its fate.
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let per_step = self.per_step();
        let nodes = PyList::empty(py);
        for node in self.trace.nodes() {
            let row = PyDict::new(py);
            row.set_item("node", node.id)?;
            row.set_item("parent", node.parent)?;
            row.set_item("move", node.by.letter())?;
            row.set_item("g", f64::from(node.g) / per_step)?;
            row.set_item("h", f64::from(node.h) / per_step)?;
            row.set_item("fate", fate(node.disposition))?;
            nodes.append(row)?;
        }
        Ok(nodes)
    }

    /// The open and the closed list, as numbers of nodes, just after the node of a step is explored. Steps count from 0.
    fn lists_at(&self, step: usize) -> (Vec<u64>, Vec<u64>) {
        let lists = self.trace.lists_at(step);
        (lists.open, lists.closed)
    }

    /// The search tree, as SVG; only for searches with up to 500 nodes.
    fn svg(&self) -> PyResult<String> {
        let solution = self.solution.get();
        let tree = SearchTree::of(&solution.puzzle, &solution.report, &self.trace, &Fields);
        tree.map(|tree| svg(&tree.draw())).map_err(|error| wrong(&error))
    }

    fn _repr_html_(&self) -> Option<String> {
        self.svg().ok().map(|svg| scrolling(&svg))
    }

    fn __len__(&self) -> usize {
        self.trace.steps().len()
    }

    fn __repr__(&self) -> String {
        let (steps, nodes) = (self.trace.steps().len(), self.trace.nodes().len());
        format!("<Trace: {steps} nodes explored, {nodes} generated>")
    }
}

impl PyTrace {
    fn per_step(&self) -> f64 {
        let estimate = self.solution.get().report.start_estimate;
        estimate.map_or(1.0, |estimate| f64::from(estimate.per_step))
    }
}

/// Wraps a picture that may be wider than the page.
pub fn scrolling(svg: &str) -> String {
    format!("<div style=\"overflow-x: auto\">{svg}</div>")
}

/// Returns the name of a disposition.
pub fn fate(disposition: Disposition) -> &'static str {
    match disposition {
        Disposition::Enqueued => "new",
        Disposition::Improved => "better",
        Disposition::Duplicate => "known",
        Disposition::Pruned => "pruned",
    }
}
