//! A job for the worker pool: its stage, its progress and its outcome. Callers that wait for a job can watch its stage;
//! cancelling it takes a reason.

use super::error::HttpError;
use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use taquin::Cancel;
use taquin::search::CancelledBy;
use taquin_api::error::ErrorDetails;
use taquin_api::progress::Progress;
use taquin_api::remedy::RenderedNotice;
use taquin_api::task::{Payload, Task, TaskHost};
use tokio::sync::watch;

/// The stage of a job.
#[derive(Clone, Debug)]
pub enum Stage {
    /// It waits in the queue.
    Waiting,
    /// It runs.
    Running,
    /// It has ended.
    Ended(Arc<JobOutcome>),
}

/// Why a job was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CancelReason {
    /// A client cancelled it.
    Client,
    /// No client was subscribed to it or asked for its status any more.
    Orphaned,
    /// The server was shutting down.
    Shutdown,
}

impl CancelReason {
    /// Returns the reason in words.
    pub fn message(self) -> &'static str {
        match self {
            CancelReason::Client => "the search was cancelled",
            CancelReason::Orphaned => "no client was following the search any more",
            CancelReason::Shutdown => "the server is shutting down",
        }
    }
}

/// The outcome of a job.
#[derive(Debug)]
pub struct JobOutcome {
    /// Its result or error.
    pub answer: Result<Payload, HttpError>,
    /// Why it was cancelled, if it was.
    pub cancelled: Option<CancelReason>,
    /// How long it waited in the queue.
    pub waited: Duration,
    /// How long it ran.
    pub took: Duration,
}

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// It waits in the queue.
    Queued,
    /// It runs.
    Running,
    /// It has a result.
    Done,
    /// It has an error.
    Failed,
    /// It was cancelled.
    Cancelled,
}

impl JobOutcome {
    /// Returns the state of a job with this outcome.
    pub fn state(&self) -> JobState {
        match &self.answer {
            _ if self.cancelled.is_some() => JobState::Cancelled,
            Ok(_) => JobState::Done,
            Err(_) => JobState::Failed,
        }
    }

    /// Returns the result, if there is one.
    pub fn result(&self) -> Option<&RawValue> {
        self.answer.as_ref().ok()?.object()
    }

    /// Returns the error, if there is one; being cancelled is not an error.
    pub fn error(&self) -> Option<ErrorDetails<'_>> {
        self.answer.as_ref().err().filter(|_| self.cancelled.is_none()).map(HttpError::details)
    }
}

/// A job.
#[derive(Debug)]
pub struct Job {
    /// Set by [`Job::cancel`]; searches poll it.
    pub cancelled: Cancel,
    reason: OnceLock<CancelReason>,
    progress: Mutex<Option<Progress>>,
    part: Mutex<Option<Arc<RawValue>>>,
    stage: watch::Sender<Stage>,
    created: Instant,
}

impl Job {
    /// Creates a job that waits to be run.
    pub fn new() -> Arc<Job> {
        let (stage, _) = watch::channel(Stage::Waiting);
        let (cancelled, reason) = (Cancel::new(), OnceLock::new());
        let (progress, part, created) = (Mutex::new(None), Mutex::new(None), Instant::now());
        Arc::new(Job { cancelled, reason, progress, part, stage, created })
    }

    /// Cancels the job; only the first reason is recorded.
    pub fn cancel(&self, reason: CancelReason) {
        // Set before the flag, so that a thread that sees the flag also finds the reason.
        let _ = self.reason.set(reason);
        self.cancelled.raise(CancelledBy::Host);
    }

    /// Returns why the job was cancelled, if it was.
    pub fn cancel_reason(&self) -> Option<CancelReason> {
        self.reason.get().copied()
    }

    /// Returns the current stage.
    pub fn stage(&self) -> Stage {
        self.stage.borrow().clone()
    }

    /// Returns whether the job has ended.
    pub fn has_ended(&self) -> bool {
        matches!(*self.stage.borrow(), Stage::Ended(_))
    }

    /// Subscribes to changes of the stage.
    pub fn stages(&self) -> watch::Receiver<Stage> {
        self.stage.subscribe()
    }

    /// Waits until the job has ended, and returns its outcome.
    pub async fn ended(&self) -> Arc<JobOutcome> {
        let mut stages = self.stages();
        loop {
            if let Stage::Ended(ended) = &*stages.borrow_and_update() {
                return Arc::clone(ended);
            }
            // This cannot fail: the sender belongs to this job, which outlives the call.
            let _ = stages.changed().await;
        }
    }

    /// Returns the last progress that was reported, if any.
    pub fn progress(&self) -> Option<Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the first part of the answer, if the job has one and is still running.
    pub fn first_part(&self) -> Option<Arc<RawValue>> {
        self.part.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_part(&self, part: Option<Arc<RawValue>>) {
        *self.part.lock().unwrap_or_else(PoisonError::into_inner) = part;
    }

    /// Runs the task and returns its outcome, which is published by [`Job::end`].
    pub fn run(&self, task: Task) -> JobOutcome {
        let waited = self.created.elapsed();
        self.stage.send_replace(Stage::Running);
        let began = Instant::now();
        // Unwind safe: nothing that the task could leave inconsistent is used after a panic.
        let work = std::panic::AssertUnwindSafe(|| task(self));
        let answer = match std::panic::catch_unwind(work) {
            Ok(answer) => answer.map_err(HttpError::from),
            Err(_) => Err(HttpError::internal()),
        };
        JobOutcome { answer, cancelled: self.cancel_reason(), waited, took: began.elapsed() }
    }

    /// Ends a job that was cancelled while it was queued.
    pub fn withdraw(&self) {
        let cancelled = self.cancel_reason();
        let error = match cancelled {
            Some(CancelReason::Shutdown) => {
                HttpError::busy("shutdown", CancelReason::Shutdown.message())
            }
            _ => HttpError::busy("cancelled", "it was cancelled while it was queued"),
        };
        let (answer, took) = (Err(error), Duration::ZERO);
        self.end(JobOutcome { answer, cancelled, waited: self.created.elapsed(), took });
    }

    /// Publishes the outcome to everyone who waits for the job.
    pub fn end(&self, ended: JobOutcome) {
        self.set_part(None);
        self.stage.send_replace(Stage::Ended(Arc::new(ended)));
    }
}

impl TaskHost for Job {
    fn cancel(&self) -> &Cancel {
        &self.cancelled
    }

    fn report(&self, progress: &Progress) {
        let mut latest = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        *latest = Some(progress.clone());
    }

    fn part(&self, part: Box<RawValue>) {
        self.set_part(Some(part.into()));
    }

    fn cancel_notice(&self) -> Option<RenderedNotice> {
        let reason = self.cancel_reason().filter(|reason| *reason == CancelReason::Shutdown)?;
        let sentence = format!("the search was stopped, as {}", reason.message());
        Some(RenderedNotice::new("shutdown", sentence))
    }
}
