//! Where tables come from: this process has them already, or they are read from their files, or they are built
//! and kept.
//!
//! A folder that cannot be written, a full disk, a damaged file: none of them keeps a table from being had. It
//! is built, used from memory, and a notice says what was in the way.

use super::building::{Building, LoadedTable, Origin, StoreError, built, hold};
#[cfg(feature = "files")]
use super::fault::{FileError, FileFault};
#[cfg(feature = "files")]
use super::file;
#[cfg(feature = "files")]
use super::folder::{self, Folder, StoredTable};
use super::networks::Networks;
#[cfg(feature = "files")]
use super::networks::{self, NetworkError};
use super::shared::{Entry, SharedTables};
use super::table::Pattern;
#[cfg(feature = "files")]
use super::table::PatternTable;
use crate::board::{Board, Size};
use crate::construct::{LearntNetwork, Network};
use crate::table::{DistanceTable, DistanceTables, TableError};
#[cfg(feature = "files")]
use std::io;
#[cfg(feature = "files")]
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use taquin_search::{Clock, Held, Reclaim};

/// Where tables are kept: in memory, and in a folder if it has one. Clones share all of it.
#[derive(Clone, Debug)]
pub struct Store {
    #[cfg(feature = "files")]
    folder: Option<Folder>,
    tables: Arc<SharedTables>,
    distances: Arc<DistanceTables>,
    networks: Arc<Networks>,
    /// So many bytes of unused tables stay in memory.
    max_idle_bytes: u64,
}

/// So many bytes of unused tables stay in the memory of a process by default.
const MAX_IDLE_BYTES: u64 = 64 << 20;

impl Default for Store {
    /// The store of this process, without a folder. It keeps at most 64 MiB of unused tables.
    fn default() -> Store {
        static OWN: LazyLock<Store> = LazyLock::new(|| Store::in_memory().keeping(MAX_IDLE_BYTES));
        OWN.clone()
    }
}

impl Store {
    /// Tables are kept as long as this process lasts.
    ///
    /// ```
    /// use taquin::pattern::{Building, Partitions, Origin, Store, patterns};
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

    /// This store, which keeps at most so many bytes of unused tables in memory.
    pub fn keeping(self, max_idle_bytes: u64) -> Store {
        Store { max_idle_bytes, ..self }
    }

    /// Drops unused tables from memory.
    pub fn clear(&self) {
        self.tables.trim(0);
        self.distances.clear();
        self.networks.clear();
    }

    /// The learnt score that serves boards of a size, if beams go by one there.
    pub(crate) fn network(&self, size: Size) -> Option<Arc<Network>> {
        self.networks.get(size, || self.kept_network(size))
    }

    /// Gives this store a learnt score, for boards of its size and smaller ones, as long as the process lasts: for
    /// programs that ship none (without the feature `networks`).
    pub fn add_network(&self, learnt: LearntNetwork) {
        self.networks.add(learnt);
    }

    /// The score that was learnt for just this size and is kept.
    #[cfg_attr(not(feature = "files"), expect(unused_variables))]
    fn kept_network(&self, size: Size) -> Option<LearntNetwork> {
        #[cfg(feature = "files")]
        return self.folder.as_ref().and_then(|folder| networks::read(&folder.0, size).ok());
        #[cfg(not(feature = "files"))]
        None
    }

