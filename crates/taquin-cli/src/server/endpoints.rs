//! The one list of everything under /api/v1: where it is, what it takes, what it gives, and who does it. The
//! router and the OpenAPI document are made of it.

use super::body::Body;
use super::check::{CheckAnswer, check};
use super::compare::{CompareAnswer, CompareRequest};
use super::describe::Description;
use super::desk::Client;
use super::generate::{GenerateAnswer, GenerateRequest};
use super::hint::HintAnswer;
use super::job::Task;
use super::jobs::{self, JobAnswer, JobRequest};
use super::limits::{Caps, PLAIN_TIME};
use super::picture::PictureRequest;
use super::refusal::Refusal;
use super::request::{BoardRequest, SearchRequest};
use super::trace::TraceAnswer;
use super::{Server, Shared, compare, events, generate, hint, picture, reply, solve, trace};
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{MethodRouter, delete, get, post};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use std::sync::Arc;
use taquin_api::json::Solved;

/// Something that can be asked for.
pub struct Endpoint {
    /// `get`, `post` or `delete`.
    pub method: &'static str,
    /// Where it is, under /api/v1.
    pub path: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// The form of what it takes, if it takes anything.
    pub takes: Option<Form>,
    /// What it gives.
    pub gives: Gives,
    /// Who does it.
    pub handler: MethodRouter<Arc<Server>>,
}

/// Tells the form of an object.
pub type Form = fn(&mut SchemaGenerator) -> Schema;

/// What an endpoint gives.
pub enum Gives {
    /// An object.
    Object(Form),
    /// An object that tells of something begun.
    Begun(Form),
    /// Something of these types.
    Files(&'static [&'static str]),
}

fn form<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// All of them.
pub fn endpoints() -> Vec<Endpoint> {
    let asked = |path, summary, gives, handler| Endpoint {
        method: "get",
        path,
        summary,
        takes: None,
        gives,
        handler,
    };
    let posted = |path, summary, takes: Form, gives, handler| Endpoint {
        method: "post",
        path,
        summary,
        takes: Some(takes),
        gives,
        handler,
    };
    vec![
        asked(
            "/describe",
            "Every algorithm, heuristic and other choice, and the limits",
            Gives::Object(form::<Description>),
            get(describe),
        ),
        asked("/openapi.json", "This description", Gives::Files(&[reply::JSON]), get(openapi)),
        posted(
            "/check",
            "Is it a board, and can it be solved?",
            form::<BoardRequest>,
            Gives::Object(form::<CheckAnswer>),
            post(check),
        ),
        posted(
            "/solve",
            "Solve a board; for searches of seconds",
            form::<SearchRequest>,
            Gives::Object(form::<Solved>),
            post(solve),
        ),
        posted(
            "/trace",
            "Solve a board and write every step down",
            form::<SearchRequest>,
            Gives::Object(form::<TraceAnswer>),
            post(trace),
        ),
        posted(
            "/compare",
            "Run several configurations on the same boards",
            form::<CompareRequest>,
            Gives::Object(form::<CompareAnswer>),
            post(compare),
        ),
        posted(
            "/generate",
            "Make boards from a seed",
            form::<GenerateRequest>,
            Gives::Object(form::<GenerateAnswer>),
            post(generate),
        ),
        posted(
            "/hint",
            "The next move on a way to the goal, and how far that is",
            form::<BoardRequest>,
            Gives::Object(form::<HintAnswer>),
            post(hint),
        ),
        posted(
            "/picture",
            "A solution as a film or a strip of boards",
            form::<PictureRequest>,
            Gives::Files(&["image/gif", "image/svg+xml", "image/png"]),
            post(picture),
        ),
        posted(
            "/jobs",
            "Begin a long search; it is cancelled if nobody listens to it or asks about it for 10 seconds",
            form::<JobRequest>,
            Gives::Begun(form::<JobAnswer>),
            post(jobs::begin),
        ),
        asked(
            "/jobs/{id}",
            "How far a job is, or what came of it",
            Gives::Object(form::<JobAnswer>),
            get(jobs::tell),
        ),
        Endpoint {
            method: "delete",
            path: "/jobs/{id}",
            summary: "Cancel a job; its result tells how far it came",
            takes: None,
            gives: Gives::Object(form::<JobAnswer>),
            handler: delete(jobs::cancel),
        },
        asked(
            "/jobs/{id}/events",
            "Listen to a job: events queued (position), progress, and at last done (the result), failed \
             (the error) or, after ending (the reason: client, orphaned or shutdown), cancelled (the result \
             so far); whoever leaves cancels the job",
            Gives::Files(&["text/event-stream"]),
            get(events::events).head(events::head),
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
        ) -> Result<Response, Refusal> {
            let task: fn(&$request, &Caps) -> Result<Task, Refusal> = $task;
            reply::work(&server, client, task(&request, &server.caps)?).await
        })*
    };
}

tasks! {
    solve: SearchRequest => |request, caps| solve::task(request, caps, PLAIN_TIME);
    trace: SearchRequest => |request, caps| trace::task(request, caps, PLAIN_TIME);
    compare: CompareRequest => |request, caps| compare::task(request, caps, PLAIN_TIME);
    generate: GenerateRequest => generate::task;
    hint: BoardRequest => hint::task;
    picture: PictureRequest => picture::task;
}
