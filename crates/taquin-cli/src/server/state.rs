//! The state that all requests share.

use super::hosts::Hosts;
use super::job_store::JobStore;
use super::worker_pool::WorkerPool;
use hyper::body::Bytes;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use taquin_api::task::Means;

/// The state that all requests share.
pub struct Server {
    /// The host names that the server accepts.
    pub hosts: Hosts,
    /// What it gives to every task.
    pub means: Means,
    /// How long a client may take to send a request or to read a piece of the response, or may be idle.
    pub idle: Duration,
    /// The threads that search.
    pub pool: Arc<WorkerPool>,
    /// The jobs that have ids.
    pub jobs: Arc<JobStore>,
    /// The response of `describe`.
    pub description: Bytes,
    /// Whether memory may have been freed since it was last returned to the system.
    pub memory_freed: AtomicBool,
}
