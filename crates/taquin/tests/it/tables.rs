//! Pattern tables in files: stored, read back, damaged in every way, built by many threads at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use taquin::pattern::{BuildProgress, Pattern, patterns};
use taquin::search::{Budget, Cancel, Limits, Stop};
use taquin::store::{Building, FileFault, Origin, Store, StoreError, StoreNotice};
use taquin::{Board, Size};
use tempfile::TempDir;

/// A build without limits.
fn always() -> Building<'static> {
    Building::unlimited(2)
}

fn with(budget: &Budget) -> Building<'_> {
    Building { threads: 2, budget, progress: &|_, _| {} }
}

const INTERRUPTED: Result<Origin, StoreError> = Err(StoreError::Stopped(Stop::Cancelled));

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The patterns of a partition of the classic goal.
fn all_patterns(rows: usize, cols: usize, partition: &str) -> Vec<Pattern> {
    let goal = Board::classic(Size::new(rows, cols).expect("a size"));
    patterns(&partition.parse().expect("a partition"), &goal).expect("it fits").remove(0)
}

/// The first pattern of a partition.
fn pattern(rows: usize, cols: usize, partition: &str) -> Pattern {
    all_patterns(rows, cols, partition)[0]
}

/// Three patterns of five tiles, drawn here so that changes of the named partitions do not affect the tests.
const FIVES: &str = "aaab/aabb/ccbb/ccc.";

/// Opens another store in the same folder, which shares no memory with the others.
fn again(folder: &TempDir) -> Store {
    Store::in_folder(folder.path())
}

fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("it is there").flatten();
    let mut names: Vec<String> =
        names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Builds a table of five tiles of 4x4 in a new folder; returns the folder, the pattern, the path and the bytes.
fn with_table() -> (TempDir, Pattern, PathBuf, Vec<u8>) {
    let (folder, pattern) = (folder(), pattern(4, 4, FIVES));
    let store = again(&folder);
    assert!(!store.holds(pattern));
    let found = store.table(pattern, always()).expect("it can be built");
    assert_eq!((found.origin, found.notices), (Origin::Built, vec![]));
    assert!(store.holds(pattern));
    let path = store.path(pattern).expect("there is a folder");
    let bytes = fs::read(&path).expect("it was stored");
    assert_eq!(bytes.len() as u64, 4096 + pattern.needs().table_bytes);
    (folder, pattern, path, bytes)
}

#[test]
fn a_table_is_stored_and_read_back() {
    let (folder, pattern, _, _) = with_table();
    let name = "4x4-blank15-tiles-1-2-3-5-6.pdb";
    assert_eq!(files(folder.path()), [name]);
    let store = again(&folder);
    let first = store.table(pattern, always()).expect("it is there");
    let second = store.table(pattern, always()).expect("it is there");
    assert_eq!((first.origin, second.origin), (Origin::Read, Origin::Shared));
    let built = Store::in_memory().table(pattern, always()).expect("it can be built");
    assert_eq!(first.table.levels(), built.table.levels());
    let list = store.list().expect("it can be read");
    assert_eq!((list.len(), list[0].pattern.clone()), (1, Ok(pattern)));
    assert!(store.verify(pattern, 2, &Budget::unlimited()).is_ok());
    assert_eq!(store.remove(pattern).expect("it can be removed"), list[0].bytes);
    assert_eq!(store.remove(pattern).expect("it is gone"), 0);
    assert_eq!(files(folder.path()), Vec::<String>::new());
    assert_eq!(store.table(pattern, always()).expect("built").origin, Origin::Built);
}

#[test]
fn the_index_scheme_has_not_changed() {
    // If this fails, existing files would be misread: raise INDEX_SCHEME in store/header.rs.
    let (_folder, _, _, bytes) = with_table();
    assert_eq!(crc32(&bytes[4096..]), 1_687_822_942);
}

/// CRC-32 by the book, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32| (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg());
    !bytes
        .iter()
        .fold(u32::MAX, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), |sum, _| step(sum)))
}

