//! Tables in a folder, one file each: read if the file exists and is intact, otherwise built and written.

use super::building::{
    Building, LoadedTable, Origin, StoreError, StoreNotice, build_table, reserve_memory,
};
use super::fault::{FileError, FileFault};
use super::file::{self, WriteError};
use super::lock::{FileLock, LockError};
use super::regular::{self, PathKind, create_folder, not_a_folder};
use crate::pattern::{Pattern, PatternTable};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use taquin_search::{Budget, Held};

/// A table file in a store's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    /// The path of the file.
    pub path: PathBuf,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The pattern whose table it contains, or why it cannot be used.
    pub pattern: Result<Pattern, FileError>,
}

/// The suffix of the names of table files.
const SUFFIX: &str = ".pdb";

/// A folder of tables. It is created when the first table is written.
#[derive(Clone, Debug)]
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    /// Returns the path of a pattern's table.
    pub(super) fn path(&self, pattern: Pattern) -> PathBuf {
        self.0.join(file::name(pattern))
    }

    /// Returns whether a file with the table of a pattern exists, judging by its header alone.
    pub(super) fn holds(&self, pattern: Pattern) -> bool {
        file::header(&self.path(pattern)).is_ok_and(|header| header.pattern == pattern)
    }

    /// Checks that a table could be written now, by creating and removing a file. Creates the folder.
    pub(super) fn check(&self) -> io::Result<()> {
        create_folder(&self.0)?;
        let tried = hidden(&self.0.join(format!("none{SUFFIX}")), &format!("{}.new", process_id()));
        // A killed process with the same id may have left it.
        let _ = fs::remove_file(&tried);
        regular::create(&tried)?;
        fs::remove_file(tried)
    }

    /// Lists every file in the folder that has the name of a table, sorted by name. Only headers are read.
    pub(super) fn list(&self) -> io::Result<Vec<StoredTable>> {
        let names =
            self.names()?.into_iter().filter(|path| !is_hidden(path) && has_suffix(path, SUFFIX));
        Ok(names.map(StoredTable::new).collect())
    }

    /// Removes the temporary files that killed builds have left, for all tables, and returns the number of bytes
    /// freed. If some cannot be removed, the others still are, and the first error is returned.
    pub(super) fn clean(&self) -> io::Result<u64> {
        let (mut freed, mut first_error) = (0, Ok(()));
        for path in self.names()?.into_iter().filter(|path| is_hidden(path)) {
            let name = name_of(&path);
            let Some((table, _)) = name[1..].split_once(&format!("{SUFFIX}.")) else { continue };
            let table = path.with_file_name(format!("{table}{SUFFIX}"));
            let cleaned = match FileLock::try_take(&hidden(&table, "lock")) {
                Ok(Some(_lock)) => clean(&table),
                Ok(None) => Ok(0),
                // Errors of the system do not name the file.
                Err(error) if error.raw_os_error().is_some() => {
                    Err(io::Error::new(error.kind(), format!("{}: {error}", path.display())))
                }
                Err(error) => Err(error),
            };
            match cleaned {
                Ok(bytes) => freed += bytes,
                Err(error) => first_error = first_error.and(Err(error)),
            }
        }
        first_error.map(|()| freed)
    }

    /// Returns the paths of all files in the folder, sorted by name; empty if there is no folder.
    fn names(&self) -> io::Result<Vec<PathBuf>> {
        let folder = &self.0;
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

impl StoredTable {
    fn new(path: PathBuf) -> StoredTable {
        let about = fs::metadata(&path).ok().filter(fs::Metadata::is_file);
        let bytes = about.map_or(0, |about| about.len());
        let pattern = file::header(&path).and_then(|header| {
            let fault = FileFault::OtherPattern(header.pattern.picture());
            let own = file::name(header.pattern) == name_of(&path);
            own.then_some(header.pattern).ok_or(FileError { path: path.clone(), fault })
        });
        StoredTable { path, bytes, pattern }
    }

    /// Reads the whole file and checks it, on this many threads. A file that could not be used when it was listed
    /// fails with the same error.
    pub fn verify(&self, threads: usize, budget: &Budget) -> Result<PatternTable, FileError> {
        let pattern = self.pattern.clone()?;
        file::read_table(&self.path, pattern, threads, budget)
    }
}

/// Reads a table from its file. If that fails, builds the table and saves it there if possible.
pub(super) fn load_or_build(
    pattern: Pattern,
    path: &Path,
    building: Building<'_>,
    mut memory: Held,
) -> Result<LoadedTable, StoreError> {
    let (threads, budget) = (building.threads, building.budget);
    let table_bytes = pattern.needs().table_bytes;
    let read = || match file::read_table(path, pattern, threads, budget) {
        Ok(table) => Ok(Ok(table)),
        Err(FileError { fault: FileFault::Stopped(stop), .. }) => Err(StoreError::Stopped(stop)),
        Err(error) => Ok(Err(error)),
    };
    let loaded = |table, memory| LoadedTable {
        table: Arc::new(table),
        origin: Origin::Read,
        notices: Vec::new(),
        memory,
    };
    reserve_memory(&mut memory, table_bytes, pattern, "the table", building)?;
    let mut notices = match read()? {
        Ok(table) => return Ok(loaded(table, memory)),
        Err(FileError { fault: FileFault::Absent, .. }) => Vec::new(),
        // It is not ours to replace: someone may need it.
        Err(error @ FileError { fault: FileFault::NotAFile(_), .. }) => {
            let notices = vec![StoreNotice::InTheWay { error, pattern: pattern.picture() }];
            let table = build_table(pattern, building, &mut memory)?;
            return Ok(LoadedTable { table, origin: Origin::Built, notices, memory });
        }
        Err(error) => vec![StoreNotice::Rebuilt(error)],
    };
    let created = path.parent().map_or(Ok(()), create_folder).map_err(LockError::Failed);
    let lock = match created.and_then(|()| FileLock::take(&hidden(path, "lock"), budget)) {
        Ok(lock) => Ok(lock),
        Err(LockError::Failed(error)) => Err(error),
        Err(LockError::Stopped(stop)) => return Err(stop.into()),
    };
    // Another process may have built it while this one waited.
    if lock.is_ok() {
        if let Ok(table) = read()? {
            return Ok(loaded(table, memory));
        }
    }
    let table = build_table(pattern, building, &mut memory)?;
    let beside = hidden(path, &format!("{}.new", process_id()));
    let written = lock.map_err(WriteError::Failed).and_then(|lock| {
        // A leftover that cannot be removed does no harm unless it has the very name that is needed.
        let _ = clean(path);
        file::write(&table, path, &beside, threads, budget).map(|()| lock)
    });
    match written {
        // The lock is held until the file is in place. The table is read back, so that what was saved is what is used.
        Ok(_lock) => {
            // Reading it back takes the memory of a second table, which is less than building took.
            let mut second = budget.open_account();
            let table = match second.grow(table_bytes).is_ok().then(read).transpose()? {
                None => table,
                Some(Ok(read)) => Arc::new(read),
                Some(Err(error)) => {
                    notices = vec![StoreNotice::NotReadBack(error)];
                    table
                }
            };
            Ok(LoadedTable { table, origin: Origin::Built, notices, memory })
        }
        Err(WriteError::Stopped(stop)) => Err(stop.into()),
        Err(WriteError::Failed(error)) => {
            notices.push(StoreNotice::NotStored {
                pattern: pattern.picture(),
                folder: path.parent().unwrap_or(path).to_path_buf(),
                reason: error.to_string(),
            });
            Ok(LoadedTable { table, origin: Origin::Built, notices, memory })
        }
    }
}

/// Returns the path of a hidden file next to a table's file: its name begins with a dot.
pub(super) fn hidden(path: &Path, end: &str) -> PathBuf {
    path.with_file_name(format!(".{}.{end}", name_of(path)))
}

/// Removes the temporary files that killed builds of a table have left; only the holder of its lock may do so. Links
/// are removed, not followed; a folder of such a name is an error. Returns the number of bytes freed.
fn clean(path: &Path) -> io::Result<u64> {
    let prefix = format!(".{}.", name_of(path));
    let entries = path.parent().and_then(|folder| fs::read_dir(folder).ok());
    let files = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let left = files.filter(|file| name_of(file).starts_with(&prefix) && has_suffix(file, ".new"));
    let (mut freed, mut first_error) = (0, Ok(()));
    for file in left {
        let Ok(about) = fs::symlink_metadata(&file) else { continue };
        if about.is_dir() {
            first_error = first_error.and(Err(PathKind::Folder.instead_of_file(&file)));
        } else if fs::remove_file(file).is_ok() {
            freed += about.len();
        }
    }
    first_error.map(|()| freed)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn is_hidden(path: &Path) -> bool {
    name_of(path).starts_with('.')
}

fn has_suffix(path: &Path, suffix: &str) -> bool {
    name_of(path).ends_with(suffix)
}

/// Returns the id of this process, which distinguishes its temporary files from those of others.
#[allow(clippy::disallowed_methods)]
pub(super) fn process_id() -> u32 {
    std::process::id()
}

/// Removes a file that [`Folder::list`] lists. Of a link, only the link is removed; anything that is neither a file nor
/// a link is an error. Returns the number of bytes freed and the pattern of the table.
pub(super) fn remove_file(path: &Path) -> io::Result<(u64, Option<Pattern>)> {
    let header = file::header(path);
    let (about, lock) = (fs::symlink_metadata(path), hidden(path, "lock"));
    let link = about.as_ref().is_ok_and(|about| about.is_symlink());
    match (&header, PathKind::at(&lock)) {
        (Err(FileError { fault: FileFault::NotAFile(kind), .. }), _) if !link => {
            return Err(kind.instead_of_file(path));
        }
        (_, Ok(kind)) if kind != PathKind::File => return Err(kind.instead_of_file(&lock)),
        _ => {}
    }
    let mut freed = 0;
    // If another process is building the table right now, it will still write its file.
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
    Ok((freed, header.ok().map(|header| header.pattern)))
}
