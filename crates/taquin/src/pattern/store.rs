//! Where tables come from: this process has them already, or they are read from their files, or they are built
//! and kept.
//!
//! A folder that cannot be written, a full disk, a damaged file: none of them keeps a table from being had. It
//! is built, used from memory, and a notice says what was in the way.

use super::file::{self, Fault, FileError, WriteError};
use super::flood::Progress;
use super::lock::{FileLock, LockError};
use super::regular::{self, PathKind, make_folder, not_a_folder};
use super::shared::{Entry, SharedTables};
use super::table::{Pattern, PatternTable};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use taquin_search::{Budget, Held, Reclaim, Stop};

/// Where tables are kept: in memory, and in a folder if it has one. Clones share all of it.
#[derive(Clone, Debug)]
pub struct Store {
    folder: Option<PathBuf>,
    tables: Arc<SharedTables>,
    /// So many bytes of tables stay in memory while nobody uses them.
    max_idle_bytes: u64,
}

/// So many bytes of tables that nobody uses stay in the memory of a process by default.
const MAX_IDLE_BYTES: u64 = 64 << 20;

impl Default for Store {
    /// The store of this process, without a folder. It keeps at most 64 MiB of tables that nobody uses.
    fn default() -> Store {
        static OWN: LazyLock<Store> = LazyLock::new(|| Store::in_memory().keeping(MAX_IDLE_BYTES));
        OWN.clone()
    }
}

/// What may be used to get a table.
#[derive(Clone, Copy)]
pub struct Building<'a> {
    /// So many threads.
    pub threads: usize,
    /// What may stop it, and the account of the memory that it takes.
    pub budget: &'a Budget,
    /// Told often, and by every thread, how far building a table is.
    pub progress: &'a (dyn Fn(Pattern, Progress) + Sync),
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
pub struct Found {
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
    #[error("{0}; it is built again")]
    Rebuilt(FileError),
    /// Something else is where its file should be.
    #[error("{error}; the table of {pattern} is built and used from memory this time")]
    InTheWay {
        /// What is there.
        error: FileError,
        /// The pattern, drawn.
        pattern: String,
    },
    /// Its file was written and could not be read.
    #[error("{0}, though it was just written; the table is used from memory")]
    NotReadBack(FileError),
    /// Its file could not be written.
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

/// A file in a store's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Where it is.
    pub path: PathBuf,
    /// How many bytes it has.
    pub bytes: u64,
    /// Which pattern's table it is, or why it cannot be used.
    pub pattern: Result<Pattern, FileError>,
}

/// The end of the names of files with tables.
const END: &str = ".pdb";

