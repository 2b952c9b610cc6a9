//! One process at a time builds a table: a file beside the table's is locked meanwhile, which the system undoes when
//! a process ends, however it ends. Whoever waits keeps checking whether to go on.

use super::regular;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use taquin_search::Stop;

/// How long a waiting process sleeps before it tries again.
const POLL: Duration = Duration::from_millis(20);

/// Why there is no lock.
pub(super) enum LockError {
    /// It was not to be waited for any longer.
    Stopped(Stop),
    /// The folder does not allow it.
    Failed(io::Error),
}

/// A lock between processes, held until it is dropped.
pub(super) struct FileLock {
    path: PathBuf,
    file: Option<File>,
}

impl FileLock {
    /// Waits for the lock until `check` stops it.
    pub(super) fn take(
        path: &Path,
        check: &dyn Fn() -> Result<(), Stop>,
    ) -> Result<FileLock, LockError> {
        loop {
            if let Some(lock) = FileLock::try_take(path).map_err(LockError::Failed)? {
                return Ok(lock);
            }
            check().map_err(LockError::Stopped)?;
            std::thread::sleep(POLL);
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
