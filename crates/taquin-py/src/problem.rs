//! `search`: any problem written in Python, by the same algorithms.
//!
//! A problem is any object with the methods that courses use: `initial`, `actions(state)`, `result(state, action)`,
//! `is_goal(state)` or `goal_test(state)`, and, where there are some, `action_cost(state, action, next)` or
//! `path_cost(cost, state, action, next)`, `h(node)` and `goal`. States are numbered as they are met, and each is asked
//! about once, however often a search comes by.

use crate::choices::{LimitArguments, settings_of};
use crate::errors::refused;
use crate::solution::PyStats;
use crate::trace::{fate, scrolling};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use taquin::search::*;
use taquin::solve::AlgorithmId;
use taquin::{Settings, SolveError};
use taquin_api::json::stop_id;
use taquin_api::request::read_algorithm;

/// Searches a problem of one's own.
///
/// `problem` has `initial`, `actions(state)`, `result(state, action)` and `is_goal(state)`; also, if there are any,
/// `action_cost(state, action, next)` and `h(node)`, whose node has a `state`. The older names `goal_test` and
/// `path_cost` do as well. States are anything that can be hashed; all that are met are kept. Costs and estimates may have fractions, which count to
/// 1/`precision`.
#[pyfunction]
#[pyo3(signature = (problem, *, algorithm = "astar", ties = None, goal_test = None, weight = None, width = None,
    max_depth = None, max_nodes = None, max_seconds = None, max_bytes = None, precision = 1000, room = 100_000))]
#[allow(clippy::too_many_arguments)]
pub fn search<'py>(
    py: Python<'py>,
    problem: &Bound<'py, PyAny>,
    algorithm: &str,
    ties: Option<&Bound<'py, PyAny>>,
    goal_test: Option<&Bound<'py, PyAny>>,
    weight: Option<&Bound<'py, PyAny>>,
    width: Option<&Bound<'py, PyAny>>,
    max_depth: Option<&Bound<'py, PyAny>>,
    max_nodes: Option<u64>,
    max_seconds: Option<f64>,
    max_bytes: Option<u64>,
    precision: u32,
    room: usize,
) -> PyResult<SearchResult> {
    if precision == 0 {
        return Err(PyValueError::new_err("precision must be a whole number from 1 on"));
    }
    let options = [
        ("ties", ties),
        ("goal_test", goal_test),
        ("weight", weight),
        ("width", width),
        ("max_depth", max_depth),
    ];
    let id = read_algorithm(algorithm).map_err(|error| refused(&error))?;
    let settings = settings_of(&options)?;
    if let Some((option, _)) = settings.chosen().find(|(option, _)| !option.fits(id.info())) {
        let error = SolveError::OptionUnused { algorithm: id, option: option.name };
        return Err(refused(&error.into()));
    }
    let cancel = Cancel::new();
    let limits = LimitArguments { max_nodes, max_seconds, max_bytes }.limits()?;
    let run = search_of(id)?;
    let budget = Budget::new(limits, cancel.clone());
    let problem = PythonProblem::new(problem, precision, cancel, budget.hold_nothing())?;
    let mut trace = Trace::new(room);
    // The problem's methods run on this thread, where Ctrl-C raises an exception in them.
    let (ended, stats) = py.detach(|| run(&problem, &settings.options_for(id), budget, &mut trace));
    if let Some(error) = problem.known().raised.take() {
        return Err(error);
    }
    let ended = if problem.known().is_full { Err(Stop::Memory) } else { ended };
    // The start's estimate is told even if no search asked for it.
    if id.info().informed {
        problem.h(&0);
    }
    let found = ended.as_ref().ok().and_then(|found| found.clone());
    let outcome = match (&ended, &found) {
        (_, Some(_)) => "solved",
        (Err(_), _) => "stopped",
        _ => "exhausted",
    };
    let states = found.as_ref().map(|moves| problem.states_on(moves));
    let cost = found.as_ref().map(|moves| problem.cost_of(moves));
    Ok(SearchResult {
        algorithm: id,
        outcome,
        stopped_by: ended.err().map(stop_id),
        moves: found,
        states,
        cost,
        stats,
        trace,
        problem,
    })
}

/// Runs an algorithm over a problem, with an observer.
type Run = fn(
    &PythonProblem,
    &Options,
    Budget,
    &mut Trace<Action>,
) -> (Result<Option<Vec<Action>>, Stop>, Stats);

