//! A table in a file: a header of 4 KiB that says what it is, then the table's words as they lie in memory.
//!
//! One wrong bit is a wrong answer, so nothing of a file is used before all of it is checked: every byte is
//! under a checksum, and the length must be exact. The header has a checksum of its own, and one for each
//! of many equal blocks of the words, so that several threads can check at once. The words are read into
//! huge pages: to use the file where the system has it would save a copy, but a search is three times as
//! slow on small pages. What is no file (a FIFO, a folder, a device) is named and never read.
//!
//! A file is never changed. It is written under another name, synced, and renamed; a process that has the old one
//! open keeps the old one.

use super::header::{HEADER, Header, MAGIC};
use super::regular::{self, OpenError, PathKind};
use super::table::{Pattern, PatternTable};
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use taquin_search::memory::zeros;
use taquin_search::threads::on_threads;

/// So much is written before it is synced, so that a sync never takes long.
const WRITTEN_AT_ONCE: usize = 8 << 20;

/// A file that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} {fault}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: FileFault,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileFault {
    /// There is none.
    #[error("does not exist")]
    Absent,
    /// The system does not give it out.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// It is no file at all.
    #[error("is {0}, not a file")]
    NotAFile(PathKind),
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

/// Whether to go on, asked often.
pub(crate) type GoOn<'a> = &'a (dyn Fn() -> bool + Sync);

/// Words as they stand in a file, the least byte first: on nearly every machine they are so already.
pub(super) fn in_file_order(words: &[u64]) -> Cow<'_, [u64]> {
    match cfg!(target_endian = "little") {
        true => Cow::Borrowed(words),
        false => words.iter().map(|word| word.to_le()).collect(),
    }
}

/// The checksums of equal blocks, on so many threads; `None` if it was not to go on.
pub(super) fn sums(
    bytes: &[u8],
    block: usize,
    threads: usize,
    go_on: GoOn<'_>,
) -> Option<Vec<u32>> {
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
    on_threads(threads.min(blocks), &work);
    found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).into_iter().collect()
}

/// What a file says it is; whether its words are right is not looked at.
pub(crate) fn header(path: &Path) -> Result<Header, FileError> {
    let wrong = |fault| FileError { path: path.to_path_buf(), fault };
    begun(path).map(|(_, header)| header).map_err(wrong)
}

/// Opens a file and reads its header, which the length of the file must fit.
fn begun(path: &Path) -> Result<(File, Header), FileFault> {
    let unreadable = |error: io::Error| match error.kind() {
        // A path through something that is no folder leads nowhere, either.
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => FileFault::Absent,
        _ => FileFault::Unreadable(error.to_string()),
    };
    let mut file = regular::to_read(path).map_err(|error| match error {
        OpenError::NotAFile(kind) => FileFault::NotAFile(kind),
        OpenError::Failed(error) => unreadable(error),
    })?;
    let about = file.metadata().map_err(unreadable)?;
    let mut bytes = [0; HEADER];
    if about.len() < HEADER as u64 {
        let mut beginning = Vec::new();
        // No more than that, whatever the system says of its length.
        let mut short = file.take(MAGIC.len() as u64);
        short.read_to_end(&mut beginning).map_err(unreadable)?;
        let ours = !beginning.is_empty() && MAGIC.iter().zip(&beginning).all(|(a, b)| a == b);
        let too_short = FileFault::WrongLength { bytes: about.len(), right: HEADER as u64 };
        return Err(if ours { too_short } else { FileFault::Foreign });
    }
    file.read_exact(&mut bytes).map_err(unreadable)?;
    let header = Header::from_bytes(&bytes)?;
    match header.file_bytes() == about.len() {
        true => Ok((file, header)),
        false => Err(FileFault::WrongLength { bytes: about.len(), right: header.file_bytes() }),
    }
}

/// Reads the table of a pattern and checks all of it, on so many threads.
pub(crate) fn open_of(
    path: &Path,
    pattern: Pattern,
    threads: usize,
    go_on: GoOn<'_>,
) -> Result<PatternTable, FileError> {
    let wrong = |fault| FileError { path: path.to_path_buf(), fault };
    let (file, header) = begun(path).map_err(wrong)?;
    // Nobody waits for another's words to be read.
    if header.pattern != pattern {
        return Err(wrong(FileFault::OtherPattern(header.pattern.picture())));
    }
    let words = read_words(file, &header, threads, go_on).map_err(wrong)?;
    let table = PatternTable::from_parts(pattern, words, header.levels);
    table.ok_or(wrong(FileFault::DamagedHeader))
}

/// Reads the words behind a header block by block; one thread reads while others check what they have read.
fn read_words(
    file: File,
    header: &Header,
    threads: usize,
    go_on: GoOn<'_>,
) -> Result<Vec<u64>, FileFault> {
    let (block, mut words) =
        (header.block(), zeros(header.pattern.needs().table_bytes as usize / 8));
    let blocks = words.chunks_mut(block / 8).zip(&header.sums).enumerate();
    let (next, fault) = (Mutex::new((file, blocks)), Mutex::new(None));
    let read_and_check = || -> Result<bool, FileFault> {
        let mut next = lock(&next);
        let (file, blocks) = &mut *next;
        let Some((number, (words, right))) = blocks.next() else { return Ok(false) };
        if !go_on() {
            return Err(FileFault::Interrupted);
        }
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(words);
        file.read_exact(bytes).map_err(|error| FileFault::Unreadable(error.to_string()))?;
        drop(next);
        let from = (HEADER + number * block) as u64;
        match crc32fast::hash(bytes) == *right {
            true => Ok(true),
            false => Err(FileFault::Damaged { from, to: from + bytes.len() as u64 }),
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
    on_threads(threads.min(header.sums.len()), &work);
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
    let header = Header::of(table, threads, go_on).ok_or(WriteError::Interrupted)?.to_bytes();
    let header = header.ok_or(io::Error::other("it has more levels than a file has room for"))?;
    let mut file = regular::to_write(beside)?;
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
