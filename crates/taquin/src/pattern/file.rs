//! A table in a file: a header of 4 KiB that tells what it is, then the table's words as they lie in memory.
//!
//! One wrong bit is a wrong answer, so nothing of a file is used before all of it is checked: every byte is
//! under a checksum, and the length must be exact. The header has a checksum of its own, and one for each
//! of many equal blocks of the words, so that several threads can check at once. The words are read into
//! huge pages: to use the file where the system has it would save a copy, but a search is three times as
//! slow on small pages.
//!
//! A file is never changed. It is written under another name, synced, and renamed; whoever has the old one
//! open keeps the old one.

use super::partition::Divisions;
use super::placements::MAX_TILES;
use super::table::{Pattern, PatternTable};
use crate::board::Size;
use crate::search::pages::zeros;
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

/// What every file begins with.
const MAGIC: [u8; 8] = *b"taquinPT";
/// The order of things in a file. Magic and header checksum stay where they are in any other.
const FORMAT: u32 = 1;
/// How positions are numbered (placements, arrangements, rows of a table). Raise it when that changes.
const INDEX_SCHEME: u32 = 1;

/// The length of a header, and where its parts begin.
const HEADER: usize = 4096;
const LEVELS: usize = 64;
const BLOCK_SUMS: usize = LEVELS + 8 * MAX_LEVELS;
const HEADER_SUM: usize = HEADER - 4;
/// As much as a header has room for.
const MAX_LEVELS: usize = 192;
const MAX_BLOCKS: usize = 512;
/// A block has at least so many bytes: smaller ones are not worth a thread's while.
const LEAST_BLOCK: usize = 256 << 10;
/// So much is written before it is synced, so that nobody waits for long.
const WRITTEN_AT_ONCE: usize = 8 << 20;

/// A file that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} {fault}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is none.
    #[error("does not exist")]
    Absent,
    /// The system does not give it out.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// It is something else.
    #[error("is no table of taquin's: it does not begin like one")]
    Foreign,
    /// It is of another time.
    #[error(
        "was written by another version of taquin, in format {format} with index scheme {index_scheme}"
    )]
    OtherVersion {
        /// Its format.
        format: u32,
        /// How positions are numbered in it.
        index_scheme: u32,
    },
    /// It is another's table.
    #[error("holds the table of another pattern than its name says, {0}")]
    OtherPattern(String),
    /// It was cut short or added to.
    #[error("is {bytes} bytes long where {right} are right")]
    WrongLength {
        /// Its length.
        bytes: u64,
        /// What would be right.
        right: u64,
    },
    /// A checksum of the header is wrong, or what it says cannot be.
    #[error("is damaged in its header")]
    DamagedHeader,
    /// A checksum is wrong.
    #[error("is damaged between byte {from} and byte {to}")]
    Damaged {
        /// The first byte that may be wrong.
        from: u64,
        /// The first behind it that is not.
        to: u64,
    },
    /// Nobody wanted to know any more.
    #[error("was not read to its end")]
    Interrupted,
}

/// What a header tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) pattern: Pattern,
    pub(crate) levels: Vec<u64>,
    block: usize,
    sums: Vec<u32>,
}

/// Whether to go on, asked often.
pub(crate) type GoOn<'a> = &'a (dyn Fn() -> bool + Sync);

impl Header {
    fn of(table: &PatternTable, threads: usize) -> Header {
        let words = in_file_order(table.bits());
        let bytes: &[u8] = bytemuck::cast_slice(&words);
        let block = bytes.len().div_ceil(MAX_BLOCKS).next_multiple_of(HEADER).max(LEAST_BLOCK);
        let sums = sums(bytes, block, threads, &|| true).unwrap_or_default();
        Header { pattern: table.pattern(), levels: table.levels().to_vec(), block, sums }
    }

    /// The bytes of the file.
    fn file_bytes(&self) -> u64 {
        HEADER as u64 + self.pattern.needs().table_bytes
    }

    /// `None` where there are more levels than a header has room for.
    fn to_bytes(&self) -> Option<Vec<u8>> {
        let (pattern, needs) = (self.pattern, self.pattern.needs());
        let (rows, cols) = (pattern.size().rows(), pattern.size().cols());
        let homes = pattern.homes().fold(0u32, |homes, cell| homes | 1 << cell);
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(MAGIC);
        for field in [FORMAT, INDEX_SCHEME, rows as u32, cols as u32, pattern.blank() as u32, homes]
        {
            bytes.extend(field.to_le_bytes());
        }
        for field in [needs.positions, needs.table_bytes, self.block as u64] {
            bytes.extend(field.to_le_bytes());
        }
        for field in [self.levels.len() as u32, self.sums.len() as u32] {
            bytes.extend(field.to_le_bytes());
        }
        debug_assert_eq!(bytes.len(), LEVELS);
        bytes.extend(self.levels.iter().flat_map(|count| count.to_le_bytes()));
        if bytes.len() > BLOCK_SUMS {
            return None;
        }
        bytes.resize(BLOCK_SUMS, 0);
        bytes.extend(self.sums.iter().flat_map(|sum| sum.to_le_bytes()));
        bytes.resize(HEADER_SUM, 0);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Some(bytes)
    }

