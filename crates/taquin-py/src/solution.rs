//! `Solution` and `Stats`: the result of a search.

use crate::board::PyBoard;
use crate::errors::wrong;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyAny;
use std::sync::Arc;
use taquin::heuristic::HeuristicChoice;
use taquin::{Mover, Outcome, Puzzle, Report, Solver, Stop};
use taquin_api::answer::{Answer, Answered};
use taquin_api::json::{RunOutcome, Solved};
use taquin_api::picture::{Strip, how_found, svg};
use taquin_api::remedy::render_notices;
use taquin_api::request::in_request;
use taquin_api::spelling::Fields;

/// The maximum number of cells that a player shows, over all boards.
const MOST_CELLS: usize = 100_000;

/// The result of a search; truthy if the board is solved.
///
/// >>> solution = solve("647850321")
/// >>> len(solution), solution.optimal
/// (31, True)
#[pyclass(frozen, name = "Solution", module = "taquin")]
pub struct PySolution {
    pub puzzle: Puzzle,
    pub report: Report,
    /// The search that was requested.
    pub solver: Arc<Solver>,
}

impl PySolution {
    pub fn new(puzzle: Puzzle, report: Report, solver: Arc<Solver>) -> PySolution {
        PySolution { puzzle, report, solver }
    }

    fn length(&self) -> Option<usize> {
        self.report.solution().map(|solution| solution.len())
    }
}

#[pymethods]
impl PySolution {
    /// The start board.
    #[getter]
    fn start(&self) -> PyBoard {
        PyBoard(self.puzzle.start().clone())
    }

    /// The goal board.
    #[getter]
    fn goal(&self) -> PyBoard {
        PyBoard(self.puzzle.goal().clone())
    }

    /// The moves, a letter each for the direction of the blank; None if it is not solved.
    #[getter]
    fn moves(&self) -> Option<String> {
        self.report.solution().map(|solution| solution.letters(Mover::Blank))
    }

    /// The moves by the direction of the tile.
    #[getter]
    fn tile_moves(&self) -> Option<String> {
        self.report.solution().map(|solution| solution.letters(Mover::Tile))
    }

    /// The number of moves; None if it is not solved.
    #[getter(length)]
    fn py_length(&self) -> Option<usize> {
        self.length()
    }

    /// The cost of the moves.
    #[getter]
    fn cost(&self) -> Option<u64> {
        self.report.cost
    }

    /// Whether it is proven that no solution is cheaper; with a custom heuristic, provided that it never overestimates.
    #[getter]
    fn optimal(&self) -> bool {
        self.report.optimal
    }

    /// No solution is cheaper than this; with a custom heuristic, provided that it never overestimates.
    #[getter]
    fn lower_bound(&self) -> u64 {
        self.report.lower_bound.min(self.report.cost.unwrap_or(u64::MAX))
    }

