//! What can be asked for: the fields of each request, and how their texts become boards, goals and choices.
//! Whatever is wrong is refused with the name of its field.

use super::limits::{self, Caps, TABLE_CELLS};
use super::refusal::Refusal;
use schemars::JsonSchema;
use serde::Deserialize;
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;
use taquin::heuristic::{HEURISTICS, HeuristicChoice, HeuristicId};
use taquin::search::{GoalTest, Ties};
use taquin::solve::AlgorithmId;
use taquin::{
    Board, CostModel, Goal, InputFormat, MoveOrder, Puzzle, PuzzleError, Size, Solver, Unsolvable,
    parse_board, parse_goal,
};
use taquin_api::answer::SolveRequest;
use taquin_api::board_input::BoardInput;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::diagnostic::Source;
use taquin_api::quantities::parse_weight;

/// What the source of a board is called.
pub const SOURCE: &str = "request";

/// A board to be looked at.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardRequest {
    /// Any text that a board can be read from.
    pub board: String,
    /// Rows and columns, where a flat list is not square: `2x4`.
    pub size: Option<String>,
    /// The goal: a name such as `classic`, or a board.
    pub goal: Option<String>,
}

/// A board to be solved, and how; what is left out is as usual.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    /// Any text that a board can be read from.
    pub board: String,
    /// Rows and columns, where a flat list is not square: `2x4`.
    pub size: Option<String>,
    /// The goal: a name such as `classic`, or a board.
    pub goal: Option<String>,
    /// The algorithm; `auto` unless said.
    #[schemars(extend("examples" = algorithm_ids()))]
    pub algorithm: Option<String>,
    /// The heuristic, for algorithms that use one; `manhattan` unless said.
    #[schemars(extend("examples" = heuristic_ids()))]
    pub heuristic: Option<String>,
    /// What a move costs; `unit` unless said.
    #[schemars(extend("examples" = cost_ids()))]
    pub cost: Option<String>,
    /// The order in which children are visited, by where the blank goes; `UDLR` unless said.
    pub order: Option<String>,
    /// When to test for the goal.
    #[schemars(extend("examples" = goal_test_ids()))]
    pub goal_test: Option<String>,
    /// Which of equally good states comes first.
    #[schemars(extend("examples" = ties_ids()))]
    pub ties: Option<String>,
    /// How much the estimate weighs in weighted A*.
    pub weight: Option<f64>,
    /// How many states a beam keeps of each depth.
    pub width: Option<usize>,
    /// Look no deeper than this many moves.
    pub max_depth: Option<u64>,
    /// Explore at most so many states.
    pub max_nodes: Option<u64>,
    /// Take at most so long.
    pub max_seconds: Option<f64>,
    /// Use at most so much memory.
    pub max_bytes: Option<u64>,
    /// Tell every board on the way.
    pub steps: Option<bool>,
    /// Of a trace alone: how many entries it may have.
    pub room: Option<usize>,
}

/// A question and its board, ready to be searched.
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
    pub fn read(&self, caps: &Caps, longest: Duration) -> Result<Search, Refusal> {
        let algorithm = self.algorithm.as_deref().map(read_algorithm).transpose()?;
        let algorithm = algorithm.unwrap_or(AlgorithmId::Auto);
        let weight = self.weight.map(read_weight).transpose()?;
        let asked = limits::Asked {
            max_nodes: self.max_nodes,
            max_seconds: self.max_seconds,
            max_bytes: self.max_bytes,
        };
        let mut solver = Solver {
            algorithm: Some(algorithm),
            heuristic: self.heuristic.as_deref().map(read_heuristic).transpose()?,
            costs: self.cost.as_deref().map(read_cost).transpose()?.unwrap_or_default(),
            order: parsed("order", self.order.as_deref())?.unwrap_or_default(),
            goal_test: self.goal_test.as_deref().map(read_goal_test).transpose()?,
            ties: self.ties.as_deref().map(read_ties).transpose()?,
            weight,
            width: self.width,
            max_depth: self.max_depth,
            path_ids: self.steps.unwrap_or_default(),
            limits: caps.limits(asked, longest)?,
            ..Solver::default()
        };
        solver.check()?;
        let (start, goal) = read_boards(&self.board, self.size.as_deref(), self.goal.as_deref())?;
        check_tables(&solver, start.size())?;
        let puzzle = puzzle(start.clone(), &goal)?;
        if algorithm == AlgorithmId::Auto && self.max_seconds.is_none() {
            solver.limits = limits::of_auto(solver.limits, start.size());
        }
        let steps = self.steps.unwrap_or_default();
        let request = SolveRequest { solver, requested: algorithm.info().id, goal, steps };
        Ok(Search { request, input: in_request(start), puzzle })
    }
}

impl BoardRequest {
    /// The board as one that was asked about, its goal, and whether it can be solved.
    pub fn read(&self) -> Result<(BoardInput, Result<Puzzle, Box<Unsolvable>>), Refusal> {
        let (start, goal) = read_boards(&self.board, self.size.as_deref(), self.goal.as_deref())?;
        let puzzle = puzzle(start.clone(), &goal)?;
        Ok((in_request(start), puzzle))
    }

    /// The puzzle, if it can be solved.
    pub fn solvable(&self) -> Result<Puzzle, Refusal> {
        let unsolvable = |why: Box<Unsolvable>| {
            Refusal::wrong("board", Diagnostic::new(why.to_string()).help("exchange two tiles"))
        };
        self.read()?.1.map_err(unsolvable)
    }
}

