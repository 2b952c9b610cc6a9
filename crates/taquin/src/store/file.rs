//! A table in a file: a header of 4 KiB that says what it is, then the table's words as they are in memory.
//!
//! One wrong bit is a wrong answer, so no part of a file is used before all of it is checked: every byte is
//! covered by a checksum, and the length must be exact. The header contains a checksum of itself and one for each
//! of many equal blocks of words, so that several threads can check at once. The words are read into huge pages:
//! mapping the file would save a copy, but a search is three times as slow on small pages. Anything that is not a
//! regular file (a FIFO, a folder, a device) is reported and never read.
//!
//! A file is never modified. It is written under another name, synced, and renamed; a process that has the old file
//! open keeps using the old one.

use super::checksums::in_file_order;
use super::fault::{FileError, FileFault};
use super::header::{HEADER, Header, MAGIC};
use super::regular::{self, OpenError};
use crate::pattern::{Pattern, PatternTable};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use taquin_search::memory::zeros;
use taquin_search::threads::share_out;
use taquin_search::{Budget, Stop};

/// How many bytes are written between two syncs, so that none takes long.
const SYNC_INTERVAL: usize = 8 << 20;

/// Reads and checks the header of a file; the words are not read.
pub(crate) fn header(path: &Path) -> Result<Header, FileError> {
    let wrong = |fault| FileError { path: path.to_path_buf(), fault };
    open_with_header(path).map(|(_, header)| header).map_err(wrong)
}

/// Opens a file and reads its header, which the length of the file must fit.
fn open_with_header(path: &Path) -> Result<(File, Header), FileFault> {
    let unreadable = |error: io::Error| match error.kind() {
        // A path through something that is not a folder does not exist either.
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => FileFault::Absent,
        _ => FileFault::Unreadable(error.to_string()),
    };
    let mut file = regular::open_for_reading(path).map_err(|error| match error {
        OpenError::NotAFile(kind) => FileFault::NotAFile(kind),
        OpenError::Failed(error) => unreadable(error),
    })?;
    let about = file.metadata().map_err(unreadable)?;
    let mut bytes = [0; HEADER];
    if about.len() < HEADER as u64 {
        let mut beginning = Vec::new();
        // Read no more than that, whatever length the system reports.
        let mut short = file.take(MAGIC.len() as u64);
        short.read_to_end(&mut beginning).map_err(unreadable)?;
        let ours = !beginning.is_empty() && MAGIC.iter().zip(&beginning).all(|(a, b)| a == b);
        let too_short = FileFault::WrongLength { bytes: about.len(), right: HEADER as u64 };
        return Err(if ours { too_short } else { FileFault::Foreign });
    }
    file.read_exact(&mut bytes).map_err(unreadable)?;
    let header = Header::from_bytes(&bytes)?;
    if header.file_bytes() == about.len() {
        Ok((file, header))
    } else {
        Err(FileFault::WrongLength { bytes: about.len(), right: header.file_bytes() })
    }
}

/// Reads the table of a pattern and checks all of it, on this many threads.
pub(crate) fn read_table(
    path: &Path,
    pattern: Pattern,
    threads: usize,
    budget: &Budget,
) -> Result<PatternTable, FileError> {
    let wrong = |fault| FileError { path: path.to_path_buf(), fault };
    let (file, header) = open_with_header(path).map_err(wrong)?;
    // Checked before the words are read, which takes long.
    if header.pattern != pattern {
        return Err(wrong(FileFault::OtherPattern(header.pattern.picture())));
    }
    let words = read_words(file, &header, threads, budget).map_err(wrong)?;
    let table = PatternTable::from_parts(pattern, words, header.levels);
    table.ok_or(wrong(FileFault::DamagedHeader))
}

/// Reads the words after a header block by block; one thread reads while others verify what they have read.
fn read_words(
    mut file: File,
    header: &Header,
    threads: usize,
    budget: &Budget,
) -> Result<Vec<u64>, FileFault> {
    let (block, mut words) =
        (header.block(), zeros(header.pattern.needs().table_bytes as usize / 8));
    let blocks = words.chunks_mut(block / 8).zip(&header.sums).enumerate();
    // One thread at a time reads, while the others check what they have read.
    let read = blocks.map(|(number, (words, sum))| {
        budget.check().map_err(FileFault::Stopped)?;
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(words);
        file.read_exact(bytes).map_err(|error| FileFault::Unreadable(error.to_string()))?;
        Ok((number, bytes, sum))
    });
    share_out(threads.min(header.sums.len()), read, |own| {
        for block_read in own {
            let (number, bytes, sum) = block_read?;
            if crc32fast::hash(bytes) != *sum {
                let from = (HEADER + number * block) as u64;
                return Err(FileFault::Damaged { from, to: from + bytes.len() as u64 });
            }
        }
        Ok(())
    })?;
    words.iter_mut().for_each(|word| *word = u64::from_le(*word));
    Ok(words)
}

/// Why a table was not written.
pub(crate) enum WriteError {
    Stopped(Stop),
    Failed(io::Error),
}

impl From<Stop> for WriteError {
    fn from(stop: Stop) -> WriteError {
        WriteError::Stopped(stop)
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Failed(error)
    }
}

/// Writes a table to a temporary file, syncs it and renames it. On failure the temporary file is removed.
pub(crate) fn write(
    table: &PatternTable,
    path: &Path,
    temporary: &Path,
    threads: usize,
    budget: &Budget,
) -> Result<(), WriteError> {
    let written = write_temporary(table, temporary, threads, budget)
        .and_then(|()| Ok(fs::rename(temporary, path)?));
    if written.is_err() {
        // It may not exist.
        let _ = fs::remove_file(temporary);
        return written;
    }
    // The new name is durable only once the folder is synced. Not every system can do that.
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn write_temporary(
    table: &PatternTable,
    temporary: &Path,
    threads: usize,
    budget: &Budget,
) -> Result<(), WriteError> {
    let header = Header::of(table, threads, budget)?.to_bytes();
    let header = header.ok_or(io::Error::other("it has more levels than a file has room for"))?;
    let mut file = regular::create(temporary)?;
    file.write_all(&header)?;
    let words = in_file_order(table.bits());
    for part in bytemuck::cast_slice::<u64, u8>(&words).chunks(SYNC_INTERVAL) {
        budget.check()?;
        file.write_all(part)?;
        file.sync_data()?;
    }
    Ok(file.sync_all()?)
}

/// Returns the name of a pattern's file: `4x4-blank15-tiles-1-2-3-4-5-6-7-8.pdb`.
pub(crate) fn name(pattern: Pattern) -> String {
    let tiles: String = pattern.tiles().map(|tile| format!("-{tile}")).collect();
    format!("{}-blank{}-tiles{tiles}.pdb", pattern.size(), pattern.blank())
}
