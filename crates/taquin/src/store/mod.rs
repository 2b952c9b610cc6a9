//! Where tables and learnt scores come from: they are already in memory, or they are read from their files, or they are
//! built and saved.
//!
//! A folder that cannot be written, a full disk, a damaged file: none of these prevents a table from being used. It is
//! built and used from memory, and a notice reports the problem.
//!
//! What is in memory is shared by all threads: `tables` of patterns, `distances` of whole spaces, learnt `networks`. A
//! `folder` contains one `file` for each table; `building` makes those that are missing, and `sets` gets all that a
//! search looks up. A file is opened only if it is `regular`, its `header` and its `checksums` are checked before use,
//! a `fault` says what is wrong with it, and a `lock` prevents building a table twice.

mod building;
#[cfg(feature = "files")]
mod checksums;
mod distances;
#[cfg(feature = "files")]
mod fault;
#[cfg(feature = "files")]
mod file;
#[cfg(feature = "files")]
mod folder;
#[cfg(feature = "files")]
mod header;
#[cfg(feature = "files")]
mod lock;
mod networks;
#[cfg(feature = "files")]
mod regular;
mod sets;
mod tables;

pub use building::{Building, LoadedTable, Origin, StoreError, StoreNotice};
#[cfg(feature = "files")]
pub use fault::{FileError, FileFault};
#[cfg(feature = "files")]
pub use folder::StoredTable;
pub(crate) use networks::FoundNetwork;
#[cfg(feature = "files")]
pub use networks::{NetworkError, StoredNetwork};
#[cfg(feature = "files")]
pub use regular::PathKind;
pub use sets::{LoadedSets, PatternError};

use crate::board::{Board, Size};
use crate::construct::LearntNetwork;
use crate::pattern::Pattern;
#[cfg(feature = "files")]
use crate::pattern::PatternTable;
use crate::table::{DistanceTable, TableError};
use building::{build_table, reserve_memory};
use distances::DistanceTables;
#[cfg(feature = "files")]
use folder::Folder;
use networks::Networks;
#[cfg(feature = "files")]
use std::io;
#[cfg(feature = "files")]
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use tables::{SharedTables, TableEntry};
use taquin_search::{Budget, Held, Reclaim};

/// A store of tables, in memory and optionally in a folder. Clones share their contents.
#[derive(Clone, Debug)]
pub struct Store {
    #[cfg(feature = "files")]
    folder: Option<Folder>,
    tables: Arc<SharedTables>,
    distances: Arc<DistanceTables>,
    networks: Arc<Networks>,
    /// The maximum size of unused tables in memory.
    max_idle_bytes: u64,
}

/// The default maximum size of unused tables in memory.
const MAX_IDLE_BYTES: u64 = 64 << 20;

impl Default for Store {
    /// Returns the store shared by the whole process, without a folder. It keeps at most 64 MiB of unused tables.
    fn default() -> Store {
        static SHARED: LazyLock<Store> =
            LazyLock::new(|| Store::in_memory().with_max_idle_bytes(MAX_IDLE_BYTES));
        SHARED.clone()
    }
}

