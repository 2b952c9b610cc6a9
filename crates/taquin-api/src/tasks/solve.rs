//! Solve: one board, one search, the object of `solve --json`.

use super::observer::progress_observer;
use crate::answer::{Answer, Answered};
use crate::error::{ApiError, ErrorKind};
use crate::json::Solved;
use crate::limits::{Caps, STEP_CELLS};
use crate::remedy::RenderedNotice;
use crate::request::{Search, SearchRequest};
use crate::task::{Payload, Task, TaskHost};
use std::time::Duration;
use taquin::Direction;
use taquin::search::{Observer, Silent};

/// Creates the task of a request; it may take no longer than `longest`.
pub fn solve(request: &SearchRequest, caps: &Caps, longest: Duration) -> Result<Task, ApiError> {
    if request.capacity.is_some() {
        let code = "capacity-without-trace";
        let error = ApiError::new(ErrorKind::Malformed, code, "capacity is for traces only");
        return Err(error.field("capacity"));
    }
    let search = request.read(caps, longest)?;
    Ok(Box::new(move |host| {
        let (search, answer) = search.run(host, &mut Silent)?;
        let answered = Answered { input: &search.input, number: 1, of: 1, answer };
        let solved = Solved::of(&search.request, &answered).ok_or_else(ApiError::internal)?;
        Payload::json(&solved)
    }))
}

impl Search {
    /// Runs the search with an observer.
    pub fn run(
        mut self,
        host: &dyn TaskHost,
        observer: &mut dyn Observer<Direction>,
    ) -> Result<(Search, Answer), ApiError> {
        let puzzle = match &self.puzzle {
            Ok(puzzle) => puzzle.clone(),
            Err(why) => {
                let answer = Answer::Unsolvable(why.clone());
                return Ok((self, answer));
            }
        };
        let solver = &mut self.request.solver;
        solver.clock = host.clock();
        let mut observers = (observer, progress_observer(host, solver, None));
        let report = solver.solve_observed(&puzzle, host.cancel(), Some(&mut observers));
        let report = report?;
        let boards = report.solution().map_or(0, |solution| solution.len() + 1);
        if self.request.steps && boards.saturating_mul(puzzle.size().cells()) > STEP_CELLS {
            self.request.steps = false;
            let too_many = "the steps are left out because there are too many";
            self.request.notices.push(RenderedNotice::new("steps-left-out", too_many));
        }
        self.request.notices.extend(host.cancel_notice());
        Ok((self, Answer::Searched { puzzle, report: Box::new(report) }))
    }
}