impl Store {
    /// Tables are kept as long as this process lasts.
    ///
    /// ```
    /// use taquin::pattern::{Building, Divisions, Origin, Store, patterns};
    /// use taquin::{Board, Size};
    /// let goal = Board::classic(Size::new(3, 3)?);
    /// let pattern = patterns(&"44".parse()?, &goal)?[0][0];
    /// let found = Store::in_memory().table(pattern, Building::unlimited(1))?;
    /// assert_eq!((found.origin, found.table.levels()[0]), (Origin::Built, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_memory() -> Store {
        Store { folder: None, tables: Arc::default(), max_idle_bytes: u64::MAX }
    }

    /// Tables are kept in a folder, which is made when the first one is.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Store {
        Store { folder: Some(folder.into()), ..Store::in_memory() }
    }

    /// This store, which keeps at most so many bytes of tables in memory that nobody uses.
    pub fn keeping(self, max_idle_bytes: u64) -> Store {
        Store { max_idle_bytes, ..self }
    }

    /// Drops the tables in memory that nobody uses.
    pub fn clear(&self) {
        self.tables.trim(0);
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

    /// The folder, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Where the table of a pattern is kept.
    pub fn path(&self, pattern: Pattern) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(file::name(pattern)))
    }

    /// Whether a file says that it has the table of a pattern; not all of it is read.
    pub fn holds(&self, pattern: Pattern) -> bool {
        let header = self.path(pattern).map(|path| file::header(&path));
        matches!(header, Some(Ok(header)) if header.pattern == pattern)
    }

    /// Whether a table could be kept now, tried out; nothing stays of it but the folder.
    pub fn check(&self) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        make_folder(folder)?;
        let tried = hidden(&folder.join(format!("none{END}")), &format!("{}.new", own_process()));
        // A killed process of the same number may have left it.
        let _ = fs::remove_file(&tried);
        regular::to_write(&tried)?;
        fs::remove_file(tried)
    }

    /// The table of a pattern, from wherever it is soonest to be had.
    pub fn table(&self, pattern: Pattern, building: Building<'_>) -> Result<Found, StoreError> {
        let mut held = building.budget.hold_nothing();
        let needed = pattern.needs().table_bytes;
        let guard = match self.tables.entry(pattern, &|| building.budget.check())? {
            Entry::Occupied(table) => {
                hold(&mut held, needed, pattern, "the table", building)?;
                return Ok(Found { table, origin: Origin::Shared, notices: Vec::new(), held });
            }
            Entry::Vacant(guard) => guard,
        };
        let found = match self.path(pattern) {
            Some(path) => kept(pattern, &path, building, held)?,
            None => {
                let table = built(pattern, building, &mut held)?;
                Found { table, origin: Origin::Built, notices: Vec::new(), held }
            }
        };
        guard.fill(Arc::clone(&found.table));
        Ok(found)
    }

    /// Reads all of a pattern's file and checks it, on so many threads.
    pub fn verify(
        &self,
        pattern: Pattern,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<PatternTable, FileError> {
        let absent = FileError { path: PathBuf::from(file::name(pattern)), fault: Fault::Absent };
        file::open_of(&self.path(pattern).ok_or(absent)?, pattern, threads, go_on)
    }

    /// Every file in the folder whose name is that of a table, by name. Their words are not looked at.
    pub fn list(&self) -> io::Result<Vec<Kept>> {
        let names = self.names()?.into_iter().filter(|path| !is_hidden(path) && ends_in(path, END));
        Ok(names.map(Kept::new).collect())
    }

    /// Removes a pattern's table, and what a killed build has left of it. How many bytes that frees.
    pub fn remove(&self, pattern: Pattern) -> io::Result<u64> {
        match self.path(pattern) {
            Some(path) => self.remove_file(&path),
            None => Ok(0),
        }
    }

    /// Removes a file that [`Store::list`] lists. Of a link, only the link is removed; what is neither a file nor
    /// a link is left to whoever put it there.
    pub fn remove_file(&self, path: &Path) -> io::Result<u64> {
        let header = file::header(path);
        let (about, lock) = (fs::symlink_metadata(path), hidden(path, "lock"));
        let link = about.as_ref().is_ok_and(|about| about.is_symlink());
        match (&header, PathKind::at(&lock)) {
            (Err(FileError { fault: Fault::NotAFile(kind), .. }), _) if !link => {
                return Err(kind.instead_of_file(path));
            }
            (_, Ok(kind)) if kind != PathKind::File => return Err(kind.instead_of_file(&lock)),
            _ => {}
        }
        let mut freed = 0;
        // Whoever builds it now will keep it in spite of this.
        if let Ok(Some(_lock)) = FileLock::try_take(&lock) {
            freed += clean(path)?;
        }
        match about {
            Ok(about) => {
                fs::remove_file(path)?;
                freed += about.len();
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        if let Ok(header) = header {
            self.tables.forget(header.pattern);
        }
        Ok(freed)
    }

    /// Removes what killed builds have left, of whatever tables. How many bytes that frees; or what was in the
    /// way first, after all the rest is removed.
    pub fn clean(&self) -> io::Result<u64> {
        let (mut freed, mut in_the_way) = (0, Ok(()));
        for path in self.names()?.into_iter().filter(|path| is_hidden(path)) {
            let name = name_of(&path);
            let Some((table, _)) = name[1..].split_once(&format!("{END}.")) else { continue };
            let table = path.with_file_name(format!("{table}{END}"));
            let cleaned = match FileLock::try_take(&hidden(&table, "lock")) {
                Ok(Some(_lock)) => clean(&table),
                Ok(None) => Ok(0),
                // What the system says does not say of what.
                Err(error) if error.raw_os_error().is_some() => {
                    Err(io::Error::new(error.kind(), format!("{}: {error}", path.display())))
                }
                Err(error) => Err(error),
            };
            match cleaned {
                Ok(bytes) => freed += bytes,
                Err(error) => in_the_way = in_the_way.and(Err(error)),
            }
        }
        in_the_way.map(|()| freed)
    }

    /// The files of the folder, by name; none if there is no folder.
    fn names(&self) -> io::Result<Vec<PathBuf>> {
        let Some(folder) = &self.folder else { return Ok(Vec::new()) };
        let entries = match fs::read_dir(folder) {
            Err(error) => {
                let error = not_a_folder(folder, error);
                let absent = error.kind() == io::ErrorKind::NotFound;
                return if absent { Ok(Vec::new()) } else { Err(error) };
            }
            Ok(entries) => entries,
        };
        let names: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
        let mut names = names?;
        names.sort();
        Ok(names)
    }
}

impl Kept {
    fn new(path: PathBuf) -> Kept {
        let about = fs::metadata(&path).ok().filter(fs::Metadata::is_file);
        let bytes = about.map_or(0, |about| about.len());
        let pattern = file::header(&path).and_then(|header| {
            let fault = Fault::OtherPattern(header.pattern.picture());
            let own = file::name(header.pattern) == name_of(&path);
            own.then_some(header.pattern).ok_or(FileError { path: path.clone(), fault })
        });
        Kept { path, bytes, pattern }
    }

    /// Reads all of the file and checks it, on so many threads. What could not be used when it was listed fails
    /// in the same way.
    pub fn verify(
        &self,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<PatternTable, FileError> {
        let pattern = self.pattern.clone()?;
        file::open_of(&self.path, pattern, threads, go_on)
    }
}

/// Claims memory, or says what takes too much of it.
fn hold(
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
fn built(
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
fn stopped(building: Building<'_>) -> StoreError {
    StoreError::Stopped(building.budget.check().err().unwrap_or(Stop::Cancelled))
}

/// The table of a file; where that is of no use, it is built and kept there, if that can be done.
fn kept(
    pattern: Pattern,
    path: &Path,
    building: Building<'_>,
    mut held: Held,
) -> Result<Found, StoreError> {
    let (threads, budget) = (building.threads, building.budget);
    let table_bytes = pattern.needs().table_bytes;
    let go_on = || budget.check().is_ok();
    let read = || match file::open_of(path, pattern, threads, &go_on) {
        Ok(table) => Ok(Ok(table)),
        Err(FileError { fault: Fault::Interrupted, .. }) => Err(stopped(building)),
        Err(error) => Ok(Err(error)),
    };
    let is_read = |table, held| Found {
        table: Arc::new(table),
        origin: Origin::Read,
        notices: Vec::new(),
        held,
    };
    hold(&mut held, table_bytes, pattern, "the table", building)?;
    let mut notices = match read()? {
        Ok(table) => return Ok(is_read(table, held)),
        Err(FileError { fault: Fault::Absent, .. }) => Vec::new(),
        // Whoever put it there may want it.
        Err(error @ FileError { fault: Fault::NotAFile(_), .. }) => {
            let notices = vec![StoreNotice::InTheWay { error, pattern: pattern.picture() }];
            let table = built(pattern, building, &mut held)?;
            return Ok(Found { table, origin: Origin::Built, notices, held });
        }
        Err(error) => vec![StoreNotice::Rebuilt(error)],
    };
    let made = path.parent().map_or(Ok(()), make_folder).map_err(LockError::Failed);
    let lock = match made.and_then(|()| FileLock::take(&hidden(path, "lock"), &|| budget.check())) {
        Ok(lock) => Ok(lock),
        Err(LockError::Failed(error)) => Err(error),
        Err(LockError::Stopped(stop)) => return Err(stop.into()),
    };
    // Another process may have built it while this one waited.
    if lock.is_ok() {
        if let Ok(table) = read()? {
            return Ok(is_read(table, held));
        }
    }
    let table = built(pattern, building, &mut held)?;
    let beside = hidden(path, &format!("{}.new", own_process()));
    let written = lock.map_err(WriteError::Failed).and_then(|lock| {
        // What cannot be removed is in nobody's way unless it has the very name that is needed.
        let _ = clean(path);
        file::write(&table, path, &beside, threads, &go_on).map(|()| lock)
    });
    match written {
        // The lock is held until the file is at its place; what was kept is what is used.
        Ok(_lock) => {
            // While it is read back, there are two of it: less than building took.
            let mut second = budget.hold_nothing();
            let table = match second.grow(table_bytes).is_ok().then(read).transpose()? {
                None => table,
                Some(Ok(read)) => Arc::new(read),
                Some(Err(error)) => {
                    notices = vec![StoreNotice::NotReadBack(error)];
                    table
                }
            };
            Ok(Found { table, origin: Origin::Built, notices, held })
        }
        Err(WriteError::Interrupted) => Err(stopped(building)),
        Err(WriteError::Failed(error)) => {
            notices.push(StoreNotice::NotStored {
                pattern: pattern.picture(),
                folder: path.parent().unwrap_or(path).to_path_buf(),
                reason: error.to_string(),
            });
            Ok(Found { table, origin: Origin::Built, notices, held })
        }
    }
}

/// A file beside a table's, with a name that begins with a dot.
fn hidden(path: &Path, end: &str) -> PathBuf {
    path.with_file_name(format!(".{}.{end}", name_of(path)))
}

/// Removes what killed builds of a table have left, which only the holder of its lock may do. Links are removed,
/// not followed; a folder cannot be such a thing, and is named.
fn clean(path: &Path) -> io::Result<u64> {
    let beginning = format!(".{}.", name_of(path));
    let entries = path.parent().and_then(|folder| fs::read_dir(folder).ok());
    let files = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let left = files.filter(|file| name_of(file).starts_with(&beginning) && ends_in(file, ".new"));
    let (mut freed, mut in_the_way) = (0, Ok(()));
    for file in left {
        let Ok(about) = fs::symlink_metadata(&file) else { continue };
        if about.is_dir() {
            in_the_way = in_the_way.and(Err(PathKind::Folder.instead_of_file(&file)));
        } else if fs::remove_file(file).is_ok() {
            freed += about.len();
        }
    }
    in_the_way.map(|()| freed)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn is_hidden(path: &Path) -> bool {
    name_of(path).starts_with('.')
}

fn ends_in(path: &Path, end: &str) -> bool {
    name_of(path).ends_with(end)
}
/// What tells the files that this process is writing from those of others.
#[allow(clippy::disallowed_methods)]
fn own_process() -> u32 {
    std::process::id()
}
