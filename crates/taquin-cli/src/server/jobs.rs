//! Long searches: `POST /jobs` begins one and gives it an id that nobody can guess, `GET /jobs/ID` tells how
//! far it is, `DELETE /jobs/ID` cancels it.

use super::error::Answer;
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
use taquin_api::request::read_json;
use taquin_api::tasks;
#[cfg(test)]
use {
    schemars::{Schema, SchemaGenerator, json_schema},
    taquin_api::json::Solved,
    taquin_api::request::SearchRequest,
    taquin_api::tasks::{CompareAnswer, CompareRequest, TraceAnswer},
};

/// How long it may take until a search that was cancelled has ended.
const LAST_STEPS: Duration = Duration::from_secs(5);

/// A job to begin.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JobRequest {
    /// What to do.
    pub kind: JobKind,
    /// As it would be posted to the address of that name.
    #[cfg_attr(test, schemars(schema_with = "request_schema"))]
    pub request: Box<RawValue>,
}

/// How a job is.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JobAnswer<'a> {
    /// Its id.
    id: &'a str,
    /// What it does.
    kind: JobKind,
    /// Where it is.
    state: JobState,
    /// How many come before it, while it waits.
    position: Option<usize>,
    /// Where it can be listened to.
    events: String,
    /// How far it is, once there is something to tell.
    progress: Option<Progress>,
    /// What came of it: the answer of its kind; of one cancelled, as far as it came.
    #[cfg_attr(test, schemars(schema_with = "result_schema"))]
    result: Option<&'a RawValue>,
    /// What went wrong.
    error: Option<ErrorDetails<'a>>,
    /// Why it was cancelled, if it was.
    reason: Option<CancelReason>,
}

#[cfg(test)]
fn request_schema(generator: &mut SchemaGenerator) -> Schema {
    let search = generator.subschema_for::<SearchRequest>();
    let comparison = generator.subschema_for::<CompareRequest>();
    json_schema!({ "anyOf": [search, comparison] })
}

#[cfg(test)]
fn result_schema(generator: &mut SchemaGenerator) -> Schema {
    let solved = generator.subschema_for::<Solved>();
    let traced = generator.subschema_for::<TraceAnswer>();
    let compared = generator.subschema_for::<CompareAnswer>();
    json_schema!({ "anyOf": [solved, traced, compared, { "type": "null" }] })
}

/// 128 bits that nobody can guess: a keyed hash of nothing, with keys from the system.
fn new_id() -> String {
    format!("{:016x}{:016x}", RandomState::new().hash_one(0), RandomState::new().hash_one(1))
}

/// `POST /jobs`
pub async fn begin(request: Request) -> Answer {
    let (server, client) = (Arc::clone(&request.server), request.client);
    let JobRequest { kind, request } = request.json().await?;
    let (caps, longest) = (server.caps.each(), server.caps.time);
    let request = request.get().as_bytes();
    let task = match kind {
        JobKind::Solve => tasks::solve(&read_json(request)?, &caps, longest)?,
        JobKind::Trace => tasks::trace(&read_json(request)?, &caps, longest)?,
        JobKind::Compare => tasks::compare(&read_json(request)?, &caps, longest)?,
    };
    if server.jobs.forget() {
        server.stirred.store(true, Ordering::Relaxed);
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

/// `GET /jobs/ID`
pub async fn status(Request { server, part: id, .. }: Request) -> Answer {
    let (kind, job) = server.jobs.ask(&id)?;
    answer(&server, &id, kind, &job)
}

/// `DELETE /jobs/ID`
pub async fn cancel(Request { server, part: id, .. }: Request) -> Answer {
    let (kind, job) = server.jobs.ask(&id)?;
    server.pool.cancel(&job, CancelReason::Client);
    // Searches look at their flag every few thousand nodes; whatever takes longer is told as it is.
    let _ = tokio::time::timeout(LAST_STEPS, job.ended()).await;
    answer(&server, &id, kind, &job)
}

fn answer(server: &Server, id: &str, kind: JobKind, job: &Arc<Job>) -> Answer {
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
        position: server.pool.place_of(job),
        events: format!("/api/v1/jobs/{id}/events"),
        progress: job.progress(),
        result: ended.and_then(|ended| ended.result()),
        error: ended.and_then(|ended| ended.error()),
        reason: ended.and_then(|ended| ended.cancelled),
    })
}
