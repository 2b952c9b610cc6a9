//! Cancels and evicts jobs that no client follows any more.

use super::job::CancelReason;
use super::state::Server;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How often jobs are checked.
const REAP_INTERVAL: Duration = Duration::from_secs(1);

/// Cancels orphaned jobs and evicts old results, forever. When no search is running, freed memory is returned to the
/// system: otherwise the allocator would keep the memory of evicted results and of the long answers of many short
/// searches.
pub async fn reap(server: Arc<Server>) {
    loop {
        tokio::time::sleep(REAP_INTERVAL).await;
        for job in server.jobs.orphaned() {
            server.pool.cancel(&job, CancelReason::Orphaned);
        }
        if server.jobs.evict() {
            server.memory_freed.store(true, Ordering::Relaxed);
        }
        if server.pool.is_idle() && server.memory_freed.swap(false, Ordering::Relaxed) {
            taquin::search::memory::give_memory_back();
        }
    }
}
