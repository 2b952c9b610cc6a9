//! Learnt scores: those in use, and those in files next to the tables.

use super::building::StoreNotice;
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
    super::folder::{hidden, process_id},
    super::regular::{OpenError, create, create_folder, open_for_reading},
    std::fs,
    std::io::{self, Read, Write},
    thiserror::Error,
};

/// The learnt scores in use, by the size of the board, and those that the store was given.
#[derive(Debug, Default)]
pub(super) struct Networks {
    in_use: Mutex<HashMap<Size, FoundNetwork>>,
    given: Mutex<Vec<LearntNetwork>>,
}

/// The score for boards of a size, if there is one, and what is wrong with the file that should hold one for exactly that
/// size.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoundNetwork {
    pub(crate) network: Option<Arc<Network>>,
    pub(crate) notice: Option<StoreNotice>,
}

impl Networks {
    /// Returns the score for boards of a size; `stored` loads the one that was learnt for exactly that size.
    pub(super) fn get(
        &self,
        size: Size,
        stored: impl FnOnce() -> Result<Option<LearntNetwork>, StoreNotice>,
    ) -> FoundNetwork {
        if let Some(found) = self.lock().get(&size) {
            return found.clone();
        }
        let (stored, notice) = match stored() {
            Ok(stored) => (stored, None),
            Err(notice) => (None, Some(notice)),
        };
        let network = network_for(size, stored, &lock(&self.given)).map(Arc::new);
        let found = FoundNetwork { network, notice };
        match found.network {
            Some(_) => self.lock().entry(size).or_insert(found).clone(),
            None => found,
        }
    }

    /// Adds a score and replaces one for the same size. Running searches keep the one they have.
    pub(super) fn add(&self, learnt: LearntNetwork) {
        let mut given = lock(&self.given);
        given.retain(|other| other.size != learnt.size);
        given.push(learnt);
        self.lock().clear();
    }

    /// Drops those that are not in use.
    pub(super) fn clear(&self) {
        let is_used = |network: &Arc<Network>| Arc::strong_count(network) > 1;
        self.lock().retain(|_, found| found.network.as_ref().is_some_and(is_used));
    }

    /// Drops the one for a size.
    #[cfg(feature = "files")]
    pub(super) fn forget(&self, size: Size) {
        self.lock().remove(&size);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Size, FoundNetwork>> {
        lock(&self.in_use)
    }
}

/// Why a learnt score could not be read.
#[cfg(feature = "files")]
#[derive(Debug, Error)]
pub enum NetworkError {
    /// There is no such file, or it cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not a learnt score, or it is damaged.
    #[error(transparent)]
    Fault(#[from] NetworkFault),
}

#[cfg(feature = "files")]
impl NetworkError {
    /// Returns whether there is no such file, and no folder for it.
    pub fn is_absent(&self) -> bool {
        let absent = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
        matches!(self, NetworkError::Io(error) if absent.contains(&error.kind()))
    }
}

/// The maximum length of a file of a learnt score.
#[cfg(feature = "files")]
const MAX_BYTES: u64 = 4 << 20;

/// The suffix of the names of such files.
#[cfg(feature = "files")]
const SUFFIX: &str = ".network";

/// Returns the path of the learnt score for boards of a size.
#[cfg(feature = "files")]
pub(super) fn path(folder: &Path, size: Size) -> PathBuf {
    folder.join(format!("{size}{SUFFIX}"))
}

/// Reads the learnt score for boards of a size.
#[cfg(feature = "files")]
pub(super) fn read(folder: &Path, size: Size) -> Result<LearntNetwork, NetworkError> {
    let file = open_for_reading(&path(folder, size)).map_err(|error| match error {
        OpenError::Failed(error) => NetworkError::Io(error),
        OpenError::NotAFile(_) => NetworkError::Fault(NetworkFault::Foreign),
    })?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut bytes)?;
    let learnt = LearntNetwork::from_bytes(&bytes)?;
    if learnt.size != size {
        return Err(NetworkFault::Damaged.into());
    }
    Ok(learnt)
}

/// A file with the name of a learnt score.
#[cfg(feature = "files")]
#[derive(Debug)]
pub struct StoredNetwork {
    /// The file.
    pub path: PathBuf,
    /// The size of the boards, by its name.
    pub size: Size,
    /// Its score, or why there is none in it.
    pub learnt: Result<LearntNetwork, NetworkError>,
}

/// Lists every file in a folder that has the name of a learnt score, sorted by name.
#[cfg(feature = "files")]
pub(super) fn list(folder: &Path) -> io::Result<Vec<StoredNetwork>> {
    let files = match fs::read_dir(folder) {
        Ok(files) => files,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut found = Vec::new();
    for file in files {
        let path = file?.path();
        let size =
            path.file_name().and_then(|name| name.to_str()?.strip_suffix(SUFFIX)?.parse().ok());
        let stored = |size| StoredNetwork { path, size, learnt: read(folder, size) };
        found.extend(size.map(stored));
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// Writes a learnt score to a temporary file and renames it.
#[cfg(feature = "files")]
pub(super) fn write(folder: &Path, learnt: &LearntNetwork) -> io::Result<()> {
    create_folder(folder)?;
    let path = path(folder, learnt.size);
    let temporary = hidden(&path, &format!("{}.new", process_id()));
    // A killed process with the same id may have left it.
    let _ = fs::remove_file(&temporary);
    let written = (|| {
        let mut file = create(&temporary)?;
        file.write_all(&learnt.to_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, &path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}
