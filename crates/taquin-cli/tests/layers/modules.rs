//! Which modules of one folder use each other: of `src` itself, and of every folder below.
//!
//! A path such as `crate::board::Board`, `super::board` or `crate::{board, moves}` uses a module. What a folder's own
//! file (`mod.rs`, `lib.rs`) re-exports from a module counts as that module's: `crate::Board` uses `board`.
//! The folder's own file is a module among the others, called `mod`; a re-export does not count as a use.

use super::cycles::Edges;
use super::source::{Code, files};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The modules of a folder.
pub struct Scope {
    /// The folder's own path, empty for `src`: `picture::tree`.
    pub path: String,
    /// Pairs of a module and one that it uses, with a file where it does.
    uses: BTreeMap<(String, String), String>,
}

/// A file of a crate.
struct File {
    /// The path of its module; empty for `lib.rs`.
    path: Vec<String>,
    /// Its name for messages.
    name: String,
    code: Code,
}

/// The name of a folder's own file among its modules.
const OWN: &str = "mod";

impl Scope {
    /// Returns every folder of a crate's sources that has modules.
    pub fn all(src: &Path) -> Vec<Scope> {
        let files = read(src);
        let owners: BTreeSet<&[String]> =
            files.iter().filter_map(|file| Some(file.path.split_last()?.1)).collect();
        owners.into_iter().map(|owner| Scope::new(owner, &files)).collect()
    }

    fn new(path: &[String], files: &[File]) -> Scope {
        let within = |file: &&File| file.path.starts_with(path);
        let names: BTreeSet<&str> = files
            .iter()
            .filter(within)
            .filter_map(|file| file.path.get(path.len()))
            .map(|n| &**n)
            .collect();
        let own = files.iter().find(|file| file.path == path);
        let re_exported = own.map(|own| re_exported(&own.code.text, &names)).unwrap_or_default();
        let mut uses = BTreeMap::new();
        for file in files.iter().filter(within) {
            let from = file.path.get(path.len()).map_or(OWN, |name| name);
            let mut named: BTreeSet<String> = BTreeSet::new();
            if from == OWN {
                named.extend(used_by_owner(&file.code.text, &names, &re_exported));
            } else {
                for name in named_in(file, path) {
                    let module = if names.contains(&*name) {
                        name
                    } else {
                        re_exported.get(&name).cloned().unwrap_or(OWN.to_string())
                    };
                    named.insert(module);
                }
            }
            for to in named.into_iter().filter(|to| to != from) {
                uses.entry((from.to_string(), to)).or_insert_with(|| file.name.clone());
            }
        }
        Scope { path: path.join("::"), uses }
    }

    /// Returns the modules that each module uses.
    pub fn edges(&self) -> Edges {
        let mut edges = Edges::new();
        for (from, to) in self.uses.keys() {
            edges.entry(from.clone()).or_default().insert(to.clone());
        }
        edges
    }

    /// Returns a file for each use within a cycle.
    pub fn witnesses(&self, cycle: &str) -> String {
        let members: Vec<&str> = cycle.split(", ").collect();
        let within =
            |(from, to): &(String, String)| members.contains(&&**from) && members.contains(&&**to);
        let steps = self.uses.iter().filter(|(step, _)| within(step));
        let line = |((from, to), file): (&(String, String), &String)| {
            format!("    {from} uses {to} in {file}")
        };
        steps.map(line).collect::<Vec<_>>().join("\n")
    }
}

