//! The most recent tables of all distances, so that none is built twice.

use crate::board::Board;
use crate::table::{DistanceTable, TableError};
use std::sync::{Arc, Mutex};
use taquin_search::Budget;
use taquin_search::threads::lock;

/// The maximum number of cached tables.
const MAX_STORED: usize = 8;

/// A cache of the most recent tables.
#[derive(Debug, Default)]
pub(super) struct DistanceTables(Mutex<Vec<Arc<DistanceTable>>>);

impl DistanceTables {
    /// Returns the table of a goal, and whether it was built just now, within a budget.
    pub(super) fn get(
        &self,
        goal: &Board,
        budget: &Budget,
    ) -> Result<(Arc<DistanceTable>, bool), TableError> {
        if let Some(table) = lock(&self.0).iter().find(|table| table.goal() == goal) {
            return Ok((Arc::clone(table), false));
        }
        // Built without holding the lock, so that other threads do not wait for it.
        let table = Arc::new(DistanceTable::build(goal, budget)?);
        self.add(Arc::clone(&table));
        Ok((table, true))
    }

    /// Adds a table, in place of the oldest if there are too many.
    pub(super) fn add(&self, table: Arc<DistanceTable>) {
        let mut stored = lock(&self.0);
        if stored.len() == MAX_STORED {
            stored.remove(0);
        }
        stored.push(table);
    }

    /// Drops all tables.
    pub(super) fn clear(&self) {
        lock(&self.0).clear();
    }
}
