//! The one list of everything under /api/v1: where it is, its request, its response, and who does it. The
//! router and the OpenAPI document are made of it.

use super::body::Body;
use super::error::HttpError;
use super::jobs::{self, JobAnswer, JobRequest};
use super::state::{Server, Shared};
use super::worker_pool::Client;
use super::{events, reply};
use crate::raster::{animation, png};
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{self, MethodRouter};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use std::sync::Arc;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::error::ApiError;
use taquin_api::json::Solved;
use taquin_api::limits::{Caps, PLAIN_TIME};
use taquin_api::request::{BoardRequest, SearchRequest};
use taquin_api::task::Task;
use taquin_api::tasks::{
    self, CheckAnswer, CompareAnswer, CompareRequest, Description, GenerateAnswer, GenerateRequest,
    HintAnswer, PictureKind, PictureRequest, SolutionPicture, TraceAnswer, render_svg,
};

/// Something that can be asked for.
pub struct Endpoint {
    /// `get`, `post` or `delete`.
    pub method: &'static str,
    /// Where it is, under /api/v1.
    pub path: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// The schema of its request, if it has a body.
    pub request: Option<SchemaOf>,
    /// Its response.
    pub response: ResponseKind,
    /// Who does it.
    pub handler: MethodRouter<Arc<Server>>,
}

/// Tells the schema of an object.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// What an endpoint responds with.
pub enum ResponseKind {
    /// An object.
    Object(SchemaOf),
    /// An object that tells of something begun.
    Accepted(SchemaOf),
    /// Something of these types.
    Files(&'static [&'static str]),
}

fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// All of them.
pub fn endpoints() -> Vec<Endpoint> {
    let get = |path, summary, response, handler| Endpoint {
        method: "get",
        path,
        summary,
        request: None,
        response,
        handler,
    };
    let post = |path, summary, request: SchemaOf, response, handler| Endpoint {
        method: "post",
        path,
        summary,
        request: Some(request),
        response,
        handler,
    };
    vec![
        get(
            "/describe",
            "Every algorithm, heuristic and other choice, and the limits",
            ResponseKind::Object(schema::<Description>),
            routing::get(describe),
        ),
        get(
            "/openapi.json",
            "This description",
            ResponseKind::Files(&[reply::JSON]),
            routing::get(openapi),
        ),
        post(
            "/check",
            "Is it a board, and can it be solved?",
            schema::<BoardRequest>,
            ResponseKind::Object(schema::<CheckAnswer>),
            routing::post(check),
        ),
        post(
            "/solve",
            "Solve a board; for searches of seconds",
            schema::<SearchRequest>,
            ResponseKind::Object(schema::<Solved>),
            routing::post(solve),
        ),
        post(
            "/trace",
            "Solve a board and write every step down",
            schema::<SearchRequest>,
            ResponseKind::Object(schema::<TraceAnswer>),
            routing::post(trace),
        ),
        post(
            "/compare",
            "Run several configurations on the same boards",
            schema::<CompareRequest>,
            ResponseKind::Object(schema::<CompareAnswer>),
            routing::post(compare),
        ),
        post(
            "/generate",
            "Make boards from a seed",
            schema::<GenerateRequest>,
            ResponseKind::Object(schema::<GenerateAnswer>),
            routing::post(generate),
        ),
        post(
            "/hint",
            "The next move on a path to the goal, and how far that is",
            schema::<BoardRequest>,
            ResponseKind::Object(schema::<HintAnswer>),
            routing::post(hint),
        ),
        post(
            "/picture",
            "A solution as an animation or a strip of boards",
            schema::<PictureRequest>,
            ResponseKind::Files(&["image/gif", "image/svg+xml", "image/png"]),
            routing::post(picture),
        ),
        post(
            "/jobs",
            "Begin a long search; it is cancelled if nobody listens to it or asks about it for 10 seconds",
            schema::<JobRequest>,
            ResponseKind::Accepted(schema::<JobAnswer>),
            routing::post(jobs::begin),
        ),
        get(
            "/jobs/{id}",
            "How far a job is, or what came of it",
            ResponseKind::Object(schema::<JobAnswer>),
            routing::get(jobs::status),
        ),
        Endpoint {
            method: "delete",
            path: "/jobs/{id}",
            summary: "Cancel a job; its result tells how far it came",
            request: None,
            response: ResponseKind::Object(schema::<JobAnswer>),
            handler: routing::delete(jobs::cancel),
        },
        get(
            "/jobs/{id}/events",
            "Listen to a job: events queued (position), progress, and at last done (the result), failed \
             (the error) or, after ending (the reason: client, orphaned or shutdown), cancelled (the result \
             so far); whoever leaves cancels the job",
            ResponseKind::Files(&["text/event-stream"]),
            routing::get(events::events).head(events::head),
        ),
    ]
}

async fn describe(State(server): Shared) -> Response {
    reply::file(reply::JSON, server.description.clone())
}

async fn openapi(State(server): Shared) -> Response {
    reply::file(reply::JSON, server.openapi.clone())
}

/// Handlers that do a task and answer with what comes of it.
macro_rules! tasks {
    ($($name:ident: $request:ty => $task:expr;)*) => {
        $(async fn $name(
            State(server): Shared,
            Extension(client): Extension<Client>,
            Body(request): Body<$request>,
        ) -> Result<Response, HttpError> {
            let task: fn(&$request, &Caps) -> Result<Task, ApiError> = $task;
            reply::work(&server, client, task(&request, &server.caps.each())?).await
        })*
    };
}

tasks! {
    solve: SearchRequest => |request, caps| tasks::solve(request, caps, PLAIN_TIME);
    trace: SearchRequest => |request, caps| tasks::trace(request, caps, PLAIN_TIME);
    compare: CompareRequest => |request, caps| tasks::compare(request, caps, PLAIN_TIME);
    generate: GenerateRequest => tasks::generate;
    hint: BoardRequest => tasks::hint;
    picture: PictureRequest => |request, caps| tasks::picture(request, caps, render);
}

/// Nothing is searched, so it need not wait for its turn.
async fn check(Body(request): Body<BoardRequest>) -> Result<Response, HttpError> {
    Ok(reply::payload(&tasks::check(&request)?))
}

/// A solution as any kind of picture.
fn render(picture: &SolutionPicture<'_>, kind: PictureKind) -> Result<Vec<u8>, Diagnostic> {
    match kind {
        PictureKind::Gif => animation(picture.puzzle.start(), picture.solution.moves()),
        PictureKind::Png => png(&picture.strip()?),
        PictureKind::Svg => render_svg(picture, kind),
    }
}
