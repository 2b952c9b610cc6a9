//! Files that are there as a whole or not at all: written beside their place, synced, then renamed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Puts a file in its place, whatever happens on the way.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = beside(path)?;
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    if written.is_err() {
        // It may never have been there.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// A name for what is being written, which no other process uses.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::other("this is no name of a file"))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(hidden))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_as_a_whole() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("results.csv");
        for text in ["first, and longer", "second"] {
            write_whole(&path, text.as_bytes()).expect("it can be written");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("it is a folder").count(), 1);
        assert!(write_whole(&folder.path().join("no/such/folder.csv"), b"").is_err());
        assert!(write_whole(Path::new("/"), b"").is_err());
    }
}
