//! Lists the files of the page in `web/`, so that they are embedded in the program.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=web");
    let variable = |name| env::var_os(name).map(PathBuf::from).ok_or(io::ErrorKind::NotFound);
    let mut list = Vec::new();
    add(&variable("CARGO_MANIFEST_DIR")?.join("web"), "", &mut list)?;
    list.sort();
    let entry =
        |(name, path): &(String, PathBuf)| format!("({name:?}, include_bytes!({path:?})),\n");
    let entries: String = list.iter().map(entry).collect();
    fs::write(variable("OUT_DIR")?.join("page.rs"), format!("&[\n{entries}]\n"))
}

/// Adds every file in a folder and below, with its path relative to `web/`.
fn add(folder: &Path, prefix: &str, list: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        match name.to_str() {
            // Files that an editor leaves behind do not belong to the page.
            None => {}
            Some(name) if name.starts_with('.') => {}
            Some(name) if path.is_dir() => add(&path, &format!("{prefix}{name}/"), list)?,
            Some(name) => list.push((format!("{prefix}{name}"), path)),
        }
    }
    Ok(())
}
