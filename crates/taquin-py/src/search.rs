//! `search`: solves any problem written in Python by the same algorithms.

use crate::choices::{limits_of, settings_of};
use crate::errors::refused;
use crate::keywords::search_function;
use crate::problem::{Action, PythonProblem};
use crate::search_result::{ActionPath, SearchResult, counts_moves};
use crate::waiting::Signals;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use taquin::SolveError;
use taquin::search::*;
use taquin::solve::AlgorithmId;
use taquin_api::json::RunOutcome;
use taquin_api::request::read_algorithm;

search_function! {
    /// Searches a custom problem.
    ///
    /// `problem` has `initial`, `actions(state)`, `result(state, action)` and `is_goal(state)`; optionally also
    /// `action_cost(state, action, next)` and `h(node)`, where the node has a `state`. The older names `goal_test` and
    /// `path_cost` are accepted, too. States must be hashable; all states found are kept in memory. Costs and estimates may be
    /// fractions, with a resolution of 1/`precision`.
    pub fn search<'py>(
        py: Python<'py>,
        problem: &Bound<'py, PyAny>,
        *,
        algorithm: &str = "astar",
        ..options,
        max_nodes: Option<u64> = None,
        max_seconds: Option<f64> = None,
        max_bytes: Option<u64> = None,
        precision: u32 = 1000,
        capacity: usize = 100_000,
    ) -> PyResult<SearchResult> {
        if precision == 0 {
            return Err(PyValueError::new_err("precision must be a whole number of at least 1"));
        }
        let id = read_algorithm(algorithm).map_err(|error| refused(&error))?;
        let settings = settings_of(options)?.read().map_err(|error| refused(&error))?;
        if let Some((option, _)) = settings.chosen().find(|(option, _)| !option.fits(id.info())) {
            let error = SolveError::OptionUnused { algorithm: id, option: option.name };
            return Err(refused(&error.into()));
        }
        let limits = limits_of(max_nodes, max_seconds, max_bytes)?;
        let options = settings.options(id.info());
        search_problem(py, problem, id, &options, limits, precision, capacity)
    }
}

/// Runs the search, and returns what it found.
fn search_problem(
    py: Python<'_>,
    problem: &Bound<'_, PyAny>,
    id: AlgorithmId,
    options: &Options,
    limits: Limits,
    precision: u32,
    capacity: usize,
) -> PyResult<SearchResult> {
    let run = search_of(id)?;
    let budget = Budget::new(limits, Cancel::new());
    let problem = PythonProblem::new(problem, precision, budget.clone())?;
    let mut trace = Trace::new(capacity);
    // The problem's methods run on this thread, where Ctrl-C raises an exception in them.
    let (result, stats) = py.detach(|| run(&problem, options, budget, &mut trace));
    // The estimate of the start is reported even if the search did not need it.
    if id.info().informed {
        problem.h(&0);
    }
    if let Some(error) = problem.known().raised.take() {
        return Err(error);
    }
    let result = problem.known().stopped.map_or(result, Err);
    let found = result.as_ref().ok().and_then(|found| found.clone());
    let outcome = match (&result, &found) {
        (_, Some(_)) => RunOutcome::Solved,
        (Err(_), _) => RunOutcome::Stopped,
        _ => RunOutcome::Exhausted,
    };
    let path = found.map(|actions| {
        let (states, cost) = (problem.states_on(&actions), problem.cost_of(&actions));
        ActionPath { actions, states, cost }
    });
    Ok(SearchResult {
        algorithm: id,
        outcome,
        stopped_by: result.err(),
        path,
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

/// The algorithms that need nothing but a problem. Bidirectional search also needs the inverse of every action.
const SEARCHES: [(AlgorithmId, Run); 10] = [
    (AlgorithmId::Bfs, run::<Bfs>),
    (AlgorithmId::Dfs, run::<Dfs>),
    (AlgorithmId::Iddfs, run::<Iddfs>),
    (AlgorithmId::Dijkstra, run::<Dijkstra>),
    (AlgorithmId::Greedy, run::<Greedy>),
    (AlgorithmId::AStar, run::<AStar>),
    (AlgorithmId::WeightedAStar, run::<WeightedAStar>),
    (AlgorithmId::Ida, run::<Ida>),
    (AlgorithmId::Rbfs, run::<Rbfs>),
    (AlgorithmId::Beam, run::<Beam>),
];

/// Returns the function that runs an algorithm.
fn search_of(id: AlgorithmId) -> PyResult<Run> {
    let found = SEARCHES.iter().find(|(known, _)| *known == id);
    found.map(|(_, run)| *run).ok_or_else(|| {
        let names: Vec<&str> = SEARCHES.iter().map(|(known, _)| known.info().id).collect();
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        let help = format!("it can be {} or {last}", others.join(", "));
        PyValueError::new_err(format!("{id} cannot search custom problems\n{help}"))
    })
}

fn run<A: Algorithm>(
    problem: &PythonProblem,
    options: &Options,
    budget: Budget,
    trace: &mut Trace<Action>,
) -> (Result<Option<Vec<Action>>, Stop>, Stats) {
    let clock = budget.clone();
    let guard = Guard { problem, limit: f64::from(Cost::MAX) / problem.precision };
    // No Python code may run once all states are known.
    let observers = (trace, (guard, Signals(|error| problem.fail(error))));
    // The methods of the problem may be slow, so the clock is read for every node.
    let mut run = taquin::search::Run::new(budget, observers).polling_for(100_000);
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

/// An observer that checks for costs that overflow.
struct Guard<'p> {
    problem: &'p PythonProblem,
    limit: f64,
}

impl Observer<Action> for Guard<'_> {
    fn event(&mut self, event: Event<'_, Action>) {
        if let Event::Generated(Generated { g: Cost::MAX, .. }) = event {
            let (limit, precision) = (self.limit, self.problem.precision);
            self.problem.fail(PyValueError::new_err(format!(
                "the costs of a path add up to more than {limit}; use a precision below {precision}"
            )));
        }
    }
}
