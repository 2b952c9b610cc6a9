//! The tables that a store has in memory: each is built or read by one thread, and then shared by all.
//!
//! Tables that no search uses are kept for later searches. The least recently used are dropped first, when they exceed
//! the store's limit and when a search needs the memory.

use crate::pattern::{Pattern, PatternTable};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use taquin_search::{Budget, Reclaim, Stop};

/// How long a waiting thread sleeps before it checks whether it should stop.
const POLL: Duration = Duration::from_millis(20);

/// Tables by pattern, the most recently used last; `None` while a table is being built.
type List = Vec<(Pattern, Option<Arc<PatternTable>>)>;

/// The tables that threads share.
#[derive(Debug, Default)]
pub(super) struct SharedTables {
    list: Mutex<List>,
    /// Notified when a table is built or its build is abandoned.
    changed: Condvar,
    bytes: AtomicU64,
}

/// The state of a table that a thread requests.
pub(super) enum TableEntry<'a> {
    /// The table is in memory.
    Occupied(Arc<PatternTable>),
    /// This thread must build it.
    Vacant(BuildGuard<'a>),
}

/// The right to build a table. If it is dropped without a table, another thread may build it.
pub(super) struct BuildGuard<'a> {
    tables: &'a SharedTables,
    pattern: Pattern,
}

impl SharedTables {
    fn lock(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while another thread builds the table, until the budget stops it.
    pub(super) fn entry(&self, pattern: Pattern, budget: &Budget) -> Result<TableEntry<'_>, Stop> {
        loop {
            let mut list = self.lock();
            match list.iter().position(|(known, _)| *known == pattern) {
                Some(place) if list[place].1.is_some() => {
                    let used = list.remove(place);
                    list.push(used.clone());
                    return Ok(used.1.map_or_else(|| self.vacant(pattern), TableEntry::Occupied));
                }
                Some(_) => drop(self.changed.wait_timeout(list, POLL)),
                None => {
                    list.push((pattern, None));
                    return Ok(self.vacant(pattern));
                }
            }
            budget.check()?;
        }
    }

    /// Returns whether a table is in memory.
    pub(super) fn contains(&self, pattern: Pattern) -> bool {
        self.lock().iter().any(|(known, table)| *known == pattern && table.is_some())
    }

    fn vacant(&self, pattern: Pattern) -> TableEntry<'_> {
        TableEntry::Vacant(BuildGuard { tables: self, pattern })
    }

    /// Drops a table, so that the next request loads it again.
    #[cfg(feature = "files")]
    pub(super) fn forget(&self, pattern: Pattern) {
        self.retain(|known, _| known != pattern);
    }

    /// Drops unused tables, the least recently used first, until at most `max_bytes` are left.
    pub(super) fn trim(&self, max_bytes: u64) {
        let mut bytes = self.bytes();
        self.retain(|pattern, table| {
            let keeps = bytes <= max_bytes || Arc::strong_count(table) > 1;
            bytes -= if keeps { 0 } else { pattern.needs().table_bytes };
            keeps
        });
    }

    /// Keeps the tables for which `keeps` returns true, and those that are being built.
    fn retain(&self, mut keeps: impl FnMut(Pattern, &Arc<PatternTable>) -> bool) {
        let mut list = self.lock();
        list.retain(|(pattern, table)| table.as_ref().is_none_or(|table| keeps(*pattern, table)));
        let built = list.iter().filter(|(_, table)| table.is_some());
        let bytes = built.map(|(pattern, _)| pattern.needs().table_bytes).sum();
        self.bytes.store(bytes, Ordering::Relaxed);
    }
}

impl Reclaim for SharedTables {
    fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn reclaim(&self) {
        self.trim(0);
    }
}

impl BuildGuard<'_> {
    /// Stores the finished table, so that all threads can use it.
    pub(super) fn fill(self, table: Arc<PatternTable>) {
        let mut list = self.tables.lock();
        if let Some((_, built)) = list.iter_mut().find(|(known, _)| *known == self.pattern) {
            *built = Some(table);
            self.tables.bytes.fetch_add(self.pattern.needs().table_bytes, Ordering::Relaxed);
        }
    }
}

impl Drop for BuildGuard<'_> {
    fn drop(&mut self) {
        self.tables.lock().retain(|(known, built)| *known != self.pattern || built.is_some());
        self.tables.changed.notify_all();
    }
}