/// Tables are built for whoever asks and stay, so only small ones are, and one kind for each size and goal.
pub fn check_tables(solver: &Solver, size: Size) -> Result<(), Refusal> {
    let Some(choice) = solver.effective_heuristic().filter(HeuristicChoice::is_patterns) else {
        return Ok(());
    };
    let refuse = |message: String, help: &str| {
        Err(Refusal::wrong("heuristic", Diagnostic::new(message).help(help)))
    };
    if choice != HeuristicId::Patterns.into() {
        let message = format!("the server has no tables of its own for {choice}");
        refuse(message, "ask for pdb, which has tables for every size, or use the command line")
    } else if size.cells() > TABLE_CELLS {
        let message = format!("the tables of {size} boards take too long to build here");
        refuse(message, "ask for linear-conflict, or use the command line")
    } else {
        Ok(())
    }
}

/// A board that a request asks about.
pub fn in_request(board: Board) -> BoardInput {
    BoardInput::whole(SOURCE, Ok(board))
}

/// A board and its goal.
fn read_boards(
    board: &str,
    size: Option<&str>,
    goal: Option<&str>,
) -> Result<(Board, Goal), Refusal> {
    let size = read_size(size)?;
    Ok((read_board("board", board, size)?, read_goal(goal, size)?))
}

/// Rows and columns.
pub fn read_size(text: Option<&str>) -> Result<Option<Size>, Refusal> {
    parsed("size", text)
}

/// The board in a field.
pub fn read_board(field: &str, text: &str, size: Option<Size>) -> Result<Board, Refusal> {
    let board = parse_board(text, InputFormat::Auto, size);
    board.map_err(|error| {
        Refusal::wrong(field, Diagnostic::about_text(&Source::new(field, text), &error))
    })
}

/// The goal: a name or a board.
pub fn read_goal(text: Option<&str>, size: Option<Size>) -> Result<Goal, Refusal> {
    let text = text.unwrap_or(Goal::NAMED[0].0);
    let goal = parse_goal(text, InputFormat::Auto, size);
    goal.map_err(|error| {
        Refusal::wrong("goal", Diagnostic::about_text(&Source::new("goal", text), &error))
    })
}

/// A board and its goal as a puzzle.
pub fn puzzle(start: Board, goal: &Goal) -> Result<Result<Puzzle, Box<Unsolvable>>, Refusal> {
    match Puzzle::new(start, goal) {
        Ok(puzzle) => Ok(Ok(puzzle)),
        Err(PuzzleError::Unsolvable(why)) => Ok(Err(why)),
        Err(error) => Err(Refusal::wrong("goal", Diagnostic::new(error.to_string()))),
    }
}

/// A field whose text has a form.
pub fn parsed<T: FromStr<Err: Display>>(
    field: &str,
    text: Option<&str>,
) -> Result<Option<T>, Refusal> {
    let parsed = text.map(|text| text.trim().parse());
    parsed
        .transpose()
        .map_err(|error: T::Err| Refusal::wrong(field, Diagnostic::new(error.to_string())))
}

/// The one of a list that a field names.
fn named<T>(
    field: &str,
    text: &str,
    find: impl Fn(&str) -> Option<T>,
    ids: fn() -> Vec<&'static str>,
) -> Result<T, Refusal> {
    let name = text.trim().to_ascii_lowercase();
    find(&name).ok_or_else(|| {
        let what = field.replace('_', " ");
        let diagnostic = Diagnostic::new(format!("there is no {what} '{}'", text.trim()));
        Refusal::wrong(field, diagnostic.help(format!("it can be {}", ids().join(", "))))
    })
}

fn algorithm_ids() -> Vec<&'static str> {
    AlgorithmId::ALL.iter().map(|id| id.info().id).collect()
}

fn heuristic_ids() -> Vec<&'static str> {
    HEURISTICS.iter().map(|info| info.id).collect()
}

fn cost_ids() -> Vec<&'static str> {
    CostModel::LIST.iter().map(|entry| entry.1).collect()
}

fn goal_test_ids() -> Vec<&'static str> {
    GoalTest::LIST.iter().map(|entry| entry.0).collect()
}

fn ties_ids() -> Vec<&'static str> {
    Ties::LIST.iter().map(|entry| entry.0).collect()
}

fn read_algorithm(text: &str) -> Result<AlgorithmId, Refusal> {
    named("algorithm", text, |name| name.parse().ok(), algorithm_ids)
}

fn read_heuristic(text: &str) -> Result<HeuristicChoice, Refusal> {
    named("heuristic", text, |name| name.parse().ok(), heuristic_ids)
}

/// What a move costs.
pub fn read_cost(text: &str) -> Result<CostModel, Refusal> {
    named("cost", text, CostModel::from_id, cost_ids)
}

/// When to test for the goal.
pub fn read_goal_test(text: &str) -> Result<GoalTest, Refusal> {
    let list = GoalTest::LIST;
    let find = |name: &str| list.into_iter().find(|entry| entry.0 == name).map(|entry| entry.1);
    named("goal_test", text, find, goal_test_ids)
}

/// Which of equal nodes comes first.
pub fn read_ties(text: &str) -> Result<Ties, Refusal> {
    let list = Ties::LIST;
    let find = |name: &str| list.into_iter().find(|entry| entry.0 == name).map(|entry| entry.1);
    named("ties", text, find, ties_ids)
}

/// The order in which children are visited.
pub fn read_order(text: Option<&str>) -> Result<Option<MoveOrder>, Refusal> {
    parsed("order", text)
}

/// A weight in thousandths.
pub fn read_weight(weight: f64) -> Result<u32, Refusal> {
    let read = parse_weight(&weight.to_string());
    read.map_err(|help| {
        let diagnostic = Diagnostic::new(format!("weight must not be {weight}"));
        Refusal::wrong("weight", diagnostic.help(help))
    })
}
