//! A piece of work for the searching threads: what is to be done, how far it is, how it ended. Whoever
//! waits for it sees its stage change; whoever cancels it says why.

use super::error::HttpError;
use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use taquin::Cancel;
use taquin_api::error::ErrorDetails;
use taquin_api::progress::Progress;
use taquin_api::remedy::RenderedNotice;
use taquin_api::task::{Payload, Task, TaskHost};
use tokio::sync::watch;

/// Where a job is.
#[derive(Clone, Debug)]
pub enum Stage {
    /// It waits for its turn.
    Waiting,
    /// It runs.
    Running,
    /// It is over.
    Ended(Arc<JobOutcome>),
}

/// Why a job was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CancelReason {
    /// Whoever began it did not want it any more.
    Client,
    /// Nobody listened to it or asked about it any more.
    Orphaned,
    /// The server was told to end.
    Shutdown,
}

impl CancelReason {
    /// The reason in words.
    pub fn message(self) -> &'static str {
        match self {
            CancelReason::Client => "the search was cancelled",
            CancelReason::Orphaned => "nobody listened to the search or asked about it any more",
            CancelReason::Shutdown => "the server is shutting down",
        }
    }
}

/// How a job ended.
#[derive(Debug)]
pub struct JobOutcome {
    /// What came of it.
    pub answer: Result<Payload, HttpError>,
    /// Why it was cancelled, if it was.
    pub cancelled: Option<CancelReason>,
    /// How long it waited for its turn.
    pub waited: Duration,
    /// How long it ran.
    pub took: Duration,
}

/// Where a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// It waits for its turn.
    Queued,
    /// It runs.
    Running,
    /// There is a result.
    Done,
    /// There is an error.
    Failed,
    /// It was cancelled.
    Cancelled,
}

impl JobOutcome {
    /// What to call such an end.
    pub fn state(&self) -> JobState {
        match &self.answer {
            _ if self.cancelled.is_some() => JobState::Cancelled,
            Ok(_) => JobState::Done,
            Err(_) => JobState::Failed,
        }
    }

    /// What came of it, if anything did.
    pub fn result(&self) -> Option<&RawValue> {
        self.answer.as_ref().ok()?.object()
    }

    /// What went wrong; being cancelled is nothing wrong.
    pub fn error(&self) -> Option<ErrorDetails<'_>> {
        self.answer.as_ref().err().filter(|_| self.cancelled.is_none()).map(HttpError::details)
    }
}

/// A piece of work.
#[derive(Debug)]
pub struct Job {
    /// Raised by [`Job::cancel`]; searches look at it.
    pub cancelled: Cancel,
    reason: OnceLock<CancelReason>,
    progress: Mutex<Option<Progress>>,
    part: Mutex<Option<Arc<RawValue>>>,
    stage: watch::Sender<Stage>,
    asked: Instant,
}

impl Job {
    /// One that waits.
    pub fn new() -> Arc<Job> {
        let (stage, _) = watch::channel(Stage::Waiting);
        let (cancelled, reason) = (Cancel::new(), OnceLock::new());
        let (progress, part, asked) = (Mutex::new(None), Mutex::new(None), Instant::now());
        Arc::new(Job { cancelled, reason, progress, part, stage, asked })
    }

    /// Cancels it; the first reason counts.
    pub fn cancel(&self, reason: CancelReason) {
        // Before the flag: whoever sees that finds the reason, too.
        let _ = self.reason.set(reason);
        self.cancelled.cancel();
    }

    /// Why it was cancelled, if it was.
    pub fn cancel_reason(&self) -> Option<CancelReason> {
        self.reason.get().copied()
    }

    /// Where it is now.
    pub fn stage(&self) -> Stage {
        self.stage.borrow().clone()
    }

    /// Whether it is over.
    pub fn has_ended(&self) -> bool {
        matches!(*self.stage.borrow(), Stage::Ended(_))
    }

    /// Tells of every change of where it is.
    pub fn stages(&self) -> watch::Receiver<Stage> {
        self.stage.subscribe()
    }

    /// How it ended, once it has.
    pub async fn ended(&self) -> Arc<JobOutcome> {
        let mut stages = self.stages();
        loop {
            if let Stage::Ended(ended) = &*stages.borrow_and_update() {
                return Arc::clone(ended);
            }
            // The sender is this job, which lives as long as this call.
            let _ = stages.changed().await;
        }
    }

    /// How far it is, if it is on its way.
    pub fn progress(&self) -> Option<Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The first part of its answer, if there is one while it is on its way.
    pub fn first_part(&self) -> Option<Arc<RawValue>> {
        self.part.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_part(&self, part: Option<Arc<RawValue>>) {
        *self.part.lock().unwrap_or_else(PoisonError::into_inner) = part;
    }

    /// Does the work; [`Job::end`] tells of it.
    pub fn run(&self, task: Task) -> JobOutcome {
        let waited = self.asked.elapsed();
        self.stage.send_replace(Stage::Running);
        let began = Instant::now();
        // Nothing of a job that failed is looked at again.
        let work = std::panic::AssertUnwindSafe(|| task(self));
        let answer = match std::panic::catch_unwind(work) {
            Ok(answer) => answer.map_err(HttpError::from),
            Err(_) => Err(HttpError::internal()),
        };
        JobOutcome { answer, cancelled: self.cancel_reason(), waited, took: began.elapsed() }
    }

    /// Ends one that was cancelled before its turn.
    pub fn withdraw(&self) {
        let cancelled = self.cancel_reason();
        let error = match cancelled {
            Some(CancelReason::Shutdown) => {
                HttpError::busy("shutdown", CancelReason::Shutdown.message())
            }
            _ => HttpError::busy("cancelled", "it was cancelled before its turn came"),
        };
        let (answer, took) = (Err(error), Duration::ZERO);
        self.end(JobOutcome { answer, cancelled, waited: self.asked.elapsed(), took });
    }

    /// Tells everybody how it ended.
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
        let mut noted = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        *noted = Some(progress.clone());
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
