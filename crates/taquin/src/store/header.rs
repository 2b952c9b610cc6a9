//! The header of a table file: 4 KiB with the pattern of the table and the checksums of its words.
//!
//! A checksum detects accidents, but anyone can forge a header with a correct one. So no field of a header is used to
//! allocate memory or as an index before it is checked against what the pattern allows, and a header is accepted only
//! if it is, byte for byte, the one that would be written for its contents.

use super::checksums::{in_file_order, sums};
use super::fault::FileFault;
use crate::board::Size;
use crate::pattern::{MAX_TILES, Needs, Partitions, Pattern, PatternTable};
use taquin_search::{Budget, Stop};

/// What every file begins with.
pub(super) const MAGIC: [u8; 8] = *b"taquinPT";
/// The version of the file layout. Magic and header checksum stay where they are in every version.
const FORMAT: u32 = 1;
/// The version of how positions are numbered (placements, permutations, rows of a table). Increment it when that
/// changes.
const INDEX_SCHEME: u32 = 1;

/// The length of a header, and the offsets of its parts.
pub(super) const HEADER: usize = 4096;
const LEVELS: usize = 64;
const BLOCK_SUMS: usize = LEVELS + 8 * MAX_LEVELS;
const HEADER_SUM: usize = HEADER - 4;
/// The capacity of a header.
const MAX_LEVELS: usize = 192;
const MAX_BLOCKS: usize = 512;
/// The minimum size of a block in bytes: smaller ones are not worth a thread.
const MIN_BLOCK: u64 = 256 << 10;

/// The contents of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) pattern: Pattern,
    pub(crate) levels: Vec<u64>,
    /// The checksum of each block.
    pub(super) sums: Vec<u32>,
}

/// Returns the size of a table's blocks in bytes: whole pages, and at most [`MAX_BLOCKS`] blocks.
fn block_bytes(needs: Needs) -> u64 {
    needs.table_bytes.div_ceil(MAX_BLOCKS as u64).next_multiple_of(HEADER as u64).max(MIN_BLOCK)
}

impl Header {
    /// Returns the header of a table; the checksums are computed on this many threads.
    pub(super) fn of(
        table: &PatternTable,
        threads: usize,
        budget: &Budget,
    ) -> Result<Header, Stop> {
        let words = in_file_order(table.bits());
        let block = block_bytes(table.pattern().needs()) as usize;
        let sums = sums(bytemuck::cast_slice(&words), block, threads, budget)?;
        Ok(Header { pattern: table.pattern(), levels: table.levels().to_vec(), sums })
    }

    /// Returns the size of a block in bytes.
    pub(super) fn block(&self) -> usize {
        block_bytes(self.pattern.needs()) as usize
    }

    /// Returns the size of the file in bytes.
    pub(super) fn file_bytes(&self) -> u64 {
        HEADER as u64 + self.pattern.needs().table_bytes
    }

    /// Returns `None` if there are more levels than fit in a header.
    pub(super) fn to_bytes(&self) -> Option<Vec<u8>> {
        let (pattern, needs) = (self.pattern, self.pattern.needs());
        let (rows, cols) = (pattern.size().rows(), pattern.size().cols());
        let homes = pattern.homes().fold(0u32, |homes, cell| homes | 1 << cell);
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(MAGIC);
        for field in [FORMAT, INDEX_SCHEME, rows as u32, cols as u32, pattern.blank() as u32, homes]
        {
            bytes.extend(field.to_le_bytes());
        }
        for field in [needs.positions, needs.table_bytes, block_bytes(needs)] {
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

    pub(super) fn from_bytes(bytes: &[u8; HEADER]) -> Result<Header, FileFault> {
        if !bytes.starts_with(&MAGIC) {
            return Err(FileFault::Foreign);
        }
        if crc32fast::hash(&bytes[..HEADER_SUM]) != read_u32(bytes, HEADER_SUM) {
            return Err(FileFault::DamagedHeader);
        }
        let (format, index_scheme) = (read_u32(bytes, 8), read_u32(bytes, 12));
        if (format, index_scheme) != (FORMAT, INDEX_SCHEME) {
            return Err(FileFault::OtherVersion { format, index_scheme });
        }
        Header::of_fields(bytes).ok_or(FileFault::DamagedHeader)
    }

    fn of_fields(bytes: &[u8; HEADER]) -> Option<Header> {
        let pattern = pattern_of(bytes)?;
        let (levels, sums) = (read_u32(bytes, 56) as usize, read_u32(bytes, 60) as usize);
        // Checked before they are used to allocate or to index.
        if !(1..=MAX_LEVELS).contains(&levels) || sums > MAX_BLOCKS {
            return None;
        }
        let needs = pattern.needs();
        if sums as u64 != needs.table_bytes.div_ceil(block_bytes(needs)) {
            return None;
        }
        let levels: Vec<u64> =
            (0..levels).map(|level| read_u64(bytes, LEVELS + 8 * level)).collect();
        let sums = (0..sums).map(|sum| read_u32(bytes, BLOCK_SUMS + 4 * sum)).collect();
        // Exactly one position is the goal, no level is empty, and all reachable positions are reached.
        let reached = levels.iter().try_fold(0u64, |sum, &count| sum.checked_add(count))?;
        if levels[0] != 1 || levels.contains(&0) || reached != reachable(pattern, needs) {
            return None;
        }
        // Everything else follows from these: positions, bytes, blocks, and zeros up to the checksum.
        let header = Header { pattern, levels, sums };
        (header.to_bytes()? == bytes).then_some(header)
    }
}

/// Returns the pattern of a header, if it is valid.
fn pattern_of(bytes: &[u8; HEADER]) -> Option<Pattern> {
    let size = Size::new(read_u32(bytes, 16) as usize, read_u32(bytes, 20) as usize).ok()?;
    Partitions::check_size(size).ok()?;
    let (blank, homes) = (read_u32(bytes, 24) as usize, read_u32(bytes, 28));
    let on_board = blank < size.cells() && u64::from(homes) < 1 << size.cells();
    let tiles = homes.count_ones() as usize;
    let sound = on_board && homes >> blank & 1 == 0 && (1..=MAX_TILES).contains(&tiles);
    sound.then(|| Pattern::new(size, blank, homes))
}

/// Returns how many positions of a pattern can be reached from its goal. Half of all boards can be reached (Wilson
/// 1974). Two tiles outside the pattern are indistinguishable, so swapping them gives a board of the other half with
/// the same position, and every position is reachable; a single tile outside cannot be swapped.
fn reachable(pattern: Pattern, needs: Needs) -> u64 {
    let outside = pattern.size().cells() - 1 - pattern.homes().count();
    if outside < 2 { needs.positions / 2 } else { needs.positions }
}

fn read_u32(bytes: &[u8; HEADER], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]))
}

fn read_u64(bytes: &[u8; HEADER], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]))
}
