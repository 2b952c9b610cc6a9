//! Solve: one board, one search, the object of `solve --json`.

use super::check::check;
use super::observer::progress_observer;
use crate::answer::{Answer, Answered};
use crate::board_input::BoardInput;
use crate::error::{ApiError, ErrorKind};
use crate::json::Solved;
use crate::limits::STEP_CELLS;
use crate::remedy::RenderedNotice;
use crate::request::SearchRequest;
use crate::task::{Means, Payload, Task, TaskHost, TaskInfo};
use taquin::search::{Observer, Silent};
use taquin::{Goal, Move, Puzzle, Report, SolveError, Solver};

pub(super) const TASK: TaskInfo = task_info!("solve", Long, SearchRequest => object(Solved), begin, "Solve a board; for searches of seconds");

/// Solves a puzzle.
pub fn search(
    solver: &Solver,
    puzzle: &Puzzle,
    host: &dyn TaskHost,
    observer: Option<&mut dyn Observer<Move>>,
) -> Result<Report, SolveError> {
    // Reborrow: the observer's own lifetime is longer than the search's.
    let observer = observer.map(|observer| observer as &mut dyn Observer<Move>);
    solver.solve_observed(puzzle, host.cancel(), observer)
}

/// Solves a board, or returns why the choices do not fit it.
pub fn solve(
    solver: &Solver,
    goal: &Goal,
    input: &BoardInput,
    host: &dyn TaskHost,
    observer: Option<&mut dyn Observer<Move>>,
) -> Result<Answer, SolveError> {
    let puzzle = match check(input, goal) {
        Answer::Solvable(puzzle) => puzzle,
        answer => return Ok(answer),
    };
    let report = Box::new(search(solver, &puzzle, host, observer)?);
    Ok(Answer::Searched { puzzle, report })
}

/// Solves one of several boards: choices that do not fit it are its answer.
pub fn solve_each(
    solver: &Solver,
    goal: &Goal,
    input: &BoardInput,
    host: &dyn TaskHost,
    observer: Option<&mut dyn Observer<Move>>,
) -> Answer {
    let misfit = |error| Answer::of_misfit(&error, input, host.spelling());
    solve(solver, goal, input, host, observer).unwrap_or_else(misfit)
}

/// Creates the task of a request.
fn begin(request: &SearchRequest, means: &Means) -> Result<Task, ApiError> {
    if request.capacity.is_some() {
        let code = "capacity-without-trace";
        let error = ApiError::new(ErrorKind::Malformed, code, "capacity is for traces only");
        return Err(error.field("capacity"));
    }
    let (mut solver, goal, input) = request.read(means)?;
    Ok(Box::new(move |host| {
        let answer = reported(&mut solver, &goal, &input, host, &mut Silent)?;
        Payload::json(&document(&solver, &input, answer, host)?)
    }))
}

/// Solves the board of a request by the host's clock, and reports its progress to the host.
pub(super) fn reported(
    solver: &mut Solver,
    goal: &Goal,
    input: &BoardInput,
    host: &dyn TaskHost,
    observer: &mut dyn Observer<Move>,
) -> Result<Answer, ApiError> {
    solver.clock = host.clock();
    let mut observers = (observer, progress_observer(host, solver, None));
    Ok(solve(solver, goal, input, host, Some(&mut observers))?)
}

/// Returns the answer to a request as an object, with what the host has to say.
pub(super) fn document(
    solver: &Solver,
    input: &BoardInput,
    answer: Answer,
    host: &dyn TaskHost,
) -> Result<Solved, ApiError> {
    let answered = Answered { input, number: 1, of: 1, answer };
    let mut solved = Solved::of(solver, &answered).ok_or_else(ApiError::internal)?;
    if let Answer::Searched { puzzle, report } = &answered.answer {
        let boards = report.solution().map_or(0, |solution| solution.len() + 1);
        if solver.path_ids && boards.saturating_mul(puzzle.size().cells()) > STEP_CELLS {
            (solved.steps, solved.path_ids) = (None, None);
            let too_many = "the steps are left out because there are too many";
            solved.add_notice(RenderedNotice::new("steps-left-out", too_many));
        }
        host.cancel_notice().into_iter().for_each(|notice| solved.add_notice(notice));
    }
    Ok(solved)
}
