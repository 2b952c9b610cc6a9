//! Getting a table: the resources, the result, and building one.

#[cfg(feature = "files")]
use super::fault::FileError;
use crate::pattern::{BuildProgress, Pattern, PatternTable};
#[cfg(feature = "files")]
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use taquin_search::{Budget, Held, Stop};

/// The resources for getting a table.
#[derive(Clone, Copy)]
pub struct Building<'a> {
    /// The number of threads.
    pub threads: usize,
    /// The budget, which may stop it and accounts for its memory.
    pub budget: &'a Budget,
    /// Called often, and by every thread, with the progress of building a table.
    pub progress: &'a (dyn Fn(Pattern, BuildProgress) + Sync),
}

impl Building<'static> {
    /// Returns resources with this many threads and no limits.
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
    /// Problems that the user should know about.
    pub notices: Vec<StoreNotice>,
    /// The memory reserved for it.
    pub memory: Held,
}

/// A problem with a table's file that the user should know about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreNotice {
    /// Its file could not be used.
    #[cfg(feature = "files")]
    #[error("{0}; it is rebuilt")]
    Rebuilt(FileError),
    /// Something else is where its file should be.
    #[cfg(feature = "files")]
    #[error("{error}; the table of {pattern} is built and used from memory this time")]
    InTheWay {
        /// What is at its path.
        error: FileError,
        /// The pattern, drawn.
        pattern: String,
    },
    /// Its file was written but could not be read back.
    #[cfg(feature = "files")]
    #[error("{0}, though it was just written; the table is used from memory")]
    NotReadBack(FileError),
    /// Its file could not be written.
    #[cfg(feature = "files")]
    #[error(
        "the table of {pattern} could not be saved in {}: {reason}; it is used from memory this time",
        folder.display()
    )]
    NotStored {
        /// The pattern, drawn.
        pattern: String,
        /// The folder of the store.
        folder: PathBuf,
        /// The error of the system.
        reason: String,
    },
    /// The file of a learnt score could not be read, so searches do without it.
    #[cfg(feature = "files")]
    #[error("{}: {reason}; this file is not used", path.display())]
    ScoreNotUsed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
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
        #[cfg(feature = "files")]
        StoreNotice::ScoreNotUsed { .. } => "score-not-used",
    }
}

/// Where a table came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was already in memory.
    Shared,
    /// It was read from its file.
    Read,
    /// It was built.
    Built,
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// It was cancelled, or the time limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// There is too little memory.
    #[error("{what} takes {needed} bytes of memory, more than the {allowed} that are allowed")]
    TooLittleMemory {
        /// What needs the memory.
        what: String,
        /// The bytes it needs.
        needed: u64,
        /// The bytes it may use.
        allowed: u64,
    },
}

codes! {
    StoreError {
        StoreError::Stopped(_) => "table-not-finished",
        StoreError::TooLittleMemory { .. } => "too-little-memory",
    }
}

/// Reserves memory, or returns an error that says what needs too much.
pub(super) fn reserve_memory(
    memory: &mut Held,
    needed: u64,
    pattern: Pattern,
    what: &str,
    building: Building<'_>,
) -> Result<(), StoreError> {
    memory.set(needed).map_err(|_| StoreError::TooLittleMemory {
        what: format!("{what} of {}", pattern.picture()),
        needed,
        allowed: building.budget.bytes_left(),
    })
}

/// Builds a table, if the memory for it is allowed. Afterwards only the memory of the table is reserved.
pub(super) fn build_table(
    pattern: Pattern,
    building: Building<'_>,
    memory: &mut Held,
) -> Result<Arc<PatternTable>, StoreError> {
    let needs = pattern.needs();
    reserve_memory(memory, needs.build_bytes, pattern, "building the table", building)?;
    let progress = |progress| (building.progress)(pattern, progress);
    let table = PatternTable::build(pattern, building.threads, building.budget, &progress)?;
    // The working memory of the build is free again.
    memory.shrink(needs.build_bytes - needs.table_bytes);
    Ok(Arc::new(table))
}
