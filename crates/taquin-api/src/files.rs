//! Files that are never half written. A file is made beside its place under another name, synced, and then
//! renamed, so that an older file stays whole until the new one is. What a killed process has left there is
//! removed by the next that writes to the same place.

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

/// A file that is being made, and takes its place when it is finished; dropped before, it leaves
/// nothing behind.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    beside: PathBuf,
    file: Option<BufWriter<File>>,
}

impl NewFile {
    /// Begins a file.
    pub fn create(path: &Path) -> Result<NewFile, Diagnostic> {
        // A link stays a link: what it leads to is replaced.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if place.is_dir() {
            let diagnostic = format!("cannot write {}: it is a folder", path.display());
            return Err(
                Diagnostic::new("cannot-write", diagnostic).in_source(&path.display().to_string())
            );
        }
        remove_left_behind(&place);
        let beside = place.with_file_name(name_beside(&place, this_process()));
        let file = {
            let mut unfinished = unfinished();
            let file = File::create(&beside).map_err(|error| cannot_write(path, &error))?;
            unfinished.push(beside.clone());
            file
        };
        // It tells other processes that this one is at work here; where files cannot be locked, it goes without.
        let _ = file.try_lock();
        Ok(NewFile { path: place, beside, file: Some(BufWriter::new(file)) })
    }

    /// Ends it: all that was written is safe and at its place.
    pub fn finish(mut self) -> Result<(), Diagnostic> {
        let finished = self.file.take().map_or(Ok(()), |file| {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            if let Ok(old) = fs::metadata(&self.path) {
                file.set_permissions(old.permissions())?;
            }
            file.sync_all()?;
            fs::rename(&self.beside, &self.path)
        });
        finished.map_err(|error| {
            // Nothing was put in its place, so what is beside it is of no use.
            let _ = fs::remove_file(&self.beside);
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
            // It was given up; if it is gone already, so much the better.
            let _ = fs::remove_file(&self.beside);
        }
        unfinished.retain(|file| *file != self.beside);
    }
}

/// The number of this process. A host without processes writes no files.
#[allow(clippy::disallowed_methods)]
fn this_process() -> u32 {
    std::process::id()
}

/// The name under which a process makes a file beside its place.
fn name_beside(place: &Path, process: u32) -> String {
    format!(".{}.{process}.new", place.file_name().unwrap_or_default().to_string_lossy())
}

/// Removes what killed processes have left beside a place.
pub fn remove_left_behind(place: &Path) {
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let mut parts = name.to_str().unwrap_or_default().rsplit('.').skip(1);
        let process = parts.next().and_then(|process| process.parse().ok());
        let is_beside = |&process: &u32| *name == *name_beside(place, process);
        if process.filter(is_beside).is_some_and(|process| is_left_behind(&entry.path(), process)) {
            // If it is gone already, so much the better.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether no process works on such a file any more: there is no such process on this machine, and none
/// elsewhere has locked it.
fn is_left_behind(path: &Path, process: u32) -> bool {
    let processes = Path::new("/proc");
    let lives = processes.join("self").exists() && processes.join(process.to_string()).exists();
    let is_file = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
    let is_free = || File::open(path).is_ok_and(|file| file.try_lock().is_ok());
    process != this_process() && !lives && is_file && is_free()
}

/// Files of this process that are not finished. Whoever makes or removes one holds the list meanwhile.
fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every file that is not finished, before the program ends in the midst of it. No other can be begun after
/// that.
pub fn discard_unfinished() {
    let mut unfinished = unfinished();
    for file in unfinished.drain(..) {
        // If it is at its place by now, so much the better.
        let _ = fs::remove_file(file);
    }
    std::mem::forget(unfinished);
}

/// The diagnostic about a file that cannot be written.
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
        let mut given_up = NewFile::create(&path).expect("it can be begun");
        given_up.write_all(b"half").expect("there is room");
        assert_eq!((fs::read(&path).expect("there"), names()), (b"old".to_vec(), 2));
        drop(given_up);
        assert_eq!((fs::read(&path).expect("there"), names()), (b"old".to_vec(), 1));
        write(&path, b"new").expect("it can be written");
        assert_eq!((fs::read(&path).expect("there"), names()), (b"new".to_vec(), 1));
        assert!(write(folder.path(), b"").is_err());
        assert!(write(&folder.path().join("no/such/folder.csv"), b"").is_err());
    }
}
