//! The checksums of a table's words, block by block.

use std::borrow::Cow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use taquin_search::threads::{lock, on_threads};

/// Returns whether to continue; called often.
pub(crate) type KeepGoing<'a> = &'a (dyn Fn() -> bool + Sync);

/// Returns words in the byte order of a file, little-endian; on nearly every machine they already are.
pub(super) fn in_file_order(words: &[u64]) -> Cow<'_, [u64]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(words)
    } else {
        words.iter().map(|word| word.to_le()).collect()
    }
}

/// Computes the checksums of equal blocks on this many threads; `None` if `keep_going` returned false.
pub(super) fn sums(
    bytes: &[u8],
    block: usize,
    threads: usize,
    keep_going: KeepGoing<'_>,
) -> Option<Vec<u32>> {
    let blocks = bytes.len().div_ceil(block);
    let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![None; blocks]));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= blocks || !keep_going() {
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
