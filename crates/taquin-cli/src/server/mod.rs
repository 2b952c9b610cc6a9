//! The server of `taquin serve`: HTTP around `taquin_api`. The page, and the API under /api/v1 that it uses.
//!
//! A request comes in through `connections` and `guard`, and `router` dispatches it to its handler, usually one of
//! `endpoints`. `request` reads the body, and `taquin_api::request` parses it. Work that takes time becomes a task
//! (`taquin_api::tasks`) and is submitted as a `job` to the `worker_pool`: a few threads search, and the other tasks
//! wait in a queue. `reply` waits for the result, or `jobs` and `events` report on a job of the `job_store`. All
//! limits are in `limits`, and `error` turns errors into responses.

mod assets;
mod connections;
mod endpoints;
mod error;
mod events;
mod guard;
mod hosts;
mod job;
mod job_store;
mod jobs;
mod limits;
#[cfg(test)]
mod openapi;
#[cfg(test)]
mod page_options;
mod reaper;
mod reply;
mod request;
mod response;
mod route;
mod router;
mod state;
mod worker_pool;

pub use hosts::Hosts;
pub use limits::caps;

use crate::raster::render;
use hyper::body::Bytes;
use job_store::JobStore;
use state::Server;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use taquin::Cancel;
use taquin_api::error::ApiError;
use taquin_api::limits::Caps;
use taquin_api::task::Means;
use taquin_api::tasks;
use tokio::signal;
use tokio::sync::watch;
use worker_pool::WorkerPool;

/// Threads that handle requests; they never search.
const THREADS: usize = 2;
/// How long responses may take to be sent once the server shuts down.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);

/// Serves requests until Ctrl-C or SIGTERM.
pub fn run(listener: TcpListener, caps: Caps, idle: Duration, hosts: Hosts) -> io::Result<()> {
    let pool = WorkerPool::open(caps.searches, caps.queue)?;
    let means = Means { render, ..Means::new(caps) };
    let description =
        description(&means).map_err(|error| io::Error::other(error.diagnostic().to_string()))?;
    let (jobs, memory_freed) = (Arc::new(JobStore::default()), AtomicBool::new(false));
    let server = Arc::new(Server { hosts, means, idle, pool, jobs, description, memory_freed });
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(THREADS).enable_all().build()?;
    let result = runtime.block_on(serve(listener, server));
    runtime.shutdown_background();
    result
}

/// Returns the answer of `describe`, which is always the same.
fn description(means: &Means) -> Result<Bytes, ApiError> {
    let description = tasks::by_name("describe", b"", means)?(&Cancel::new())?;
    Ok(description.into_bytes().into())
}

async fn serve(listener: TcpListener, server: Arc<Server>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let (shutdown_sender, shutdown) = watch::channel(false);
    tokio::spawn(reaper::reap(Arc::clone(&server)));
    let mut connections =
        tokio::spawn(connections::accept(listener, Arc::clone(&server), shutdown));
    tokio::select! {
        result = shutdown_signal() => result?,
        _ = &mut connections => {}
    }
    server.pool.close();
    shutdown_sender.send_replace(true);
    // Connections that are still open after that are dropped.
    let _ = tokio::time::timeout(DRAIN_TIMEOUT, connections).await;
    Ok(())
}

/// Waits for Ctrl-C, or for SIGTERM where there is one.
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
