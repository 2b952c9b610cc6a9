//! The one list of everything under /api/v1: where it is, its request, its response, and who does it. The
//! router and the OpenAPI document are made of it.

use super::error::Answer;
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

/// The API for programs, which a test makes of the list below and of the types that are read and written.
const OPENAPI: &[u8] = include_bytes!("openapi.json");

/// Makes of the list of endpoints the routes that lead to them, and what openapi.json tells of them.
macro_rules! endpoints {
    ($($method:ident $path:literal $(takes $request:ty)?, gives $response:expr,
        by $handler:path, $summary:expr;)*) => {
        /// The way to each of them.
        pub const ENDPOINTS: &[Route] = &[$(Route {
            method: Method::$method,
            path: concat!("/api/v1", $path),
            handler: |request| Box::pin($handler(request)),
        }),*];

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
    GET "/describe", gives Object(schema::<Description>), by describe,
        "Every algorithm, heuristic and other choice, and the limits";
    GET "/openapi.json", gives Files(&[JSON]), by openapi, "This description";
    POST "/check" takes BoardRequest, gives Object(schema::<CheckAnswer>), by check,
        "Is it a board, and can it be solved?";
    POST "/solve" takes SearchRequest, gives Object(schema::<Solved>), by solve,
        "Solve a board; for searches of seconds";
    POST "/trace" takes SearchRequest, gives Object(schema::<TraceAnswer>), by trace,
        "Solve a board and write every step down";
    POST "/compare" takes CompareRequest, gives Object(schema::<CompareAnswer>), by compare,
        "Run several configurations on the same boards";
    POST "/generate" takes GenerateRequest, gives Object(schema::<GenerateAnswer>), by generate,
        "Make boards from a seed";
    POST "/hint" takes BoardRequest, gives Object(schema::<HintAnswer>), by hint,
        "The next move on a path to the goal, and how far that is";
    POST "/game" takes GameRequest, gives Object(schema::<GameAnswer>), by game,
        "A board to play: of a level, at an exact distance, or of a day";
    POST "/scores" takes ScoresRequest, gives Object(schema::<ScoresAnswer>), by scores,
        "Best scores read back, and a game that was won judged and entered";
    POST "/picture" takes PictureRequest, gives Files(&["image/gif", "image/svg+xml", "image/png"]),
        by picture, "A solution as an animation or a strip of boards";
    POST "/jobs" takes JobRequest, gives Accepted(schema::<JobAnswer>), by jobs::begin,
        "Begin a long search; it is cancelled if nobody listens to it or asks about it for 10 seconds";
    GET "/jobs/{id}", gives Object(schema::<JobAnswer>), by jobs::status,
        "How far a job is, or what came of it";
    DELETE "/jobs/{id}", gives Object(schema::<JobAnswer>), by jobs::cancel,
        "Cancel a job; its result tells how far it came";
    GET "/jobs/{id}/events", gives Files(&[events::EVENT_STREAM]),
        by events::events,
        "Listen to a job: events queued (position), progress, part (the first part of a long answer), and at last done (the result), failed \
         (the error) or, after ending (the reason: client, orphaned or shutdown), cancelled (the result \
         so far); whoever leaves cancels the job";
}

async fn describe(request: Request) -> Answer {
    Ok(response::file(JSON, request.server.description.clone()))
}

async fn openapi(_: Request) -> Answer {
    Ok(response::file(JSON, Bytes::from_static(OPENAPI)))
}

/// Handlers that do a task and answer with what comes of it.
macro_rules! tasks {
    ($($name:ident: $request:ty => $task:expr;)*) => {
        $(async fn $name(request: Request) -> Answer {
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

/// Nothing is searched, so it need not wait for its turn.
async fn check(request: Request) -> Answer {
    Ok(reply::payload(&tasks::check(&request.json::<BoardRequest>().await?)?))
}

/// A solution as any kind of picture.
fn render(picture: &SolutionPicture<'_>, kind: PictureKind) -> Result<Vec<u8>, Diagnostic> {
    match kind {
        PictureKind::Gif => animation(picture.puzzle.start(), picture.solution.moves()),
        PictureKind::Png => png(&picture.strip()?),
        PictureKind::Svg => render_svg(picture, kind),
    }
}
