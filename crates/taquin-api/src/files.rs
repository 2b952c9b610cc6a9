//! Files that are never half written. A file is written next to its final path under a temporary name, synced, and then
//! renamed, so that an existing file stays intact until the new one is complete. Temporary files that a killed process
//! left behind are removed by the next process that writes to the same path.

use crate::diagnostic::Diagnostic;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Writes a whole file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes).map_err(|error| cannot_write(path, &error))?;
    file.finish()
}

/// A file being written. It moves to its final path when it is finished; dropped before that, it leaves nothing behind.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    temporary: PathBuf,
    file: Option<BufWriter<File>>,
}

impl NewFile {
    /// Creates the temporary file.
    pub fn create(path: &Path) -> Result<NewFile, Diagnostic> {
        // A symbolic link stays a link: its target is replaced.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if place.is_dir() {
            let diagnostic = format!("cannot write {}: it is a folder", path.display());
            return Err(
                Diagnostic::new("cannot-write", diagnostic).in_source(&path.display().to_string())
            );
        }
        remove_stale(&place);
        let temporary = place.with_file_name(temporary_name(&place, this_process()));
        let file = {
            let mut unfinished = unfinished();
            let file = File::create(&temporary).map_err(|error| cannot_write(path, &error))?;
            unfinished.push(temporary.clone());
            file
        };
        // The lock shows other processes that this one is still writing; where files cannot be locked, it does without.
        let _ = file.try_lock();
        Ok(NewFile { path: place, temporary, file: Some(BufWriter::new(file)) })
    }

    /// Completes the file: flushes and syncs it, and moves it to its final path.
    pub fn finish(mut self) -> Result<(), Diagnostic> {
        let finished = self.file.take().map_or(Ok(()), |file| {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            if let Ok(old) = fs::metadata(&self.path) {
                file.set_permissions(old.permissions())?;
            }
            file.sync_all()?;
            fs::rename(&self.temporary, &self.path)
        });
        finished.map_err(|error| {
            // The rename did not happen, so the temporary file is of no use.
            let _ = fs::remove_file(&self.temporary);
            cannot_write(&self.path, &error)
        })
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(bytes.len()), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.flush())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        let mut unfinished = unfinished();
        if self.file.take().is_some() {
            // The file was abandoned; it may be gone already.
            let _ = fs::remove_file(&self.temporary);
        }
        unfinished.retain(|file| *file != self.temporary);
    }
}

/// The id of this process. A host without processes writes no files.
#[allow(clippy::disallowed_methods)]
fn this_process() -> u32 {
    std::process::id()
}

/// The temporary name under which a process writes a file.
fn temporary_name(place: &Path, process: u32) -> String {
    format!(".{}.{process}.new", place.file_name().unwrap_or_default().to_string_lossy())
}

/// Removes the temporary files that killed processes left behind for a path.
pub fn remove_stale(place: &Path) {
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let mut parts = name.to_str().unwrap_or_default().rsplit('.').skip(1);
        let process = parts.next().and_then(|process| process.parse().ok());
        let is_its_temporary = |&process: &u32| *name == *temporary_name(place, process);
        if process.filter(is_its_temporary).is_some_and(|process| is_stale(&entry.path(), process))
        {
            // It may be gone already.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether no process is writing a temporary file any more: its process does not run on this machine, and no process
/// elsewhere has locked it.
fn is_stale(path: &Path, process: u32) -> bool {
    let processes = Path::new("/proc");
    let is_running =
        processes.join("self").exists() && processes.join(process.to_string()).exists();
    let is_file = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
    let is_free = || File::open(path).is_ok_and(|file| file.try_lock().is_ok());
    process != this_process() && !is_running && is_file && is_free()
}

/// The unfinished files of this process. The list stays locked while a file is created or removed.
fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every unfinished file before the process exits early. The list stays locked, so no file can be created
/// afterwards.
pub fn discard_unfinished() {
    let mut unfinished = unfinished();
    for file in unfinished.drain(..) {
        // It may have been renamed already.
        let _ = fs::remove_file(file);
    }
    std::mem::forget(unfinished);
}

/// Creates the diagnostic about a file that cannot be written.
pub fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    let name = path.display().to_string();
    Diagnostic::new("cannot-write", format!("cannot write {name}: {error}")).in_source(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_as_a_whole() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("file.csv");
        let names = || fs::read_dir(folder.path()).expect("it is there").count();
        write(&path, b"old").expect("it can be written");
        let mut abandoned = NewFile::create(&path).expect("it can be created");
        abandoned.write_all(b"half").expect("there is room");
        assert_eq!((fs::read(&path).expect("there"), names()), (b"old".to_vec(), 2));
        drop(abandoned);
        assert_eq!((fs::read(&path).expect("there"), names()), (b"old".to_vec(), 1));
        write(&path, b"new").expect("it can be written");
        assert_eq!((fs::read(&path).expect("there"), names()), (b"new".to_vec(), 1));
        assert!(write(folder.path(), b"").is_err());
        assert!(write(&folder.path().join("no/such/folder.csv"), b"").is_err());
    }
}
