//! Looks after jobs that nobody asks about any more.

use super::job::CancelReason;
use super::state::Server;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How often it is looked after them.
const REAP_EVERY: Duration = Duration::from_secs(1);

/// Cancels what nobody hears of and forgets what nobody asks about, for ever. Once nothing is searched any
/// more, memory that was freed goes back to the system: the allocator would keep the long answers of many
/// short searches, and those that were forgotten.
pub async fn reap(server: Arc<Server>) {
    loop {
        tokio::time::sleep(REAP_EVERY).await;
        for job in server.jobs.orphaned() {
            server.pool.cancel(&job, CancelReason::Orphaned);
        }
        if server.jobs.forget() {
            server.stirred.store(true, Ordering::Relaxed);
        }
        if server.pool.is_idle() && server.stirred.swap(false, Ordering::Relaxed) {
            taquin::search::memory::give_memory_back();
        }
    }
}
