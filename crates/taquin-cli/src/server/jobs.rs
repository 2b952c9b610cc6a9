//! Long searches: `POST /jobs` begins one and gives it an id that nobody can guess, `GET /jobs/ID` tells how
//! far it is, `DELETE /jobs/ID` cancels it. One that nobody listens to or asks about is cancelled by itself.

use super::Server;
use super::body::{Body, read_part};
use super::compare::{self, CompareAnswer, CompareRequest};
use super::desk::Client;
use super::job::{CancelReason, Ended, Job, Progress, Stage};
use super::refusal::{Fault, Refusal};
use super::request::SearchRequest;
use super::trace::{self, TraceAnswer};
use super::{Shared, reply, solve};
use axum::Extension;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use taquin_api::json::Solved;

/// A job that nobody listens to or asks about for so long is cancelled.
const UNHEARD: Duration = Duration::from_secs(10);
/// What came of a job is kept for so long after somebody last asked.
const KEPT: Duration = Duration::from_secs(60);
/// How many jobs are known at most, and how long all their answers together may be.
const MOST_JOBS: usize = 1000;
const MOST_BYTES: usize = 64 << 20;
/// How often it is looked after them.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How long it may take until a search that was cancelled has ended.
const LAST_STEPS: Duration = Duration::from_secs(5);

/// What kind of job it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "JobKind")]
pub enum Kind {
    /// As `POST /solve`.
    Solve,
    /// As `POST /trace`.
    Trace,
    /// As `POST /compare`.
    Compare,
}

/// A job to begin.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobRequest {
    /// What to do.
    pub kind: Kind,
    /// As it would be posted to the address of that name.
    #[schemars(schema_with = "form_of_request")]
    pub request: Value,
}

/// How a job is.
#[derive(Serialize, JsonSchema)]
pub struct JobAnswer<'a> {
    /// Its id.
    id: &'a str,
    /// What it does.
    kind: Kind,
    /// Where it is.
    state: JobState,
    /// How many come before it, while it waits.
    position: Option<usize>,
    /// Where it can be listened to.
    events: String,
    /// How far it is, once there is something to tell.
    progress: Option<Progress>,
    /// What came of it: the answer of its kind; of one cancelled, as far as it came.
    #[schemars(schema_with = "form_of_result")]
    result: Option<&'a RawValue>,
    /// What went wrong.
    error: Option<Fault<'a>>,
    /// Why it was cancelled, if it was.
    reason: Option<CancelReason>,
}

fn form_of_request(generator: &mut SchemaGenerator) -> Schema {
    let search = generator.subschema_for::<SearchRequest>();
    let comparison = generator.subschema_for::<CompareRequest>();
    json_schema!({ "anyOf": [search, comparison] })
}

fn form_of_result(generator: &mut SchemaGenerator) -> Schema {
    let solved = generator.subschema_for::<Solved>();
    let traced = generator.subschema_for::<TraceAnswer>();
    let compared = generator.subschema_for::<CompareAnswer>();
    json_schema!({ "anyOf": [solved, traced, compared, { "type": "null" }] })
}

/// Where a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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

impl Ended {
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
    pub fn fault(&self) -> Option<Fault<'_>> {
        self.answer.as_ref().err().filter(|_| self.cancelled.is_none()).map(Refusal::fault)
    }
}

/// Every job that has an id.
#[derive(Default)]
pub struct Jobs(Mutex<BTreeMap<String, Known>>);

/// A job with an id.
struct Known {
    kind: Kind,
    job: Arc<Job>,
    listeners: usize,
    /// When somebody last asked or stopped to listen.
    asked: Instant,
}

impl Jobs {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A job, and that somebody asked about it.
    fn ask(&self, id: &str) -> Result<(Kind, Arc<Job>), Refusal> {
        let mut all = self.all();
        let known = all.get_mut(id).ok_or_else(unknown)?;
        known.asked = Instant::now();
        Ok((known.kind, Arc::clone(&known.job)))
    }

    /// Fails unless there is such a job; that is not asking about it.
    pub fn must_know(server: &Server, id: &str) -> Result<(), Refusal> {
        server.jobs.all().contains_key(id).then_some(()).ok_or_else(unknown)
    }

    /// Listens to a job until the listener is dropped.
    pub fn listen(server: &Arc<Server>, id: &str) -> Result<Listener, Refusal> {
        let mut all = server.jobs.all();
        let known = all.get_mut(id).ok_or_else(unknown)?;
        known.listeners += 1;
        let job = Arc::clone(&known.job);
        Ok(Listener { server: Arc::clone(server), id: id.to_string(), job })
    }