    fn from_bytes(bytes: &[u8; HEADER]) -> Result<Header, Fault> {
        if !bytes.starts_with(&MAGIC) {
            return Err(Fault::Foreign);
        }
        if crc32fast::hash(&bytes[..HEADER_SUM]) != small(bytes, HEADER_SUM) {
            return Err(Fault::DamagedHeader);
        }
        let (format, index_scheme) = (small(bytes, 8), small(bytes, 12));
        if (format, index_scheme) != (FORMAT, INDEX_SCHEME) {
            return Err(Fault::OtherVersion { format, index_scheme });
        }
        // The checksum is right, so what follows cannot be wrong by accident; but it is looked at all the same.
        Header::of_fields(bytes).ok_or(Fault::DamagedHeader)
    }

    fn of_fields(bytes: &[u8; HEADER]) -> Option<Header> {
        let size = Size::new(small(bytes, 16) as usize, small(bytes, 20) as usize).ok()?;
        Divisions::check_size(size).ok()?;
        let (blank, homes) = (small(bytes, 24) as usize, small(bytes, 28));
        let on_board = blank < size.cells() && u64::from(homes) < 1 << size.cells();
        let tiles = homes.count_ones() as usize;
        if !on_board || homes >> blank & 1 != 0 || !(1..=MAX_TILES).contains(&tiles) {
            return None;
        }
        let pattern = Pattern::new(size, blank, homes);
        let needs = pattern.needs();
        let block = usize::try_from(large(bytes, 48)).ok().filter(|&block| block >= LEAST_BLOCK)?;
        let (levels, sums) = (small(bytes, 56) as usize, small(bytes, 60) as usize);
        let fits = large(bytes, 32) == needs.positions
            && large(bytes, 40) == needs.table_bytes
            && (1..=MAX_LEVELS).contains(&levels)
            && sums <= MAX_BLOCKS
            && sums as u64 == needs.table_bytes.div_ceil(block as u64);
        let levels: Vec<u64> = (0..levels).map(|level| large(bytes, LEVELS + 8 * level)).collect();
        let reached = levels.iter().try_fold(0u64, |sum, &count| sum.checked_add(count))?;
        let sums = (0..sums).map(|sum| small(bytes, BLOCK_SUMS + 4 * sum)).collect();
        (fits && reached <= needs.positions).then_some(Header { pattern, levels, block, sums })
    }
}

/// Words as they stand in a file, the least byte first: on nearly every machine they are so already.
fn in_file_order(words: &[u64]) -> Cow<'_, [u64]> {
    match cfg!(target_endian = "little") {
        true => Cow::Borrowed(words),
        false => words.iter().map(|word| word.to_le()).collect(),
    }
}

fn small(bytes: &[u8; HEADER], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]))
}

fn large(bytes: &[u8; HEADER], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]))
}

/// The checksums of equal blocks, on so many threads; `None` if it was not to go on.
fn sums(bytes: &[u8], block: usize, threads: usize, go_on: GoOn<'_>) -> Option<Vec<u32>> {
    let blocks = bytes.len().div_ceil(block);
    let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![None; blocks]));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= blocks || !go_on() {
                return;
            }
            let sum =
                crc32fast::hash(&bytes[number * block..bytes.len().min((number + 1) * block)]);
            lock(&found)[number] = Some(sum);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(blocks) {
            scope.spawn(work);
        }
        work();
    });
    found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).into_iter().collect()
}

/// What a file says it is; whether its words are right is not looked at.
pub(crate) fn header(path: &Path) -> Result<Header, FileError> {
    let wrong = |fault| FileError { path: path.to_path_buf(), fault };
    begun(path).map(|(_, header)| header).map_err(wrong)
}

/// Opens a file and reads its header, which the length of the file must fit.
fn begun(path: &Path) -> Result<(File, Header), Fault> {
    let unreadable = |error: io::Error| match error.kind() {
        // A path through something that is no folder leads nowhere, either.
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Fault::Absent,
        _ => Fault::Unreadable(error.to_string()),
    };
    let mut file = File::open(path).map_err(unreadable)?;
    let about = file.metadata().map_err(unreadable)?;
    if !about.is_file() {
        return Err(Fault::Foreign);
    }
    let mut bytes = [0; HEADER];
    if about.len() < HEADER as u64 {
        let mut beginning = Vec::new();
        file.read_to_end(&mut beginning).map_err(unreadable)?;
        let ours = !beginning.is_empty() && MAGIC.iter().zip(&beginning).all(|(a, b)| a == b);
        let too_short = Fault::WrongLength { bytes: about.len(), right: HEADER as u64 };
        return Err(if ours { too_short } else { Fault::Foreign });
    }
    file.read_exact(&mut bytes).map_err(unreadable)?;
    let header = Header::from_bytes(&bytes)?;
    match header.file_bytes() == about.len() {
        true => Ok((file, header)),
        false => Err(Fault::WrongLength { bytes: about.len(), right: header.file_bytes() }),
    }
}