    /// `solved`, `exhausted` (everything was searched) or `stopped` (by a limit).
    #[getter]
    fn outcome(&self) -> &'static str {
        RunOutcome::from(&self.report.outcome).id()
    }

    /// The limit that stopped it: `time`, `nodes` or `memory`; None if none did.
    #[getter]
    fn stopped_by(&self) -> Option<&'static str> {
        self.report.stopped_by.map(Stop::id)
    }

    /// The algorithm that found it.
    #[getter]
    fn algorithm(&self) -> String {
        self.report.algorithm.to_string()
    }

    /// The heuristic it used, if any.
    #[getter]
    fn heuristic(&self) -> Option<String> {
        self.report.heuristic.as_ref().map(ToString::to_string)
    }

    /// The statistics.
    #[getter]
    fn stats(&self) -> PyStats {
        PyStats(self.report.stats.clone())
    }

    /// Every board on the path, starting with the start.
    #[getter]
    fn boards(&self) -> Vec<PyBoard> {
        let solution = self.report.solution();
        let boards = solution.map(|solution| solution.boards(self.puzzle.start()).map(PyBoard));
        boards.into_iter().flatten().collect()
    }

    /// Further remarks about the search, in sentences.
    #[getter]
    fn notices(&self) -> Vec<String> {
        let notices = render_notices(&self.report, &Fields);
        notices.into_iter().map(|notice| notice.sentence).collect()
    }

    /// The whole result, as `taquin solve --json` prints it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let input = in_request(self.puzzle.start().clone());
        let answer =
            Answer::Searched { puzzle: self.puzzle.clone(), report: Box::new(self.report.clone()) };
        let answered = Answered { input: &input, number: 1, of: 1, answer };
        loads(py, serde_json::to_string(&Solved::of(&self.solver, &answered)))
    }

    /// The path as a strip of boards, as SVG.
    fn svg(&self) -> PyResult<String> {
        let Some(solution) = self.report.solution() else {
            return Ok(svg(&taquin_api::picture::board_picture(self.puzzle.start())));
        };
        let strip = Strip::of(&self.puzzle, solution, &how_found(&self.report));
        strip.map(|strip| svg(&strip.draw())).map_err(|error| wrong(&error))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let player = py.import("taquin._player")?;
        // Boards are created only if the page can show them all.
        let cells = self.puzzle.size().cells();
        let fits = |length: usize| (length + 1).saturating_mul(cells) <= MOST_CELLS;
        let boards = if self.length().is_some_and(fits) { self.boards() } else { Vec::new() };
        let page = player.call_method1("player", (boards, self.moves(), self.__str__()))?;
        Ok(page.unbind())
    }

    fn __bool__(&self) -> bool {
        self.length().is_some()
    }

    fn __len__(&self) -> usize {
        self.length().unwrap_or_default()
    }

    fn __str__(&self) -> String {
        let bound = self.lower_bound();
        match (&self.report.outcome, self.report.cost) {
            (Outcome::Solved(solution), Some(cost)) => {
                let moves = match solution.len() {
                    1 => "1 move".to_string(),
                    moves => format!("{moves} moves"),
                };
                let costs = if cost == solution.len() as u64 {
                    String::new()
                } else {
                    format!(" that cost {cost}")
                };
                let own = matches!(self.report.heuristic, Some(HeuristicChoice::Custom(_)));
                let proof = match self.report.optimal {
                    true if own => "the best, if the heuristic never overestimates".to_string(),
                    true => "proven the best".to_string(),
                    false => format!("at least {bound} are needed"),
                };
                format!("solved in {moves}{costs} ({proof}): {}", solution.letters(Mover::Blank))
            }
            (Outcome::Stopped(stop), _) => {
                format!("stopped by the limit on {}; a solution costs at least {bound}", stop.id())
            }
            _ => "no solution found".to_string(),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Solution: {}>", self.__str__())
    }
}

/// The statistics of a search.
#[pyclass(frozen, name = "Stats", module = "taquin")]
pub struct PyStats(pub taquin::Stats);

#[pymethods]
impl PyStats {
    /// Entries taken off the frontier.
    #[getter]
    fn explored(&self) -> u64 {
        self.0.explored
    }

    /// Nodes whose children were generated.
    #[getter]
    fn expanded(&self) -> u64 {
        self.0.expanded
    }

    /// Children generated.
    #[getter]
    fn generated(&self) -> u64 {
        self.0.generated
    }

    /// States that were expanded again because of a cheaper path.
    #[getter]
    fn reopened(&self) -> u64 {
        self.0.reopened
    }

    /// Frontier size at the end.
    #[getter]
    fn frontier(&self) -> u64 {
        self.0.frontier
    }

    /// Largest frontier size.
    #[getter]
    fn max_frontier(&self) -> u64 {
        self.0.max_frontier
    }

    /// Depth of the node explored last.
    #[getter]
    fn depth(&self) -> u64 {
        self.0.depth
    }

    /// Largest depth of a node.
    #[getter]
    fn max_depth(&self) -> u64 {
        self.0.max_depth
    }

    /// States stored at the peak; 0 if they were not counted.
    #[getter]
    fn stored(&self) -> u64 {
        self.0.stored
    }

    /// The part of the peak memory that does not grow with the search.
    #[getter]
    fn fixed_bytes(&self) -> u64 {
        self.0.fixed_bytes
    }

    /// Peak memory in bytes, as accounted.
    #[getter]
    fn peak_bytes(&self) -> u64 {
        self.0.peak_bytes
    }

    /// Elapsed time in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.elapsed.as_secs_f64()
    }

    /// For iterative deepening: the bound, the nodes expanded and the children generated of each round.
    #[getter]
    fn iterations(&self) -> Vec<(u64, u64, u64)> {
        self.0
            .iterations
            .iter()
            .map(|round| (round.bound, round.expanded, round.generated))
            .collect()
    }

    /// The statistics as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, serde_json::to_string(&self.0))
    }

    fn __repr__(&self) -> String {
        let taquin::Stats { explored, expanded, generated, max_frontier, .. } = self.0;
        format!(
            "Stats(explored={explored}, expanded={expanded}, generated={generated}, max_frontier={max_frontier}, \
             seconds={:.6})",
            self.seconds()
        )
    }
}

/// Turns JSON into Python's objects.
fn loads(py: Python<'_>, json: serde_json::Result<String>) -> PyResult<Bound<'_, PyAny>> {
    let json = json.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (json,))
}
