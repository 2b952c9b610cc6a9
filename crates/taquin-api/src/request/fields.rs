//! Parses the texts of fields into boards, goals and choices. Each error names its field.

use super::ids::{algorithm_ids, cost_ids, heuristic_ids};
use crate::board_input::BoardInput;
use crate::diagnostic::{Diagnostic, Source};
use crate::error::ApiError;
use crate::limits::TABLE_CELLS;
use crate::spelling::Fields;
use taquin::heuristic::{HeuristicChoice, HeuristicId};
use taquin::solve::AlgorithmId;
use taquin::{
    Board, CostModel, Goal, InputFormat, Puzzle, PuzzleError, Size, Solver, Unsolvable,
    parse_board, parse_goal,
};

/// The name of the source of a requested board.
pub const SOURCE: &str = "request";

/// Checks that a search needs no tables that may not be built here. Tables built on request are kept, so only small
/// ones are built, and only one kind for each size and goal.
pub fn check_tables(solver: &Solver, size: Size) -> Result<(), ApiError> {
    let Some(choice) = solver.effective_heuristic().filter(HeuristicChoice::is_patterns) else {
        return Ok(());
    };
    let refuse = |code, message: String, help: &str| {
        Err(ApiError::invalid("heuristic", Diagnostic::new(code, message).help(help)))
    };
    if choice != HeuristicId::Patterns.into() {
        let message = format!("the server has no tables of its own for {choice}");
        refuse(
            "no-own-tables",
            message,
            "ask for pdb, which has tables for every size, or use the command line",
        )
    } else if size.cells() > TABLE_CELLS {
        let message = format!("the tables of {size} boards take too long to build here");
        refuse("tables-too-large", message, "ask for linear-conflict, or use the command line")
    } else {
        Ok(())
    }
}

/// Creates the input for a board in a request.
pub fn in_request(board: Board) -> BoardInput {
    BoardInput::whole(SOURCE, Ok(board))
}

/// Parses a board and its goal.
pub fn read_boards(
    board: &str,
    size: Option<&str>,
    goal: Option<&str>,
) -> Result<(Board, Goal), ApiError> {
    let size = read_size(size)?;
    Ok((read_board("board", board, size)?, read_goal(goal, size)?))
}

/// Parses rows and columns.
pub fn read_size(text: Option<&str>) -> Result<Option<Size>, ApiError> {
    let size = text.map(|text| text.trim().parse::<Size>()).transpose();
    size.map_err(|error| ApiError::invalid("size", Diagnostic::of(&error)))
}

/// Parses the board in a field.
pub fn read_board(field: &str, text: &str, size: Option<Size>) -> Result<Board, ApiError> {
    let board = parse_board(text, InputFormat::Auto, size);
    board.map_err(|error| {
        ApiError::invalid(field, Diagnostic::about_text(&Source::new(field, text), &error, &Fields))
    })
}

/// Parses a goal: a name or a board.
pub fn read_goal(text: Option<&str>, size: Option<Size>) -> Result<Goal, ApiError> {
    let text = text.unwrap_or(Goal::NAMED[0].0);
    let goal = parse_goal(text, InputFormat::Auto, size);
    goal.map_err(|error| {
        ApiError::invalid(
            "goal",
            Diagnostic::about_text(&Source::new("goal", text), &error, &Fields),
        )
    })
}

/// Combines a board and its goal into a puzzle, or returns why it is unsolvable.
pub fn puzzle(start: Board, goal: &Goal) -> Result<Result<Puzzle, Box<Unsolvable>>, ApiError> {
    match Puzzle::new(start, goal) {
        Ok(puzzle) => Ok(Ok(puzzle)),
        Err(PuzzleError::Unsolvable(why)) => Ok(Err(why)),
        Err(error) => Err(ApiError::invalid("goal", Diagnostic::of(&error))),
    }
}

/// Finds the entry of a list that a field names.
fn named<T>(
    field: &str,
    code: &'static str,
    text: &str,
    find: impl Fn(&str) -> Option<T>,
    ids: fn() -> Vec<&'static str>,
) -> Result<T, ApiError> {
    let name = text.trim().to_ascii_lowercase();
    find(&name).ok_or_else(|| {
        let what = field.replace('_', " ");
        let diagnostic = Diagnostic::new(code, format!("there is no {what} '{}'", text.trim()));
        ApiError::invalid(field, diagnostic.help(format!("it can be {}", ids().join(", "))))
    })
}

/// Parses the name of an algorithm.
pub fn read_algorithm(text: &str) -> Result<AlgorithmId, ApiError> {
    named("algorithm", "unknown-algorithm", text, |name| name.parse().ok(), algorithm_ids)
}

/// Parses the name of a heuristic.
pub fn read_heuristic(text: &str) -> Result<HeuristicChoice, ApiError> {
    named("heuristic", "unknown-heuristic", text, |name| name.parse().ok(), heuristic_ids)
}

/// Parses the name of a cost model.
pub fn read_cost(text: &str) -> Result<CostModel, ApiError> {
    named("cost", "unknown-cost", text, CostModel::from_id, cost_ids)
}