/// Reads a table, whichever it is, and checks all of it, on so many threads.
pub(crate) fn open(
    path: &Path,
    threads: usize,
    go_on: GoOn<'_>,
) -> Result<PatternTable, FileError> {
    let wrong = |fault| FileError { path: path.to_path_buf(), fault };
    let (file, header) = begun(path).map_err(wrong)?;
    let words = read_words(file, &header, threads, go_on).map_err(wrong)?;
    let table = PatternTable::from_parts(header.pattern, words, header.levels);
    table.ok_or(wrong(Fault::DamagedHeader))
}

/// Reads the words behind a header block by block; one thread reads while others check what they have read.
fn read_words(
    file: File,
    header: &Header,
    threads: usize,
    go_on: GoOn<'_>,
) -> Result<Vec<u64>, Fault> {
    let mut words = zeros(header.pattern.needs().table_bytes as usize / 8);
    let blocks = words.chunks_mut(header.block / 8).zip(&header.sums).enumerate();
    let (next, fault) = (Mutex::new((file, blocks)), Mutex::new(None));
    let read_and_check = || -> Result<bool, Fault> {
        let mut next = lock(&next);
        let (file, blocks) = &mut *next;
        let Some((number, (words, right))) = blocks.next() else { return Ok(false) };
        if !go_on() {
            return Err(Fault::Interrupted);
        }
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(words);
        file.read_exact(bytes).map_err(|error| Fault::Unreadable(error.to_string()))?;
        drop(next);
        let from = (HEADER + number * header.block) as u64;
        match crc32fast::hash(bytes) == *right {
            true => Ok(true),
            false => Err(Fault::Damaged { from, to: from + bytes.len() as u64 }),
        }
    };
    let work = || {
        loop {
            match read_and_check() {
                Ok(true) if lock(&fault).is_none() => {}
                Ok(_) => return,
                Err(found) => return *lock(&fault) = Some(found),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(header.sums.len()) {
            scope.spawn(work);
        }
        work();
    });
    drop(next);
    match lock(&fault).take() {
        Some(fault) => Err(fault),
        None => {
            words.iter_mut().for_each(|word| *word = u64::from_le(*word));
            Ok(words)
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Opens the table of a pattern.
pub(crate) fn open_of(
    path: &Path,
    pattern: Pattern,
    threads: usize,
    go_on: GoOn<'_>,
) -> Result<PatternTable, FileError> {
    let table = open(path, threads, go_on)?;
    let other = |table: PatternTable| Fault::OtherPattern(table.pattern().picture());
    match table.pattern() == pattern {
        true => Ok(table),
        false => Err(FileError { path: path.to_path_buf(), fault: other(table) }),
    }
}

/// Why a table was not written.
pub(crate) enum WriteError {
    Interrupted,
    Failed(io::Error),
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Failed(error)
    }
}

/// Writes a table beside its place, syncs it and puts it there. Whatever happens, nothing half written stays.
pub(crate) fn write(
    table: &PatternTable,
    path: &Path,
    beside: &Path,
    threads: usize,
    go_on: GoOn<'_>,
) -> Result<(), WriteError> {
    let written =
        write_beside(table, beside, threads, go_on).and_then(|()| Ok(fs::rename(beside, path)?));
    if written.is_err() {
        // If it is gone already, so much the better.
        let _ = fs::remove_file(beside);
        return written;
    }
    // The name of a file is safe only when its folder is. Not every system syncs folders.
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn write_beside(
    table: &PatternTable,
    beside: &Path,
    threads: usize,
    go_on: GoOn<'_>,
) -> Result<(), WriteError> {
    let header = Header::of(table, threads).to_bytes();
    let header = header.ok_or(io::Error::other("it has more levels than a file has room for"))?;
    let mut file = File::create(beside)?;
    file.write_all(&header)?;
    let words = in_file_order(table.bits());
    for part in bytemuck::cast_slice::<u64, u8>(&words).chunks(WRITTEN_AT_ONCE) {
        if !go_on() {
            return Err(WriteError::Interrupted);
        }
        file.write_all(part)?;
        file.sync_data()?;
    }
    Ok(file.sync_all()?)
}

/// The name of a pattern's file: `4x4-blank15-tiles-1-2-3-4-5-6-7-8.pdb`.
pub(crate) fn name(pattern: Pattern) -> String {
    let tiles: String = pattern.tiles().map(|tile| format!("-{tile}")).collect();
    format!("{}-blank{}-tiles{tiles}.pdb", pattern.size(), pattern.blank())
}
