//! Only one process at a time builds a table: it locks a file next to the table's. The system releases the lock when
//! the process ends, however it ends. A waiting process keeps checking whether it should stop.

use super::regular;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use taquin_search::{Budget, Stop};

/// How long a waiting process sleeps before it tries again.
const POLL: Duration = Duration::from_millis(20);

/// Why there is no lock.
pub(super) enum LockError {
    /// Waiting was stopped.
    Stopped(Stop),
    /// The lock file could not be opened or locked.
    Failed(io::Error),
}

/// A lock between processes, held until it is dropped.
pub(super) struct FileLock {
    path: PathBuf,
    file: Option<File>,
}

impl FileLock {
    /// Waits for the lock until the budget stops it.
    pub(super) fn take(path: &Path, budget: &Budget) -> Result<FileLock, LockError> {
        loop {
            if let Some(lock) = FileLock::try_take(path).map_err(LockError::Failed)? {
                return Ok(lock);
            }
            budget.check().map_err(LockError::Stopped)?;
            std::thread::sleep(POLL);
        }
    }

    /// Returns the lock, if it is free.
    pub(super) fn try_take(path: &Path) -> io::Result<Option<FileLock>> {
        let file = regular::open_for_locking(path)?;
        // The previous holder removes the file, so another process may have created a new one of this name.
        let ours = try_lock(&file)? && is_at(&file, path);
        Ok(ours.then(|| FileLock { path: path.to_path_buf(), file: Some(file) }))
    }
}

/// Locks a file unless another process holds the lock, and returns whether it did. The standard library can do this
/// only since Rust 1.89.
#[cfg(unix)]
#[allow(unsafe_code)]
fn try_lock(file: &File) -> io::Result<bool> {
    use std::os::fd::AsRawFd;
    // SAFETY: the file is open, and the call touches no memory of ours.
    if unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) } == 0 {
        return Ok(true);
    }
    let error = io::Error::last_os_error();
    let is_taken = matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted);
    if is_taken { Ok(false) } else { Err(error) }
}

/// On other systems two processes may build the same table at once; the file that remains is complete either way.
#[cfg(not(unix))]
fn try_lock(_file: &File) -> io::Result<bool> {
    Ok(true)
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Removed while it is held, so that only our own lock is removed. On other systems, where it cannot be
        // distinguished from another of the same name, it stays.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        }
        self.file.take();
    }
}

/// Returns whether an open file is the one at a path.
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