impl Store {
    /// Returns a store that keeps tables in memory only.
    ///
    /// ```
    /// use taquin::pattern::{Partitions, patterns};
    /// use taquin::store::{Building, Origin, Store};
    /// use taquin::{Board, Size};
    /// let goal = Board::classic(Size::new(3, 3)?);
    /// let pattern = patterns(&"44".parse()?, &goal)?[0][0];
    /// let found = Store::in_memory().table(pattern, Building::unlimited(1))?;
    /// assert_eq!((found.origin, found.table.levels()[0]), (Origin::Built, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_memory() -> Store {
        Store {
            #[cfg(feature = "files")]
            folder: None,
            tables: Arc::default(),
            distances: Arc::default(),
            networks: Arc::default(),
            max_idle_bytes: u64::MAX,
        }
    }

    /// Limits how many bytes of unused tables stay in memory.
    pub fn with_max_idle_bytes(self, max_idle_bytes: u64) -> Store {
        Store { max_idle_bytes, ..self }
    }

    /// Drops unused tables from memory.
    pub fn clear(&self) {
        self.tables.trim(0);
        self.distances.clear();
        self.networks.clear();
    }

    /// Returns the learnt score for boards of a size, if there is one, and what is wrong with its file.
    pub(crate) fn network(&self, size: Size) -> FoundNetwork {
        self.networks.get(size, || self.stored_network(size))
    }

    /// Adds a learnt score to this store, for boards of its size and smaller ones. It is kept in memory only: for
    /// programs that ship no scores (without the feature `networks`).
    pub fn add_network(&self, learnt: LearntNetwork) {
        self.networks.add(learnt);
    }

    /// Loads the score that was learnt for exactly this size, if it is stored.
    #[cfg_attr(not(feature = "files"), expect(unused_variables))]
    fn stored_network(&self, size: Size) -> Result<Option<LearntNetwork>, StoreNotice> {
        #[cfg(feature = "files")]
        if let Some(folder) = &self.folder {
            return match networks::read(&folder.0, size) {
                Ok(learnt) => Ok(Some(learnt)),
                Err(error) if error.is_absent() => Ok(None),
                Err(error) => Err(StoreNotice::ScoreNotUsed {
                    path: networks::path(&folder.0, size),
                    reason: error.to_string(),
                }),
            };
        }
        Ok(None)
    }

    /// Returns the distances of all boards from a goal of up to 10 cells, and whether they had to be built, which the
    /// budget may stop.
    pub fn distances(
        &self,
        goal: &Board,
        budget: &Budget,
    ) -> Result<(Arc<DistanceTable>, bool), TableError> {
        self.distances.get(goal, budget)
    }

    /// Adds a table of distances.
    #[cfg(test)]
    pub(crate) fn add_distances(&self, table: DistanceTable) {
        self.distances.add(Arc::new(table));
    }

    /// Drops unused tables beyond the limit.
    pub(crate) fn trim(&self) {
        self.tables.trim(self.max_idle_bytes);
    }

    /// Returns the size of all tables in memory in bytes, used or not.
    pub fn bytes(&self) -> u64 {
        self.tables.bytes()
    }

    /// Returns the tables in memory as a source from which a budget may reclaim.
    pub(crate) fn reserve(&self) -> Arc<dyn Reclaim> {
        Arc::clone(&self.tables) as Arc<dyn Reclaim>
    }

    /// Returns the table of a pattern: from memory, else from its file, else newly built.
    pub fn table(
        &self,
        pattern: Pattern,
        building: Building<'_>,
    ) -> Result<LoadedTable, StoreError> {
        let mut memory = building.budget.open_account();
        let needed = pattern.needs().table_bytes;
        let guard = match self.tables.entry(pattern, building.budget)? {
            TableEntry::Occupied(table) => {
                reserve_memory(&mut memory, needed, pattern, "the table", building)?;
                return Ok(LoadedTable {
                    table,
                    origin: Origin::Shared,
                    notices: Vec::new(),
                    memory,
                });
            }
            TableEntry::Vacant(guard) => guard,
        };
        let found = self.load(pattern, building, memory)?;
        guard.fill(Arc::clone(&found.table));
        Ok(found)
    }

    /// Returns whether a table is available without building it; of a file only the header is checked.
    pub(crate) fn can_get(&self, pattern: Pattern) -> bool {
        self.tables.contains(pattern) || self.holds(pattern)
    }

    /// Returns whether a file with the table of a pattern exists, judging by its header alone.
    #[cfg_attr(not(feature = "files"), expect(unused_variables))]
    pub fn holds(&self, pattern: Pattern) -> bool {
        #[cfg(feature = "files")]
        return self.folder.as_ref().is_some_and(|folder| folder.holds(pattern));
        #[cfg(not(feature = "files"))]
        false
    }

    /// Reads or builds a table that is not in memory.
    fn load(
        &self,
        pattern: Pattern,
        building: Building<'_>,
        mut memory: Held,
    ) -> Result<LoadedTable, StoreError> {
        #[cfg(feature = "files")]
        if let Some(folder) = &self.folder {
            return folder::load_or_build(pattern, &folder.path(pattern), building, memory);
        }
        let table = build_table(pattern, building, &mut memory)?;
        Ok(LoadedTable { table, origin: Origin::Built, notices: Vec::new(), memory })
    }
}