/// The search of a name.
fn search_of(id: AlgorithmId) -> PyResult<Run> {
    Ok(match id {
        AlgorithmId::Bfs => run::<Bfs>,
        AlgorithmId::Dfs => run::<Dfs>,
        AlgorithmId::Iddfs => run::<Iddfs>,
        AlgorithmId::Dijkstra => run::<Dijkstra>,
        AlgorithmId::Greedy => run::<Greedy>,
        AlgorithmId::AStar => run::<AStar>,
        AlgorithmId::WeightedAStar => run::<WeightedAStar>,
        AlgorithmId::Ida => run::<Ida>,
        AlgorithmId::Rbfs => run::<Rbfs>,
        AlgorithmId::Beam => run::<Beam>,
        _ => {
            let message = format!("{id} does not search problems of one's own");
            let help = "it can be bfs, dfs, iddfs, dijkstra, greedy, astar, weighted-astar, ida, rbfs or beam";
            return Err(PyValueError::new_err(format!("{message}\n{help}")));
        }
    })
}

fn run<A: Algorithm>(
    problem: &PythonProblem,
    options: &Options,
    budget: Budget,
    trace: &mut Trace<Action>,
) -> (Result<Option<Vec<Action>>, Stop>, Stats) {
    let clock = budget.clone();
    let watch = Watch { problem, limit: f64::from(Cost::MAX) / problem.precision };
    // Its methods may take as long as they like, so the clock is asked for every node.
    let mut run = taquin::search::Run::new(budget, (trace, watch)).polling_for(100_000);
    let found = A::with(options).search(problem, &mut run);
    let (mut stats, _) = run.finish();
    stats.elapsed = clock.elapsed();
    stats.peak_bytes = clock.peak_bytes();
    if !counts_moves(&A::INFO) {
        let in_steps = |bound: u64| (bound as f64 / problem.precision).ceil() as u64;
        stats.iterations.iter_mut().for_each(|round| round.bound = in_steps(round.bound));
    }
    (found.map(|path| path.map(|path| path.moves)), stats)
}

/// Whether g and bounds are numbers of moves, not costs.
fn counts_moves(info: &AlgorithmInfo) -> bool {
    [Bfs::INFO.id, Iddfs::INFO.id].contains(&info.id)
}

/// Looks for Ctrl-C where all states are known and no method is called, and for costs that no longer fit.
struct Watch<'p> {
    problem: &'p PythonProblem,
    limit: f64,
}

impl Observer<Action> for Watch<'_> {
    fn generated(&mut self, node: Generated<Action>) {
        if node.g == Cost::MAX {
            let (limit, precision) = (self.limit, self.problem.precision);
            self.problem.fail(PyValueError::new_err(format!(
                "the costs of a path add up to more than {limit}; a precision below {precision} makes room"
            )));
        }
    }

    fn tick(&mut self, _: &Stats) {
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            self.problem.fail(error);
        }
    }
}

/// An action: which of those of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    state: u32,
    nth: u32,
}

/// A problem written in Python.
struct PythonProblem {
    object: Py<PyAny>,
    names: Names,
    precision: f64,
    cancel: Cancel,
    held: Mutex<Held>,
    known: Mutex<Known>,
}

/// Which of its methods to call.
struct Names {
    is_goal: &'static str,
    cost: CostBy,
    has_h: bool,
}

enum CostBy {
    ActionCost,
    PathCost,
    One,
}

/// What was learnt of it so far.
#[derive(Default)]
struct Known {
    numbers: HashMap<isize, Vec<u32>>,
    states: Vec<State>,
    raised: Option<PyErr>,
    is_full: bool,
}

/// What a state takes beside its own object, about: its object, its number, and the room of a child.
const STATE_BYTES: u64 = 400;
const CHILD_BYTES: u64 = 100;

/// A state that was met.
struct State {
    object: Py<PyAny>,
    is_goal: Option<bool>,
    h: Option<Cost>,
    children: Option<Arc<[Child]>>,
}

/// What an action leads to.
struct Child {
    action: Py<PyAny>,
    next: u32,
    cost: Cost,
}

/// What `h` gets: a node with its state.
#[pyclass(frozen, get_all, module = "taquin")]
pub struct SearchNode {
    /// The state.
    state: Py<PyAny>,
}

