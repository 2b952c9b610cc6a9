//! Jobs by id. A job that no client follows is cancelled, and results are evicted after a while.

use super::error::HttpError;
use super::job::{CancelReason, Job, Stage};
use super::worker_pool::WorkerPool;
use hyper::StatusCode;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use taquin_api::task::{Effort, TaskInfo};
use taquin_api::tasks::TASKS;

/// A job is cancelled after this long without a subscriber or a request for its status.
const ORPHANED_AFTER: Duration = Duration::from_secs(10);
/// How long a result is stored after the last request for it.
const RETENTION: Duration = Duration::from_secs(60);
/// The maximum number of jobs, and the maximum size of all their results together.
const MAX_JOBS: usize = 1000;
const MAX_BYTES: usize = 64 << 20;

/// What a job does: the same as `POST` to the endpoint of that name.
#[derive(Clone, Copy, Debug)]
pub struct JobKind(pub &'static TaskInfo);

impl JobKind {
    /// Every kind of job.
    pub fn all() -> impl Iterator<Item = &'static TaskInfo> {
        TASKS.iter().filter(|task| task.effort == Effort::Long)
    }
}

impl Serialize for JobKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name)
    }
}

impl<'de> Deserialize<'de> for JobKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JobKind, D::Error> {
        static NAMES: LazyLock<Vec<&'static str>> =
            LazyLock::new(|| JobKind::all().map(|task| task.name).collect());
        let name = String::deserialize(deserializer)?;
        let found = JobKind::all().find(|task| task.name == name);
        found.map(JobKind).ok_or_else(|| D::Error::unknown_variant(&name, &NAMES))
    }
}

#[cfg(test)]
impl schemars::JsonSchema for JobKind {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "JobKind".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let of = |task: &TaskInfo| {
            schemars::json_schema!({
                "const": task.name,
                "type": "string",
                "description": format!("The same as `POST /{}`.", task.name),
            })
        };
        let kinds: Vec<_> = JobKind::all().map(of).collect();
        schemars::json_schema!({ "description": "What a job does.", "oneOf": kinds })
    }
}

/// All jobs that have an id.
#[derive(Default)]
pub struct JobStore(Mutex<BTreeMap<String, Entry>>);

/// A job with an id.
struct Entry {
    kind: JobKind,
    job: Arc<Job>,
    subscribers: usize,
    /// The time of the last request for it, or when the last subscriber left.
    last_used: Instant,
}

impl JobStore {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job under an id, unless there are too many.
    pub fn add(&self, id: &str, kind: JobKind, job: &Arc<Job>) -> Result<(), HttpError> {
        let mut all = self.all();
        if all.len() >= MAX_JOBS {
            return Err(HttpError::busy("too-many-jobs", "there are too many jobs"));
        }
        let job = Arc::clone(job);
        all.insert(id.to_string(), Entry { kind, job, subscribers: 0, last_used: Instant::now() });
        Ok(())
    }

    /// Removes a job that was never queued.
    pub fn remove(&self, id: &str) {
        self.all().remove(id);
    }

    /// Returns a job, and marks it as used.
    pub fn get(&self, id: &str) -> Result<(JobKind, Arc<Job>), HttpError> {
        let mut all = self.all();
        let entry = all.get_mut(id).ok_or_else(unknown)?;
        entry.last_used = Instant::now();
        Ok((entry.kind, Arc::clone(&entry.job)))
    }

    /// Fails unless there is such a job. This does not count as using it.
    pub fn check_exists(&self, id: &str) -> Result<(), HttpError> {
        self.all().contains_key(id).then_some(()).ok_or_else(unknown)
    }

    /// Subscribes to a job until the subscription is dropped.
    pub fn subscribe(
        self: &Arc<Self>,
        pool: &Arc<WorkerPool>,
        id: &str,
    ) -> Result<Subscription, HttpError> {
        let mut all = self.all();
        let entry = all.get_mut(id).ok_or_else(unknown)?;
        entry.subscribers += 1;
        let job = Arc::clone(&entry.job);
        Ok(Subscription { jobs: Arc::clone(self), pool: Arc::clone(pool), id: id.to_string(), job })
    }

    /// Returns the jobs that have not ended, although no client follows them any more.
    pub fn orphaned(&self) -> Vec<Arc<Job>> {
        let all = self.all();
        let is_orphaned =
            |entry: &&Entry| entry.subscribers == 0 && entry.last_used.elapsed() > ORPHANED_AFTER;
        let has_not_ended = |entry: &&Entry| !entry.job.has_ended();
        let orphaned = all.values().filter(is_orphaned).filter(has_not_ended);
        orphaned.map(|entry| Arc::clone(&entry.job)).collect()
    }

    /// Removes results that were not used for long, and the least recently used ones if there are too many or they
    /// are too large. Returns whether any were removed.
    pub fn evict(&self) -> bool {
        let mut all = self.all();
        let before = all.len();
        let is_old =
            |entry: &Entry| entry.subscribers == 0 && entry.last_used.elapsed() > RETENTION;
        all.retain(|_, entry| !(is_old(entry) && entry.job.has_ended()));
        let mut ended: Vec<(Instant, usize, String)> = Vec::new();
        for (id, entry) in all.iter() {
            if let Stage::Ended(end) = entry.job.stage() {
                let bytes = end.result().map_or(0, |result| result.get().len());
                ended.push((entry.last_used, bytes, id.clone()));
            }
        }
        ended.sort();
        let mut bytes: usize = ended.iter().map(|entry| entry.1).sum();
        for (_, length, id) in ended {
            if bytes <= MAX_BYTES && all.len() < MAX_JOBS {
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
    error.help("it may have expired: a result is kept for a minute after the last request for it")
}

/// A subscription to a job; when the last one is dropped, the job is cancelled.
pub struct Subscription {
    jobs: Arc<JobStore>,
    pool: Arc<WorkerPool>,
    id: String,
    /// The job.
    pub job: Arc<Job>,
}

impl Subscription {
    /// Returns how many jobs are ahead of this one in the queue.
    pub fn position(&self) -> Option<usize> {
        self.pool.position_of(&self.job)
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut all = self.jobs.all();
        let left = all.get_mut(&self.id).map(|entry| {
            entry.subscribers -= 1;
            entry.last_used = Instant::now();
            entry.subscribers
        });
        drop(all);
        if left == Some(0) {
            // This has no effect on a job that has ended.
            self.pool.cancel(&self.job, CancelReason::Orphaned);
        }
    }
}
