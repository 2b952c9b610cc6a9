//! What every request can use.

use super::hosts::Hosts;
use super::job_store::JobStore;
use super::limits::ServerCaps;
use super::worker_pool::WorkerPool;
use hyper::body::Bytes;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What every request can use.
pub struct Server {
    /// The names it is called by.
    pub hosts: Hosts,
    /// How much everybody together may take.
    pub caps: ServerCaps,
    /// Who searches.
    pub pool: Arc<WorkerPool>,
    /// The jobs that have ids.
    pub jobs: Arc<JobStore>,
    /// What `describe` tells.
    pub description: Bytes,
    /// Whether something may have been freed since memory last went back to the system.
    pub stirred: AtomicBool,
}
