//! The server of `taquin serve`: HTTP around `taquin_api`. The page, and the API under /api/v1 that it uses.
//!
//! A request comes through `connections` and `guard`; `body` reads it, and `taquin_api::request` what it asks for; what
//! takes time becomes a task (`taquin_api::tasks`) that is submitted to the `worker_pool`, where a few threads search
//! and the rest waits its turn; `reply` waits for its end, or `jobs` and `events` tell how far it is. `limits` has
//! every number, `error` what is said when something is wrong.

mod assets;
mod body;
mod connections;
mod endpoints;
mod error;
mod events;
mod guard;
mod job;
mod job_store;
mod jobs;
mod limits;
#[cfg(test)]
mod openapi;
mod reaper;
mod reply;
mod state;
mod worker_pool;

pub use guard::Hosts;
pub use limits::ServerCaps;

use assets::ASSETS;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Router, middleware};
use error::HttpError;
use job_store::JobStore;
use limits::BODY_BYTES;
use state::Server;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use taquin_api::tasks::{Description, HostLimits};
use tokio::signal;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use worker_pool::WorkerPool;

/// Threads that answer; they never search.
const THREADS: usize = 2;
/// How long answers may take to get out once the server ends.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);

/// Answers at an address until Ctrl-C or SIGTERM.
pub fn run(listener: TcpListener, caps: ServerCaps, hosts: Hosts) -> io::Result<()> {
    let pool = WorkerPool::open(caps.searches, caps.queue)?;
    let host =
        HostLimits { body_bytes: BODY_BYTES, searches_at_once: caps.searches, queue: caps.queue };
    let description = serde_json::to_vec(&Description::new(&caps.each(), host))?.into();
    let (jobs, stirred) = (Arc::new(JobStore::default()), AtomicBool::new(false));
    let server = Arc::new(Server { caps, pool, jobs, description, stirred });
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(THREADS).enable_all().build()?;
    let ended = runtime.block_on(serve(listener, server, hosts));
    runtime.shutdown_background();
    ended
}

async fn serve(listener: TcpListener, server: Arc<Server>, hosts: Hosts) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let (end, ending) = watch::channel(false);
    let router = router(Arc::clone(&server), hosts);
    tokio::spawn(reaper::reap(Arc::clone(&server)));
    let mut connections =
        tokio::spawn(connections::accept(listener, router, Arc::clone(&server), ending));
    tokio::select! {
        ended = shutdown_signal() => ended?,
        _ = &mut connections => {}
    }
    server.pool.close();
    end.send_replace(true);
    // Whoever does not take his answer by then goes without.
    let _ = tokio::time::timeout(DRAIN_TIMEOUT, connections).await;
    Ok(())
}

/// Ctrl-C, or what a system says to end a program.
async fn shutdown_signal() -> io::Result<()> {
    #[cfg(unix)]
    {
        let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())?;
        tokio::select! {
            pressed = signal::ctrl_c() => pressed,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    signal::ctrl_c().await
}

/// Which request goes where.
fn router(server: Arc<Server>, hosts: Hosts) -> Router {
    Router::new()
        .route("/", get(assets::page))
        .route("/favicon.ico", get(assets::icon))
        .route(&format!("{ASSETS}{{*path}}"), get(assets::asset))
        .nest("/api/v1", endpoints::routes())
        .fallback(nothing_there)
        .method_not_allowed_fallback(not_so)
        .layer(CatchPanicLayer::custom(|_| HttpError::internal().into_response()))
        .layer(middleware::from_fn_with_state(Arc::new(hosts), guard::guard))
        .with_state(server)
}

async fn nothing_there() -> HttpError {
    let error = HttpError::new(
        StatusCode::NOT_FOUND,
        "unknown-address",
        "there is nothing at this address",
    );
    error.help("the page is at /, the API is described at /api/v1/openapi.json")
}

async fn not_so() -> HttpError {
    let error = HttpError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "wrong-method",
        "it cannot be asked for this way",
    );
    error.help("/api/v1/openapi.json tells which method each address takes")
}
