//! A piece of work for the searching threads: what is to be done, how far it is, how it ended. Whoever
//! waits for it sees its stage change; whoever cancels it says why.

use super::refusal::Refusal;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use taquin::Cancel;
use tokio::sync::watch;

/// What is to be done, on a thread that may take its time.
pub type Task = Box<dyn FnOnce(&Job) -> Result<Payload, Refusal> + Send>;

/// What comes of it.
#[derive(Debug)]
pub enum Payload {
    /// An object.
    Json(Box<RawValue>),
    /// A file and its type.
    File(&'static str, Vec<u8>),
}

impl Payload {
    /// An object.
    pub fn json(object: &impl Serialize) -> Result<Payload, Refusal> {
        to_raw_value(object).map(Payload::Json).map_err(|_| Refusal::broken())
    }

    /// The object, if it is one.
    pub fn object(&self) -> Option<&RawValue> {
        match self {
            Payload::Json(object) => Some(object),
            Payload::File(..) => None,
        }
    }
}

/// Where a job is.
#[derive(Clone, Debug)]
pub enum Stage {
    /// It waits for its turn.
    Waiting,
    /// It runs.
    Running,
    /// It is over.
    Ended(Arc<Ended>),
}

/// Why a job was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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
pub struct Ended {
    /// What came of it.
    pub answer: Result<Payload, Refusal>,
    /// Why it was cancelled, if it was.
    pub cancelled: Option<CancelReason>,
    /// How long it waited for its turn.
    pub waited: Duration,
    /// How long it ran.
    pub took: Duration,
}

/// How far a search is.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Progress {
    /// Entries taken off the frontier.
    pub explored: u64,
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Children made.
    pub generated: u64,
    /// Entries waiting now.
    pub frontier: u64,
    /// Moves from the start to the node explored last.
    pub depth: u64,
    /// The bound of the round, in searches that deepen.
    pub bound: Option<f64>,
    /// Time since it began.
    pub seconds: f64,
    /// Explored a second, lately.
    pub rate: f64,
    /// Bytes of nodes, frontier and tables at the peak, as accounted.
    pub bytes: u64,
    /// Of a comparison: which run this is, from 1.
    pub run: Option<usize>,
    /// Of a comparison: how many there are.
    pub runs: Option<usize>,
}

/// A piece of work.
#[derive(Debug)]
pub struct Job {
    /// Raised by [`Job::cancel`]; searches look at it.
    pub cancelled: Cancel,
    reason: OnceLock<CancelReason>,
    progress: Mutex<Option<Progress>>,
    stage: watch::Sender<Stage>,
    asked: Instant,
}

impl Job {
    /// One that waits.
    pub fn new() -> Arc<Job> {
        let (stage, _) = watch::channel(Stage::Waiting);
        let (cancelled, reason) = (Cancel::new(), OnceLock::new());
        let (progress, asked) = (Mutex::new(None), Instant::now());
        Arc::new(Job { cancelled, reason, progress, stage, asked })
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
    pub async fn ended(&self) -> Arc<Ended> {
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

    /// Notes how far it is.
    pub fn note(&self, progress: Progress) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
    }

    /// Does the work; [`Job::end`] tells of it.
    pub fn run(&self, task: Task) -> Ended {
        let waited = self.asked.elapsed();
        self.stage.send_replace(Stage::Running);
        let began = Instant::now();
        // Nothing of a job that failed is looked at again.
        let work = std::panic::AssertUnwindSafe(|| task(self));
        let answer = std::panic::catch_unwind(work).unwrap_or_else(|_| Err(Refusal::broken()));
        Ended { answer, cancelled: self.cancel_reason(), waited, took: began.elapsed() }
    }

    /// Ends one that was cancelled before its turn.
    pub fn withdraw(&self) {
        let cancelled = self.cancel_reason();
        let message = match cancelled {
            Some(CancelReason::Shutdown) => CancelReason::Shutdown.message(),
            _ => "it was cancelled before its turn came",
        };
        let (answer, took) = (Err(Refusal::busy(message)), Duration::ZERO);
        self.end(Ended { answer, cancelled, waited: self.asked.elapsed(), took });
    }

    /// Tells everybody how it ended.
    pub fn end(&self, ended: Ended) {
        self.stage.send_replace(Stage::Ended(Arc::new(ended)));
    }
}
