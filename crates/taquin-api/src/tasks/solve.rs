//! Solve: one board, one search, the object of `solve --json`.

use super::observer::progress_observer;
use crate::answer::{Answer, Answered, SolveRequest};
use crate::board_input::BoardInput;
use crate::error::{ApiError, ErrorKind};
use crate::json::Solved;
use crate::limits::STEP_CELLS;
use crate::remedy::RenderedNotice;
use crate::request::SearchRequest;
use crate::task::{Means, Payload, Task, TaskHost, TaskInfo};
use taquin::Move;
use taquin::search::{Observer, Silent};

pub(super) const TASK: TaskInfo = task_info!("solve", Long, SearchRequest => object(Solved), solve, "Solve a board; for searches of seconds");

/// Creates the task of a request.
pub fn solve(request: &SearchRequest, means: &Means) -> Result<Task, ApiError> {
    if request.capacity.is_some() {
        let code = "capacity-without-trace";
        let error = ApiError::new(ErrorKind::Malformed, code, "capacity is for traces only");
        return Err(error.field("capacity"));
    }
    let (mut request, input) = request.read(means)?;
    Ok(Box::new(move |host| {
        let answer = search(&mut request, &input, host, &mut Silent)?;
        let answered = Answered { input: &input, number: 1, of: 1, answer };
        let solved = Solved::of(&request, &answered).ok_or_else(ApiError::internal)?;
        Payload::json(&solved)
    }))
}

/// Solves the board of a request, with an observer besides the host.
pub(super) fn search(
    request: &mut SolveRequest,
    input: &BoardInput,
    host: &dyn TaskHost,
    observer: &mut dyn Observer<Move>,
) -> Result<Answer, ApiError> {
    request.solver.clock = host.clock();
    let mut observers = (observer, progress_observer(host, &request.solver, None));
    let answer = request.search(input, host.cancel(), Some(&mut observers))?;
    if let Answer::Searched { puzzle, report } = &answer {
        let boards = report.solution().map_or(0, |solution| solution.len() + 1);
        if request.steps && boards.saturating_mul(puzzle.size().cells()) > STEP_CELLS {
            request.steps = false;
            let too_many = "the steps are left out because there are too many";
            request.notices.push(RenderedNotice::new("steps-left-out", too_many));
        }
        request.notices.extend(host.cancel_notice());
    }
    Ok(answer)
}
