//! The README and the manual as texts: links have targets, the index is complete, lines have one width.

use crate::examples::{manual, root};
use crate::run::taquin;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Returns the documents of the whole project.
fn documents() -> Vec<String> {
    let others = [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "crates/taquin-py/README.md",
        "crates/taquin-search/README.md",
    ];
    manual().into_iter().chain(others.map(str::to_string)).collect()
}

fn read(name: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(&name))
        .unwrap_or_else(|error| panic!("{}: {error}", name.as_ref().display()))
}

/// Returns a text without its code blocks.
fn prose(text: &str) -> String {
    let parts = text.split("\n```").enumerate();
    // Parts with even numbers are outside of blocks.
    parts.filter(|(number, _)| number % 2 == 0).map(|(_, part)| part).collect()
}

/// Returns the targets of the links and pictures of a text.
fn links(text: &str) -> Vec<String> {
    let ends = |rest: &str, end| rest.split(end).next().unwrap_or_default().to_string();
    let plain = text.split("](").skip(1).map(|rest| ends(rest, ')'));
    let html = ["src=\"", "href=\""].into_iter().flat_map(|start| text.split(start).skip(1));
    plain.chain(html.map(|rest| ends(rest, '"'))).collect()
}

/// Returns the anchors of a document's headings.
fn anchors(text: &str) -> HashSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| -> String {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let letters = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        letters.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut followed = 0;
    for document in documents() {
        let text = prose(&read(&document));
        let folder = Path::new(&document).parent().unwrap_or(Path::new(""));
        for link in links(&text).iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { document.clone().into() } else { folder.join(file) };
            assert!(root().join(&target).exists(), "{document}: {link}");
            if !anchor.is_empty() {
                assert!(anchors(&prose(&read(&target))).contains(anchor), "{document}: {link}");
            }
            followed += 1;
        }
    }
    assert!(followed > 60, "{followed}");
}

#[test]
fn the_index_names_every_document() {
    let index = links(&read("docs/README.md"));
    for document in manual().iter().filter(|name| *name != "docs/README.md") {
        let name = document.trim_start_matches("docs/").to_string();
        assert!(index.contains(&name), "{name}");
    }
}

#[test]
fn every_picture_is_shown() {
    let shown: Vec<String> = documents().iter().flat_map(|name| links(&read(name))).collect();
    for file in fs::read_dir(root().join("docs")).expect("it is there") {
        let name = file.expect("it can be read").file_name().to_string_lossy().into_owned();
        if [".svg", ".png", ".gif"].iter().any(|end| name.ends_with(end)) {
            assert!(shown.iter().any(|link| link.ends_with(&name)), "{name}");
        }
    }
}

#[test]
fn the_tree_that_is_shown_is_the_one_that_is_drawn() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let drawn = folder.path().join("tree.svg");
    let path = drawn.to_str().expect("it is text");
    let ran = taquin(&["solve", "123460758", "--algorithm", "astar", "--tree", path]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(fs::read_to_string(&drawn).expect("it was drawn"), read("docs/tree.svg"));
}

#[test]
fn the_readme_is_short_and_lines_have_one_width() {
    assert!(read("README.md").lines().count() <= 150);
    for document in manual().iter().map(String::as_str).chain(["README.md"]) {
        for line in prose(&read(document)).lines() {
            let is_prose = !line.starts_with(['|', '!', '<']) && !line.contains("](");
            assert!(!is_prose || line.chars().count() <= 110, "{document}: {line}");
        }
    }
}