impl PythonProblem {
    fn new(
        object: &Bound<'_, PyAny>,
        precision: u32,
        cancel: Cancel,
        held: Held,
    ) -> PyResult<PythonProblem> {
        let has = |name: &str| object.hasattr(name);
        for name in ["initial", "actions", "result"] {
            if !has(name)? {
                return Err(PyTypeError::new_err(format!("a problem needs '{name}'")));
            }
        }
        let is_goal = match (has("is_goal")?, has("goal_test")?) {
            (true, _) => "is_goal",
            (_, true) => "goal_test",
            _ => return Err(PyTypeError::new_err("a problem needs 'is_goal' or 'goal_test'")),
        };
        let cost = match (has("action_cost")?, has("path_cost")?) {
            (true, _) => CostBy::ActionCost,
            (_, true) => CostBy::PathCost,
            _ => CostBy::One,
        };
        let names = Names { is_goal, cost, has_h: has("h")? };
        let problem = PythonProblem {
            object: object.clone().unbind(),
            names,
            precision: f64::from(precision),
            cancel,
            held: Mutex::new(held),
            known: Mutex::default(),
        };
        problem.number(&object.getattr("initial")?)?;
        Ok(problem)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a state.
    fn number(&self, state: &Bound<'_, PyAny>) -> PyResult<u32> {
        let hash = state.hash()?;
        // Not under the lock: comparing states may run the user's code.
        let candidates = self.known().numbers.get(&hash).cloned().unwrap_or_default();
        for number in candidates {
            let other = self.known().states[number as usize].object.clone_ref(state.py());
            if other.is(state) || other.bind(state.py()).eq(state)? {
                return Ok(number);
            }
        }
        self.claim(STATE_BYTES);
        let mut known = self.known();
        let number = known.states.len() as u32;
        known.numbers.entry(hash).or_default().push(number);
        let object = state.clone().unbind();
        known.states.push(State { object, is_goal: None, h: None, children: None });
        Ok(number)
    }

    /// Calls the user's code; what it raises ends the search.
    fn ask<T: Default>(&self, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.cancel.is_cancelled() {
            return T::default();
        }
        Python::attach(ask).unwrap_or_else(|error| {
            self.fail(error);
            T::default()
        })
    }

    /// Ends the search with an exception; the first counts.
    fn fail(&self, error: PyErr) {
        self.known().raised.get_or_insert(error);
        self.cancel.cancel();
    }

    /// Claims the memory of a state that was met, or of children; without any left the search ends.
    fn claim(&self, bytes: u64) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.grow(bytes).is_err() {
            self.known().is_full = true;
            self.cancel.cancel();
        }
    }

    fn state<'py>(&self, py: Python<'py>, number: u32) -> Bound<'py, PyAny> {
        self.known().states[number as usize].object.bind(py).clone()
    }

    /// A cost or an estimate in whole units.
    fn units(&self, what: &str, said: &Bound<'_, PyAny>) -> PyResult<f64> {
        let number: f64 =
            said.extract().map_err(|_| PyTypeError::new_err(format!("{what} must be a number")))?;
        let units = number * self.precision;
        if units.is_nan() || units < 0.0 {
            let message = format!("{what} must not be below 0, but is {number}");
            return Err(PyValueError::new_err(message));
        }
        if units > f64::from(Cost::MAX) {
            let precision = self.precision;
            let message = format!(
                "{what} of {number} is too large; a precision below {precision} makes room"
            );
            return Err(PyValueError::new_err(message));
        }
        Ok(units)
    }

    /// What can be done in a state.
    fn children(&self, number: u32) -> Arc<[Child]> {
        if let Some(children) = &self.known().states[number as usize].children {
            return Arc::clone(children);
        }
        let children: Vec<Child> = self.ask(|py| {
            let (object, state) = (self.object.bind(py), self.state(py, number));
            let mut children = Vec::new();
            for action in object.call_method1("actions", (&state,))?.try_iter()? {
                let action = action?;
                let next = object.call_method1("result", (&state, &action))?;
                let cost = match self.names.cost {
                    CostBy::ActionCost => {
                        object.call_method1("action_cost", (&state, &action, &next))?
                    }
                    CostBy::PathCost => {
                        object.call_method1("path_cost", (0, &state, &action, &next))?
                    }
                    CostBy::One => 1_u8.into_pyobject(py)?.into_any(),
                };
                let cost = self.units("a cost", &cost)?.round() as Cost;
                children.push(Child { action: action.unbind(), next: self.number(&next)?, cost });
            }
            Ok(children)
        });
        self.claim(CHILD_BYTES * children.len() as u64);
        let children: Arc<[Child]> = children.into();
        self.known().states[number as usize].children = Some(Arc::clone(&children));
        children
    }

    fn after(&self, action: Action) -> (u32, Cost) {
        let children = self.children(action.state);
        children
            .get(action.nth as usize)
            .map_or((action.state, 1), |child| (child.next, child.cost))
    }

    /// The numbers of the states on a path, the first included.
    fn states_on(&self, moves: &[Action]) -> Vec<u32> {
        std::iter::once(0).chain(moves.iter().map(|&action| self.after(action).0)).collect()
    }

    fn cost_of(&self, moves: &[Action]) -> f64 {
        let units: u64 = moves.iter().map(|&action| u64::from(self.after(action).1)).sum();
        units as f64 / self.precision
    }
}