/// Stores with a folder.
#[cfg(feature = "files")]
impl Store {
    /// Returns a store that keeps tables in a folder, which is created when the first table is saved.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Store {
        Store { folder: Some(Folder(folder.into())), ..Store::in_memory() }
    }

    /// Returns the folder, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_ref().map(|folder| folder.0.as_path())
    }

    /// Returns the path of a pattern's table.
    pub fn path(&self, pattern: Pattern) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.path(pattern))
    }

    /// Checks that a table could be saved now, by creating and removing a file. Creates the folder.
    pub fn check(&self) -> io::Result<()> {
        self.folder.as_ref().map_or(Ok(()), Folder::check)
    }

    /// Returns the path of the learnt score for boards of a size.
    pub fn network_path(&self, size: Size) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| networks::path(&folder.0, size))
    }

    /// Reads the learnt score that is stored for boards of exactly this size.
    pub fn read_network(&self, size: Size) -> Result<LearntNetwork, NetworkError> {
        let absent = || NetworkError::Io(io::ErrorKind::NotFound.into());
        networks::read(&self.folder.as_ref().ok_or_else(absent)?.0, size)
    }

    /// Lists every file in the folder that has the name of a learnt score, sorted by name.
    pub fn list_networks(&self) -> io::Result<Vec<StoredNetwork>> {
        self.folder.as_ref().map_or(Ok(Vec::new()), |folder| networks::list(&folder.0))
    }

    /// Saves a learnt score, replacing one for the same size.
    pub fn keep_network(&self, learnt: &LearntNetwork) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        networks::write(&folder.0, learnt)?;
        self.networks.forget(learnt.size);
        Ok(())
    }

    /// Removes the learnt score for boards of a size. Returns the number of bytes freed.
    pub fn remove_network(&self, size: Size) -> io::Result<u64> {
        let Some(path) = self.network_path(size) else { return Ok(0) };
        self.networks.forget(size);
        let bytes = std::fs::symlink_metadata(&path)?.len();
        std::fs::remove_file(path)?;
        Ok(bytes)
    }

    /// Reads all of a pattern's file and checks it, on this many threads.
    pub fn verify(
        &self,
        pattern: Pattern,
        threads: usize,
        budget: &Budget,
    ) -> Result<PatternTable, FileError> {
        let absent =
            FileError { path: PathBuf::from(file::name(pattern)), fault: FileFault::Absent };
        file::read_table(&self.path(pattern).ok_or(absent)?, pattern, threads, budget)
    }

    /// Lists every file in the folder that has the name of a table, sorted by name. Only headers are read.
    pub fn list(&self) -> io::Result<Vec<StoredTable>> {
        self.folder.as_ref().map_or(Ok(Vec::new()), Folder::list)
    }

    /// Removes a pattern's table and the temporary files of killed builds. Returns the number of bytes freed.
    pub fn remove(&self, pattern: Pattern) -> io::Result<u64> {
        match self.path(pattern) {
            Some(path) => self.remove_file(&path),
            None => Ok(0),
        }
    }

    /// Removes a file that [`Store::list`] lists. Of a link, only the link is removed; anything that is neither a file
    /// nor a link is an error. Returns the number of bytes freed.
    pub fn remove_file(&self, path: &Path) -> io::Result<u64> {
        let (freed, pattern) = folder::remove_file(path)?;
        if let Some(pattern) = pattern {
            self.tables.forget(pattern);
        }
        Ok(freed)
    }

    /// Removes the temporary files that killed builds have left, for all tables, and returns the number of bytes
    /// freed. If some cannot be removed, the others still are, and the first error is returned.
    pub fn clean(&self) -> io::Result<u64> {
        self.folder.as_ref().map_or(Ok(0), Folder::clean)
    }
}
