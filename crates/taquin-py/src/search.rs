//! `search`: any problem written in Python, by the same algorithms.

use crate::choices::{LimitArguments, settings_of};
use crate::errors::refused;
use crate::problem::{Action, PythonProblem};
use crate::search_result::{SearchResult, counts_moves};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use taquin::SolveError;
use taquin::search::*;
use taquin::solve::AlgorithmId;
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
    let problem = PythonProblem::new(problem, precision, cancel, budget.open_account())?;
    let mut trace = Trace::new(room);
    // The problem's methods run on this thread, where Ctrl-C raises an exception in them.
    let (ended, stats) =
        py.detach(|| run(&problem, &settings.options(id.info()), budget, &mut trace));
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