#[test]
fn every_flipped_bit_is_detected() {
    let (folder, pattern, path, sound) = with_table();
    let (store, last) = (again(&folder), sound.len() - 1);
    let payload = [4096, 4097, 8191, sound.len() / 2, last - 64, last - 1, last];
    // Every byte of the header, padding and checksums included.
    for place in (0..4096).chain(payload) {
        let mut damaged = sound.clone();
        damaged[place] ^= 1 << (place % 8);
        fs::write(&path, &damaged).expect("written");
        let fault =
            store.verify(pattern, 2, &Budget::unlimited()).expect_err("it is damaged").fault;
        let expected = match place {
            0..8 => matches!(fault, FileFault::Foreign),
            8..4096 => matches!(fault, FileFault::DamagedHeader),
            _ => {
                matches!(fault, FileFault::Damaged { from, to } if (from..to).contains(&(place as u64)))
            }
        };
        assert!(expected, "byte {place}: {fault:?}");
        assert_eq!(store.holds(pattern), place >= 4096, "byte {place}");
    }
}

#[test]
fn every_wrong_length_is_detected() {
    let (folder, pattern, path, sound) = with_table();
    let store = again(&folder);
    for length in [0, 1, 7, 8, 4095, 4096, 4097, sound.len() / 2, sound.len() - 1, sound.len() + 1]
    {
        let mut other = sound.clone();
        other.resize(length, 0);
        fs::write(&path, &other).expect("written");
        let error = store.verify(pattern, 2, &Budget::unlimited()).expect_err("it is damaged");
        let expected = match length {
            0 => matches!(error.fault, FileFault::Foreign),
            _ => {
                matches!(error.fault, FileFault::WrongLength { bytes, .. } if bytes == length as u64)
            }
        };
        assert!(expected, "{length}: {error}");
        assert!(!store.holds(pattern), "{length}");
    }
}

#[test]
fn unusable_files_are_rebuilt_and_reported() {
    let (folder, pattern, path, sound) = with_table();
    assert!(path.ends_with("4x4-blank15-tiles-1-2-3-5-6.pdb"), "{path:?}");
    let rebuilt = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("written");
        let found = again(&folder).table(pattern, always()).expect("it can be built");
        assert_eq!(found.origin, Origin::Built, "{:?}", found.notices);
        let [StoreNotice::Rebuilt(error)] = &found.notices[..] else {
            panic!("{:?}", found.notices);
        };
        assert_eq!(error.path, path);
        assert!(fs::read(&path).expect("it was stored") == sound);
        error.fault.clone()
    };
    let header_with = |at: usize, field: u32| {
        let mut bytes = sound.clone();
        bytes[at..at + 4].copy_from_slice(&field.to_le_bytes());
        let sum = crc32(&bytes[..4092]);
        bytes[4092..4096].copy_from_slice(&sum.to_le_bytes());
        bytes
    };
    let mut flipped = sound.clone();
    flipped[5000] ^= 1;
    let fault = rebuilt(&flipped);
    assert!(matches!(fault, FileFault::Damaged { from: 4096, to: 5001.. }), "{fault:?}");
    let (bytes, right) = (sound.len() as u64 - 8, sound.len() as u64);
    assert_eq!(rebuilt(&sound[..sound.len() - 8]), FileFault::WrongLength { bytes, right });
    assert_eq!(rebuilt(b"something else"), FileFault::Foreign);
    let version = |format, index_scheme| FileFault::OtherVersion { format, index_scheme };
    assert_eq!(rebuilt(&header_with(8, 0)), version(0, 1));
    assert_eq!(rebuilt(&header_with(12, 7)), version(1, 7));
    // Impossible fields with a valid checksum.
    for (at, field) in
        [(16, 6), (16, 0), (24, 16), (24, 0), (28, 0), (28, u32::MAX), (56, 0), (60, 513)]
    {
        assert_eq!(rebuilt(&header_with(at, field)), FileFault::DamagedHeader);
    }
    // The table of another pattern under this one's name.
    let other = pattern_other();
    let store = again(&folder);
    store.table(other, always()).expect("it can be built");
    let others = fs::read(store.path(other).expect("a folder")).expect("it was stored");
    assert_eq!(rebuilt(&others), FileFault::OtherPattern(other.picture()));
}

fn pattern_other() -> Pattern {
    all_patterns(4, 4, FIVES)[1]
}