    /// Cancels what nobody hears of and forgets what nobody asks about, for ever. Once nothing is searched any
    /// more, memory that was freed goes back to the system: the allocator would keep the long answers of many
    /// short searches, and those that were forgotten.
    pub async fn look_after(server: Arc<Server>) {
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            for job in server.jobs.unheard() {
                server.desk.cancel(&job, CancelReason::Orphaned);
            }
            if server.jobs.forget() {
                server.stirred.store(true, Ordering::Relaxed);
            }
            if server.desk.is_idle() && server.stirred.swap(false, Ordering::Relaxed) {
                taquin::search::memory::give_memory_back();
            }
        }
    }

    fn unheard(&self) -> Vec<Arc<Job>> {
        let all = self.all();
        let is_unheard = |known: &&Known| known.listeners == 0 && known.asked.elapsed() > UNHEARD;
        let goes_on = |known: &&Known| !known.job.has_ended();
        let unheard = all.values().filter(is_unheard).filter(goes_on);
        unheard.map(|known| Arc::clone(&known.job)).collect()
    }

    /// Forgets what nobody asked about for long, and the oldest ends if they are too many or too long; whether
    /// there were any.
    fn forget(&self) -> bool {
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

fn unknown() -> Refusal {
    let refusal = Refusal::new(StatusCode::NOT_FOUND, "there is no such job");
    refusal.help("it may be forgotten, as nobody asked about it for a minute")
}

/// Somebody who listens to a job; when nobody does any more, the job is cancelled.
pub struct Listener {
    server: Arc<Server>,
    id: String,
    /// The job.
    pub job: Arc<Job>,
}

impl Listener {
    /// How many come before the job.
    pub fn position(&self) -> Option<usize> {
        self.server.desk.place_of(&self.job)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut all = self.server.jobs.all();
        let left = all.get_mut(&self.id).map(|known| {
            known.listeners -= 1;
            known.asked = Instant::now();
            known.listeners
        });
        drop(all);
        if left == Some(0) {
            // One that is over does not mind.
            self.server.desk.cancel(&self.job, CancelReason::Orphaned);
        }
    }
}

/// The id in an address.
pub struct Id(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Id, Refusal> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(id)| Id(id)).map_err(|_| unknown())
    }
}

/// 128 bits that nobody can guess: a keyed hash of nothing, with keys from the system.
fn new_id() -> String {
    format!("{:016x}{:016x}", RandomState::new().hash_one(0), RandomState::new().hash_one(1))
}

/// `POST /jobs`
pub async fn begin(
    State(server): Shared,
    Extension(client): Extension<Client>,
    Body(JobRequest { kind, request }): Body<JobRequest>,
) -> Result<Response, Refusal> {
    let (caps, longest) = (&server.caps, server.caps.time);
    let task = match kind {
        Kind::Solve => solve::task(&read_part::<SearchRequest>(request)?, caps, longest)?,
        Kind::Trace => trace::task(&read_part::<SearchRequest>(request)?, caps, longest)?,
        Kind::Compare => compare::task(&read_part::<CompareRequest>(request)?, caps, longest)?,
    };
    if server.jobs.forget() {
        server.stirred.store(true, Ordering::Relaxed);
    }
    if server.jobs.all().len() >= MOST_JOBS {
        return Err(Refusal::busy("there are too many jobs"));
    }
    let (id, job) = (new_id(), Job::new());
    let known = Known { kind, job: Arc::clone(&job), listeners: 0, asked: Instant::now() };
    server.jobs.all().insert(id.clone(), known);
    if let Err(refusal) = server.desk.hand_in(client, &job, task) {
        server.jobs.all().remove(&id);
        return Err(refusal);
    }
    let mut response = answer(&server, &id, kind, &job)?;
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}

/// `GET /jobs/ID`
pub async fn tell(State(server): Shared, Id(id): Id) -> Result<Response, Refusal> {
    let (kind, job) = server.jobs.ask(&id)?;
    answer(&server, &id, kind, &job)
}

/// `DELETE /jobs/ID`
pub async fn cancel(State(server): Shared, Id(id): Id) -> Result<Response, Refusal> {
    let (kind, job) = server.jobs.ask(&id)?;
    server.desk.cancel(&job, CancelReason::Client);
    // Searches look at their flag every few thousand nodes; whatever takes longer is told as it is.
    let _ = tokio::time::timeout(LAST_STEPS, job.ended()).await;
    answer(&server, &id, kind, &job)
}

fn answer(server: &Server, id: &str, kind: Kind, job: &Arc<Job>) -> Result<Response, Refusal> {
    let stage = job.stage();
    let (state, ended) = match &stage {
        Stage::Waiting => (JobState::Queued, None),
        Stage::Running => (JobState::Running, None),
        Stage::Ended(ended) => (ended.state(), Some(ended)),
    };
    reply::json(&JobAnswer {
        id,
        kind,
        state,
        position: server.desk.place_of(job),
        events: format!("/api/v1/jobs/{id}/events"),
        progress: job.progress(),
        result: ended.and_then(|ended| ended.result()),
        error: ended.and_then(|ended| ended.fault()),
        reason: ended.and_then(|ended| ended.cancelled),
    })
}
