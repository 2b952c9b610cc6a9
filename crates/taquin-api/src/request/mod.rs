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

use crate::answer::SolveRequest;
use crate::board_input::BoardInput;
use crate::diagnostic::Diagnostic;
use crate::error::{ApiError, ErrorKind};
use crate::limits::{self, Caps, RequestedLimits};
use crate::settings::RequestedSettings;
use crate::spelling::{Fields, Spelling};
use fields::{puzzle, read_boards};
use serde::Deserialize;
use std::time::Duration;
use taquin::heuristic::HeuristicChoice;
use taquin::solve::AlgorithmId;
use taquin::{Puzzle, Solver, Unsolvable};

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
    /// A function of the host's own, for requests that name [`OWN_HEURISTIC`].
    #[serde(skip)]
    pub own: Option<HeuristicChoice>,
    /// What a move costs; `unit` by default.
    #[cfg_attr(feature = "schema", schemars(extend("examples" = ids::cost_ids())))]
    pub cost: Option<String>,
    /// Further settings.
    #[serde(flatten)]
    pub settings: RequestedSettings,
    /// Maximum number of states to explore.
    pub max_nodes: Option<u64>,
    /// Maximum time in seconds.
    pub max_seconds: Option<f64>,
    /// Maximum memory in bytes.
    pub max_bytes: Option<u64>,
    /// Whether to return every board on the path.
    pub steps: Option<bool>,
    /// For traces only: the maximum number of entries.
    pub capacity: Option<usize>,
}

/// A request and its board, ready to be searched.
pub struct Search {
    /// The choices and limits.
    pub request: SolveRequest,
    /// The board and where it comes from.
    pub input: BoardInput,
    /// The board and its goal, or why it cannot be solved.
    pub puzzle: Result<Puzzle, Box<Unsolvable>>,
}

impl SearchRequest {
    /// Parses the request; the search may take no longer than `longest`.
    pub fn read(&self, caps: &Caps, longest: Duration) -> Result<Search, ApiError> {
        let algorithm = self.algorithm.as_deref().map(read_algorithm).transpose()?;
        let algorithm = algorithm.unwrap_or(AlgorithmId::Auto);
        let requested = RequestedLimits {
            max_nodes: self.max_nodes,
            max_seconds: self.max_seconds,
            max_bytes: self.max_bytes,
        };
        let mut solver = Solver {
            algorithm: Some(algorithm),
            heuristic: match &self.own {
                Some(own) => Some(own.clone()),
                None => self.heuristic.as_deref().map(read_heuristic).transpose()?,
            },
            costs: self.cost.as_deref().map(read_cost).transpose()?.unwrap_or_default(),
            settings: self.settings.read()?,
            path_ids: self.steps.unwrap_or_default(),
            limits: caps.limits(requested, longest)?,
            ..Solver::default()
        };
        solver.check()?;
        let board = self.board.as_deref().ok_or_else(|| {
            ApiError::new(ErrorKind::Malformed, "missing-field", "missing field 'board'")
                .field("board")
        })?;
        let (start, goal) = read_boards(board, self.size.as_deref(), self.goal.as_deref())?;
        check_tables(&solver, start.size())?;
        let puzzle = puzzle(start.clone(), &goal)?;
        let runs_auto = solver.effective_algorithm(start.size()) == AlgorithmId::Auto;
        if runs_auto && self.max_seconds.is_none() {
            solver.limits = limits::of_auto(solver.limits, start.size());
        }
        let steps = self.steps.unwrap_or_default();
        let requested = algorithm.info().id;
        let (spelling, notices): (&dyn Spelling, _) = (&Fields, Vec::new());
        let request = SolveRequest { solver, requested, goal, steps, spelling, notices };
        Ok(Search { request, input: in_request(start), puzzle })
    }
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
