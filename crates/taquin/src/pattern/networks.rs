//! Learnt scores: those in use, and those in files of their own beside the tables.

use crate::board::Size;
#[cfg(feature = "files")]
use crate::construct::NetworkFault;
use crate::construct::{LearntNetwork, Network, network_for};
use std::collections::HashMap;
#[cfg(feature = "files")]
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use taquin_search::threads::lock;
#[cfg(feature = "files")]
use {
    super::folder::{hidden, own_process},
    super::regular::{OpenError, make_folder, to_read, to_write},
    std::fs,
    std::io::{self, Read, Write},
    thiserror::Error,
};

/// The learnt scores in use, by the size of the board, and those that the store was given.
#[derive(Debug, Default)]
pub(super) struct Networks {
    in_use: Mutex<HashMap<Size, Arc<Network>>>,
    given: Mutex<Vec<LearntNetwork>>,
}

impl Networks {
    /// What serves boards of a size; `kept` is what was learnt for just that size.
    pub(super) fn get(
        &self,
        size: Size,
        kept: impl FnOnce() -> Option<LearntNetwork>,
    ) -> Option<Arc<Network>> {
        if let Some(network) = self.lock().get(&size) {
            return Some(Arc::clone(network));
        }
        let network = Arc::new(network_for(size, kept(), &lock(&self.given))?);
        Some(Arc::clone(self.lock().entry(size).or_insert(network)))
    }

    /// Adds a score, in place of one for the same size. Searches that run keep what they have.
    pub(super) fn add(&self, learnt: LearntNetwork) {
        let mut given = lock(&self.given);
        given.retain(|other| other.size != learnt.size);
        given.push(learnt);
        self.lock().clear();
    }

    /// Drops those that nobody uses.
    pub(super) fn clear(&self) {
        self.lock().retain(|_, network| Arc::strong_count(network) > 1);
    }

    /// Drops the one for a size.
    #[cfg(feature = "files")]
    pub(super) fn forget(&self, size: Size) {
        self.lock().remove(&size);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Size, Arc<Network>>> {
        lock(&self.in_use)
    }
}

/// Why a learnt score cannot be read.
#[cfg(feature = "files")]
#[derive(Debug, Error)]
pub enum NetworkError {
    /// There is no such file, or it cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no learnt score, or a damaged one.
    #[error(transparent)]
    Fault(#[from] NetworkFault),
}

/// No file of a learnt score is longer.
#[cfg(feature = "files")]
const MOST_BYTES: u64 = 4 << 20;

/// The end of the names of such files.
#[cfg(feature = "files")]
const END: &str = ".network";

/// Where the learnt score for boards of a size is kept.
#[cfg(feature = "files")]
pub(super) fn path(folder: &Path, size: Size) -> PathBuf {
    folder.join(format!("{size}{END}"))
}

/// Reads the learnt score for boards of a size.
#[cfg(feature = "files")]
pub(super) fn read(folder: &Path, size: Size) -> Result<LearntNetwork, NetworkError> {
    let file = to_read(&path(folder, size)).map_err(|error| match error {
        OpenError::Failed(error) => NetworkError::Io(error),
        OpenError::NotAFile(_) => NetworkError::Fault(NetworkFault::Foreign),
    })?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut bytes)?;
    let learnt = LearntNetwork::from_bytes(&bytes)?;
    if learnt.size != size {
        return Err(NetworkFault::Damaged.into());
    }
    Ok(learnt)
}

/// The learnt scores in a folder, by name; files that are none are passed over.
#[cfg(feature = "files")]
pub(super) fn list(folder: &Path) -> io::Result<Vec<(PathBuf, LearntNetwork)>> {
    let files = match fs::read_dir(folder) {
        Ok(files) => files,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut found = Vec::new();
    for file in files {
        let path = file?.path();
        let size = path.file_name().and_then(|name| name.to_str()?.strip_suffix(END)?.parse().ok());
        let learnt = size.and_then(|size| read(folder, size).ok());
        found.extend(learnt.map(|learnt| (path, learnt)));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(found)
}

/// Writes a learnt score beside its place, then puts it there.
#[cfg(feature = "files")]
pub(super) fn write(folder: &Path, learnt: &LearntNetwork) -> io::Result<()> {
    make_folder(folder)?;
    let path = path(folder, learnt.size);
    let beside = hidden(&path, &format!("{}.new", own_process()));
    // A killed process of the same number may have left it.
    let _ = fs::remove_file(&beside);
    let written = (|| {
        let mut file = to_write(&beside)?;
        file.write_all(&learnt.to_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, &path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}