#[test]
fn an_unusable_folder_is_reported() {
    let folder = folder();
    let file = folder.path().join("file");
    fs::write(&file, "").expect("written");
    for place in [file.join("below"), file.clone(), PathBuf::from("/proc/none/such")] {
        let store = Store::in_folder(&place);
        assert!(store.check().is_err());
        let pattern = pattern(3, 3, "44");
        let found = store.table(pattern, always()).expect("it can be built");
        assert_eq!(found.origin, Origin::Built);
        let [StoreNotice::NotStored { folder, pattern: picture, .. }] = &found.notices[..] else {
            panic!("{:?}", found.notices);
        };
        assert_eq!((folder, picture), (&place, &pattern.picture()));
        // Storing is not tried again.
        let found = store.table(pattern, always()).expect("it is there");
        assert_eq!((found.origin, found.notices), (Origin::Shared, vec![]));
        assert!(!store.holds(pattern));
    }
    assert_eq!(files(folder.path()), ["file"]);
}

#[test]
fn leftovers_of_a_killed_build_are_cleaned_up() {
    let (folder, pattern) = (folder(), pattern(3, 3, "44"));
    let left = [".3x3-blank8-tiles-1-2-3-6.pdb.1.new", ".3x3-blank8-tiles-1-2-3-6.pdb.lock"];
    let leave = || left.map(|name| fs::write(folder.path().join(name), "half").expect("written"));
    let name = again(&folder).path(pattern).expect("a folder");
    assert_eq!(
        name.file_name().and_then(|name| name.to_str()),
        Some("3x3-blank8-tiles-1-2-3-6.pdb")
    );
    leave();
    again(&folder).table(pattern, always()).expect("it can be built");
    assert_eq!(files(folder.path()), ["3x3-blank8-tiles-1-2-3-6.pdb"]);
    leave();
    again(&folder).remove(pattern).expect("it can be removed");
    assert_eq!(files(folder.path()), Vec::<String>::new());
    leave();
    assert_eq!(again(&folder).clean().expect("it can be cleaned"), 4);
    assert_eq!(files(folder.path()), Vec::<String>::new());
}

#[test]
fn too_little_memory_is_reported_before_any_is_claimed() {
    let (folder, pattern) = (folder(), pattern(4, 4, FIVES));
    let needed = pattern.needs().build_bytes;
    let allowed = |max_bytes| {
        Budget::new(Limits { max_bytes: Some(max_bytes), ..Limits::default() }, Cancel::new())
    };
    let (little, enough) = (allowed(needed - 1), allowed(needed));
    let error = again(&folder).table(pattern, with(&little)).expect_err("it is too little");
    assert!(matches!(error, StoreError::TooLittleMemory { needed: n, .. } if n == needed));
    assert_eq!(files(folder.path()), Vec::<String>::new());
    let found = again(&folder).table(pattern, with(&enough)).expect("it is enough");
    // Building claimed all of it; now only the table is claimed, until it is dropped.
    let left = needed - pattern.needs().table_bytes;
    assert_eq!((enough.peak_bytes(), enough.bytes_left()), (needed, left));
    drop(found);
    assert_eq!(enough.bytes_left(), needed);
}

#[test]
fn many_threads_build_a_table_once() {
    let (folder, pattern) = (folder(), pattern(4, 4, FIVES));
    let store = again(&folder);
    let ask = |store: &Store| store.table(pattern, always()).expect("it is available").origin;
    let origins: Vec<Origin> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..6).map(|_| scope.spawn(|| ask(&store))).collect();
        threads.into_iter().map(|thread| thread.join().expect("it ends")).collect()
    });
    assert_eq!(origins.iter().filter(|origin| **origin == Origin::Built).count(), 1);
    assert_eq!(origins.iter().filter(|origin| **origin == Origin::Shared).count(), 5);
    // Stores that share only the folder, as processes do: one builds, the others wait and read.
    store.remove(pattern).expect("it can be removed");
    let stores: Vec<Store> = (0..6).map(|_| again(&folder)).collect();
    let origins: Vec<Origin> = std::thread::scope(|scope| {
        let threads: Vec<_> = stores.iter().map(|store| scope.spawn(|| ask(store))).collect();
        threads.into_iter().map(|thread| thread.join().expect("it ends")).collect()
    });
    assert_eq!(origins.iter().filter(|origin| **origin == Origin::Built).count(), 1, "{origins:?}");
    assert_eq!(origins.iter().filter(|origin| **origin == Origin::Read).count(), 5, "{origins:?}");
    assert_eq!(files(folder.path()).len(), 1);
}

