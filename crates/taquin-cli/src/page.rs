//! The page's files, which are part of the program. (A debug build reads them from the source folder
//! instead, so that they can be worked on while it runs.)

use std::borrow::Cow;

/// Every file with its name, sorted; `build.rs` makes the list.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What is in a file, if there is one of that name. The name must lead nowhere else.
pub fn contents(path: &str) -> Option<Cow<'static, [u8]>> {
    if cfg!(debug_assertions) {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/web/");
        return std::fs::read(format!("{root}{path}")).ok().map(Cow::Owned);
    }
    let found = FILES.binary_search_by_key(&path, |(name, _)| name).ok()?;
    Some(Cow::Borrowed(FILES[found].1))
}

/// The names of all files.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

#[test]
fn every_file_is_part_of_the_program() {
    assert!(FILES.is_sorted() && FILES.len() > 10);
    for (name, embedded) in FILES {
        assert_eq!(contents(name).as_deref(), Some(*embedded), "{name}");
    }
    assert!(names().any(|name| name == "index.html"));
    assert_eq!(contents("nothing.js"), None);
}
