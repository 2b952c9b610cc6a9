//! The header of a table's file: 4 KiB that say whose table it is and what its words must add up to.
//!
//! A checksum finds accidents, but anybody can write a header with a right one. So nothing that a header says is
//! used to take memory or to find a place before it is held against what the pattern allows, and a header is
//! believed only if it is, byte for byte, the one that would be written for what it says.

use super::checksums::{GoOn, in_file_order, sums};
use super::fault::FileFault;
use super::partition::Partitions;
use super::placements::MAX_TILES;
use super::table::{Needs, Pattern, PatternTable};
use crate::board::Size;

/// What every file begins with.
pub(super) const MAGIC: [u8; 8] = *b"taquinPT";
/// The order of things in a file. Magic and header checksum stay where they are in any other.
const FORMAT: u32 = 1;
/// How positions are numbered (placements, permutations, rows of a table). Raise it when that changes.
const INDEX_SCHEME: u32 = 1;

/// The length of a header, and where its parts begin.
pub(super) const HEADER: usize = 4096;
const LEVELS: usize = 64;
const BLOCK_SUMS: usize = LEVELS + 8 * MAX_LEVELS;
const HEADER_SUM: usize = HEADER - 4;
/// As much as a header has room for.
const MAX_LEVELS: usize = 192;
const MAX_BLOCKS: usize = 512;
/// A block has at least so many bytes: smaller ones are not worth a thread's while.
const LEAST_BLOCK: u64 = 256 << 10;

/// What a header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) pattern: Pattern,
    pub(crate) levels: Vec<u64>,
    /// The checksum of each block.
    pub(super) sums: Vec<u32>,
}

/// How many bytes a block of a table has: whole pages, and as many that there are not too many blocks.
fn block_bytes(needs: Needs) -> u64 {
    needs.table_bytes.div_ceil(MAX_BLOCKS as u64).next_multiple_of(HEADER as u64).max(LEAST_BLOCK)
}

impl Header {
    /// The header of a table, whose blocks are summed on so many threads.
    pub(super) fn of(table: &PatternTable, threads: usize, go_on: GoOn<'_>) -> Option<Header> {
        let words = in_file_order(table.bits());
        let block = block_bytes(table.pattern().needs()) as usize;
        let sums = sums(bytemuck::cast_slice(&words), block, threads, go_on)?;
        Some(Header { pattern: table.pattern(), levels: table.levels().to_vec(), sums })
    }

    /// The bytes of a block.
    pub(super) fn block(&self) -> usize {
        block_bytes(self.pattern.needs()) as usize
    }

    /// The bytes of the file.
    pub(super) fn file_bytes(&self) -> u64 {
        HEADER as u64 + self.pattern.needs().table_bytes
    }

    /// `None` where there are more levels than a header has room for.
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
        if crc32fast::hash(&bytes[..HEADER_SUM]) != small(bytes, HEADER_SUM) {
            return Err(FileFault::DamagedHeader);
        }
        let (format, index_scheme) = (small(bytes, 8), small(bytes, 12));
        if (format, index_scheme) != (FORMAT, INDEX_SCHEME) {
            return Err(FileFault::OtherVersion { format, index_scheme });
        }
        Header::of_fields(bytes).ok_or(FileFault::DamagedHeader)
    }

    fn of_fields(bytes: &[u8; HEADER]) -> Option<Header> {
        let pattern = pattern_of(bytes)?;
        let (levels, sums) = (small(bytes, 56) as usize, small(bytes, 60) as usize);
        // Before anything is taken or looked up by them.
        if !(1..=MAX_LEVELS).contains(&levels) || sums > MAX_BLOCKS {
            return None;
        }
        let needs = pattern.needs();
        if sums as u64 != needs.table_bytes.div_ceil(block_bytes(needs)) {
            return None;
        }
        let levels: Vec<u64> = (0..levels).map(|level| large(bytes, LEVELS + 8 * level)).collect();
        let sums = (0..sums).map(|sum| small(bytes, BLOCK_SUMS + 4 * sum)).collect();
        // One position is the goal, a level without any would be the end, and all that can be reached is.
        let reached = levels.iter().try_fold(0u64, |sum, &count| sum.checked_add(count))?;
        if levels[0] != 1 || levels.contains(&0) || reached != reachable(pattern, needs) {
            return None;
        }
        // Whatever else stands there follows from these: positions, bytes, blocks, and zeros up to the checksum.
        let header = Header { pattern, levels, sums };
        (header.to_bytes()? == bytes).then_some(header)
    }
}

/// The pattern of a header, if a board can have it.
fn pattern_of(bytes: &[u8; HEADER]) -> Option<Pattern> {
    let size = Size::new(small(bytes, 16) as usize, small(bytes, 20) as usize).ok()?;
    Partitions::check_size(size).ok()?;
    let (blank, homes) = (small(bytes, 24) as usize, small(bytes, 28));
    let on_board = blank < size.cells() && u64::from(homes) < 1 << size.cells();
    let tiles = homes.count_ones() as usize;
    let sound = on_board && homes >> blank & 1 == 0 && (1..=MAX_TILES).contains(&tiles);
    sound.then(|| Pattern::new(size, blank, homes))
}

/// How many positions of a pattern can be reached from its goal. Of all boards half can (Wilson 1974). Two tiles
/// outside the pattern look alike, so exchanging them leads to the other half unseen, and every position is reached;
/// one tile has none to be exchanged with.
fn reachable(pattern: Pattern, needs: Needs) -> u64 {
    let outside = pattern.size().cells() - 1 - pattern.homes().count();
    if outside < 2 { needs.positions / 2 } else { needs.positions }
}

fn small(bytes: &[u8; HEADER], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]))
}

fn large(bytes: &[u8; HEADER], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]))
}
