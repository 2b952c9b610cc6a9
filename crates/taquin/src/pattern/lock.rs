//! One builder at a time: a lock between processes while a table is built, and one between threads.
//!
//! Between processes it is a file beside the table's that is locked, which the system undoes when a process
//! ends, however it ends. Between threads it is a list of what is made or being made. Whoever waits keeps
//! asking whether to go on.

use super::regular;
use super::table::{Pattern, PatternTable};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// How long a waiting thread sleeps before it looks again.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Why there is no lock.
pub(super) enum LockError {
    /// It was not to be waited for any longer.
    Interrupted,
    /// The folder does not allow it.
    Failed(io::Error),
}

/// A lock between processes, held until it is dropped.
pub(super) struct FileLock {
    path: PathBuf,
    file: Option<File>,
}

impl FileLock {
    /// Waits for the lock, as long as `go_on` says so.
    pub(super) fn take(path: &Path, go_on: &dyn Fn() -> bool) -> Result<FileLock, LockError> {
        loop {
            match FileLock::try_take(path).map_err(LockError::Failed)? {
                Some(lock) => return Ok(lock),
                None if go_on() => std::thread::sleep(LOOK_AGAIN),
                None => return Err(LockError::Interrupted),
            }
        }
    }

    /// The lock, if nobody has it.
    pub(super) fn try_take(path: &Path) -> io::Result<Option<FileLock>> {
        let file = regular::to_lock(path)?;
        match file.try_lock() {
            // Whoever had it before has removed it, and the next one may have made another of this name.
            Ok(()) if !is_at(&file, path) => Ok(None),
            Ok(()) => Ok(Some(FileLock { path: path.to_path_buf(), file: Some(file) })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Removed while it is held, so that nobody's lock is removed but ours. Where it cannot be
        // told apart from another of the same name it stays.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        }
        self.file.take();
    }
}

/// Whether an open file is the one that a path leads to.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |about: fs::Metadata| (about.dev(), about.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(file), Ok(path)) => identity(file) == identity(path),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// The table of a pattern, as kept in a folder or in memory alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) folder: Option<PathBuf>,
    pub(super) pattern: Pattern,
}

/// What this process has.
static SHARED: Mutex<Vec<(Key, Option<Arc<PatternTable>>)>> = Mutex::new(Vec::new());
/// Told when a table is made, or given up.
static CHANGED: Condvar = Condvar::new();

fn shared() -> MutexGuard<'static, Vec<(Key, Option<Arc<PatternTable>>)>> {
    SHARED.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// What a thread finds when it asks for a table.
pub(super) enum Claim {
    /// It is there.
    Made(Arc<PatternTable>),
    /// It is this thread's to make.
    Yours(Turn),
}

/// A thread's turn to make a table; dropped without one, it is another's.
pub(super) struct Turn {
    key: Key,
}

impl Claim {
    /// Waits while another thread makes the table, as long as `go_on` says so.
    pub(super) fn new(key: Key, go_on: &dyn Fn() -> bool) -> Option<Claim> {
        loop {
            let mut list = shared();
            match list.iter().find(|(known, _)| *known == key) {
                Some((_, Some(table))) => return Some(Claim::Made(Arc::clone(table))),
                Some((_, None)) => drop(CHANGED.wait_timeout(list, LOOK_AGAIN)),
                None => {
                    list.push((key.clone(), None));
                    return Some(Claim::Yours(Turn { key }));
                }
            }
            if !go_on() {
                return None;
            }
        }
    }
}

impl Turn {
    /// The table is made: everybody can have it.
    pub(super) fn done(self, table: Arc<PatternTable>) {
        let mut list = shared();
        if let Some((_, made)) = list.iter_mut().find(|(known, _)| *known == self.key) {
            *made = Some(table);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        shared().retain(|(known, made)| *known != self.key || made.is_some());
        CHANGED.notify_all();
    }
}

/// Lets go of a table, so that the next one who asks gets it anew.
pub(super) fn forget(key: &Key) {
    shared().retain(|(known, made)| known != key || made.is_none());
}
