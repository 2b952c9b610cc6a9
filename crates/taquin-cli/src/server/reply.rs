//! Answers: an object, or what came of a job that somebody waits for.

use super::Server;
use super::desk::{CancelOnDrop, Client};
use super::job::{Ended, Job, Payload, Stage, Task};
use super::limits::PLAIN_WAIT;
use super::refusal::Refusal;
use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use serde::Serialize;

/// What JSON is called.
pub const JSON: &str = "application/json";

/// An object.
pub fn json(object: &impl Serialize) -> Result<Response, Refusal> {
    let bytes = serde_json::to_vec(object).map_err(|_| Refusal::broken())?;
    Ok(file(JSON, bytes))
}

/// Bytes of a type.
pub fn file(kind: &'static str, bytes: impl Into<Bytes>) -> Response {
    let mut response = Response::new(Body::from(bytes.into()));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Does a task and answers with what comes of it. If whoever asked is gone, so is the task.
pub async fn work(server: &Server, client: Client, task: Task) -> Result<Response, Refusal> {
    let job = Job::new();
    server.desk.hand_in(client, &job, task)?;
    let waits = CancelOnDrop::new(&server.desk, &job);
    let mut stages = job.stages();
    let begins = stages.wait_for(|stage| !matches!(stage, Stage::Waiting));
    if tokio::time::timeout(PLAIN_WAIT, begins).await.is_err() {
        return Err(Refusal::busy("too many searches were before this one"));
    }
    let ended = job.ended().await;
    drop(waits);
    let mut response = match &ended.answer {
        Ok(Payload::Json(object)) => file(JSON, object.get().to_string()),
        Ok(Payload::File(kind, bytes)) => file(kind, bytes.clone()),
        Err(refusal) => return Err(refusal.clone()),
    };
    if let Ok(timing) = HeaderValue::from_str(&timing(&ended)) {
        response.headers_mut().insert(HeaderName::from_static("server-timing"), timing);
    }
    Ok(response)
}

/// How long it waited and how long it took, in milliseconds.
fn timing(ended: &Ended) -> String {
    let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    let (waited, took) = (milliseconds(ended.waited), milliseconds(ended.took));
    format!("queue;dur={waited:.3}, solve;dur={took:.3}")
}
