//! A problem written in Python, adapted to the searches.
//!
//! A problem is any object with the methods that courses use: `initial`, `actions(state)`, `result(state, action)`,
//! `is_goal(state)` or `goal_test(state)`, and optionally `action_cost(state, action, next)` or
//! `path_cost(cost, state, action, next)`, `h(node)` and `goal`. States are numbered as they are found, and each method
//! is called once for each state, however often a search visits it.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use taquin::search::{Budget, Cost, Held, Problem, Stop};

/// An action: its index among the actions of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    pub state: u32,
    pub nth: u32,
}

/// A problem written in Python.
pub struct PythonProblem {
    object: Py<PyAny>,
    names: Names,
    pub precision: f64,
    budget: Budget,
    held: Mutex<Held>,
    known: Mutex<Known>,
}

/// The methods to call.
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

/// The states found so far, and what ended the search from here, if anything did.
#[derive(Default)]
pub struct Known {
    numbers: HashMap<isize, Vec<u32>>,
    pub states: Vec<State>,
    pub raised: Option<PyErr>,
    pub stopped: Option<Stop>,
}

/// Roughly the memory of a state besides its own object, and of a child.
const STATE_BYTES: u64 = 400;
const CHILD_BYTES: u64 = 100;

/// A state with its cached results.
pub struct State {
    object: Py<PyAny>,
    is_goal: Option<bool>,
    pub h: Option<Cost>,
    children: Option<Arc<[Child]>>,
}

/// An action with the state it leads to and its cost.
pub struct Child {
    pub action: Py<PyAny>,
    pub next: u32,
    cost: Cost,
}

/// The argument of `h`: a node with its state.
#[pyclass(frozen, get_all, module = "taquin")]
pub struct SearchNode {
    /// The state.
    state: Py<PyAny>,
}

#[pymethods]
impl SearchNode {
    /// A node never changes, and a cycle has an object that does, so nothing needs to be cleared.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.state)
    }
}

impl PythonProblem {
    pub fn new(
        object: &Bound<'_, PyAny>,
        precision: u32,
        budget: Budget,
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
            held: Mutex::new(budget.open_account()),
            budget,
            known: Mutex::default(),
        };
        problem.number(&object.getattr("initial")?)?;
        Ok(problem)
    }

    /// Visits every Python object for the collector of cycles. The result of a search never changes, and a cycle has an
    /// object that does, so nothing needs to be cleared.
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.object)?;
        // If it is locked, the objects are in use.
        let Ok(known) = self.known.try_lock() else { return Ok(()) };
        for state in &known.states {
            visit.call(&state.object)?;
            for child in state.children.iter().flat_map(|children| children.iter()) {
                visit.call(&child.action)?;
            }
        }
        Ok(())
    }

    pub fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of a state; a new state gets the next number.
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

    /// Calls the user's code; an exception ends the search. Checks for Ctrl-C, as code that is not written in Python does
    /// not.
    fn call<T: Default>(&self, code: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.budget.cancel.is_cancelled() {
            return T::default();
        }
        let called = Python::attach(|py| {
            let value = code(py)?;
            py.check_signals()?;
            Ok(value)
        });
        called.unwrap_or_else(|error| {
            self.fail(error);
            T::default()
        })
    }

    /// Ends the search with an exception; only the first one is kept.
    pub fn fail(&self, error: PyErr) {
        self.known().raised.get_or_insert(error);
        self.budget.cancel.cancel();
    }

    /// Claims memory for a state or a child; if none is left, the search ends.
    fn claim(&self, bytes: u64) {
        let claimed = self.held.lock().unwrap_or_else(PoisonError::into_inner).grow(bytes);
        if let Err(stop) = claimed {
            self.stop(stop);
        }
    }

    /// Ends the search at a limit; only the first one is kept.
    fn stop(&self, stop: Stop) {
        self.known().stopped.get_or_insert(stop);
        self.budget.cancel.cancel();
    }

    pub fn state<'py>(&self, py: Python<'py>, number: u32) -> Bound<'py, PyAny> {
        self.known().states[number as usize].object.bind(py).clone()
    }

    /// Converts a cost or an estimate to units.
    fn units(&self, what: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
        let number: f64 = value
            .extract()
            .map_err(|_| PyTypeError::new_err(format!("{what} must be a number")))?;
        let units = number * self.precision;
        if units.is_nan() || units < 0.0 {
            let message = format!("{what} must not be below 0, but is {number}");
            return Err(PyValueError::new_err(message));
        }
        if units > f64::from(Cost::MAX) {
            let precision = self.precision;
            let message =
                format!("{what} of {number} is too large; use a precision below {precision}");
            return Err(PyValueError::new_err(message));
        }
        Ok(units)
    }

    /// Returns the actions of a state.
    pub fn children(&self, number: u32) -> Arc<[Child]> {
        if let Some(children) = &self.known().states[number as usize].children {
            return Arc::clone(children);
        }
        let children: Vec<Child> = self.call(|py| {
            let (object, state) = (self.object.bind(py), self.state(py, number));
            let mut children = Vec::new();
            for action in object.call_method1("actions", (&state,))?.try_iter()? {
                let action = action?;
                py.check_signals()?;
                self.claim(CHILD_BYTES);
                // There may be no end of actions.
                if let Err(stop) = self.budget.check() {
                    self.stop(stop);
                    break;
                }
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

    /// Returns the numbers of the states on a path, including the start.
    pub fn states_on(&self, moves: &[Action]) -> Vec<u32> {
        std::iter::once(0).chain(moves.iter().map(|&action| self.after(action).0)).collect()
    }

    pub fn cost_of(&self, moves: &[Action]) -> f64 {
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
        let is_goal = self.call(|py| {
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
        let h = self.call(|py| {
            let node = Bound::new(py, SearchNode { state: self.state(py, *node).unbind() })?;
            let value = self.object.bind(py).call_method1("h", (node,))?;
            // Rounded down, so that an admissible estimate stays admissible.
            Ok(self.units("an estimate", &value)?.floor() as Cost)
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
