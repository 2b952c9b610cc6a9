//! A list that only grows, in chunks that double in size. Elements never move, so growing never pauses a search however
//! large the list is, and memory not used yet is not allocated yet.
//!
//! Large chunks request huge pages, so that filling them takes fewer page faults and freeing gigabytes takes almost no
//! time. If elements own memory, a large list is dropped on another thread, for the same reason.

use crate::budget::{Budget, Stop};
use crate::memory::{fetch_pages, give_memory_back, prefer_huge_pages};
use crate::threads::{drop_elsewhere, usable};
use std::mem::needs_drop;
use std::ops::{Index, IndexMut};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The length of the first chunk; each following chunk is twice as long.
const FIRST: usize = 1 << 11;
/// Lists this long are dropped on another thread if their elements need dropping.
const LONG: usize = 1 << 14;

/// A list that only grows.
pub(crate) struct Chunks<T: Send + 'static> {
    full: Vec<Vec<T>>,
    /// The chunk being filled, its length limit for now, and the index of its first element.
    current: Vec<T>,
    limit: usize,
    start: usize,
    /// The full length of the chunk, and the length granted to the list so far.
    chunk: usize,
    granted: usize,
}

impl<T: Send + 'static> Chunks<T> {
    /// Creates an empty list.
    pub(crate) fn new() -> Chunks<T> {
        Chunks { full: Vec::new(), current: Vec::new(), limit: 0, start: 0, chunk: 0, granted: 0 }
    }

    /// Returns the number of elements.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.start + self.current.len()
    }

    /// Adds an element. From time to time, `grant` is called with the current length and returns how many more elements
    /// are allowed.
    #[inline(always)]
    pub(crate) fn push(
        &mut self,
        element: T,
        grant: impl FnOnce(usize) -> Result<usize, Stop>,
    ) -> Result<(), Stop> {
        if self.current.len() == self.limit {
            self.grow(grant)?;
        }
        self.current.push(element);
        Ok(())
    }

    /// Moves all elements of another list to the end of this one.
    pub(crate) fn append(
        &mut self,
        elements: &mut Vec<T>,
        mut grant: impl FnMut(usize) -> Result<usize, Stop>,
    ) -> Result<(), Stop> {
        while elements.len() > self.limit - self.current.len() {
            let mut rest = elements.split_off(self.limit - self.current.len());
            self.current.append(elements);
            elements.append(&mut rest);
            self.grow(&mut grant)?;
        }
        self.current.append(elements);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, grant: impl FnOnce(usize) -> Result<usize, Stop>) -> Result<(), Stop> {
        if self.len() == self.granted {
            self.granted += grant(self.len())?;
        }
        if self.current.len() == self.chunk {
            let longer = (2 * self.chunk).max(FIRST);
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(longer).map_err(|_| Stop::Memory)?;
            prefer_huge_pages(&chunk);
            let full = std::mem::replace(&mut self.current, chunk);
            if self.chunk > 0 {
                self.full.push(full);
            }
            self.start += self.chunk;
            self.chunk = longer;
        }
        self.limit = self.chunk.min(self.granted - self.start);
        fetch_pages(&self.current, self.limit);
        Ok(())
    }

    /// Returns up to `most` contiguous elements, starting at an index.
    pub(crate) fn contiguous(&self, index: usize, most: usize) -> &[T] {
        let (chunk, offset) = match index.checked_sub(self.start) {
            Some(offset) => (&self.current, offset),
            None => {
                let (chunk, offset) = locate(index);
                (&self.full[chunk], offset)
            }
        };
        &chunk[offset..chunk.len().min(offset + most)]
    }

    /// Returns an iterator over all elements.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.full.iter().flatten().chain(&self.current)
    }
}

/// Returns the chunk of an index and the offset in it. Chunk number k begins at `FIRST` times 2^k - 1.
#[inline(always)]
fn locate(index: usize) -> (usize, usize) {
    let shifted = index + FIRST;
    let chunk = (shifted.ilog2() - FIRST.ilog2()) as usize;
    (chunk, shifted - (FIRST << chunk))
}

impl<T: Send + 'static> Index<usize> for Chunks<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, index: usize) -> &T {
        match index.checked_sub(self.start) {
            Some(offset) => &self.current[offset],
            None => {
                let (chunk, offset) = locate(index);
                &self.full[chunk][offset]
            }
        }
    }
}

impl<T: Send + 'static> IndexMut<usize> for Chunks<T> {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut T {
        match index.checked_sub(self.start) {
            Some(offset) => &mut self.current[offset],
            None => {
                let (chunk, offset) = locate(index);
                &mut self.full[chunk][offset]
            }
        }
    }
}

impl<T: Send + 'static> Drop for Chunks<T> {
    fn drop(&mut self) {
        if needs_drop::<T>() && self.len() > LONG && usable(2) > 1 {
            let chunks = (std::mem::take(&mut self.full), std::mem::take(&mut self.current));
            let clearing = Clearing::new();
            drop_elsewhere(Box::new((chunks, clearing)));
        }
    }
}

/// The number of lists being dropped.
static CLEARING: AtomicUsize = AtomicUsize::new(0);

/// A guard for a list that is being dropped.
struct Clearing;

impl Clearing {
    fn new() -> Clearing {
        CLEARING.fetch_add(1, Ordering::Relaxed);
        Clearing
    }
}

impl Drop for Clearing {
    fn drop(&mut self) {
        // Freed memory between other blocks is not returned to the system by itself.
        give_memory_back();
        CLEARING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Waits until the lists of earlier searches are dropped: their memory is not free before that.
pub fn wait_until_cleared(budget: &Budget) -> Result<(), Stop> {
    while CLEARING.load(Ordering::Relaxed) > 0 {
        budget.check()?;
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_stay_where_they_were_put() {
        let mut list = Chunks::new();
        for number in 0..100_000 {
            list.push(number.to_string(), |length| Ok(length / 3 + 1)).expect("there is memory");
        }
        assert_eq!(list.len(), 100_000);
        assert!((0..list.len()).all(|number| list[number] == number.to_string()));
        assert!(list.iter().enumerate().all(|(number, text)| *text == number.to_string()));
        list[777].push('!');
        let contiguous = list.contiguous(FIRST - 48, 100);
        assert_eq!(
            (contiguous[0].as_str(), contiguous.len()),
            ("2000", 48),
            "the first chunk ends"
        );
        assert_eq!(list.contiguous(99_999, 100).len(), 1);
        let mut more: Vec<String> = (100_000..200_000).map(|number| number.to_string()).collect();
        list.append(&mut more, |length| Ok(length / 3 + 1)).expect("there is memory");
        assert_eq!((list.len(), more.len(), list[199_999].as_str()), (200_000, 0, "199999"));
        let refused = list.append(&mut vec![String::new(); 500_000], |_| Err(Stop::Memory));
        assert_eq!(refused, Err(Stop::Memory));
        assert_eq!(list[777], "777!");
    }
}
