//! FIFOs, folders, sockets, devices and links in the place of a table, its lock file, its temporary file or the table
//! folder. None of these blocks, is read, written through or replaced; each is reported, and the table is available
//! nevertheless.

use crate::alone::alone;
use crate::forged::{always, with_table};
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use taquin::pattern::{Pattern, patterns};
use taquin::store::{FileError, FileFault, LoadedTable, Origin, PathKind, Store, StoreNotice};
use taquin::{Budget, Goal};
use tempfile::TempDir;

/// Each obstacle, and its kind when links are followed.
const OBSTACLES: [(&str, PathKind); 8] = [
    ("fifo", PathKind::Fifo),
    ("folder", PathKind::Folder),
    ("full folder", PathKind::Folder),
    ("socket", PathKind::Socket),
    ("link to a device", PathKind::Device),
    ("link to a FIFO", PathKind::Fifo),
    ("dangling link", PathKind::DanglingLink),
    ("circular link", PathKind::DanglingLink),
];

/// The error for something that is not a file.
fn not_a_file(path: &Path, kind: PathKind) -> FileError {
    FileError { path: path.to_path_buf(), fault: FileFault::NotAFile(kind) }
}

/// Whether an I/O error names the path and the kind of what is there.
fn names(error: &str, path: &Path, kind: PathKind) -> bool {
    error.starts_with(&format!("{} is {kind}, ", path.display()))
}

/// Creates an obstacle.
fn put(what: &str, at: &Path) {
    let fifo = |at: &Path| {
        let status = Command::new("mkfifo").arg(at).status();
        assert!(status.is_ok_and(|status| status.success()), "mkfifo failed");
    };
    match what {
        "fifo" => fifo(at),
        "folder" => fs::create_dir(at).expect("it can be created"),
        "full folder" => {
            fs::create_dir(at).expect("it can be created");
            fs::write(at.join("precious"), "precious").expect("written");
        }
        "socket" => drop(UnixListener::bind(at).expect("it can be created")),
        "link to a device" => symlink("/dev/zero", at).expect("it can be created"),
        "link to a FIFO" => {
            let target = at.with_file_name("target");
            fifo(&target);
            symlink(target, at).expect("it can be created");
        }
        "dangling link" => symlink("nowhere", at).expect("it can be created"),
        "circular link" => symlink(at, at).expect("it can be created"),
        _ => panic!("{what}"),
    }
}

/// Whether an obstacle is still there, unchanged.
fn is_unchanged(what: &str, at: &Path) -> bool {
    let Ok(metadata) = fs::symlink_metadata(at) else { return false };
    match what {
        "fifo" => metadata.file_type().is_fifo(),
        "folder" => metadata.is_dir(),
        "full folder" => fs::read_to_string(at.join("precious")).is_ok_and(|it| it == "precious"),
        "socket" => metadata.file_type().is_socket(),
        _ => metadata.is_symlink() && !at.with_file_name("nowhere").exists(),
    }
}

