//! The requests: the fields of each one. `fields` parses their texts into boards, goals and choices, `json` reads a
//! whole request.

mod fields;
mod ids;
mod json;

pub use fields::{
    SOURCE, check_tables, in_request, read_algorithm, read_board, read_cost, read_goal,
    read_heuristic, read_size,
};
pub use json::read_json;

use crate::board_input::BoardInput;
use crate::diagnostic::Diagnostic;
use crate::error::{ApiError, ErrorKind};
use crate::heuristic_check::UNIT;
use crate::limits;
use crate::settings::RequestedSettings;
use crate::task::Means;
use fields::{puzzle, read_boards};
use serde::Deserialize;
use taquin::heuristic::{CustomHeuristic, HeuristicChoice};
use taquin::solve::AlgorithmId;
use taquin::{Board, Cost, Goal, Limits, Puzzle, Solver, Unsolvable};

/// The name of a heuristic that the user wrote, on hosts that support one.
pub const OWN_HEURISTIC: &str = "own";

/// A board to check.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BoardRequest {
    /// Any text that a board can be read from.
    pub board: String,
    /// Rows and columns, for a flat list that is not square: `2x4`.
    pub size: Option<String>,
    /// The goal: a name such as `classic`, or a board.
    pub goal: Option<String>,
}

/// A board to solve, and how; omitted fields have their defaults.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    /// Any text that a board can be read from.
    // Optional here and checked in `read`: so a misspelt field is reported by its own name, not as a missing board.
    #[cfg_attr(feature = "schema", schemars(required))]
    pub board: Option<String>,
    /// Rows and columns, for a flat list that is not square: `2x4`.
    pub size: Option<String>,
    /// The goal: a name such as `classic`, or a board.
    pub goal: Option<String>,
    /// The algorithm. The default is `auto`, unless a heuristic is given: then it is `fast-ida` for pattern databases,
    /// otherwise `astar` up to 12 cells and `ida` beyond.
    #[cfg_attr(feature = "schema", schemars(extend("examples" = ids::algorithm_ids())))]
    pub algorithm: Option<String>,
    /// The heuristic, for algorithms that use one; `manhattan` by default.
    #[cfg_attr(feature = "schema", schemars(extend("examples" = ids::heuristic_ids())))]
    pub heuristic: Option<String>,
    /// What a move costs; `unit` by default.
    #[cfg_attr(feature = "schema", schemars(extend("examples" = ids::cost_ids())))]
    pub cost: Option<String>,
    /// Further settings.
    #[serde(flatten)]
    pub settings: RequestedSettings,
    /// When to stop.
    #[serde(flatten)]
    pub limits: Limits,
    /// Whether to return every board on the path.
    pub steps: Option<bool>,
    /// For traces only: the maximum number of entries.
    pub capacity: Option<usize>,
}

impl SearchRequest {
    /// Reads how to search, whatever the board; a function of the front end's own replaces the heuristic.
    pub fn solver(&self, own: Option<HeuristicChoice>) -> Result<Solver, ApiError> {
        let algorithm = self.algorithm.as_deref().map(read_algorithm).transpose()?;
        let heuristic = || self.heuristic.as_deref().map(read_heuristic).transpose();
        let solver = Solver {
            algorithm: Some(algorithm.unwrap_or(AlgorithmId::Auto)),
            heuristic: own.map_or_else(heuristic, |own| Ok(Some(own)))?,
            costs: self.cost.as_deref().map(read_cost).transpose()?.unwrap_or_default(),
            settings: self.settings.read()?,
            path_ids: self.steps.unwrap_or_default(),
            limits: self.limits,
            ..Solver::default()
        };
        solver.check()?;
        Ok(solver)
    }

    /// Reads the whole request. The board fits the goal, but may be unsolvable.
    pub fn read(&self, means: &Means) -> Result<(Solver, Goal, BoardInput), ApiError> {
        let is_own = self.heuristic.as_deref() == Some(OWN_HEURISTIC);
        let mut solver = self.solver(means.own.filter(|_| is_own).map(own_heuristic))?;
        let board = self.board.as_deref().ok_or_else(|| {
            ApiError::new(ErrorKind::Malformed, "missing-field", "missing field 'board'")
                .field("board")
        })?;
        let (start, goal) = read_boards(board, self.size.as_deref(), self.goal.as_deref())?;
        check_tables(&solver, start.size())?;
        puzzle(start.clone(), &goal)?.ok();
        solver.limits = means.caps.limits(self.limits);
        means.announce(&solver, start.size());
        let runs_auto = solver.effective_algorithm(start.size()) == AlgorithmId::Auto;
        if runs_auto && self.limits.max_time.is_none() {
            solver.limits = limits::of_auto(solver.limits, start.size());
        }
        Ok((solver, goal, in_request(start)))
    }
}

/// Returns the heuristic that the user wrote. Whether it overestimates is checked by a request of its own.
fn own_heuristic(estimate: fn(&Board) -> f64) -> HeuristicChoice {
    let own = CustomHeuristic::admissible(move |board| {
        (estimate(board).max(0.0) * f64::from(UNIT)) as Cost
    });
    HeuristicChoice::Custom(own.in_units(UNIT).named(OWN_HEURISTIC))
}

impl BoardRequest {
    /// Parses the board and its goal, and checks whether it is solvable.
    pub fn read(&self) -> Result<(BoardInput, Result<Puzzle, Box<Unsolvable>>), ApiError> {
        let (start, goal) = read_boards(&self.board, self.size.as_deref(), self.goal.as_deref())?;
        let puzzle = puzzle(start.clone(), &goal)?;
        Ok((in_request(start), puzzle))
    }

    /// Returns the puzzle, or an error if it is unsolvable.
    pub fn solvable(&self) -> Result<Puzzle, ApiError> {
        let unsolvable = |why: Box<Unsolvable>| {
            ApiError::invalid(
                "board",
                Diagnostic::new("unsolvable", why.to_string()).help("exchange two tiles"),
            )
        };
        self.read()?.1.map_err(unsolvable)
    }
}
