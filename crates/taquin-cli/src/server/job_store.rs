//! Jobs by their ids. One that nobody listens to or asks about is cancelled by itself; what came of one is forgotten
//! after a while.

use super::error::HttpError;
use super::job::{CancelReason, Job, Stage};
use super::worker_pool::WorkerPool;
use hyper::StatusCode;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A job that nobody listens to or asks about for so long is cancelled.
const ORPHANED_AFTER: Duration = Duration::from_secs(10);
/// What came of a job is kept for so long after somebody last asked.
const KEPT: Duration = Duration::from_secs(60);
/// How many jobs are known at most, and how long all their answers together may be.
const MOST_JOBS: usize = 1000;
const MOST_BYTES: usize = 64 << 20;

/// What kind of job it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum JobKind {
    /// As `POST /solve`.
    Solve,
    /// As `POST /trace`.
    Trace,
    /// As `POST /compare`.
    Compare,
}

/// Every job that has an id.
#[derive(Default)]
pub struct JobStore(Mutex<BTreeMap<String, Known>>);

/// A job with an id.
struct Known {
    kind: JobKind,
    job: Arc<Job>,
    listeners: usize,
    /// When somebody last asked or stopped to listen.
    asked: Instant,
}

impl JobStore {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job under an id, unless there are too many.
    pub fn add(&self, id: &str, kind: JobKind, job: &Arc<Job>) -> Result<(), HttpError> {
        let mut all = self.all();
        if all.len() >= MOST_JOBS {
            return Err(HttpError::busy("too-many-jobs", "there are too many jobs"));
        }
        let job = Arc::clone(job);
        all.insert(id.to_string(), Known { kind, job, listeners: 0, asked: Instant::now() });
        Ok(())
    }

    /// Forgets a job that never began.
    pub fn remove(&self, id: &str) {
        self.all().remove(id);
    }

    /// A job, and that somebody asked about it.
    pub fn ask(&self, id: &str) -> Result<(JobKind, Arc<Job>), HttpError> {
        let mut all = self.all();
        let known = all.get_mut(id).ok_or_else(unknown)?;
        known.asked = Instant::now();
        Ok((known.kind, Arc::clone(&known.job)))
    }

    /// Fails unless there is such a job; that is not asking about it.
    pub fn must_know(&self, id: &str) -> Result<(), HttpError> {
        self.all().contains_key(id).then_some(()).ok_or_else(unknown)
    }

    /// Listens to a job until the listener is dropped.
    pub fn listen(
        self: &Arc<Self>,
        pool: &Arc<WorkerPool>,
        id: &str,
    ) -> Result<Listener, HttpError> {
        let mut all = self.all();
        let known = all.get_mut(id).ok_or_else(unknown)?;
        known.listeners += 1;
        let job = Arc::clone(&known.job);
        Ok(Listener { jobs: Arc::clone(self), pool: Arc::clone(pool), id: id.to_string(), job })
    }

    /// Jobs that go on, though nobody listens to them or asks about them.
    pub fn orphaned(&self) -> Vec<Arc<Job>> {
        let all = self.all();
        let is_orphaned =
            |known: &&Known| known.listeners == 0 && known.asked.elapsed() > ORPHANED_AFTER;
        let goes_on = |known: &&Known| !known.job.has_ended();
        let orphaned = all.values().filter(is_orphaned).filter(goes_on);
        orphaned.map(|known| Arc::clone(&known.job)).collect()
    }

    /// Forgets what nobody asked about for long, and the oldest ends if they are too many or too long; whether
    /// there were any.
    pub fn forget(&self) -> bool {
        let mut all = self.all();
        let before = all.len();
        let is_old = |known: &Known| known.listeners == 0 && known.asked.elapsed() > KEPT;
        all.retain(|_, known| !(is_old(known) && known.job.has_ended()));
        let mut ended: Vec<(Instant, usize, String)> = Vec::new();
        for (id, known) in all.iter() {
            if let Stage::Ended(end) = known.job.stage() {
                let bytes = end.result().map_or(0, |result| result.get().len());
                ended.push((known.asked, bytes, id.clone()));
            }
        }
        ended.sort();
        let mut bytes: usize = ended.iter().map(|entry| entry.1).sum();
        for (_, length, id) in ended {
            if bytes <= MOST_BYTES && all.len() < MOST_JOBS {
                break;
            }
            bytes -= length;
            all.remove(&id);
        }
        all.len() < before
    }
}

pub fn unknown() -> HttpError {
    let error = HttpError::new(StatusCode::NOT_FOUND, "unknown-job", "there is no such job");
    error.help("it may be forgotten, as nobody asked about it for a minute")
}

/// Somebody who listens to a job; when nobody does any more, the job is cancelled.
pub struct Listener {
    jobs: Arc<JobStore>,
    pool: Arc<WorkerPool>,
    id: String,
    /// The job.
    pub job: Arc<Job>,
}

impl Listener {
    /// How many come before the job.
    pub fn position(&self) -> Option<usize> {
        self.pool.place_of(&self.job)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut all = self.jobs.all();
        let left = all.get_mut(&self.id).map(|known| {
            known.listeners -= 1;
            known.asked = Instant::now();
            known.listeners
        });
        drop(all);
        if left == Some(0) {
            // One that is over does not mind.
            self.pool.cancel(&self.job, CancelReason::Orphaned);
        }
    }
}
