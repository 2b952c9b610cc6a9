//! Responses of the API: an object, or the result of a task that the client waits for.

use super::error::{HandlerResult, HttpError};
use super::job::{Job, JobOutcome, Stage};
use super::limits::PLAIN_WAIT;
use super::response::{JSON, Response, file};
use super::state::Server;
use super::worker_pool::{CancelOnDrop, Client};
use hyper::header::{HeaderName, HeaderValue};
use serde::Serialize;
use taquin_api::task::{Payload, Task};

/// Returns a response with an object as JSON.
pub fn json(object: &impl Serialize) -> HandlerResult {
    let bytes = serde_json::to_vec(object).map_err(|_| HttpError::internal())?;
    Ok(file(JSON, bytes))
}

/// Returns a response with the result of a task.
pub fn payload(payload: &Payload) -> Response {
    match payload {
        Payload::Json(object) => file(JSON, object.get().to_string()),
        Payload::File(kind, bytes) => file(kind, bytes.clone()),
    }
}

/// Runs a task and responds with its result. The task is cancelled if the client disconnects.
pub async fn work(server: &Server, client: Client, task: Task) -> HandlerResult {
    let job = Job::new();
    server.pool.submit(client, &job, task)?;
    let guard = CancelOnDrop::new(&server.pool, &job);
    let mut stages = job.stages();
    let started = stages.wait_for(|stage| !matches!(stage, Stage::Waiting));
    if tokio::time::timeout(PLAIN_WAIT, started).await.is_err() {
        return Err(HttpError::busy("line-too-slow", "too many searches are ahead of this one"));
    }
    let ended = job.ended().await;
    drop(guard);
    let mut response = match &ended.answer {
        Ok(answer) => payload(answer),
        Err(error) => return Err(error.clone()),
    };
    if let Ok(timing) = HeaderValue::from_str(&timing(&ended)) {
        response.headers_mut().insert(HeaderName::from_static("server-timing"), timing);
    }
    Ok(response)
}

/// Returns the `Server-Timing` header: how long the job was queued and how long it ran, in milliseconds.
fn timing(ended: &JobOutcome) -> String {
    let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    let (waited, took) = (milliseconds(ended.waited), milliseconds(ended.took));
    format!("queue;dur={waited:.3}, solve;dur={took:.3}")
}
