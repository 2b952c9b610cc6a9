//! The checksums of a table's words, block by block.

use std::borrow::Cow;
use taquin_search::threads::share_out;
use taquin_search::{Budget, Stop};

/// Returns words in the byte order of a file, little-endian; on nearly every machine they already are.
pub(super) fn in_file_order(words: &[u64]) -> Cow<'_, [u64]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(words)
    } else {
        words.iter().map(|word| word.to_le()).collect()
    }
}

/// Computes the checksums of equal blocks on this many threads.
pub(super) fn sums(
    bytes: &[u8],
    block: usize,
    threads: usize,
    budget: &Budget,
) -> Result<Vec<u32>, Stop> {
    let mut sums = vec![0; bytes.len().div_ceil(block)];
    let threads = threads.min(sums.len());
    share_out(threads, bytes.chunks(block).zip(&mut sums), |own| {
        for (block, sum) in own {
            budget.check()?;
            *sum = crc32fast::hash(block);
        }
        Ok(())
    })?;
    Ok(sums)
}
