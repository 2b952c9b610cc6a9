//! `POST /solve`: one board, one search, the object of `solve --json`.

use super::follow::Follow;
use super::job::{CancelReason, Job, Payload, Task};
use super::limits::{Caps, STEP_CELLS};
use super::refusal::Refusal;
use super::request::{Search, SearchRequest};
use crate::present::{Answer, Found, JsonLines};
use std::time::Duration;
use taquin::Trace;

/// What it takes to answer.
pub fn task(request: &SearchRequest, caps: &Caps, longest: Duration) -> Result<Task, Refusal> {
    if request.room.is_some() {
        let refusal = Refusal::new(axum::http::StatusCode::BAD_REQUEST, "room is for traces only");
        return Err(refusal.field("room"));
    }
    let search = request.read(caps, longest)?;
    Ok(Box::new(move |job| {
        let (search, found) = search.run(job, None)?;
        let answer = Answer { asked: &search.asked, number: 1, of: 1, found };
        let json = JsonLines { question: &search.question };
        match &answer.found {
            Found::Unsolvable(why) => Payload::json(&json.unsolvable(&answer, why)),
            Found::Searched { puzzle, report } => {
                Payload::json(&json.searched(&answer, puzzle, report))
            }
            Found::Solvable(_) | Found::Wrong(_) => Err(Refusal::broken()),
        }
    }))
}

impl Search {
    /// Searches, and writes it down if a trace is wanted.
    pub fn run(mut self, job: &Job, trace: Option<&mut Trace>) -> Result<(Search, Found), Refusal> {
        let puzzle = match &self.puzzle {
            Ok(puzzle) => puzzle.clone(),
            Err(why) => {
                let found = Found::Unsolvable(why.clone());
                return Ok((self, found));
            }
        };
        let solver = &self.question.solver;
        let mut observers = (trace, Follow::new(job, solver));
        let report = solver.solve_observed(&puzzle, &job.cancelled, Some(&mut observers));
        let mut report = report?;
        let boards = report.solution().map_or(0, |solution| solution.len() + 1);
        if self.question.steps && boards.saturating_mul(puzzle.size().cells()) > STEP_CELLS {
            self.question.steps = false;
            report.notices.push("the steps are left out, as there are too many".to_string());
        }
        if let Some(reason @ CancelReason::Shutdown) = job.cancel_reason() {
            report.notices.push(format!("the search was stopped, as {}", reason.message()));
        }
        Ok((self, Found::Searched { puzzle, report: Box::new(report) }))
    }
}