    /// The distances of all boards from a goal of up to 10 cells, built unless it has them; and whether they were
    /// built just now.
    pub fn distances(
        &self,
        goal: &Board,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<(Arc<DistanceTable>, bool), TableError> {
        self.distances_timed(goal, &Clock::default(), cancelled)
    }

    /// The same; how long it takes is told by the clock of whoever asked for them.
    pub(crate) fn distances_timed(
        &self,
        goal: &Board,
        clock: &Clock,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<(Arc<DistanceTable>, bool), TableError> {
        self.distances.get(goal, clock, cancelled)
    }

    /// Drops as many of them as are more than it keeps.
    pub(crate) fn trim(&self) {
        self.tables.trim(self.max_idle_bytes);
    }

    /// The bytes of the tables in memory, used or not.
    pub fn bytes(&self) -> u64 {
        self.tables.bytes()
    }

    /// The tables in memory, as something that a budget may reclaim.
    pub(crate) fn reserve(&self) -> Arc<dyn Reclaim> {
        Arc::clone(&self.tables) as Arc<dyn Reclaim>
    }

    /// The table of a pattern, from wherever it is soonest to be had.
    pub fn table(
        &self,
        pattern: Pattern,
        building: Building<'_>,
    ) -> Result<LoadedTable, StoreError> {
        let mut held = building.budget.open_account();
        let needed = pattern.needs().table_bytes;
        let guard = match self.tables.entry(pattern, &|| building.budget.check())? {
            Entry::Occupied(table) => {
                hold(&mut held, needed, pattern, "the table", building)?;
                return Ok(LoadedTable {
                    table,
                    origin: Origin::Shared,
                    notices: Vec::new(),
                    held,
                });
            }
            Entry::Vacant(guard) => guard,
        };
        let found = self.found(pattern, building, held)?;
        guard.fill(Arc::clone(&found.table));
        Ok(found)
    }

    /// Whether a table can be had without building it, as far as can be said without reading all of a file.
    pub(crate) fn can_get(&self, pattern: Pattern) -> bool {
        self.tables.contains(pattern) || self.holds(pattern)
    }

    /// Whether a file says that it has the table of a pattern; not all of it is read.
    #[cfg_attr(not(feature = "files"), expect(unused_variables))]
    pub fn holds(&self, pattern: Pattern) -> bool {
        #[cfg(feature = "files")]
        return self.folder.as_ref().is_some_and(|folder| folder.holds(pattern));
        #[cfg(not(feature = "files"))]
        false
    }

    /// Reads or builds a table that is not in memory.
    fn found(
        &self,
        pattern: Pattern,
        building: Building<'_>,
        mut held: Held,
    ) -> Result<LoadedTable, StoreError> {
        #[cfg(feature = "files")]
        if let Some(folder) = &self.folder {
            return folder::kept(pattern, &folder.path(pattern), building, held);
        }
        let table = built(pattern, building, &mut held)?;
        Ok(LoadedTable { table, origin: Origin::Built, notices: Vec::new(), held })
    }
}

/// Stores with a folder.
#[cfg(feature = "files")]
impl Store {
    /// Tables are kept in a folder, which is made when the first one is.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Store {
        Store { folder: Some(Folder(folder.into())), ..Store::in_memory() }
    }

    /// The folder, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_ref().map(|folder| folder.0.as_path())
    }

    /// Where the table of a pattern is kept.
    pub fn path(&self, pattern: Pattern) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.path(pattern))
    }

    /// Whether a table could be kept now, tried out; nothing stays of it but the folder.
    pub fn check(&self) -> io::Result<()> {
        self.folder.as_ref().map_or(Ok(()), Folder::check)
    }

    /// Where the learnt score for boards of a size is kept.
    pub fn network_path(&self, size: Size) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| networks::path(&folder.0, size))
    }

    /// The learnt score that is kept for boards of just this size.
    pub fn read_network(&self, size: Size) -> Result<LearntNetwork, NetworkError> {
        let absent = || NetworkError::Io(io::ErrorKind::NotFound.into());
        networks::read(&self.folder.as_ref().ok_or_else(absent)?.0, size)
    }

    /// The learnt scores that are kept, by name; files that are none are passed over.
    pub fn list_networks(&self) -> io::Result<Vec<(PathBuf, LearntNetwork)>> {
        self.folder.as_ref().map_or(Ok(Vec::new()), |folder| networks::list(&folder.0))
    }

    /// Keeps a learnt score, in place of one for the same size.
    pub fn keep_network(&self, learnt: &LearntNetwork) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        networks::write(&folder.0, learnt)?;
        self.networks.forget(learnt.size);
        Ok(())
    }

    /// Removes the learnt score for boards of a size. How many bytes that frees.
    pub fn remove_network(&self, size: Size) -> io::Result<u64> {
        let Some(path) = self.network_path(size) else { return Ok(0) };
        self.networks.forget(size);
        let bytes = std::fs::symlink_metadata(&path)?.len();
        std::fs::remove_file(path)?;
        Ok(bytes)
    }

    /// Reads all of a pattern's file and checks it, on so many threads.
    pub fn verify(
        &self,
        pattern: Pattern,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<PatternTable, FileError> {
        let absent =
            FileError { path: PathBuf::from(file::name(pattern)), fault: FileFault::Absent };
        file::open_of(&self.path(pattern).ok_or(absent)?, pattern, threads, go_on)
    }

    /// Every file in the folder whose name is that of a table, by name. Their words are not looked at.
    pub fn list(&self) -> io::Result<Vec<StoredTable>> {
        self.folder.as_ref().map_or(Ok(Vec::new()), Folder::list)
    }

    /// Removes a pattern's table, and what a killed build has left of it. How many bytes that frees.
    pub fn remove(&self, pattern: Pattern) -> io::Result<u64> {
        match self.path(pattern) {
            Some(path) => self.remove_file(&path),
            None => Ok(0),
        }
    }

    /// Removes a file that [`Store::list`] lists. Of a link, only the link is removed; what is neither a file nor
    /// a link is left alone. How many bytes that frees.
    pub fn remove_file(&self, path: &Path) -> io::Result<u64> {
        let (freed, pattern) = folder::remove_file(path)?;
        if let Some(pattern) = pattern {
            self.tables.forget(pattern);
        }
        Ok(freed)
    }

    /// Removes what killed builds have left, of whatever tables. How many bytes that frees; or what was in the
    /// way first, after all the rest is removed.
    pub fn clean(&self) -> io::Result<u64> {
        self.folder.as_ref().map_or(Ok(0), Folder::clean)
    }
}
