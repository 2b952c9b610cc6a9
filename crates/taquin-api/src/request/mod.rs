//! What can be asked for: the fields of each request. `fields` turns their texts into boards, goals and choices,
//! `json` reads a whole request.

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

/// The name of a heuristic that the user wrote, on hosts that have one.
pub const OWN_HEURISTIC: &str = "own";

/// A board to be looked at.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BoardRequest {
    /// Any text that a board can be read from.
    pub board: String,
    /// Rows and columns, where a flat list is not square: `2x4`.
    pub size: Option<String>,
    /// The goal: a name such as `classic`, or a board.
    pub goal: Option<String>,
}

/// A board to be solved, and how; what is left out is the default.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    /// Any text that a board can be read from.
    // A misspelt field is told by its name, not by the one that is missing: so it is missed only when it is read.
    #[cfg_attr(feature = "schema", schemars(required))]
    pub board: Option<String>,
    /// Rows and columns, where a flat list is not square: `2x4`.
    pub size: Option<String>,
    /// The goal: a name such as `classic`, or a board.
    pub goal: Option<String>,
    /// The algorithm; `auto` unless said, or where only a heuristic is: `fast-ida` for pattern databases, else `astar`
    /// up to 12 cells and `ida` beyond.
    #[cfg_attr(feature = "schema", schemars(extend("examples" = ids::algorithm_ids())))]
    pub algorithm: Option<String>,
    /// The heuristic, for algorithms that use one; `manhattan` unless said.
    #[cfg_attr(feature = "schema", schemars(extend("examples" = ids::heuristic_ids())))]
    pub heuristic: Option<String>,
    /// A function of the host's own, for requests that name [`OWN_HEURISTIC`].
    #[serde(skip)]
    pub own: Option<HeuristicChoice>,
    /// What a move costs; `unit` unless said.
    #[cfg_attr(feature = "schema", schemars(extend("examples" = ids::cost_ids())))]
    pub cost: Option<String>,
    /// What else can be set.
    #[serde(flatten)]
    pub settings: RequestedSettings,
    /// Explore at most so many states.
    pub max_nodes: Option<u64>,
    /// Take at most so long.
    pub max_seconds: Option<f64>,
    /// Use at most so much memory.
    pub max_bytes: Option<u64>,
    /// Tell every board on the path.
    pub steps: Option<bool>,
    /// Of a trace alone: how many entries it may have.
    pub room: Option<usize>,
}

/// What is asked and its board, ready to be searched.
pub struct Search {
    /// The choices and limits.
    pub request: SolveRequest,
    /// The board and where it comes from.
    pub input: BoardInput,
    /// The board and its goal, or why it cannot be solved.
    pub puzzle: Result<Puzzle, Box<Unsolvable>>,
}

impl SearchRequest {
    /// Reads all of it; nothing may take longer than `longest`.
    pub fn read(&self, caps: &Caps, longest: Duration) -> Result<Search, ApiError> {
        let algorithm = self.algorithm.as_deref().map(read_algorithm).transpose()?;
        let algorithm = algorithm.unwrap_or(AlgorithmId::Auto);
        let asked = RequestedLimits {
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
            limits: caps.limits(asked, longest)?,
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
    /// The board as one that was asked about, its goal, and whether it can be solved.
    pub fn read(&self) -> Result<(BoardInput, Result<Puzzle, Box<Unsolvable>>), ApiError> {
        let (start, goal) = read_boards(&self.board, self.size.as_deref(), self.goal.as_deref())?;
        let puzzle = puzzle(start.clone(), &goal)?;
        Ok((in_request(start), puzzle))
    }

    /// The puzzle, if it can be solved.
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
