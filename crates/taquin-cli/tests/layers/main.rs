//! The layers of the design hold: a crate depends only on those above it, and modules inside a crate form no cycle. A
//! name means one thing: no two types of a crate share it.
//!
//! Every file of `crates/*/src` is read as text (`source`), without comments, the contents of strings and code for
//! tests only. `modules` finds which modules use which, and `cycles` finds cycles among them.

mod cycles;
mod modules;
mod source;

use modules::Scope;
use source::Code;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates from top to bottom, as in ARCHITECTURE.md: each depends only on those above it.
const LAYERS: [&str; 6] =
    ["taquin-search", "taquin", "taquin-api", "taquin-wasm", "taquin-cli", "taquin-py"];

/// The other dependencies that the crate under every front end may have: no terminal, no HTTP, no signals.
const API_NEEDS: [&str; 4] = ["schemars", "serde", "serde_json", "serde_path_to_error"];

/// Returns the crates and their folders.
fn crates() -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = fs::read_dir(folder).expect("the crates are there");
    let mut crates: Vec<(String, PathBuf)> = entries
        .map(|entry| entry.expect("it can be read"))
        .filter(|entry| entry.path().join("Cargo.toml").exists())
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
        .collect();
    crates.sort();
    crates
}

/// Returns the crates that a crate depends on, including those for tests or for some systems only.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut is_list = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            is_list = section.ends_with("dependencies");
            if let Some((_, name)) = section.rsplit_once("dependencies.") {
                found.insert(name.to_string());
            }
        } else if is_list && let Some((name, _)) = line.split_once('=') {
            let name = name.trim().trim_matches('"');
            found.insert(name.split('.').next().unwrap_or(name).to_string());
        }
    }
    found
}

#[test]
fn a_crate_depends_only_on_those_above_it() {
    let layer = |name: &str| LAYERS.iter().position(|layer| *layer == name);
    let mut wrong = Vec::new();
    for (name, folder) in crates() {
        let Some(own) = layer(&name) else {
            wrong.push(format!("{name} is not in the table of layers: give it a place there"));
            continue;
        };
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("it can be read");
        for dependency in dependencies(&manifest) {
            if layer(&dependency).is_some_and(|other| other >= own) {
                wrong.push(format!("{name} depends on {dependency}, which is below it"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_api_needs_neither_terminal_nor_server() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../taquin-api/Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("it can be read");
    let own = manifest.split("[dev-dependencies]").next().unwrap_or_default();
    for dependency in dependencies(own) {
        let is_layer = LAYERS.contains(&dependency.as_str());
        let is_needed = is_layer || API_NEEDS.contains(&dependency.as_str());
        assert!(is_needed, "taquin-api depends on {dependency}, which not every front end can use");
    }
}

#[test]
fn modules_form_no_cycle() {
    let mut wrong = Vec::new();
    for (name, folder) in crates() {
        for scope in Scope::all(&folder.join("src")) {
            for cycle in cycles::cycles(&scope.edges()) {
                let place = format!("crates/{name}/src/{}", scope.path.replace("::", "/"));
                let cycle = cycle.join(", ");
                wrong.push(format!(
                    "in {place} these modules use each other in a cycle: {cycle}\n{}",
                    scope.witnesses(&cycle)
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_search_knows_no_tiles() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../taquin-search/src");
    let mut wrong = Vec::new();
    for file in source::files(&folder) {
        let code = Code::read(&file);
        for (number, line) in (1..).zip(code.text.lines()) {
            let words = source::words(line);
            let named = words
                .iter()
                .find(|word| matches!(word.trim_end_matches('s'), "tile" | "board" | "puzzle"));
            if let Some(word) = named {
                let place = file.strip_prefix(&folder).unwrap_or(&file).display();
                wrong.push(format!(
                    "{place}, line {number}, names a {word}: the search crate must not know about puzzles"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the name of the type that a line of code defines at the top level of its module.
fn defined_type(line: &str) -> Option<&str> {
    let item = match line.strip_prefix("pub(") {
        Some(restricted) => restricted.split_once(") ")?.1,
        None => line.strip_prefix("pub ").unwrap_or(line),
    };
    let (keyword, rest) = item.split_once(' ')?;
    let is_type = ["struct", "enum", "union", "trait", "type"].contains(&keyword);
    is_type.then(|| rest.split(|char: char| !char.is_alphanumeric()).next()).flatten()
}

#[test]
fn one_word_one_type() {
    let mut wrong = Vec::new();
    for (name, folder) in crates() {
        let mut defined: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for file in source::files(&folder.join("src")) {
            let place = file.strip_prefix(&folder).unwrap_or(&file).display().to_string();
            for word in Code::read(&file).text.lines().filter_map(defined_type) {
                defined.entry(word.to_string()).or_default().push(place.clone());
            }
        }
        assert!(!defined.is_empty(), "{name} defines no types");
        let twice = defined.into_iter().filter(|(_, places)| places.len() > 1);
        wrong.extend(twice.map(|(word, places)| {
            format!("{name} has several types called {word}: {}", places.join(", "))
        }));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn types_are_found() {
    for line in ["struct Word;", "pub enum Word<T> {", "pub(crate) trait Word: Clone {"] {
        assert_eq!(defined_type(line), Some("Word"));
    }
    assert_eq!(defined_type("pub(in crate::a) type Word = u8;"), Some("Word"));
    for line in ["    type Word = u8;", "fn word() {", "pub use word::Word;", ""] {
        assert_eq!(defined_type(line), None, "{line}");
    }
}
