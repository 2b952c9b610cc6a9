//! Long searches: `POST /jobs` starts one and returns an id that cannot be guessed, `GET /jobs/ID` returns its
//! status, `DELETE /jobs/ID` cancels it.

use super::error::HandlerResult;
use super::job::{CancelReason, Job, JobState, Stage};
use super::job_store::JobKind;
use super::reply;
use super::request::Request;
use super::state::Server;
use hyper::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use taquin_api::error::ErrorDetails;
use taquin_api::progress::Progress;
#[cfg(test)]
use {
    schemars::{Schema, SchemaGenerator, json_schema},
    taquin_api::task::AnswerKind,
};

/// How long to wait until a cancelled search has ended.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(5);

/// A request to start a job.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JobRequest {
    /// What the job does.
    pub kind: JobKind,
    /// The request, as it would be posted to the endpoint of that name.
    #[cfg_attr(test, schemars(schema_with = "request_schema"))]
    pub request: Box<RawValue>,
}

/// The status of a job.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JobAnswer<'a> {
    /// Its id.
    id: &'a str,
    /// What it does.
    kind: JobKind,
    /// Its state.
    state: JobState,
    /// How many jobs are ahead of it, while it is queued.
    position: Option<usize>,
    /// The path of its event stream.
    events: String,
    /// Its progress, once there is any.
    progress: Option<Progress>,
    /// Its result: the answer of its kind; for a cancelled job, the result so far.
    #[cfg_attr(test, schemars(schema_with = "result_schema"))]
    result: Option<&'a RawValue>,
    /// Why it failed.
    error: Option<ErrorDetails<'a>>,
    /// Why it was cancelled, if it was.
    reason: Option<CancelReason>,
}

#[cfg(test)]
fn request_schema(generator: &mut SchemaGenerator) -> Schema {
    let mut schemas: Vec<_> = JobKind::all().map(|task| (task.request)(generator)).collect();
    schemas.dedup();
    json_schema!({ "anyOf": schemas })
}

#[cfg(test)]
fn result_schema(generator: &mut SchemaGenerator) -> Schema {
    let answer = |task: &taquin_api::task::TaskInfo| match task.answer {
        AnswerKind::Object(schema) => schema(generator),
        AnswerKind::Files(_) => Schema::default(),
    };
    let nothing = json_schema!({ "type": "null" });
    let schemas: Vec<_> = JobKind::all().map(answer).chain([nothing]).collect();
    json_schema!({ "anyOf": schemas })
}

/// Returns a random id of 128 bits that cannot be guessed: keyed hashes, with keys from the system.
fn new_id() -> String {
    format!("{:016x}{:016x}", RandomState::new().hash_one(0), RandomState::new().hash_one(1))
}

/// Handles `POST /jobs`.
pub async fn begin(request: Request) -> HandlerResult {
    let (server, client) = (Arc::clone(&request.server), request.client);
    let JobRequest { kind, request } = request.json().await?;
    let task = (kind.0.begin)(request.get().as_bytes(), &server.means)?;
    if server.jobs.evict() {
        server.memory_freed.store(true, Ordering::Relaxed);
    }
    let (id, job) = (new_id(), Job::new());
    server.jobs.add(&id, kind, &job)?;
    if let Err(error) = server.pool.submit(client, &job, task) {
        server.jobs.remove(&id);
        return Err(error);
    }
    let mut response = answer(&server, &id, kind, &job)?;
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}

/// Handles `GET /jobs/ID`.
pub async fn status(Request { server, part: id, .. }: Request) -> HandlerResult {
    let (kind, job) = server.jobs.get(&id)?;
    answer(&server, &id, kind, &job)
}

/// Handles `DELETE /jobs/ID`.
pub async fn cancel(Request { server, part: id, .. }: Request) -> HandlerResult {
    let (kind, job) = server.jobs.get(&id)?;
    server.pool.cancel(&job, CancelReason::Client);
    // Searches poll the cancel flag every few thousand nodes; a job that takes longer is reported as still running.
    let _ = tokio::time::timeout(CANCEL_TIMEOUT, job.ended()).await;
    answer(&server, &id, kind, &job)
}

fn answer(server: &Server, id: &str, kind: JobKind, job: &Arc<Job>) -> HandlerResult {
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
        position: server.pool.position_of(job),
        events: format!("/api/v1/jobs/{id}/events"),
        progress: job.progress(),
        result: ended.and_then(|ended| ended.result()),
        error: ended.and_then(|ended| ended.error()),
        reason: ended.and_then(|ended| ended.cancelled),
    })
}
