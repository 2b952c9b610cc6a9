//! The one list of everything under /api/v1: where it is, its request, its response, and who does it. The
//! router and the OpenAPI document are made of it.

use super::body::Body;
use super::error::HttpError;
use super::jobs;
use super::state::{Server, Shared};
use super::worker_pool::Client;
use super::{events, reply};
use crate::raster::{animation, png};
use axum::extract::State;
use axum::response::Response;
use axum::routing::{delete, get, post};
use axum::{Extension, Router};
use std::sync::Arc;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::error::ApiError;
use taquin_api::limits::{Caps, PLAIN_TIME};
use taquin_api::request::{BoardRequest, SearchRequest};
use taquin_api::task::Task;
use taquin_api::tasks::{
    self, CompareRequest, GameRequest, GenerateRequest, PictureKind, PictureRequest, ScoresRequest,
    SolutionPicture, render_svg,
};
#[cfg(test)]
use {
    super::jobs::{JobAnswer, JobRequest},
    super::openapi::ResponseKind::{Accepted, Files, Object},
    super::openapi::{EndpointDescription, SchemaOf, schema},
    taquin_api::json::Solved,
    taquin_api::tasks::{
        CheckAnswer, CompareAnswer, Description, GameAnswer, GenerateAnswer, HintAnswer,
        ScoresAnswer, TraceAnswer,
    },
};

/// The API for programs, which a test makes of the list below and of the types that are read and written.
const OPENAPI: &[u8] = include_bytes!("openapi.json");

/// Makes of the list of endpoints the routes that lead to them, and what openapi.json tells of them.
macro_rules! endpoints {
    ($($method:ident $path:literal $(takes $request:ty)?, gives $response:expr,
        by $handler:expr, $summary:expr;)*) => {
        /// The way to each of them, under /api/v1.
        pub fn routes() -> Router<Arc<Server>> {
            Router::new()$(.route($path, $handler))*
        }

        /// What is told of each of them.
        #[cfg(test)]
        pub fn descriptions() -> Vec<EndpointDescription> {
            vec![$(EndpointDescription {
                method: stringify!($method),
                path: $path,
                summary: $summary,
                request: [$(schema::<$request> as SchemaOf)?].first().copied(),
                response: $response,
            }),*]
        }
    };
}

endpoints! {
    get "/describe", gives Object(schema::<Description>), by get(describe),
        "Every algorithm, heuristic and other choice, and the limits";
    get "/openapi.json", gives Files(&[reply::JSON]), by get(openapi), "This description";
    post "/check" takes BoardRequest, gives Object(schema::<CheckAnswer>), by post(check),
        "Is it a board, and can it be solved?";
    post "/solve" takes SearchRequest, gives Object(schema::<Solved>), by post(solve),
        "Solve a board; for searches of seconds";
    post "/trace" takes SearchRequest, gives Object(schema::<TraceAnswer>), by post(trace),
        "Solve a board and write every step down";
    post "/compare" takes CompareRequest, gives Object(schema::<CompareAnswer>), by post(compare),
        "Run several configurations on the same boards";
    post "/generate" takes GenerateRequest, gives Object(schema::<GenerateAnswer>), by post(generate),
        "Make boards from a seed";
    post "/hint" takes BoardRequest, gives Object(schema::<HintAnswer>), by post(hint),
        "The next move on a path to the goal, and how far that is";
    post "/game" takes GameRequest, gives Object(schema::<GameAnswer>), by post(game),
        "A board to play: of a level, at an exact distance, or of a day";
    post "/scores" takes ScoresRequest, gives Object(schema::<ScoresAnswer>), by post(scores),
        "Best scores read back, and a game that was won judged and entered";
    post "/picture" takes PictureRequest, gives Files(&["image/gif", "image/svg+xml", "image/png"]),
        by post(picture), "A solution as an animation or a strip of boards";
    post "/jobs" takes JobRequest, gives Accepted(schema::<JobAnswer>), by post(jobs::begin),
        "Begin a long search; it is cancelled if nobody listens to it or asks about it for 10 seconds";
    get "/jobs/{id}", gives Object(schema::<JobAnswer>), by get(jobs::status),
        "How far a job is, or what came of it";
    delete "/jobs/{id}", gives Object(schema::<JobAnswer>), by delete(jobs::cancel),
        "Cancel a job; its result tells how far it came";
    get "/jobs/{id}/events", gives Files(&["text/event-stream"]),
        by get(events::events).head(events::head),
        "Listen to a job: events queued (position), progress, part (the first part of a long answer), and at last done (the result), failed \
         (the error) or, after ending (the reason: client, orphaned or shutdown), cancelled (the result \
         so far); whoever leaves cancels the job";
}

async fn describe(State(server): Shared) -> Response {
    reply::file(reply::JSON, server.description.clone())
}

async fn openapi() -> Response {
    reply::file(reply::JSON, axum::body::Bytes::from_static(OPENAPI))
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
    game: GameRequest => tasks::game;
    scores: ScoresRequest => tasks::scores;
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
