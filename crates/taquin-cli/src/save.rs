//! Files that commands write (`-o FILE`): what kind of file is meant is told by the end of its name,
//! and a file is never half written. It is made beside its place under another name, synced, and then
//! renamed, so that an older file stays whole until the new one is. What a killed process has left there is
//! removed by the next that writes to the same place.

use crate::errors::Diagnostic;
use crate::picture::{Scene, png, svg};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A picture made of lines and text.
    Svg,
    /// A picture made of pixels.
    Png,
    /// A film.
    Gif,
    /// A graph for Graphviz.
    Dot,
    /// A table.
    Csv,
    /// One JSON value.
    Json,
    /// One JSON object a line.
    JsonLines,
}

impl Kind {
    /// Every kind, by the end of a file's name.
    pub const LIST: [(&'static str, Kind); 8] = [
        ("svg", Kind::Svg),
        ("png", Kind::Png),
        ("gif", Kind::Gif),
        ("dot", Kind::Dot),
        ("csv", Kind::Csv),
        ("json", Kind::Json),
        ("jsonl", Kind::JsonLines),
        ("ndjson", Kind::JsonLines),
    ];

    /// The kind that a file's name asks for, if it is among the possible ones.
    pub fn of(path: &Path, possible: &[Kind]) -> Result<Kind, Diagnostic> {
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        let is_meant = |(known, _): &&(&str, Kind)| known.eq_ignore_ascii_case(end);
        let kind = Kind::LIST.iter().find(is_meant).map(|(_, kind)| *kind);
        kind.filter(|kind| possible.contains(kind)).ok_or_else(|| {
            let name = path.display();
            let diagnostic = match (end, kind) {
                ("", _) => format!("the name {name} does not say what kind of file is meant"),
                (_, None) => format!("there is no kind of file '.{end}', as in {name}"),
                (_, Some(_)) => format!("this cannot be written as '.{end}', as in {name}"),
            };
            let ends = Kind::LIST.iter().filter(|(_, kind)| possible.contains(kind));
            let ends: Vec<String> = ends.map(|(end, _)| format!(".{end}")).collect();
            Diagnostic::new(diagnostic).help(format!("its name can end in {}", ends.join(", ")))
        })
    }
}

/// A file that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its name.
    pub path: PathBuf,
    /// What it shall be.
    pub kind: Kind,
}

impl Target {
    /// The files that names ask for; what cannot be written is told now rather than after an hour.
    pub fn all(paths: &[PathBuf], possible: &[Kind]) -> Result<Vec<Target>, Diagnostic> {
        let target = |path: &PathBuf| {
            let kind = Kind::of(path, possible)?;
            drop(NewFile::create(path)?);
            Ok(Target { path: path.clone(), kind })
        };
        paths.iter().map(target).collect()
    }
}

/// Says that a picture was asked for of which there is nothing.
pub fn tell_nothing_to_draw(path: &Path) {
    // Where standard error is gone there is nobody left to tell.
    let _ = writeln!(
        io::stderr(),
        "note: {} was not written, as there is nothing to draw",
        path.display()
    );
}

/// Writes a picture as SVG or PNG.
pub fn write_picture(path: &Path, kind: Kind, scene: &Scene) -> Result<(), Diagnostic> {
    match kind {
        Kind::Png => write(path, &png(scene)?),
        _ => write(path, svg(scene).as_bytes()),
    }
}

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
            return Err(Diagnostic::new(diagnostic).in_source(&path.display().to_string()));
        }
        remove_left_behind(&place);
        let beside = place.with_file_name(name_beside(&place, std::process::id()));
        let file = {
            let mut unfinished = unfinished();
            let file = File::create(&beside).map_err(|error| cannot_write(path, &error))?;
            unfinished.push(beside.clone());
            file
        };
        // It tells others that somebody is at work here; where files cannot be locked, it goes without.
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

/// Whether nobody works on such a file any more: there is no such process on this machine, and none
/// elsewhere has locked it.
fn is_left_behind(path: &Path, process: u32) -> bool {
    let processes = Path::new("/proc");
    let lives = processes.join("self").exists() && processes.join(process.to_string()).exists();
    let is_file = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
    let is_free = || File::open(path).is_ok_and(|file| file.try_lock().is_ok());
    process != std::process::id() && !lives && is_file && is_free()
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
    Diagnostic::new(format!("cannot write {name}: {error}")).in_source(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_name_tells_the_kind() {
        let possible = [Kind::Svg, Kind::Json];
        assert_eq!(Kind::of(Path::new("a/b.svg"), &possible), Ok(Kind::Svg));
        assert_eq!(Kind::of(Path::new("B.JSON"), &possible), Ok(Kind::Json));
        let wrong = |name: &str| {
            let diagnostic = Kind::of(Path::new(name), &possible).expect_err("it is not possible");
            assert_eq!(diagnostic.help.as_deref(), Some("its name can end in .svg, .json"));
            diagnostic.message
        };
        assert_eq!(wrong("x.png"), "this cannot be written as '.png', as in x.png");
        assert_eq!(wrong("x.bmp"), "there is no kind of file '.bmp', as in x.bmp");
        assert_eq!(wrong("x"), "the name x does not say what kind of file is meant");
        assert_eq!(wrong(".svg"), "the name .svg does not say what kind of file is meant");
    }

    #[test]
    fn what_cannot_be_written_is_told_beforehand() {
        let folder = tempfile::tempdir().expect("there is room");
        let all = |name: &str| Target::all(&[folder.path().join(name)], &[Kind::Csv, Kind::Svg]);
        let targets = all("b.CSV").expect("it can be written");
        assert_eq!((targets.len(), targets[0].kind), (1, Kind::Csv));
        for name in ["b.txt", "b", "b.png", "no/such/folder/b.csv"] {
            assert!(all(name).is_err(), "{name}");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
    }

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