impl Problem for PythonProblem {
    type Node = u32;
    type Key = u32;
    type Move = Action;
    type Moves<'a> = std::vec::IntoIter<Action>;

    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, node: &u32) -> bool {
        if let Some(is_goal) = self.known().states[*node as usize].is_goal {
            return is_goal;
        }
        let is_goal = self.ask(|py| {
            self.object
                .bind(py)
                .call_method1(self.names.is_goal, (self.state(py, *node),))?
                .is_truthy()
        });
        self.known().states[*node as usize].is_goal = Some(is_goal);
        is_goal
    }

    fn h(&self, node: &u32) -> Cost {
        if !self.names.has_h {
            return 0;
        }
        if let Some(h) = self.known().states[*node as usize].h {
            return h;
        }
        let h = self.ask(|py| {
            let node = Bound::new(py, SearchNode { state: self.state(py, *node).unbind() })?;
            let said = self.object.bind(py).call_method1("h", (node,))?;
            // Rounded down: an estimate that is admissible stays so.
            Ok(self.units("an estimate", &said)?.floor() as Cost)
        });
        self.known().states[*node as usize].h = Some(h);
        h
    }

    fn moves(&self, node: &u32, _parent_move: Option<Action>) -> std::vec::IntoIter<Action> {
        let count = self.children(*node).len() as u32;
        let actions: Vec<Action> = (0..count).map(|nth| Action { state: *node, nth }).collect();
        actions.into_iter()
    }

    fn step(&self, _node: &u32, by: Action) -> (u32, Cost) {
        self.after(by)
    }

    fn undoes(&self, _by: Action, _parent_move: Action) -> bool {
        false
    }

    fn key(&self, node: &u32) -> u32 {
        *node
    }
}

/// What came of a search of one's own problem: true if it is solved.
#[pyclass(frozen, module = "taquin")]
pub struct SearchResult {
    algorithm: AlgorithmId,
    outcome: &'static str,
    stopped_by: Option<&'static str>,
    moves: Option<Vec<Action>>,
    states: Option<Vec<u32>>,
    cost: Option<f64>,
    stats: Stats,
    trace: Trace<Action>,
    problem: PythonProblem,
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
        self.moves.as_ref().map(|moves| moves.iter().filter_map(action).collect())
    }

    /// The states on the path, the first included; None if the goal was not reached.
    #[getter]
    fn states(&self, py: Python<'_>) -> Option<Vec<Py<PyAny>>> {
        let state = |number: &u32| self.problem.state(py, *number).unbind();
        self.states.as_ref().map(|states| states.iter().map(state).collect())
    }

    /// What the actions cost.
    #[getter]
    fn cost(&self) -> Option<f64> {
        self.cost
    }

    /// `solved`, `exhausted` (all was searched) or `stopped` (by a limit).
    #[getter]
    fn outcome(&self) -> &'static str {
        self.outcome
    }

    /// What stopped it: `time`, `nodes` or `memory`; None if nothing did.
    #[getter]
    fn stopped_by(&self) -> Option<&'static str> {
        self.stopped_by
    }

    /// The algorithm.
    #[getter]
    fn algorithm(&self) -> String {
        self.algorithm.to_string()
    }

    /// What was counted.
    #[getter]
    fn stats(&self) -> PyStats {
        PyStats(self.stats.clone())
    }

    /// The nodes generated, in order, the start first: a dictionary each, with its state, its parent, the action, g, h
    /// and what became of it.
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        // A search that does not count costs counts moves.
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

    /// The tree of the search, as SVG; None if it has more than 300 nodes.
    fn svg(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let states: Vec<Py<PyAny>> = self.states(py).unwrap_or_default();
        let drawn = py
            .import("taquin._tree")?
            .call_method1("tree", (self.nodes(py)?, self.steps(), states))?;
        drawn.extract()
    }

    fn __bool__(&self) -> bool {
        self.moves.is_some()
    }

    fn __len__(&self) -> usize {
        self.moves.as_ref().map_or(0, Vec::len)
    }

    fn __repr__(&self) -> String {
        let explored = self.stats.explored;
        match (self.cost, &self.moves) {
            (Some(cost), Some(moves)) => {
                format!(
                    "<SearchResult: {} actions, cost {cost}, {explored} nodes explored>",
                    moves.len()
                )
            }
            _ => format!("<SearchResult: {}, {explored} nodes explored>", self.outcome),
        }
    }
}

/// The options that settings choose for an algorithm.
trait OptionsFor {
    fn options_for(&self, id: AlgorithmId) -> Options;
}

impl OptionsFor for Settings {
    fn options_for(&self, id: AlgorithmId) -> Options {
        let default = Options::default_for(id.info());
        Options {
            goal_test: self.goal_test.unwrap_or(default.goal_test),
            ties: self.ties.unwrap_or(default.ties),
            weight: self.weight.unwrap_or(default.weight),
            width: self.width.unwrap_or(default.width),
            max_depth: self.max_depth,
            threads: 1,
        }
    }
}