/// Reads every file of a crate except those for tests only.
fn read(src: &Path) -> Vec<File> {
    let mut found: Vec<File> = Vec::new();
    for path in files(src) {
        let name = path.strip_prefix(src).unwrap_or(&path).with_extension("");
        let mut module: Vec<String> =
            name.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if module.last().is_some_and(|last| matches!(&**last, "mod" | "lib" | "main")) {
            module.pop();
        }
        // A program's main file is not one of the library's modules.
        if path.ends_with("src/main.rs") {
            continue;
        }
        let name = path.strip_prefix(src).unwrap_or(&path).display().to_string();
        found.push(File { path: module, name, code: Code::read(&path) });
    }
    let tests: BTreeSet<Vec<String>> = found
        .iter()
        .flat_map(|file| {
            let child = |name: &String| [&file.path[..], std::slice::from_ref(name)].concat();
            file.code.test_modules.iter().map(child).collect::<Vec<_>>()
        })
        .collect();
    found.retain(|file| !tests.iter().any(|test| file.path.starts_with(test)));
    found
}

/// Returns the names directly below a module that a file of it uses.
fn named_in(file: &File, scope: &[String]) -> BTreeSet<String> {
    let text = &file.code.text;
    let absolute =
        ["crate".to_string()].iter().chain(scope).cloned().collect::<Vec<_>>().join("::");
    // In a file of that depth, this many `super`s lead to the scope.
    let up = vec!["super"; file.path.len() - scope.len()].join("::");
    let mut names = BTreeSet::new();
    for prefix in [absolute, up] {
        let prefix = format!("{prefix}::");
        for (at, _) in text.match_indices(&prefix) {
            let before = text[..at].chars().next_back().unwrap_or(' ');
            if before.is_alphanumeric() || matches!(before, '_' | ':') {
                continue;
            }
            names.extend(heads(&text[at + prefix.len()..]));
        }
    }
    names.remove("self");
    names.remove("super");
    names
}

/// Returns the first name of a path, or of each path in braces.
fn heads(text: &str) -> Vec<String> {
    let name = |text: &str| {
        let is_part = |c: &char| c.is_alphanumeric() || *c == '_';
        text.trim_start().chars().take_while(is_part).collect::<String>()
    };
    let Some(list) = text.strip_prefix('{') else { return vec![name(text)] };
    let mut found = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, char) in list.char_indices() {
        match char {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                found.push(name(&list[start..at]));
                start = at + 1;
                if char == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

/// Returns what a folder's own file re-exports, and from which module.
fn re_exported(text: &str, names: &BTreeSet<&str>) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for (module, list) in statements(text).filter_map(|(_, path)| path.split_once("::")) {
        if !names.contains(module) {
            continue;
        }
        for name in list.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
            found.insert(name.to_string(), module.to_string());
        }
    }
    found
}

/// Returns the modules that a folder's own file uses itself.
fn used_by_owner(
    text: &str,
    names: &BTreeSet<&str>,
    re_exported: &BTreeMap<String, String>,
) -> BTreeSet<String> {
    let mut own = text.to_string();
    // Neither a re-export nor a declaration of a module is a use.
    let declarations = names.iter().flat_map(|name| {
        let declaration = format!("mod {name};");
        text.match_indices(&declaration).map(|(at, found)| at..at + found.len()).collect::<Vec<_>>()
    });
    for range in statements(text).map(|(range, _)| range).chain(declarations) {
        own.replace_range(range.clone(), &" ".repeat(range.len()));
    }
    let mut found = BTreeSet::new();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut before = ' ';
    let mut rest = own.as_str();
    while let Some(start) = rest.find(is_name) {
        before = rest[..start].chars().next_back().unwrap_or(before);
        let word: String = rest[start..].chars().take_while(|&c| is_name(c)).collect();
        let after = &rest[start + word.len()..];
        let leads = after.starts_with("::") && before != ':';
        if leads && names.contains(&*word) {
            found.insert(word.clone());
        } else if let Some(module) = re_exported.get(&word).filter(|_| before != '.' && !leads) {
            found.insert(module.clone());
        }
        before = 'x';
        rest = after;
    }
    found
}

/// Returns every `pub use ...;` of a file: its position and its path.
fn statements(text: &str) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    text.match_indices("pub use ").filter_map(|(at, begin)| {
        let end = at + text[at..].find(';')?;
        Some((at..end + 1, text[at + begin.len()..end].trim()))
    })
}
