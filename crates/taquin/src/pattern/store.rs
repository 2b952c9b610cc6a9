//! Where tables come from: this process has them already, or they are built.

use super::flood::Progress;
use super::table::{Pattern, PatternTable};
use std::sync::{Arc, Mutex};

/// Where tables are kept.
#[derive(Clone, Debug, Default)]
pub struct Store {}

/// How a table may be built.
#[derive(Clone, Copy)]
pub struct Building<'a> {
    /// On so many threads.
    pub threads: usize,
    /// With so many bytes at most.
    pub max_bytes: Option<u64>,
    /// Asked often and by every thread, with how far it is; it ends when this says no.
    pub go_on: &'a (dyn Fn(Pattern, Progress) -> bool + Sync),
}

/// A table, and where it came from.
#[derive(Clone, Debug)]
pub struct Found {
    /// The table.
    pub table: Arc<PatternTable>,
    /// Where it came from.
    pub origin: Origin,
    /// What a person should know: that it could not be kept, or that a file was damaged and why.
    pub notice: Option<String>,
}

/// Where a table came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// This process had it already.
    Shared,
    /// It was read from its file.
    Read,
    /// It was built.
    Built,
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Building was ended from outside.
    #[error("building the table was interrupted")]
    Interrupted,
    /// There is too little memory.
    #[error(
        "building the table of {picture} takes {needed} bytes, more than the {allowed} that are allowed"
    )]
    TooLittleMemory {
        /// The pattern.
        picture: String,
        /// The bytes it takes.
        needed: u64,
        /// The bytes it may take.
        allowed: u64,
    },
}

impl Store {
    /// Whether the table of a pattern can be had without building it.
    pub fn holds(&self, _pattern: Pattern) -> bool {
        false
    }

    /// The table of a pattern, from wherever it is soonest to be had.
    pub fn table(&self, pattern: Pattern, building: Building<'_>) -> Result<Found, StoreError> {
        static SHARED: Mutex<Vec<Arc<PatternTable>>> = Mutex::new(Vec::new());
        let mut shared = SHARED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(table) = shared.iter().find(|table| table.pattern() == pattern) {
            return Ok(Found { table: Arc::clone(table), origin: Origin::Shared, notice: None });
        }
        let needed = pattern.needs().build_bytes;
        if let Some(allowed) = building.max_bytes.filter(|&allowed| needed > allowed) {
            return Err(StoreError::TooLittleMemory {
                picture: pattern.picture(),
                needed,
                allowed,
            });
        }
        let go_on = |progress| (building.go_on)(pattern, progress);
        let built = PatternTable::build(pattern, building.threads, &go_on);
        let table = Arc::new(built.ok_or(StoreError::Interrupted)?);
        shared.push(Arc::clone(&table));
        Ok(Found { table, origin: Origin::Built, notice: None })
    }
}
