//! A learnt score with its identity, in the format in which it is shipped and stored.

use super::cells::Cells;
use super::network::Network;
use crate::board::Size;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use thiserror::Error;

/// The first bytes of such a file.
const MAGIC: [u8; 8] = *b"taquin-n";
/// The version of the file format and of the training: another version trains other weights.
const VERSION: u16 = 1;
/// The length of the header: magic, version, rows, columns, rounds, seed, checksum.
const HEADER: usize = 8 + 2 + 1 + 1 + 4 + 8 + 4;
/// The compression level.
const LEVEL: u8 = 9;

/// A learnt score for boards of one size, and how it was trained: training again with the same seed and number of
/// rounds gives exactly the same score.
///
/// ```no_run
/// use taquin::construct::LearntNetwork;
/// use taquin::search::Budget;
/// let learnt = LearntNetwork::learn("3x4".parse()?, 1, None, 2, &Budget::unlimited(), &mut |round, _| {
///     println!("{} of {}: {:.1} moves", round.round, round.rounds, round.mean_moves);
/// })?;
/// assert_eq!(LearntNetwork::from_bytes(&learnt.to_bytes())?, learnt);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearntNetwork {
    /// The size of the boards.
    pub size: Size,
    /// The seed of the training.
    pub seed: u64,
    /// The number of training rounds.
    pub rounds: usize,
    pub(super) network: Network,
}

/// Why bytes are not a learnt score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NetworkFault {
    /// They do not begin like such a file.
    #[error("this is not a learnt score file")]
    Foreign,
    /// It was written by another version.
    #[error("this learnt score has version {0}; this program reads version {VERSION}")]
    Version(u16),
    /// Bytes are missing or changed.
    #[error("this learnt score is damaged")]
    Damaged,
}

impl LearntNetwork {
    /// Returns the contents of its file: a header with its identity and a checksum, then the compressed weights.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = compress_to_vec(&self.network.to_bytes(), LEVEL);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([self.size.rows() as u8, self.size.cols() as u8]);
        bytes.extend((self.rounds as u32).to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(checksum(&bytes, &weights).to_le_bytes());
        bytes.extend(weights);
        bytes
    }

    /// Reads what [`to_bytes`](LearntNetwork::to_bytes) wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<LearntNetwork, NetworkFault> {
        let (header, packed) = bytes.split_at_checked(HEADER).ok_or(NetworkFault::Foreign)?;
        let mut rest = header;
        let mut take = |count| {
            let (taken, after) = rest.split_at(count);
            rest = after;
            let mut number = [0; 8];
            number[..count].copy_from_slice(taken);
            u64::from_le_bytes(number)
        };
        if take(8) != u64::from_le_bytes(MAGIC) {
            return Err(NetworkFault::Foreign);
        }
        let version = take(2) as u16;
        if version != VERSION {
            return Err(NetworkFault::Version(version));
        }
        let (rows, cols) = (take(1) as usize, take(1) as usize);
        let (rounds, seed, sum) = (take(4) as usize, take(8), take(4) as u32);
        if checksum(&header[..HEADER - 4], packed) != sum {
            return Err(NetworkFault::Damaged);
        }
        let size = Size::new(rows, cols).map_err(|_| NetworkFault::Damaged)?;
        let cells = Cells::new(size).ok_or(NetworkFault::Damaged)?.count;
        let max_bytes = Network::bytes_of(cells);
        let weights =
            decompress_to_vec_with_limit(packed, max_bytes).map_err(|_| NetworkFault::Damaged)?;
        let network = Network::from_bytes(cells, &weights).ok_or(NetworkFault::Damaged)?;
        Ok(LearntNetwork { size, seed, rounds, network })
    }
}

/// Returns a checksum of both parts: FNV-1a (Fowler, Noll and Vo) of 32 bits.
fn checksum(header: &[u8], packed: &[u8]) -> u32 {
    let add = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(16_777_619);
    header.iter().chain(packed).fold(2_166_136_261, add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::construct::near_optimal::network::tests::any_network;

    fn learnt() -> LearntNetwork {
        let size: Size = "2x4".parse().expect("a size");
        let network = any_network(size.cells(), 9);
        LearntNetwork { size, seed: 7, rounds: 2, network }
    }

    #[test]
    fn what_was_written_is_read_and_every_changed_byte_is_found() {
        let learnt = learnt();
        let bytes = learnt.to_bytes();
        assert_eq!(LearntNetwork::from_bytes(&bytes), Ok(learnt));
        for at in (0..bytes.len()).step_by(97).chain(0..HEADER) {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(LearntNetwork::from_bytes(&changed).is_err(), "{at}");
        }
        for length in [0, HEADER - 1, HEADER, bytes.len() - 1] {
            assert!(LearntNetwork::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
    }
}
