//! Answers: an object, or what came of a job that somebody waits for.

use super::error::{Answer, HttpError};
use super::job::{Job, JobOutcome, Stage};
use super::limits::PLAIN_WAIT;
use super::response::{JSON, Response, file};
use super::state::Server;
use super::worker_pool::{CancelOnDrop, Client};
use hyper::header::{HeaderName, HeaderValue};
use serde::Serialize;
use taquin_api::task::{Payload, Task};

/// An object.
pub fn json(object: &impl Serialize) -> Answer {
    let bytes = serde_json::to_vec(object).map_err(|_| HttpError::internal())?;
    Ok(file(JSON, bytes))
}

/// What came of a task.
pub fn payload(payload: &Payload) -> Response {
    match payload {
        Payload::Json(object) => file(JSON, object.get().to_string()),
        Payload::File(kind, bytes) => file(kind, bytes.clone()),
    }
}

/// Does a task and answers with what comes of it. If whoever asked is gone, so is the task.
pub async fn work(server: &Server, client: Client, task: Task) -> Answer {
    let job = Job::new();
    server.pool.submit(client, &job, task)?;
    let waits = CancelOnDrop::new(&server.pool, &job);
    let mut stages = job.stages();
    let begins = stages.wait_for(|stage| !matches!(stage, Stage::Waiting));
    if tokio::time::timeout(PLAIN_WAIT, begins).await.is_err() {
        return Err(HttpError::busy("line-too-slow", "too many searches were before this one"));
    }
    let ended = job.ended().await;
    drop(waits);
    let mut response = match &ended.answer {
        Ok(answer) => payload(answer),
        Err(error) => return Err(error.clone()),
    };
    if let Ok(timing) = HeaderValue::from_str(&timing(&ended)) {
        response.headers_mut().insert(HeaderName::from_static("server-timing"), timing);
    }
    Ok(response)
}

/// How long it waited and how long it took, in milliseconds.
fn timing(ended: &JobOutcome) -> String {
    let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    let (waited, took) = (milliseconds(ended.waited), milliseconds(ended.took));
    format!("queue;dur={waited:.3}, solve;dur={took:.3}")
}
