//! `SearchResult`: the result of searching a custom problem.

use crate::problem::{Action, PythonProblem};
use crate::solution::PyStats;
use crate::trace::{fate, scrolling};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use taquin::search::{Algorithm, AlgorithmInfo, Bfs, Iddfs, Stats, Stop, Trace};
use taquin::solve::AlgorithmId;
use taquin_api::json::RunOutcome;

/// The result of searching a custom problem; truthy if it is solved.
#[pyclass(frozen, module = "taquin")]
pub struct SearchResult {
    /// The algorithm.
    pub algorithm: AlgorithmId,
    /// How the search ended.
    pub outcome: RunOutcome,
    /// The limit that was reached.
    pub stopped_by: Option<Stop>,
    /// The path to the goal, if it was reached.
    pub path: Option<ActionPath>,
    /// The statistics.
    pub stats: Stats,
    /// All nodes generated and explored.
    pub trace: Trace<Action>,
    /// The problem.
    pub problem: PythonProblem,
}

/// A path to the goal.
pub struct ActionPath {
    /// The actions.
    pub actions: Vec<Action>,
    /// The numbers of the states, including the start.
    pub states: Vec<u32>,
    /// The cost of the actions.
    pub cost: f64,
}

#[pymethods]
impl SearchResult {
    /// The actions from the start to the goal; None if it was not reached.
    #[getter]
    fn actions(&self, py: Python<'_>) -> Option<Vec<Py<PyAny>>> {
        let action = |action: &Action| {
            let children = self.problem.children(action.state);
            children.get(action.nth as usize).map(|child| child.action.clone_ref(py))
        };
        self.path.as_ref().map(|path| path.actions.iter().filter_map(action).collect())
    }

    /// The states on the path, including the start; None if the goal was not reached.
    #[getter]
    fn states(&self, py: Python<'_>) -> Option<Vec<Py<PyAny>>> {
        let state = |number: &u32| self.problem.state(py, *number).unbind();
        self.path.as_ref().map(|path| path.states.iter().map(state).collect())
    }

    /// The cost of the actions.
    #[getter]
    fn cost(&self) -> Option<f64> {
        self.path.as_ref().map(|path| path.cost)
    }

    /// `solved`, `exhausted` (everything was searched) or `stopped` (by a limit).
    #[getter]
    fn outcome(&self) -> &'static str {
        self.outcome.id()
    }

    /// The limit that stopped it: `time`, `nodes` or `memory`; None if none did.
    #[getter]
    fn stopped_by(&self) -> Option<&'static str> {
        self.stopped_by.map(Stop::id)
    }

    /// The algorithm.
    #[getter]
    fn algorithm(&self) -> String {
        self.algorithm.to_string()
    }

    /// The statistics.
    #[getter]
    fn stats(&self) -> PyStats {
        PyStats(self.stats.clone())
    }

    /// The nodes generated, in order, starting with the start: a dictionary each, with its state, its parent, the action,
    /// g, h and its fate.
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        // A search that ignores costs counts moves.
        let per_step =
            if counts_moves(self.algorithm.info()) { 1.0 } else { self.problem.precision };
        let nodes = PyList::empty(py);
        let start = PyDict::new(py);
        start.set_item("node", 0)?;
        start.set_item("parent", py.None())?;
        start.set_item("state", self.problem.state(py, 0))?;
        start.set_item("action", py.None())?;
        start.set_item("g", 0.0)?;
        let start_h = self.problem.known().states[0].h.unwrap_or_default();
        start.set_item("h", f64::from(start_h) / self.problem.precision)?;
        start.set_item("fate", "new")?;
        nodes.append(start)?;
        for node in self.trace.nodes() {
            let children = self.problem.children(node.by.state);
            let Some(child) = children.get(node.by.nth as usize) else { continue };
            let row = PyDict::new(py);
            row.set_item("node", node.id)?;
            row.set_item("parent", node.parent)?;
            row.set_item("state", self.problem.state(py, child.next))?;
            row.set_item("action", child.action.bind(py))?;
            row.set_item("g", f64::from(node.g) / per_step)?;
            row.set_item("h", f64::from(node.h) / self.problem.precision)?;
            row.set_item("fate", fate(node.disposition))?;
            nodes.append(row)?;
        }
        Ok(nodes)
    }

    /// The numbers of the nodes explored, in order.
    fn steps(&self) -> Vec<u64> {
        self.trace.steps().iter().map(|step| step.id).collect()
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.svg(py)?.map(|svg| scrolling(&svg)))
    }

    /// The search tree, as SVG; None if it has more than 300 nodes.
    fn svg(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let states: Vec<Py<PyAny>> = self.states(py).unwrap_or_default();
        let drawn = py
            .import("taquin._tree")?
            .call_method1("tree", (self.nodes(py)?, self.steps(), states))?;
        drawn.extract()
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.problem.traverse(&visit)
    }

    fn __bool__(&self) -> bool {
        self.path.is_some()
    }

    fn __len__(&self) -> usize {
        self.path.as_ref().map_or(0, |path| path.actions.len())
    }

    fn __repr__(&self) -> String {
        let explored = self.stats.explored;
        match &self.path {
            Some(ActionPath { actions, cost, .. }) => {
                let actions = actions.len();
                format!("<SearchResult: {actions} actions, cost {cost}, {explored} nodes explored>")
            }
            None => format!("<SearchResult: {}, {explored} nodes explored>", self.outcome.id()),
        }
    }
}

/// Whether g and bounds are numbers of moves, not costs.
pub fn counts_moves(info: &AlgorithmInfo) -> bool {
    [Bfs::INFO.id, Iddfs::INFO.id].contains(&info.id)
}
