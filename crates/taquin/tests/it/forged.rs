//! Forged table files: every field of the header set to every kind of wrong value, with a recomputed checksum. Each is
//! rejected with the right error.

use crate::alone::alone;
use crate::tries;
use std::fs;
use std::path::PathBuf;
use taquin::generate::Random;
use taquin::pattern::{Pattern, patterns};
use taquin::store::{Building, FileError, FileFault, Origin, Store, StoreNotice};
use taquin::{Board, Budget, Goal, Size};
use tempfile::TempDir;

/// A build without limits.
pub fn always() -> Building<'static> {
    Building::unlimited(2)
}

/// The patterns of a partition of the classic goal.
fn all_patterns(size: &str, partition: &str) -> Vec<Pattern> {
    let goal = Goal::Classic.board(size.parse().expect("a size"));
    patterns(&partition.parse().expect("a partition"), &goal).expect("it fits").remove(0)
}

/// Builds the table of a pattern in a new folder; returns the folder, the path of the file and its bytes.
pub fn with_table(pattern: Pattern) -> (TempDir, PathBuf, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = Store::in_folder(folder.path());
    let found = store.table(pattern, always()).expect("it can be built");
    assert_eq!((found.origin, found.notices), (Origin::Built, vec![]));
    let path = store.path(pattern).expect("there is a folder");
    let bytes = fs::read(&path).expect("it was stored");
    (folder, path, bytes)
}

/// A field of the header.
struct Field {
    name: &'static str,
    at: usize,
    bytes: usize,
    /// Whether a fault is a correct report of a wrong value.
    expects: fn(&FileFault) -> bool,
}

const LEVELS: usize = 64;
const SUMS: usize = 1600;
const HEADER_SUM: usize = 4092;

/// Every field of a table's header, and some of each list in it.
fn fields(levels: usize, sums: usize) -> Vec<Field> {
    let version = |fault: &FileFault| matches!(fault, FileFault::OtherVersion { .. });
    let header = |fault: &FileFault| matches!(fault, FileFault::DamagedHeader);
    let pattern =
        |fault: &FileFault| matches!(fault, FileFault::DamagedHeader | FileFault::OtherPattern(_));
    let block = |fault: &FileFault| matches!(fault, FileFault::Damaged { .. });
    let small = |name, at, expects| Field { name, at, bytes: 4, expects };
    let large = |name, at, expects| Field { name, at, bytes: 8, expects };
    let level = |name, number: usize| large(name, LEVELS + 8 * number, header);
    vec![
        small("format", 8, version),
        small("index scheme", 12, version),
        small("rows", 16, pattern),
        small("columns", 20, pattern),
        small("blank", 24, pattern),
        small("homes", 28, pattern),
        large("positions", 32, header),
        large("bytes", 40, header),
        large("block", 48, header),
        small("number of levels", 56, header),
        small("number of blocks", 60, header),
        level("level 0", 0),
        level("level 1", 1),
        level("a middle level", levels / 2),
        level("the last level", levels - 1),
        level("after the last level", levels),
        level("the last slot of a level", 191),
        small("the sum of the first block", SUMS, block),
        small("the sum of the last block", SUMS + 4 * (sums - 1), block),
        small("after the last sum", SUMS + 4 * sums, header),
        small("the last slot of a sum", SUMS + 4 * 511, header),
        small("the first padding", SUMS + 4 * 512, header),
        small("the last padding", HEADER_SUM - 4, header),
    ]
}

/// Reads a little-endian number.
fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    (0..length).fold(0, |number, byte| number | u64::from(bytes[at + byte]) << (8 * byte))
}

/// Returns the file with another value in a field and the matching checksum.
fn with_field(sound: &[u8], field: &Field, value: u64) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    bytes[field.at..field.at + field.bytes].copy_from_slice(&value.to_le_bytes()[..field.bytes]);
    resigned(bytes)
}

/// Recomputes the checksum of the header.
pub fn resigned(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes[..HEADER_SUM]);
    bytes[HEADER_SUM..HEADER_SUM + 4].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Edge values, values near the right one, and some random ones.
fn values(field: &Field, right: u64, random: &mut Random) -> Vec<u64> {
    let most = if field.bytes == 8 { u64::MAX } else { u64::from(u32::MAX) };
    let mut values = vec![0, 1, most, 0xFFFF, 1 << 31, most / 2, most - 7];
    values.extend([right.wrapping_sub(1), right + 1, right * 2, right * 8 + 8].map(|it| it & most));
    values.extend((0..4).map(|_| random.number() & most));
    values.extend((0..4).map(|_| random.below(300)));
    values
}
const VALUES: usize = 19;

