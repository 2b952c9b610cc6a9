//! Arbitrary bytes as a table file. The first byte selects how the rest is used: as the whole file, as edits to a valid
//! file, or as a header. Checksums are recomputed where needed, so that the checks behind them are reached.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock};
use taquin::generate::Random;
use taquin::pattern::{Pattern, audit, patterns};
use taquin::store::{Building, FileFault, Store};
use taquin::{Board, Budget, Size};
use tempfile::TempDir;

const HEADER: usize = 4096;
const SUMS: usize = 1600;
const HEADER_SUM: usize = HEADER - 4;
/// A build without limits.
fn always() -> Building<'static> {
    Building::unlimited(1)
}

/// A valid table of four tiles of 3x3, in a folder of this process.
struct Sound {
    folder: TempDir,
    pattern: Pattern,
    path: PathBuf,
    bytes: Vec<u8>,
}

/// Returns the valid table; the lock is held while its file is written and read.
fn sound() -> &'static Mutex<Sound> {
    static SOUND: OnceLock<Mutex<Sound>> = OnceLock::new();
    SOUND.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let goal = Board::classic(Size::new(3, 3).expect("a size"));
        let pattern = patterns(&"44".parse().expect("a partition"), &goal).expect("it fits")[0][0];
        let store = Store::in_folder(folder.path());
        let found = store.table(pattern, always()).expect("it can be built");
        assert_eq!(found.notices, vec![]);
        let path = store.path(pattern).expect("there is a folder");
        let bytes = fs::read(&path).expect("it was stored");
        Mutex::new(Sound { folder, pattern, path, bytes })
    })
}

/// Returns 1 if the file was accepted, 0 if not.
pub fn table_open(data: &[u8]) -> usize {
    let Some((&mode, data)) = data.split_first() else { return 0 };
    let sound = sound().lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let file = match mode % 5 {
        0 => data.to_vec(),
        1 => edited(&sound.bytes, data),
        2 => signed(edited(&sound.bytes, data)),
        3 => signed(with_block_sum(edited(&sound.bytes, data))),
        _ => signed(as_header(&sound.bytes, data)),
    };
    fs::write(&sound.path, &file).expect("it can be written");
    check(&sound, &file)
}

/// Edits a valid file: of every three bytes, two give the offset and the third the new value.
fn edited(sound: &[u8], data: &[u8]) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    for edit in data.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % bytes.len();
        bytes[at] = edit[2];
    }
    bytes
}

/// Overwrites a valid file with `data`, starting after the magic and the version.
fn as_header(sound: &[u8], data: &[u8]) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    let length = data.len().min(bytes.len() - 16);
    bytes[16..16 + length].copy_from_slice(&data[..length]);
    bytes
}

/// Recomputes the checksum of the only block.
fn with_block_sum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes[HEADER..]);
    bytes[SUMS..SUMS + 4].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Recomputes the checksum of the header.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes[..HEADER_SUM]);
    bytes[HEADER_SUM..HEADER].copy_from_slice(&sum.to_le_bytes());
    bytes
}

fn check(sound: &Sound, file: &[u8]) -> usize {
    let store = Store::in_folder(sound.folder.path());
    let list = store.list().expect("the folder is there");
    assert_eq!((list.len(), list[0].bytes), (1, file.len() as u64));
    let verified = store.verify(sound.pattern, 1, &Budget::unlimited());
    let fault = |of: &Result<_, taquin::store::FileError>| {
        of.as_ref().err().map(|error: &taquin::store::FileError| error.fault.clone())
    };
    let listed = list[0].verify(1, &Budget::unlimited());
    assert_eq!(fault(&listed), fault(&verified));
    let table = match verified {
        Ok(table) => table,
        Err(error) => {
            assert_eq!(error.path, list[0].path, "{error}");
            let in_words = matches!(error.fault, FileFault::Damaged { .. });
            assert_eq!(list[0].pattern.is_ok(), in_words, "{error}");
            assert_eq!(store.holds(sound.pattern), in_words, "{error}");
            return 0;
        }
    };
    assert_eq!(list[0].pattern, Ok(sound.pattern));
    let sums = SUMS..SUMS + 4;
    // An accepted header equals the valid one, except for the level counts, which only an audit can prove, and the
    // checksum of the words.
    for (at, (actual, expected)) in file[..HEADER_SUM].iter().zip(&sound.bytes).enumerate() {
        assert!(actual == expected || sums.contains(&at) || (64..SUMS).contains(&at), "byte {at}");
    }
    // An audit costs as much as building the table, so only some files are audited, always the same ones.
    if Random::new(u64::from(crc32fast::hash(file))).below(64) == 0 {
        let same = |part: std::ops::Range<usize>| file[part.clone()] == sound.bytes[part];
        let right = same(HEADER..file.len()) && same(64..SUMS);
        assert_eq!(audit(&table, 1, &Budget::unlimited(), &|_| {}).is_ok(), right);
    }
    1
}