fn pattern() -> Pattern {
    let goal = Goal::Classic.board("3x3".parse().expect("a size"));
    patterns(&"44".parse().expect("a partition"), &goal).expect("it fits").remove(0)[0]
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// A hidden file beside a table file.
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

/// Builds a table that cannot be stored, and returns the last notice.
fn kept_in_memory(store: &Store, case: &str) -> StoreNotice {
    let mut notices = built(store, case).notices;
    assert!(!store.holds(pattern()), "{case}");
    notices.pop().expect(case)
}

/// Builds a table that cannot be stored, and checks that the reason names the obstacle.
fn not_stored(store: &Store, path: &Path, kind: PathKind, case: &str) {
    match kept_in_memory(store, case) {
        StoreNotice::NotStored { pattern: picture, folder, reason } => {
            assert_eq!((picture, Some(&*folder)), (pattern().picture(), store.folder()), "{case}");
            assert!(names(&reason, path, kind), "{case}: {reason}");
        }
        other => panic!("{case}: {other:?}"),
    }
}

#[test]
fn in_the_place_of_a_table() {
    alone("obstacles::in_the_place_of_a_table", || {
        for (what, kind) in OBSTACLES {
            let folder = folder();
            let store = Store::in_folder(folder.path());
            let path = store.path(pattern()).expect("there is a folder");
            put(what, &path);
            assert!(!store.holds(pattern()), "{what}");
            let error = not_a_file(&path, kind);
            let list = store.list().expect("the folder is there");
            assert_eq!((list.len(), list[0].bytes), (1, 0), "{what}");
            assert_eq!(list[0].pattern, Err(error.clone()));
            let verified =
                store.verify(pattern(), 2, &Budget::unlimited()).map(|table| table.pattern());
            assert_eq!(verified, Err(error.clone()));
            let verified = list[0].verify(2, &Budget::unlimited()).map(|table| table.pattern());
            assert_eq!(verified, Err(error.clone()));
            let in_the_way = StoreNotice::InTheWay { error, pattern: pattern().picture() };
            assert_eq!(kept_in_memory(&store, what), in_the_way);
            assert!(is_unchanged(what, &path), "{what}");
            // A link is removed, but not its target; anything else that is not a file is left in place.
            let removed = store.remove(pattern());
            if what.contains("link") {
                assert!(removed.is_ok_and(|bytes| bytes > 0), "{what}");
                assert!(fs::symlink_metadata(&path).is_err(), "{what}");
            } else {
                let error = removed.expect_err(what).to_string();
                assert!(names(&error, &path, kind), "{what}: {error}");
                assert!(is_unchanged(what, &path), "{what}");
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
    symlink(&table, &path).expect("it can be created");
    assert!(store.holds(pattern()) && store.verify(pattern(), 1, &Budget::unlimited()).is_ok());
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
        for (what, kind) in OBSTACLES {
            let kind = if what.contains("link") { PathKind::Link } else { kind };
            let folder = folder();
            let store = Store::in_folder(folder.path());
            let path = store.path(pattern()).expect("there is a folder");
            let lock = beside(&path, "lock");
            put(what, &lock);
            not_stored(&store, &lock, kind, what);
            assert!(is_unchanged(what, &lock) && !path.exists(), "{what}");
            for result in [store.remove(pattern()), store.clean()] {
                let error = result.expect_err(what).to_string();
                assert!(names(&error, &lock, kind), "{what}: {error}");
            }
            assert!(is_unchanged(what, &lock), "{what}");
            assert!(store.check().is_ok(), "{what}");
        }
    });
}

#[test]
fn in_the_place_of_the_temporary_file() {
    alone("obstacles::in_the_place_of_the_temporary_file", || {
        for (what, _) in OBSTACLES {
            let folder = folder();
            let store = Store::in_folder(folder.path());
            let path = store.path(pattern()).expect("there is a folder");
            let new = beside(&path, &format!("{}.new", std::process::id()));
            put(what, &new);
            if what.contains("folder") {
                not_stored(&store, &new, PathKind::Folder, what);
                let error = store.clean().expect_err(what).to_string();
                assert!(names(&error, &new, PathKind::Folder), "{what}: {error}");
                assert!(is_unchanged(what, &new), "{what}");
                continue;
            }
            // Killed builds leave files of this name behind, so it is removed; links are not followed.
            assert_eq!(built(&store, what).notices, vec![], "{what}");
            assert!(store.holds(pattern()) && fs::symlink_metadata(&new).is_err(), "{what}");
        }
        // A link to a file that must not be overwritten.
        let folder = folder();
        let store = Store::in_folder(folder.path());
        let path = store.path(pattern()).expect("there is a folder");
        let precious = folder.path().join("precious");
        fs::write(&precious, "precious").expect("written");
        let new = beside(&path, &format!("{}.new", std::process::id()));
        let lock = beside(&path, "lock");
        symlink(&precious, new).expect("it can be created");
        symlink(&precious, lock).expect("it can be created");
        assert!(!built(&store, "precious").notices.is_empty());
        assert_eq!(fs::read_to_string(precious).expect("it is there"), "precious");
    });
}

/// `Store::check` writes a trial file.
#[test]
fn in_the_place_of_the_trial_file() {
    alone("obstacles::in_the_place_of_the_trial_file", || {
        for (what, kind) in OBSTACLES {
            let kind = if what.contains("link") { PathKind::Link } else { kind };
            let folder = folder();
            let store = Store::in_folder(folder.path());
            let trial = beside(Path::new("none.pdb"), &format!("{}.new", std::process::id()));
            put(what, &folder.path().join(&trial));
            // Either another name is used, or the obstacle is reported.
            if let Err(error) = store.check() {
                let error = error.to_string();
                assert!(names(&error, &folder.path().join(&trial), kind), "{what}: {error}");
            }
        }
    });
}

#[test]
fn in_the_place_of_the_folder() {
    alone("obstacles::in_the_place_of_the_folder", || {
        let mut tried = 0;
        let file = ("file", PathKind::File);
        for (what, kind) in OBSTACLES.into_iter().chain([file]) {
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
            not_stored(&store, &place, kind, what);
            let (listed, cleaned) = (store.list().map(|_| ()), store.clean().map(|_| ()));
            for result in [store.check(), listed, cleaned] {
                let error = result.expect_err(what).to_string();
                assert!(names(&error, &place, kind), "{what}: {error}");
            }
            tried += 1;
        }
        assert_eq!(tried, 7);
        // A link to a folder counts as a folder.
        let (around, there) = (folder(), folder());
        let place = around.path().join("tables");
        symlink(there.path(), &place).expect("it can be created");
        let store = Store::in_folder(place);
        assert_eq!(built(&store, "link to a folder").notices, vec![]);
        assert!(store.check().is_ok() && store.holds(pattern()));
    });
}