/// Forges every field with every `step`-th of its values. Returns how many values were tried, and how many of these
/// happened to be right.
fn forge_all(pattern: Pattern, random: &mut Random, step: usize) -> (usize, usize) {
    let (folder, path, sound) = with_table(pattern);
    let store = Store::in_folder(folder.path());
    let right_table = store.table(pattern, always()).expect("it is there").table;
    // Also drops the table from the memory of this process.
    let forget = || store.remove(pattern).expect("it can be removed");
    forget();
    let [levels, sums] = [56, 60].map(|at| number(&sound, at, 4) as usize);
    let (mut tried, mut right) = (0, 0);
    for field in fields(levels, sums) {
        let true_value = number(&sound, field.at, field.bytes);
        let values = values(&field, true_value, random);
        assert_eq!(values.len(), VALUES);
        for value in values.into_iter().step_by(step) {
            let case = format!("{} = {value:#x} of {}", field.name, pattern.picture());
            let forged = with_field(&sound, &field, value);
            fs::write(&path, &forged).expect("written");
            let listed = store.list().expect("the folder is there").remove(0);
            let verified = store.verify(pattern, 2, &Budget::unlimited());
            tried += 1;
            if value == true_value {
                right += 1;
                assert!(forged == sound && verified.is_ok(), "{case}");
                continue;
            }
            let fault = verified.map(|table| table.pattern()).expect_err(&case).fault;
            assert!((field.expects)(&fault), "{case}: {fault:?}");
            let of_all = listed.verify(2, &Budget::unlimited()).map(|table| table.pattern());
            assert_eq!(of_all.expect_err(&case).fault, fault, "{case}");
            // A list does not check the words.
            let in_words = matches!(fault, FileFault::Damaged { .. });
            assert_eq!(
                listed.pattern.map_err(|error| error.fault).err(),
                (!in_words).then_some(fault.clone())
            );
            assert_eq!(store.holds(pattern), in_words, "{case}");
            if tried % tries(18, 4) == 1 {
                // A search gets the right table nevertheless, and the file is rebuilt.
                let found = store.table(pattern, always()).expect("it can be built");
                let error = FileError { path: path.clone(), fault };
                assert_eq!(found.notices, [StoreNotice::Rebuilt(error)], "{case}");
                assert_eq!(found.table.levels(), right_table.levels());
                assert!(fs::read(&path).expect("it was stored") == sound, "{case}");
                forget();
            }
        }
    }
    (tried, right)
}

#[test]
fn no_forged_field_is_accepted() {
    alone("forged::no_forged_field_is_accepted", || {
        let mut random = Random::new(4);
        // The last pattern of 663 has several blocks, and takes long to verify.
        let cases = [("3x3", "44", 1), ("4x4", "663", tries(7, 1)), ("2x4", "7", tries(7, 1))];
        for (size, partition, step) in cases {
            let pattern = all_patterns(size, partition).pop().expect("there is one");
            let (tried, right) = forge_all(pattern, &mut random, step);
            assert_eq!(tried, 23 * VALUES.div_ceil(step), "{size}");
            // Some of the values happen to be right: 0 where there is padding, 1 as format.
            assert!((8 / step..=20).contains(&right), "{size}: {right}");
        }
    });
}

#[test]
fn random_headers_are_never_accepted() {
    alone("forged::random_headers_are_never_accepted", || {
        let pattern = all_patterns("3x3", "44").remove(0);
        let (folder, path, sound) = with_table(pattern);
        let store = Store::in_folder(folder.path());
        let mut random = Random::new(17);
        let mut faults = [0; 4];
        for _ in 0..3000 {
            let mut bytes = sound.clone();
            for _ in 0..=random.below(4) {
                // Mostly in the fields, often where a small change means another pattern or block.
                let at = match random.below(8) {
                    0 => 8 + random.below(HEADER_SUM as u64 - 8) as usize,
                    1 | 2 => 24,
                    3 => SUMS + random.below(4) as usize,
                    _ => 8 + random.below(LEVELS as u64 + 8) as usize,
                };
                bytes[at] = [0, 1, 0xFF, random.below(256) as u8][random.below(4) as usize];
            }
            let bytes = resigned(bytes);
            fs::write(&path, &bytes).expect("written");
            let fault = match store.verify(pattern, 1, &Budget::unlimited()) {
                Ok(_) => {
                    assert!(bytes == sound, "a forged header is accepted");
                    continue;
                }
                Err(error) => error.fault,
            };
            faults[match fault {
                FileFault::OtherVersion { .. } => 0,
                FileFault::DamagedHeader => 1,
                FileFault::OtherPattern(_) => 2,
                FileFault::Damaged { .. } => 3,
                other => panic!("{other:?}"),
            }] += 1;
        }
        assert!(faults.iter().all(|&count| count > 0), "{faults:?}");
        assert!(faults.iter().sum::<usize>() > 2500, "{faults:?}");
    });
}

/// A header is checked against the number of reachable positions, which is computed without a search. It must be right
/// on boards where some positions are unreachable, too, or their tables could not be read back.
#[test]
fn the_tables_of_small_boards_are_accepted() {
    let mut tables = 0;
    let sizes = ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3", "2x5", "5x2"];
    let sizes = sizes.map(|size| size.parse::<Size>().expect("a size"));
    for size in sizes.into_iter().take(tries(7, 8)) {
        for (_, goal, _) in Goal::NAMED {
            let goal: Board = goal.board(size);
            // Large tables take long: short runs build only some, including the smallest and the largest pattern.
            let step = if size.cells() > 8 { tries(7, 1) } else { 1 };
            for first in (1..size.cells().min(9)).step_by(step) {
                let folder = tempfile::tempdir().expect("a temporary folder");
                let store = Store::in_folder(folder.path());
                let Some(partition) = divided(&goal, first) else { continue };
                let patterns = patterns(&partition.parse().expect("a partition"), &goal);
                for pattern in patterns.expect("it fits").concat() {
                    let found = store.table(pattern, always()).expect("it can be built");
                    assert_eq!((found.origin, found.notices), (Origin::Built, vec![]), "{size}");
                    assert!(store.verify(pattern, 1, &Budget::unlimited()).is_ok());
                    tables += 1;
                }
            }
        }
    }
    assert_eq!(tables, tries(168, 288));
}

/// Returns a partition whose first pattern has `first` tiles and whose second has the rest, or `None` if that is too
/// large.
fn divided(goal: &Board, first: usize) -> Option<String> {
    let rest = goal.size().cells() - 1 - first;
    let mut left = first;
    let mut letter = |&tile: &u16| match tile {
        0 => '.',
        _ if left == 0 => 'b',
        _ => {
            left -= 1;
            'a'
        }
    };
    let rows: Vec<String> = goal.rows().map(|row| row.iter().map(&mut letter).collect()).collect();
    (rest <= 8).then(|| rows.join("/"))
}
