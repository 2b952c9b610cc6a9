//! `SearchResult`: the result of searching a custom problem.

use crate::problem::{Action, PythonProblem};
use crate::solution::PyStats;
use crate::trace::{disposition_name, scrolling};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use taquin::search::{
    Algorithm, AlgorithmInfo, Bfs, Disposition, Generated, Iddfs, Stats, Stop, Trace,
};
use taquin::solve::AlgorithmId;
use taquin_api::json::RunOutcome;
use taquin_api::recording::{NodeId, Tree};

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
    /// g, h and its disposition: `enqueued`, `improved` (known, but reached by a cheaper path), `duplicate` or `pruned`.
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let nodes = PyList::empty(py);
        nodes.append(self.row(py, None)?)?;
        for node in self.trace.nodes() {
            nodes.append(self.row(py, Some(node))?)?;
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

    /// The search tree, as SVG; None if it has more than 300 nodes. Of several rounds it is the last.
    fn svg(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let tree = Tree::new(&self.trace, false, self.path.is_some());
        let nodes = PyList::empty(py);
        for node in tree.as_ref().map_or_else(|| vec![0], |tree| self.drawn(tree)) {
            let row = self.row(py, self.trace.node(node.into()))?;
            row.set_item("node", node)?;
            row.set_item("parent", tree.as_ref().and_then(|tree| tree.parent(node)))?;
            row.set_item("order", tree.as_ref().and_then(|tree| order(tree, node)))?;
            row.set_item("on_path", tree.as_ref().is_some_and(|tree| tree.path().contains(&node)))?;
            nodes.append(row)?;
        }
        py.import("taquin._tree")?.call_method1("tree", (nodes,))?.extract()
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

impl SearchResult {
    /// Returns a node as a dictionary; without a node, the start.
    fn row<'py>(
        &self,
        py: Python<'py>,
        node: Option<&Generated<Action>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let known = node.map(|node| (node, self.problem.children(node.by.state)));
        let child = known.as_ref().and_then(|(node, children)| children.get(node.by.nth as usize));
        let start_h = || self.problem.known().states[0].h.unwrap_or_default();
        // A search that ignores costs counts moves.
        let per_step =
            if counts_moves(self.algorithm.info()) { 1.0 } else { self.problem.precision };
        let row = PyDict::new(py);
        row.set_item("node", node.map_or(0, |node| node.id))?;
        row.set_item("parent", node.map(|node| node.parent))?;
        row.set_item("state", self.problem.state(py, child.map_or(0, |child| child.next)))?;
        row.set_item("action", child.map(|child| child.action.bind(py)))?;
        row.set_item("g", node.map_or(0.0, |node| f64::from(node.g) / per_step))?;
        let h = node.map_or_else(start_h, |node| node.h);
        row.set_item("h", f64::from(h) / self.problem.precision)?;
        let disposition = node.map_or(Disposition::Enqueued, |node| node.disposition);
        row.set_item("disposition", disposition_name(disposition))?;
        Ok(row)
    }

    /// Returns the nodes of the last round that are drawn: its root, and those that were put on the frontier.
    fn drawn(&self, tree: &Tree) -> Vec<NodeId> {
        let Some(round) = tree.rounds().last() else { return Vec::new() };
        let is_enqueued = |&node: &NodeId| {
            self.trace.node(node.into()).is_some_and(|node| node.disposition.is_enqueued())
        };
        round.roots.iter().copied().chain(round.nodes.clone().filter(is_enqueued)).collect()
    }
}

/// Returns the position of a node in the order of exploration of the last round, from 1.
fn order(tree: &Tree, node: NodeId) -> Option<usize> {
    Some(tree.explored_at(node)? - tree.rounds().last()?.steps.start + 1)
}

/// Whether g and bounds are numbers of moves, not costs.
pub fn counts_moves(info: &AlgorithmInfo) -> bool {
    [Bfs::INFO.id, Iddfs::INFO.id].contains(&info.id)
}
