//! `POST /solve`: one board, one search, the object of `solve --json`.

use super::follow::Follow;
use super::job::{CancelReason, Job, Payload, Task};
use super::limits::{Caps, STEP_CELLS};
use super::refusal::Refusal;
use super::request::{Search, SearchRequest};
use std::time::Duration;
use taquin::Trace;
use taquin_api::answer::{Answer, Answered};
use taquin_api::json::Solved;

/// What it takes to answer.
pub fn task(request: &SearchRequest, caps: &Caps, longest: Duration) -> Result<Task, Refusal> {
    if request.room.is_some() {
        let refusal = Refusal::new(axum::http::StatusCode::BAD_REQUEST, "room is for traces only");
        return Err(refusal.field("room"));
    }
    let search = request.read(caps, longest)?;
    Ok(Box::new(move |job| {
        let (search, answer) = search.run(job, None)?;
        let answered = Answered { input: &search.input, number: 1, of: 1, answer };
        match &answered.answer {
            Answer::Unsolvable(why) => {
                Payload::json(&Solved::unsolvable(&search.request, &answered, why))
            }
            Answer::Searched { puzzle, report } => {
                Payload::json(&Solved::searched(&search.request, &answered, puzzle, report))
            }
            Answer::Solvable(_) | Answer::Wrong(_) => Err(Refusal::broken()),
        }
    }))
}

impl Search {
    /// Searches, and writes it down if a trace is wanted.
    pub fn run(
        mut self,
        job: &Job,
        trace: Option<&mut Trace>,
    ) -> Result<(Search, Answer), Refusal> {
        let puzzle = match &self.puzzle {
            Ok(puzzle) => puzzle.clone(),
            Err(why) => {
                let answer = Answer::Unsolvable(why.clone());
                return Ok((self, answer));
            }
        };
        let solver = &self.request.solver;
        let mut observers = (trace, Follow::new(job, solver));
        let report = solver.solve_observed(&puzzle, &job.cancelled, Some(&mut observers));
        let mut report = report?;
        let boards = report.solution().map_or(0, |solution| solution.len() + 1);
        if self.request.steps && boards.saturating_mul(puzzle.size().cells()) > STEP_CELLS {
            self.request.steps = false;
            report.notices.push("the steps are left out, as there are too many".to_string());
        }
        if let Some(reason @ CancelReason::Shutdown) = job.cancel_reason() {
            report.notices.push(format!("the search was stopped, as {}", reason.message()));
        }
        Ok((self, Answer::Searched { puzzle, report: Box::new(report) }))
    }
}
