//! The state that all requests share.

use super::hosts::Hosts;
use super::job_store::JobStore;
use super::limits::ServerCaps;
use super::worker_pool::WorkerPool;
use hyper::body::Bytes;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The state that all requests share.
pub struct Server {
    /// The host names that the server accepts.
    pub hosts: Hosts,
    /// Limits that all clients share.
    pub caps: ServerCaps,
    /// The threads that search.
    pub pool: Arc<WorkerPool>,
    /// The jobs that have ids.
    pub jobs: Arc<JobStore>,
    /// The response of `describe`.
    pub description: Bytes,
    /// Whether memory may have been freed since it was last returned to the system.
    pub memory_freed: AtomicBool,
}
