//! Getting a table: what may be used for it, what comes of it, and building one.

#[cfg(feature = "files")]
use super::fault::FileError;
use super::retrograde::BuildProgress;
use super::table::{Pattern, PatternTable};
#[cfg(feature = "files")]
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use taquin_search::{Budget, Held, Stop};

/// What may be used to get a table.
#[derive(Clone, Copy)]
pub struct Building<'a> {
    /// So many threads.
    pub threads: usize,
    /// What may stop it, and the account of the memory that it takes.
    pub budget: &'a Budget,
    /// Told often, and by every thread, how far building a table is.
    pub progress: &'a (dyn Fn(Pattern, BuildProgress) + Sync),
}

impl Building<'static> {
    /// So many threads, and nothing that stops it.
    pub fn unlimited(threads: usize) -> Building<'static> {
        static UNLIMITED: LazyLock<Budget> = LazyLock::new(Budget::unlimited);
        Building { threads, budget: &UNLIMITED, progress: &|_, _| {} }
    }
}

/// A table, and where it came from.
#[derive(Debug)]
pub struct LoadedTable {
    /// The table.
    pub table: Arc<PatternTable>,
    /// Where it came from.
    pub origin: Origin,
    /// What a person should know of it.
    pub notices: Vec<StoreNotice>,
    /// The memory that it takes.
    pub held: Held,
}

/// What a person should know of how a table was got.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreNotice {
    /// Its file could not be used.
    #[cfg(feature = "files")]
    #[error("{0}; it is built again")]
    Rebuilt(FileError),
    /// Something else is where its file should be.
    #[cfg(feature = "files")]
    #[error("{error}; the table of {pattern} is built and used from memory this time")]
    InTheWay {
        /// What is there.
        error: FileError,
        /// The pattern, drawn.
        pattern: String,
    },
    /// Its file was written and could not be read.
    #[cfg(feature = "files")]
    #[error("{0}, though it was just written; the table is used from memory")]
    NotReadBack(FileError),
    /// Its file could not be written.
    #[cfg(feature = "files")]
    #[error(
        "the table of {pattern} could not be kept in {}: {reason}; it is used from memory this time",
        folder.display()
    )]
    NotStored {
        /// The pattern, drawn.
        pattern: String,
        /// The folder.
        folder: PathBuf,
        /// Why.
        reason: String,
    },
}

codes! {
    StoreNotice {
        #[cfg(feature = "files")]
        StoreNotice::Rebuilt(_) => "table-rebuilt",
        #[cfg(feature = "files")]
        StoreNotice::InTheWay { .. } => "table-in-the-way",
        #[cfg(feature = "files")]
        StoreNotice::NotReadBack(_) => "table-not-read-back",
        #[cfg(feature = "files")]
        StoreNotice::NotStored { .. } => "table-not-stored",
    }
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
    /// It was cancelled, or the time was up.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// There is too little memory.
    #[error("{what} takes {needed} bytes of memory, more than the {allowed} that are allowed")]
    TooLittleMemory {
        /// What takes so much.
        what: String,
        /// The bytes it takes.
        needed: u64,
        /// The bytes it may take.
        allowed: u64,
    },
}

codes! {
    StoreError {
        StoreError::Stopped(_) => "table-not-finished",
        StoreError::TooLittleMemory { .. } => "too-little-memory",
    }
}

/// Claims memory, or says what takes too much of it.
pub(super) fn hold(
    held: &mut Held,
    needed: u64,
    pattern: Pattern,
    what: &str,
    building: Building<'_>,
) -> Result<(), StoreError> {
    held.set(needed).map_err(|_| StoreError::TooLittleMemory {
        what: format!("{what} of {}", pattern.picture()),
        needed,
        allowed: building.budget.bytes_left(),
    })
}

/// Builds a table, if that is allowed so much memory. The memory of building is held on.
pub(super) fn built(
    pattern: Pattern,
    building: Building<'_>,
    held: &mut Held,
) -> Result<Arc<PatternTable>, StoreError> {
    let needs = pattern.needs();
    hold(held, needs.build_bytes, pattern, "building the table", building)?;
    let go_on = |progress| {
        (building.progress)(pattern, progress);
        building.budget.check().is_ok()
    };
    let built = PatternTable::build(pattern, building.threads, &go_on);
    let table = built.ok_or_else(|| stopped(building))?;
    // What building took is free again.
    held.shrink(needs.build_bytes - needs.table_bytes);
    Ok(Arc::new(table))
}

/// Why something ended before its end.
pub(super) fn stopped(building: Building<'_>) -> StoreError {
    StoreError::Stopped(building.budget.check().err().unwrap_or(Stop::Cancelled))
}
