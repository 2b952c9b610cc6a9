//! The server of `taquin serve`: the page, and the API under /api/v1 that it uses.
//!
//! A request comes through `connections` and `guard`; `body` and `request` read what it asks for; what takes
//! time becomes a task (one file for each: `solve`, `trace`, `compare`, ...) that is handed in at the
//! `desk`, where a few threads search and the rest waits its turn; `reply` waits for its end, or `jobs` and
//! `events` tell how far it is. `limits` has every number, `refusal` what is said when something is wrong.

mod assets;
mod body;
mod check;
mod compare;
mod connections;
mod describe;
mod desk;
mod endpoints;
mod events;
mod follow;
mod generate;
mod guard;
mod hint;
mod job;
mod jobs;
mod limits;
mod openapi;
mod picture;
mod refusal;
mod reply;
mod request;
mod solve;
mod trace;

pub use guard::Hosts;
pub use limits::Caps;

use assets::ASSETS;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Router, middleware};
use describe::Description;
use desk::Desk;
use endpoints::{Endpoint, endpoints};
use jobs::Jobs;
use refusal::Refusal;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::signal;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;

/// Threads that answer; they never search.
const THREADS: usize = 2;
/// How long answers may take to get out once the server ends.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What every request can use.
pub struct Server {
    caps: Caps,
    desk: Arc<Desk>,
    jobs: Jobs,
    /// What `describe` tells.
    description: Bytes,
    /// What `openapi.json` tells.
    openapi: Bytes,
    /// Whether something may have been freed since memory last went back to the system.
    stirred: AtomicBool,
}

/// Every handler's share of it.
type Shared = State<Arc<Server>>;

/// Answers at an address until Ctrl-C or SIGTERM.
pub fn run(listener: TcpListener, caps: Caps, hosts: Hosts) -> io::Result<()> {
    let desk = Desk::open(caps.searches, caps.queue)?;
    let description = serde_json::to_vec(&Description::new(&caps))?.into();
    let openapi = serde_json::to_vec(&openapi::document(&endpoints()))?.into();
    let (jobs, stirred) = (Jobs::default(), AtomicBool::new(false));
    let server = Arc::new(Server { caps, desk, jobs, description, openapi, stirred });
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
    tokio::spawn(Jobs::look_after(Arc::clone(&server)));
    let mut connections =
        tokio::spawn(connections::accept(listener, router, Arc::clone(&server), ending));
    tokio::select! {
        ended = told_to_end() => ended?,
        _ = &mut connections => {}
    }
    server.desk.close();
    end.send_replace(true);
    // Whoever does not take his answer by then goes without.
    let _ = tokio::time::timeout(LAST_WORDS, connections).await;
    Ok(())
}

/// Ctrl-C, or what a system says to end a program.
async fn told_to_end() -> io::Result<()> {
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
    let route =
        |router: Router<_>, endpoint: Endpoint| router.route(endpoint.path, endpoint.handler);
    let api = endpoints().into_iter().fold(Router::new(), route);
    Router::new()
        .route("/", get(assets::page))
        .route("/favicon.ico", get(assets::icon))
        .route(&format!("{ASSETS}{{*path}}"), get(assets::asset))
        .nest("/api/v1", api)
        .fallback(nothing_there)
        .method_not_allowed_fallback(not_so)
        .layer(CatchPanicLayer::custom(|_| Refusal::broken().into_response()))
        .layer(middleware::from_fn_with_state(Arc::new(hosts), guard::guard))
        .with_state(server)
}

async fn nothing_there() -> Refusal {
    let refusal = Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address");
    refusal.help("the page is at /, the API is described at /api/v1/openapi.json")
}

async fn not_so() -> Refusal {
    let refusal = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "it cannot be asked for this way");
    refusal.help("/api/v1/openapi.json tells which method each address takes")
}
