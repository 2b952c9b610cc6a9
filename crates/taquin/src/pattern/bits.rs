//! The words of a table, wherever they lie: in a list of this process or in a file mapped into its memory.
//!
//! Searches see a slice and nothing else: whether it is a list or a file is no question in any loop.

use memmap2::Mmap;
use std::fmt;
use std::ops::Deref;

/// Words that stay where they are as long as this does.
pub(crate) struct Bits {
    /// The words of the owner, which is dropped with them. They are lent out for no longer than that.
    words: &'static [u64],
    _owner: Owner,
}

enum Owner {
    List { _list: Vec<u64> },
    File { _file: Mmap },
}

impl Bits {
    /// The words of a mapped file behind so many bytes; `None` if these do not end at a word, or the file
    /// does not. Words are written with their least byte first; where the machine does it otherwise they
    /// are copied.
    pub(crate) fn in_file(file: Mmap, behind: usize) -> Option<Bits> {
        let bytes = file.get(behind..)?;
        if cfg!(target_endian = "big") {
            let turned = |word: &[u8]| word.try_into().map(u64::from_le_bytes).ok();
            let words: Option<Vec<u64>> = bytes.chunks(8).map(turned).collect();
            return words.map(Bits::from);
        }
        let words = lent(bytemuck::try_cast_slice(bytes).ok()?);
        Some(Bits { words, _owner: Owner::File { _file: file } })
    }
}

impl From<Vec<u64>> for Bits {
    fn from(list: Vec<u64>) -> Bits {
        Bits { words: lent(&list), _owner: Owner::List { _list: list } }
    }
}

/// Words whose owner is about to be moved beside them.
#[allow(unsafe_code)]
fn lent(words: &[u64]) -> &'static [u64] {
    // SAFETY: both kinds of owners keep their words at one place when they are moved, `Bits` never
    // changes or drops its owner before the words, and gives them out only for as long as it lives.
    unsafe { std::slice::from_raw_parts(words.as_ptr(), words.len()) }
}

impl Deref for Bits {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        self.words
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self._owner {
            Owner::List { .. } => "memory",
            Owner::File { .. } => "a file",
        };
        write!(f, "{} words in {place}", self.words.len())
    }
}
