//! The one list of everything under /api/v1: method, path, request, response and handler. The router and the OpenAPI
//! document are made from it. What searches or answers is listed by `taquin_api::tasks`; here are the endpoints of the
//! server itself.

use super::error::{HandlerResult, HttpError};
use super::request::Request;
use super::response::{self, JSON};
use super::route::Route;
use super::{events, jobs, reply};
use hyper::Method;
use hyper::body::Bytes;
use std::sync::{Arc, LazyLock};
use taquin::Cancel;
use taquin_api::task::{Effort, TaskInfo};
use taquin_api::tasks::TASKS;
#[cfg(test)]
use {
    super::jobs::{JobAnswer, JobRequest},
    super::openapi::ResponseKind::{Accepted, Files, Object},
    super::openapi::{EndpointDescription, schema},
    taquin_api::task::{AnswerKind, SchemaOf},
};

/// The OpenAPI document, which a test generates from the list below and the types of requests and responses.
const OPENAPI: &[u8] = include_bytes!("openapi.json");

/// Generates the routes and the descriptions of the server's own endpoints for openapi.json.
macro_rules! endpoints {
    ($($method:ident $path:literal $(request $request:ty)?, response $response:expr,
        handler $handler:path, $summary:expr;)*) => {
        /// The routes of the server's own endpoints.
        const OWN: &[Route] = &[$(Route {
            method: Method::$method,
            path: std::borrow::Cow::Borrowed(concat!("/api/v1", $path)),
            handler: |request| Box::pin($handler(request)),
        }),*];

        /// The description of each endpoint.
        #[cfg(test)]
        pub fn descriptions() -> Vec<EndpointDescription> {
            let own = vec![$(EndpointDescription {
                method: stringify!($method),
                path: $path.to_string(),
                summary: $summary,
                request: [$(schema::<$request> as SchemaOf)?].first().copied(),
                response: $response,
            }),*];
            own.into_iter().chain(offered().map(description)).collect()
        }
    };
}

endpoints! {
    GET "/openapi.json", response Files(&[JSON]), handler openapi, "This description";
    POST "/jobs" request JobRequest, response Accepted(schema::<JobAnswer>), handler jobs::begin,
        "Start a long search; it is cancelled if no client subscribes to its events or asks for its status for 10 seconds";
    GET "/jobs/{id}", response Object(schema::<JobAnswer>), handler jobs::status,
        "The status of a job: its progress, or its result";
    DELETE "/jobs/{id}", response Object(schema::<JobAnswer>), handler jobs::cancel,
        "Cancel a job; the result shows how far it got";
    GET "/jobs/{id}/events", response Files(&[events::EVENT_STREAM]),
        handler events::events,
        "Subscribe to a job: events queued (position), progress, part (the first part of a long answer), and finally done \
         (the result), failed (the error) or, after ending (the reason: client, orphaned or shutdown), cancelled (the \
         result so far); when the last subscriber disconnects, the job is cancelled";
}

/// The route of each endpoint.
pub static ENDPOINTS: LazyLock<Vec<Route>> = LazyLock::new(|| {
    let of_task = |task: &TaskInfo| match task.effort {
        Effort::Constant => Route {
            method: Method::GET,
            path: format!("/api/v1/{}", task.name).into(),
            handler: |request| Box::pin(describe(request)),
        },
        _ => Route {
            method: Method::POST,
            path: format!("/api/v1/{}", task.name).into(),
            handler: |request| Box::pin(ask(request)),
        },
    };
    offered().map(of_task).chain(OWN.iter().cloned()).collect()
});

/// Returns the tasks that clients can ask for: a server runs no functions of theirs.
fn offered() -> impl Iterator<Item = &'static TaskInfo> {
    TASKS.iter().filter(|task| task.effort != Effort::Own)
}

/// Returns the description of the endpoint of a task.
#[cfg(test)]
fn description(task: &TaskInfo) -> EndpointDescription {
    let is_constant = task.effort == Effort::Constant;
    EndpointDescription {
        method: if is_constant { "GET" } else { "POST" },
        path: format!("/{}", task.name),
        summary: task.summary,
        request: (!is_constant).then_some(task.request),
        response: match task.answer {
            AnswerKind::Object(schema) => Object(schema),
            AnswerKind::Files(kinds) => Files(kinds),
        },
    }
}

async fn describe(request: Request) -> HandlerResult {
    Ok(response::file(JSON, request.server.description.clone()))
}

async fn openapi(_: Request) -> HandlerResult {
    Ok(response::file(JSON, Bytes::from_static(OPENAPI)))
}

/// Handles the endpoint of a task: begins it, and responds with its result.
async fn ask(request: Request) -> HandlerResult {
    let (server, client) = (Arc::clone(&request.server), request.client);
    let path = request.head.uri.path().to_string();
    let is_asked = |task: &&TaskInfo| path.ends_with(&format!("/{}", task.name));
    let info = offered().find(is_asked).ok_or_else(HttpError::internal)?;
    let task = (info.begin)(&request.bytes().await?, &server.means.plain())?;
    match info.effort {
        // There is no search, so it does not go through the worker pool.
        Effort::Instant => Ok(reply::payload(&task(&Cancel::new())?)),
        _ => reply::work(&server, client, task).await,
    }
}
