//! The one list of everything under /api/v1: method, path, request, response and handler. The router and the OpenAPI
//! document are made from it.

use super::error::HandlerResult;
use super::request::Request;
use super::response::{self, JSON};
use super::route::Route;
use super::{events, jobs, reply};
use crate::raster::{animation, png};
use hyper::Method;
use hyper::body::Bytes;
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

/// The OpenAPI document, which a test generates from the list below and the types of requests and responses.
const OPENAPI: &[u8] = include_bytes!("openapi.json");

/// Generates the routes and the descriptions for openapi.json from the list of endpoints.
macro_rules! endpoints {
    ($($method:ident $path:literal $(request $request:ty)?, response $response:expr,
        handler $handler:path, $summary:expr;)*) => {
        /// The route of each endpoint.
        pub const ENDPOINTS: &[Route] = &[$(Route {
            method: Method::$method,
            path: concat!("/api/v1", $path),
            handler: |request| Box::pin($handler(request)),
        }),*];

        /// The description of each endpoint.
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
    GET "/describe", response Object(schema::<Description>), handler describe,
        "Every algorithm, heuristic and other choice, and the limits";
    GET "/openapi.json", response Files(&[JSON]), handler openapi, "This description";
    POST "/check" request BoardRequest, response Object(schema::<CheckAnswer>), handler check,
        "Is it a board, and can it be solved?";
    POST "/solve" request SearchRequest, response Object(schema::<Solved>), handler solve,
        "Solve a board; for searches of seconds";
    POST "/trace" request SearchRequest, response Object(schema::<TraceAnswer>), handler trace,
        "Solve a board and write every step down";
    POST "/compare" request CompareRequest, response Object(schema::<CompareAnswer>), handler compare,
        "Run several configurations on the same boards";
    POST "/generate" request GenerateRequest, response Object(schema::<GenerateAnswer>), handler generate,
        "Make boards from a seed";
    POST "/hint" request BoardRequest, response Object(schema::<HintAnswer>), handler hint,
        "The next move on a path to the goal, and how far that is";
    POST "/game" request GameRequest, response Object(schema::<GameAnswer>), handler game,
        "A board to play: of a level, at an exact distance, or of a day";
    POST "/scores" request ScoresRequest, response Object(schema::<ScoresAnswer>), handler scores,
        "Best scores read back, and a game that was won judged and entered";
    POST "/picture" request PictureRequest, response Files(&["image/gif", "image/svg+xml", "image/png"]),
        handler picture, "A solution as an animation or a strip of boards";
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

async fn describe(request: Request) -> HandlerResult {
    Ok(response::file(JSON, request.server.description.clone()))
}

async fn openapi(_: Request) -> HandlerResult {
    Ok(response::file(JSON, Bytes::from_static(OPENAPI)))
}

/// Generates handlers that run a task and respond with its result.
macro_rules! tasks {
    ($($name:ident: $request:ty => $task:expr;)*) => {
        $(async fn $name(request: Request) -> HandlerResult {
            let (server, client) = (Arc::clone(&request.server), request.client);
            let task: fn(&$request, &Caps) -> Result<Task, ApiError> = $task;
            let task = task(&request.json().await?, &server.caps.each())?;
            reply::work(&server, client, task).await
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

/// Checks a board. There is no search, so it does not go through the worker pool.
async fn check(request: Request) -> HandlerResult {
    Ok(reply::payload(&tasks::check(&request.json::<BoardRequest>().await?)?))
}

/// Renders a solution as any kind of picture.
fn render(picture: &SolutionPicture<'_>, kind: PictureKind) -> Result<Vec<u8>, Diagnostic> {
    match kind {
        PictureKind::Gif => animation(picture.puzzle.start(), picture.solution.moves()),
        PictureKind::Png => png(&picture.strip()?),
        PictureKind::Svg => render_svg(picture, kind),
    }
}
