//! `trace`: records a search step by step.

use crate::board::{PyBoard, board_of, goal_of, puzzle_of};
use crate::choices::{chosen_limits, request_of, solver_of};
use crate::errors::wrong;
use crate::keywords::search_function;
use crate::solution::PySolution;
use crate::solving::run;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;
use taquin::Trace;
use taquin::search::Disposition;
use taquin_api::picture::{SearchTree, svg};
use taquin_api::recording::Recording;
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
        capacity: usize = 100_000,
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
        let limits = chosen_limits(max_nodes, max_seconds, max_bytes)?;
        let request = request_of(algorithm, cost, order, options, limits)?;
        let (solver, function) = solver_of(request, heuristic)?;
        let puzzle = puzzle_of(board_of(board, size)?, &goal_of(goal)?)?;
        let mut trace = Trace::new(capacity);
        let report = run(py, &solver, function.as_deref(), &puzzle, Some(&mut trace))?;
        let recording = Recording::new(puzzle.clone(), &report, trace);
        let solution = Py::new(py, PySolution::new(puzzle, report, Arc::new(solver)))?;
        Ok(PyTrace { solution, recording })
    }
}

/// A search, step by step.
#[pyclass(frozen, name = "Trace", module = "taquin")]
pub struct PyTrace {
    solution: Py<PySolution>,
    recording: Recording,
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
        self.recording.is_complete()
    }

    /// The nodes explored, in order: a dictionary each, with the node, its board, g, h and the counts so far.
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let steps = PyList::empty(py);
        for (position, step) in (1..).zip(self.recording.trace().steps()) {
            let node = self.recording.node_at(position);
            let costs = self.recording.costs(node);
            let row = PyDict::new(py);
            row.set_item("node", step.id)?;
            row.set_item("board", PyBoard(self.recording.board(node)))?;
            row.set_item("g", costs.g)?;
            row.set_item("h", costs.h.unwrap_or_default())?;
            row.set_item("explored", step.stats.explored)?;
            row.set_item("generated", step.stats.generated)?;
            row.set_item("frontier", step.stats.frontier)?;
            steps.append(row)?;
        }
        Ok(steps)
    }

    /// The nodes generated, in order: a dictionary each, with its parent, the move, g, h and its
    /// disposition: `enqueued`, `improved` (known, but reached by a cheaper path), `duplicate` or `pruned`.
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let nodes = PyList::empty(py);
        for node in self.recording.trace().nodes() {
            let costs = self.recording.costs(node.id as u32);
            let row = PyDict::new(py);
            row.set_item("node", node.id)?;
            row.set_item("parent", node.parent)?;
            row.set_item("move", node.by.to_string())?;
            row.set_item("g", costs.g)?;
            row.set_item("h", costs.h.unwrap_or_default())?;
            row.set_item("disposition", disposition_name(node.disposition))?;
            nodes.append(row)?;
        }
        Ok(nodes)
    }

    /// The open and the closed list, as numbers of nodes, just after the node of a step is explored: what is next to be
    /// explored first, and what was explored last last. Steps count from 0. A search that deepens has no open list.
    fn lists_at(&self, step: usize) -> (Vec<u32>, Vec<u32>) {
        let Some(tree) = self.recording.tree() else { return Default::default() };
        let round = tree.round_at(step).steps.clone();
        let explored = (round.start..round.end.min(step.saturating_add(1))).filter_map(|step| {
            // A node may be explored again.
            tree.node_of(step).filter(|&node| tree.explored_at(node) == Some(step))
        });
        let label = |node| self.recording.label(node);
        (tree.frontier_at(step).map(label).collect(), explored.map(label).collect())
    }

    /// The search tree, as SVG; only for searches with up to 500 nodes.
    fn svg(&self) -> PyResult<String> {
        let solution = self.solution.get();
        let tree = SearchTree::of(&self.recording, &solution.report, &Fields);
        tree.map(|tree| svg(&tree.draw())).map_err(|error| wrong(&error))
    }

    fn _repr_html_(&self) -> Option<String> {
        self.svg().ok().map(|svg| scrolling(&svg))
    }

    fn __len__(&self) -> usize {
        self.recording.trace().steps().len()
    }

    fn __repr__(&self) -> String {
        let trace = self.recording.trace();
        let (steps, nodes) = (trace.steps().len(), trace.nodes().len());
        format!("<Trace: {steps} nodes explored, {nodes} generated>")
    }
}

/// Wraps a picture that may be wider than the page.
pub fn scrolling(svg: &str) -> String {
    format!("<div style=\"overflow-x: auto\">{svg}</div>")
}

/// Returns the name of a disposition.
pub fn disposition_name(disposition: Disposition) -> &'static str {
    match disposition {
        Disposition::Enqueued => "enqueued",
        Disposition::Improved => "improved",
        Disposition::Duplicate => "duplicate",
        Disposition::Pruned => "pruned",
    }
}
