//! Trace: a search recorded step by step while it runs, in columns, so that a page can replay it. Its time is that of
//! this run, and recording takes longer than searching.

use super::check::check;
use super::solve::{document, reported};
use crate::answer::Answer;
use crate::board_input::BoardInput;
use crate::diagnostic::Diagnostic;
use crate::error::ApiError;
use crate::json::{RunOutcome, Solved};
use crate::limits::PART_CAPACITY;
use crate::recording::{Recording, TraceJson, Units};
use crate::request::SearchRequest;
use crate::task::{Means, Payload, Task, TaskHost, TaskInfo};
use serde::Serialize;
use serde_json::value::to_raw_value;
use std::time::Duration;
use taquin::search::{Clock, Event, Moment, Observer};
use taquin::solve::{AlgorithmId, Attempted};
use taquin::{Goal, Move, Puzzle, Solver, Trace};

/// The interval at which the first part is sent.
const PART_INTERVAL: Duration = Duration::from_millis(300);

pub(super) const TASK: TaskInfo = task_info!("trace", Long, SearchRequest => object(TraceAnswer), begin, "Solve a board and write every step down");

/// The answer to a request to solve a board, with the trace of the search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceAnswer<'a> {
    #[serde(flatten)]
    solved: Solved,
    /// For `auto`: every search that it tried, in order; the trace is that of the one that answered.
    attempts: Vec<AttemptJson>,
    /// The trace; null if the board is unsolvable.
    trace: Option<TraceJson<'a>>,
}

/// The first part of a running search.
#[derive(Serialize)]
struct TracePart<'a> {
    /// Rows and columns: `3x3`.
    size: String,
    /// The requested algorithm.
    algorithm: &'static str,
    /// The trace so far.
    trace: TraceJson<'a>,
}

/// A search that `auto` tried.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Attempt"))]
struct AttemptJson {
    #[serde(flatten)]
    attempted: Attempted,
    /// How it ended.
    outcome: RunOutcome,
}

impl From<&Attempted> for AttemptJson {
    fn from(attempted: &Attempted) -> AttemptJson {
        let outcome = match (attempted.cost, attempted.stopped_by) {
            (Some(_), _) => RunOutcome::Solved,
            (_, Some(_)) => RunOutcome::Stopped,
            _ => RunOutcome::Exhausted,
        };
        AttemptJson { attempted: attempted.clone(), outcome }
    }
}

/// Creates the task of a request.
fn begin(request: &SearchRequest, means: &Means) -> Result<Task, ApiError> {
    let most = means.caps.trace_capacity();
    let capacity = request.capacity.unwrap_or(most);
    if !(1..=most).contains(&capacity) {
        let message = format!("capacity must be from 1 to {most}, not {capacity}");
        return Err(ApiError::invalid(
            "capacity",
            Diagnostic::new("capacity-out-of-range", message),
        ));
    }
    let (mut solver, goal, input) = request.read(means)?;
    Ok(Box::new(move |host| {
        let mut recorder = Recorder::new(&solver, &goal, &input, capacity, host);
        let answer = reported(&mut solver, &goal, &input, host, &mut recorder)?;
        // A host that is shutting down has no time for all of it.
        let trace = match host.cancel_notice() {
            Some(_) => recorder.trace.first(PART_CAPACITY),
            None => recorder.trace,
        };
        let (attempts, recording) = match &answer {
            Answer::Searched { puzzle, report } => (
                report.attempts.iter().map(AttemptJson::from).collect(),
                Some(Recording::new(puzzle.clone(), report, trace)),
            ),
            _ => (Vec::new(), None),
        };
        let solved = document(&solver, &input, answer, host)?;
        let trace = recording.as_ref().map(TraceJson::new);
        Payload::json(&TraceAnswer { solved, attempts, trace })
    }))
}

/// Records a search, and sends its first part while it runs.
struct Recorder<'h> {
    trace: Trace,
    host: &'h dyn TaskHost,
    clock: Clock,
    sent_at: Moment,
    /// Whether the part that was sent has its full length.
    is_part_full: bool,
    puzzle: Option<Puzzle>,
    algorithm: AlgorithmId,
    units: Units,
}

impl<'h> Recorder<'h> {
    fn new(
        solver: &Solver,
        goal: &Goal,
        input: &BoardInput,
        capacity: usize,
        host: &'h dyn TaskHost,
    ) -> Recorder<'h> {
        let size = input.board.as_ref().map(taquin::Board::size).unwrap_or_default();
        let algorithm = solver.effective_algorithm(size);
        let clock = host.clock();
        Recorder {
            trace: Trace::new(capacity),
            sent_at: clock.now(),
            clock,
            host,
            is_part_full: false,
            puzzle: match check(input, goal) {
                Answer::Solvable(puzzle) => Some(puzzle),
                _ => None,
            },
            algorithm,
            units: Units { per_step: solver.unit(), informed: algorithm.info().informed },
        }
    }

    /// Sends the first entries. Not for `auto`: which of its searches will answer is not known yet.
    fn send_part(&mut self) {
        let Some(puzzle) = self.puzzle.as_ref().filter(|_| self.algorithm != AlgorithmId::Auto)
        else {
            return;
        };
        let first = self.trace.first(PART_CAPACITY);
        let recording = Recording::running(puzzle.clone(), self.algorithm, self.units, first);
        let part = TracePart {
            size: puzzle.size().to_string(),
            algorithm: self.algorithm.info().id,
            trace: TraceJson::new(&recording),
        };
        if let Ok(part) = to_raw_value(&part) {
            self.host.part(part);
        }
        self.is_part_full = self.trace.len() >= PART_CAPACITY;
        self.sent_at = self.clock.now();
    }
}

impl Observer<Move> for Recorder<'_> {
    fn event(&mut self, event: Event<'_, Move>) {
        self.trace.event(event);
        let is_tick = matches!(event, Event::Tick(_));
        if is_tick && !self.is_part_full && self.clock.since(self.sent_at) >= PART_INTERVAL {
            self.send_part();
        }
    }
}
