//! What is no file in the place of a file: FIFOs, folders, sockets, devices and links where a table, its lock, what
//! is being written or the folder of all tables should be. None is waited for, read, written through or replaced;
//! each is named, and the table is had all the same.

use crate::alone::alone;
use crate::forged::{always, with_table};
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use taquin::Goal;
use taquin::pattern::{LoadedTable, Origin, Pattern, Store, patterns};
use tempfile::TempDir;

/// What may be in the way, and what it is called where links are followed.
const OBSTACLES: [(&str, &str); 8] = [
    ("fifo", "a FIFO"),
    ("folder", "a folder"),
    ("full folder", "a folder"),
    ("socket", "a socket"),
    ("link to a device", "a device"),
    ("link to a FIFO", "a FIFO"),
    ("dangling link", "a link that leads nowhere"),
    ("circular link", "a link that leads nowhere"),
];

/// Puts something in the way.
fn put(what: &str, at: &Path) {
    let fifo = |at: &Path| {
        let made = Command::new("mkfifo").arg(at).status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo makes FIFOs");
    };
    match what {
        "fifo" => fifo(at),
        "folder" => fs::create_dir(at).expect("it can be made"),
        "full folder" => {
            fs::create_dir(at).expect("it can be made");
            fs::write(at.join("precious"), "precious").expect("written");
        }
        "socket" => drop(UnixListener::bind(at).expect("it can be made")),
        "link to a device" => symlink("/dev/zero", at).expect("it can be made"),
        "link to a FIFO" => {
            let target = at.with_file_name("target");
            fifo(&target);
            symlink(target, at).expect("it can be made");
        }
        "dangling link" => symlink("nowhere", at).expect("it can be made"),
        "circular link" => symlink(at, at).expect("it can be made"),
        _ => panic!("{what}"),
    }
}

/// Whether it is still there, as it was.
fn stands(what: &str, at: &Path) -> bool {
    let Ok(about) = fs::symlink_metadata(at) else { return false };
    match what {
        "fifo" => about.file_type().is_fifo(),
        "folder" => about.is_dir(),
        "full folder" => fs::read_to_string(at.join("precious")).is_ok_and(|it| it == "precious"),
        "socket" => about.file_type().is_socket(),
        _ => about.is_symlink() && !at.with_file_name("nowhere").exists(),
    }
}

fn pattern() -> Pattern {
    let goal = Goal::Classic.board("3x3".parse().expect("a size"));
    patterns(&"44".parse().expect("a partition"), &goal).expect("it fits").remove(0)[0]
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room")
}

/// A file beside a table's.
fn beside(table: &Path, end: &str) -> PathBuf {
    let name = table.file_name().expect("it has a name").to_string_lossy();
    table.with_file_name(format!(".{name}.{end}"))
}

fn built(store: &Store, case: &str) -> LoadedTable {
    let found = store.table(pattern(), always()).expect("it can be built");
    assert_eq!(found.origin, Origin::Built, "{case}");
    let sound = Store::in_memory().table(pattern(), always()).expect("it can be built");
    assert_eq!(found.table.levels(), sound.table.levels(), "{case}");
    found
}

/// A table that was had, but could not be kept because of something in the way.
fn kept_in_memory(store: &Store, names: &[&str], case: &str) {
    let notice =
        built(store, case).notices.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let named = names.iter().all(|name| notice.contains(name));
    assert!(named && notice.ends_with("used from memory this time"), "{case}: {notice}");
    assert!(!store.holds(pattern()), "{case}");
}

#[test]
fn in_the_place_of_a_table() {
    alone("obstacles::in_the_place_of_a_table", || {
        for (what, named) in OBSTACLES {
            let folder = folder();
            let store = Store::in_folder(folder.path());
            let path = store.path(pattern()).expect("there is a folder");
            put(what, &path);
            assert!(!store.holds(pattern()), "{what}");
            let says = format!("{} is {named}, not a file", path.display());
            let list = store.list().expect("the folder is there");
            assert_eq!((list.len(), list[0].bytes), (1, 0), "{what}");
            let listed = list[0].pattern.clone().map_err(|error| error.to_string());
            assert_eq!(listed, Err(says.clone()));
            let verified = store.verify(pattern(), 2, &|| true).map(|table| table.pattern());
            assert_eq!(verified.map_err(|error| error.to_string()), Err(says.clone()));
            let verified = list[0].verify(2, &|| true).map(|table| table.pattern());
            assert_eq!(verified.map_err(|error| error.to_string()), Err(says.clone()));
            kept_in_memory(&store, &[&says], what);
            assert!(stands(what, &path), "{what}");
            // A link is removed, and nothing but the link; what is no file is left to whoever put it there.
            let removed = store.remove(pattern());
            match what.contains("link") {
                true => {
                    assert!(removed.is_ok_and(|bytes| bytes > 0), "{what}");
                    assert!(fs::symlink_metadata(&path).is_err(), "{what}");
                }
                false => {
                    assert_eq!(removed.map_err(|error| error.to_string()), Err(says), "{what}");
                    assert!(stands(what, &path), "{what}");
                }
            }
            if what == "link to a FIFO" {
                let target = fs::metadata(path.with_file_name("target")).expect("it is there");
                assert!(target.file_type().is_fifo());
            }
        }
    });
}