#[test]
fn waiting_for_a_build_can_be_interrupted() {
    let (folder, pattern, other) = (folder(), pattern(4, 4, FIVES), pattern_other());
    let (first, second) = (again(&folder), again(&folder));
    let (building, finish) = (AtomicBool::new(false), AtomicBool::new(false));
    let hold = |_: Pattern, _: BuildProgress| {
        building.store(true, Ordering::Relaxed);
        while !finish.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    let wait_until = |flag: &AtomicBool| {
        while !flag.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    let held = Building { threads: 1, progress: &hold, ..always() };
    std::thread::scope(|scope| {
        let builder = scope.spawn(|| first.table(pattern, held));
        wait_until(&building);
        // The same table, from the same store and from another: waiting ends as soon as the flag is raised.
        for store in [&first, &second] {
            let cancelled = Budget::new(Limits::default(), Cancel::after_checks(2));
            let answer = store.table(pattern, with(&cancelled)).map(|found| found.origin);
            assert_eq!((answer, cancelled.cancel.checks()), (INTERRUPTED, 2));
        }
        // Another table need not wait.
        assert_eq!(first.table(other, always()).expect("it can be built").origin, Origin::Built);
        let waiting = scope.spawn(|| second.table(pattern, always()));
        finish.store(true, Ordering::Relaxed);
        let origins = [builder, waiting]
            .map(|thread| thread.join().expect("it ends").expect("it is available").origin);
        assert_eq!(origins, [Origin::Built, Origin::Read]);
    });
    assert_eq!(files(folder.path()).len(), 2);
}

#[test]
fn an_interrupted_build_leaves_nothing() {
    let (folder, pattern) = (folder(), pattern(4, 4, FIVES));
    for number in [1, 100, 1000] {
        let budget = Budget::new(Limits::default(), Cancel::after_checks(number));
        let answer = again(&folder).table(pattern, with(&budget)).map(|found| found.origin);
        assert_eq!(answer, INTERRUPTED, "{number}");
        assert_eq!(files(folder.path()), Vec::<String>::new());
    }
    // Also while the file is written: at the first check after all positions are known.
    let budget = Budget::unlimited();
    let stop_when_known = |_: Pattern, progress: BuildProgress| {
        if progress.known == progress.positions {
            budget.cancel.cancel();
        }
    };
    let building = Building { progress: &stop_when_known, ..with(&budget) };
    let answer = again(&folder).table(pattern, building).map(|found| found.origin);
    assert_eq!(answer, INTERRUPTED);
    assert_eq!(files(folder.path()), Vec::<String>::new());
}

#[test]
fn a_store_drops_unused_tables() {
    let patterns = all_patterns(4, 4, FIVES);
    let bytes = patterns[0].needs().table_bytes;
    let store = Store::in_memory();
    let get = |nth: usize| store.table(patterns[nth], always()).expect("it is available");
    let (first, second) = (get(0), get(1));
    assert_eq!(
        (first.origin, get(0).origin, store.bytes()),
        (Origin::Built, Origin::Shared, 2 * bytes)
    );
    drop(second);
    store.clear();
    assert_eq!(store.bytes(), bytes, "the first is in use");
    assert_eq!((get(0).origin, get(1).origin), (Origin::Shared, Origin::Built));
    drop(first);
    // A search that needs the memory gets it: unused tables are dropped, but only if memory is short.
    let limits = Limits { max_bytes: Some(patterns[2].needs().build_bytes), ..Limits::default() };
    assert_eq!(store.bytes(), 2 * bytes);
    let puzzle = taquin::Puzzle::new(
        taquin::parse_board(
            "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15",
            taquin::InputFormat::Auto,
            None,
        )
        .expect("a board"),
        &taquin::Goal::Classic,
    )
    .expect("a puzzle");
    let solver = taquin::Solver { limits, store: store.clone(), ..taquin::Solver::default() };
    let solver = solver.algorithm("astar").and_then(|astar| astar.heuristic("manhattan"));
    let report = solver.expect("they are known").solve(&puzzle).expect("they fit");
    assert!(report.solution().is_some());
    assert_eq!(store.bytes(), 2 * bytes, "there was enough memory besides them");
    let solver = taquin::Solver {
        limits: Limits { max_bytes: Some(2 * bytes), ..limits },
        store: store.clone(),
        ..taquin::Solver::default()
    };
    let solver = solver.algorithm("astar").and_then(|astar| astar.heuristic("manhattan"));
    let report = solver.expect("they are known").solve(&puzzle).expect("they fit");
    assert!(report.solution().is_some());
    assert_eq!(store.bytes(), 0, "there was not enough");
}
