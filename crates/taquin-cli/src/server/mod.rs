//! The server of `taquin serve`: HTTP around `taquin_api`. The page, and the API under /api/v1 that it uses.
//!
//! A request comes through `connections` and `guard`; `router` leads it to its handler, one of `endpoints` mostly;
//! `request` reads its body, and `taquin_api::request` what that asks for; what takes time becomes a task (`taquin_api::tasks`) that is submitted to the `worker_pool`, where a few threads search
//! and the rest waits its turn; `reply` waits for its end, or `jobs` and `events` tell how far it is. `limits` has
//! every number, `error` what is said when something is wrong.

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
mod reaper;
mod reply;
mod request;
mod response;
mod route;
mod router;
mod state;
mod worker_pool;

pub use hosts::Hosts;
pub use limits::ServerCaps;

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
    let server = Arc::new(Server { hosts, caps, pool, jobs, description, stirred });
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(THREADS).enable_all().build()?;
    let ended = runtime.block_on(serve(listener, server));
    runtime.shutdown_background();
    ended
}

async fn serve(listener: TcpListener, server: Arc<Server>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let (end, ending) = watch::channel(false);
    tokio::spawn(reaper::reap(Arc::clone(&server)));
    let mut connections = tokio::spawn(connections::accept(listener, Arc::clone(&server), ending));
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