#[test]
fn a_link_to_a_table_is_a_table() {
    let (elsewhere, table, bytes) = with_table(pattern());
    let folder = folder();
    let store = Store::in_folder(folder.path());
    let path = store.path(pattern()).expect("there is a folder");
    symlink(&table, &path).expect("it can be made");
    assert!(store.holds(pattern()) && store.verify(pattern(), 1, &|| true).is_ok());
    let found = store.table(pattern(), always()).expect("it is there");
    assert_eq!((found.origin, found.notices), (Origin::Read, vec![]));
    assert!(store.remove(pattern()).expect("it can be removed") > 0);
    assert!(fs::symlink_metadata(&path).is_err());
    assert!(fs::read(&table).expect("it is there") == bytes);
    drop(elsewhere);
}

#[test]
fn in_the_place_of_a_lock() {
    alone("obstacles::in_the_place_of_a_lock", || {
        for (what, named) in OBSTACLES {
            let named = if what.contains("link") { "a link" } else { named };
            let folder = folder();
            let store = Store::in_folder(folder.path());
            let path = store.path(pattern()).expect("there is a folder");
            let lock = beside(&path, "lock");
            put(what, &lock);
            let says = format!("{} is {named}, not a file", lock.display());
            kept_in_memory(&store, &[&says, "could not be kept in"], what);
            assert!(stands(what, &lock) && !path.exists(), "{what}");
            let error = |result: std::io::Result<u64>| result.map_err(|error| error.to_string());
            assert_eq!(error(store.remove(pattern())), Err(says.clone()), "{what}");
            assert_eq!(error(store.clean()), Err(says), "{what}");
            assert!(stands(what, &lock), "{what}");
            assert!(store.check().is_ok(), "{what}");
        }
    });
}

#[test]
fn in_the_place_of_what_is_written() {
    alone("obstacles::in_the_place_of_what_is_written", || {
        for (what, _) in OBSTACLES {
            let folder = folder();
            let store = Store::in_folder(folder.path());
            let path = store.path(pattern()).expect("there is a folder");
            let new = beside(&path, &format!("{}.new", std::process::id()));
            put(what, &new);
            if what.contains("folder") {
                let says = format!("{} is a folder, not a file", new.display());
                kept_in_memory(&store, &[&says, "could not be kept in"], what);
                let cleaned = store.clean().map_err(|error| error.to_string());
                assert_eq!(cleaned, Err(says), "{what}");
                assert!(stands(what, &new), "{what}");
                continue;
            }
            // What killed builds leave behind has such a name, so it is removed; links are not followed.
            assert_eq!(built(&store, what).notices, vec![], "{what}");
            assert!(store.holds(pattern()) && fs::symlink_metadata(&new).is_err(), "{what}");
        }
        // A link that leads to something of value.
        let folder = folder();
        let store = Store::in_folder(folder.path());
        let path = store.path(pattern()).expect("there is a folder");
        let precious = folder.path().join("precious");
        fs::write(&precious, "precious").expect("written");
        let new = beside(&path, &format!("{}.new", std::process::id()));
        let lock = beside(&path, "lock");
        symlink(&precious, new).expect("it can be made");
        symlink(&precious, lock).expect("it can be made");
        assert!(!built(&store, "precious").notices.is_empty());
        assert_eq!(fs::read_to_string(precious).expect("it is there"), "precious");
    });
}

/// `Store::check` tries a file out.
#[test]
fn in_the_place_of_what_is_tried() {
    alone("obstacles::in_the_place_of_what_is_tried", || {
        for (what, _) in OBSTACLES {
            let folder = folder();
            let store = Store::in_folder(folder.path());
            let tried = beside(Path::new("none.pdb"), &format!("{}.new", std::process::id()));
            put(what, &folder.path().join(&tried));
            // Either another name is tried, or what is in the way is named.
            if let Err(error) = store.check() {
                assert!(error.to_string().contains(" is a "), "{what}: {error}");
            }
        }
    });
}

#[test]
fn in_the_place_of_the_folder() {
    alone("obstacles::in_the_place_of_the_folder", || {
        let mut tried = 0;
        let file = ("file", "a file");
        for (what, named) in OBSTACLES.into_iter().chain([file]) {
            if what.ends_with("folder") {
                continue;
            }
            let around = folder();
            let place = around.path().join("tables");
            match what {
                "file" => fs::write(&place, "").expect("written"),
                _ => put(what, &place),
            }
            let store = Store::in_folder(&place);
            let says = format!("{} is {named}, not a folder", place.display());
            kept_in_memory(&store, &[&says], what);
            assert_eq!(store.check().map_err(|error| error.to_string()), Err(says.clone()));
            assert_eq!(store.list().map_err(|error| error.to_string()), Err(says.clone()));
            assert_eq!(store.clean().map_err(|error| error.to_string()), Err(says));
            tried += 1;
        }
        assert_eq!(tried, 7);
        // A link to a folder is one.
        let (around, there) = (folder(), folder());
        let place = around.path().join("tables");
        symlink(there.path(), &place).expect("it can be made");
        let store = Store::in_folder(place);
        assert_eq!(built(&store, "link to a folder").notices, vec![]);
        assert!(store.check().is_ok() && store.holds(pattern()));
    });
}
