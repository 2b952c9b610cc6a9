//! Tables in a folder, a file each: read if they are there and whole, else built and written.

use super::building::{
    Building, LoadedTable, Origin, StoreError, StoreNotice, built, hold, stopped,
};
use super::fault::{FileError, FileFault};
use super::file::{self, WriteError};
use super::lock::{FileLock, LockError};
use super::regular::{self, PathKind, make_folder, not_a_folder};
use super::table::{Pattern, PatternTable};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use taquin_search::Held;

/// A file in a store's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    /// Where it is.
    pub path: PathBuf,
    /// How many bytes it has.
    pub bytes: u64,
    /// Which pattern's table it is, or why it cannot be used.
    pub pattern: Result<Pattern, FileError>,
}

/// The end of the names of files with tables.
const END: &str = ".pdb";

/// A folder of tables, which is made when the first one is written.
#[derive(Clone, Debug)]
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    /// Where the table of a pattern is kept.
    pub(super) fn path(&self, pattern: Pattern) -> PathBuf {
        self.0.join(file::name(pattern))
    }

    /// Whether a file says that it has the table of a pattern; not all of it is read.
    pub(super) fn holds(&self, pattern: Pattern) -> bool {
        file::header(&self.path(pattern)).is_ok_and(|header| header.pattern == pattern)
    }

    /// Whether a table could be kept now, tried out; nothing stays of it but the folder.
    pub(super) fn check(&self) -> io::Result<()> {
        make_folder(&self.0)?;
        let tried = hidden(&self.0.join(format!("none{END}")), &format!("{}.new", own_process()));
        // A killed process of the same number may have left it.
        let _ = fs::remove_file(&tried);
        regular::to_write(&tried)?;
        fs::remove_file(tried)
    }

    /// Every file in the folder whose name is that of a table, by name. Their words are not looked at.
    pub(super) fn list(&self) -> io::Result<Vec<StoredTable>> {
        let names = self.names()?.into_iter().filter(|path| !is_hidden(path) && ends_in(path, END));
        Ok(names.map(StoredTable::new).collect())
    }

    /// Removes what killed builds have left, of whatever tables. How many bytes that frees; or what was in the
    /// way first, after all the rest is removed.
    pub(super) fn clean(&self) -> io::Result<u64> {
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

    /// The files of the folder, by name; none if it is not there.
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

/// The table of a file; where that is of no use, it is built and kept there, if that can be done.
pub(super) fn kept(
    pattern: Pattern,
    path: &Path,
    building: Building<'_>,
    mut held: Held,
) -> Result<LoadedTable, StoreError> {
    let (threads, budget) = (building.threads, building.budget);
    let table_bytes = pattern.needs().table_bytes;
    let go_on = || budget.check().is_ok();
    let read = || match file::open_of(path, pattern, threads, &go_on) {
        Ok(table) => Ok(Ok(table)),
        Err(FileError { fault: FileFault::Interrupted, .. }) => Err(stopped(building)),
        Err(error) => Ok(Err(error)),
    };
    let is_read = |table, held| LoadedTable {
        table: Arc::new(table),
        origin: Origin::Read,
        notices: Vec::new(),
        held,
    };
    hold(&mut held, table_bytes, pattern, "the table", building)?;
    let mut notices = match read()? {
        Ok(table) => return Ok(is_read(table, held)),
        Err(FileError { fault: FileFault::Absent, .. }) => Vec::new(),
        // Whoever put it there may want it.
        Err(error @ FileError { fault: FileFault::NotAFile(_), .. }) => {
            let notices = vec![StoreNotice::InTheWay { error, pattern: pattern.picture() }];
            let table = built(pattern, building, &mut held)?;
            return Ok(LoadedTable { table, origin: Origin::Built, notices, held });
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
        // What cannot be removed does no harm unless it has the very name that is needed.
        let _ = clean(path);
        file::write(&table, path, &beside, threads, &go_on).map(|()| lock)
    });
    match written {
        // The lock is held until the file is at its place; what was kept is what is used.
        Ok(_lock) => {
            // While it is read back, there are two of it: less than building took.
            let mut second = budget.open_account();
            let table = match second.grow(table_bytes).is_ok().then(read).transpose()? {
                None => table,
                Some(Ok(read)) => Arc::new(read),
                Some(Err(error)) => {
                    notices = vec![StoreNotice::NotReadBack(error)];
                    table
                }
            };
            Ok(LoadedTable { table, origin: Origin::Built, notices, held })
        }
        Err(WriteError::Interrupted) => Err(stopped(building)),
        Err(WriteError::Failed(error)) => {
            notices.push(StoreNotice::NotStored {
                pattern: pattern.picture(),
                folder: path.parent().unwrap_or(path).to_path_buf(),
                reason: error.to_string(),
            });
            Ok(LoadedTable { table, origin: Origin::Built, notices, held })
        }
    }
}

/// A file beside a table's, with a name that begins with a dot.
pub(super) fn hidden(path: &Path, end: &str) -> PathBuf {
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
pub(super) fn own_process() -> u32 {
    std::process::id()
}

/// Removes a file that [`Folder::list`] lists. Of a link, only the link is removed; what is neither a file nor
/// a link is left alone. How many bytes that frees, and whose table it was.
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
    Ok((freed, header.ok().map(|header| header.pattern)))
}
