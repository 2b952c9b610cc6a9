//! A list that only grows, in chunks that double in size: nothing is ever moved, so growing never holds a
//! search up, however large it has become, and memory that is not yet used is not yet taken.
//!
//! Large chunks ask for huge pages, so that filling them takes fewer page faults and giving gigabytes back
//! takes no time worth mentioning. Where elements own memory of their own, a large list is cleared by
//! another thread, for the same reason.

use super::pages::prefer_huge_pages;
use super::run::Stop;
use std::mem::needs_drop;
use std::ops::{Index, IndexMut};

/// The length of the first chunk; each next one is twice as long.
const FIRST: usize = 1 << 8;
/// Lists this long are cleared by another thread, if their elements must be cleared one by one.
const LONG: usize = 1 << 16;

/// A list that only grows.
pub(super) struct Chunks<T: Send + 'static> {
    full: Vec<Vec<T>>,
    /// The chunk that is being filled, how long it may become, and the index of its first element.
    current: Vec<T>,
    limit: usize,
    start: usize,
}

impl<T: Send + 'static> Chunks<T> {
    /// An empty list.
    pub(super) fn new() -> Chunks<T> {
        Chunks { full: Vec::new(), current: Vec::new(), limit: 0, start: 0 }
    }

    /// How many elements there are.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.start + self.current.len()
    }

    /// Adds an element, or says that there is no memory for it.
    #[inline(always)]
    pub(super) fn push(&mut self, element: T) -> Result<(), Stop> {
        if self.current.len() == self.limit {
            self.add_chunk()?;
        }
        self.current.push(element);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn add_chunk(&mut self) -> Result<(), Stop> {
        let length = self.current.len();
        let mut chunk = Vec::new();
        let limit = (2 * length).max(FIRST);
        chunk.try_reserve_exact(limit).map_err(|_| Stop::Memory)?;
        self.limit = limit;
        prefer_huge_pages(&chunk);
        if length > 0 {
            self.start += length;
            self.full.push(std::mem::replace(&mut self.current, chunk));
        } else {
            self.current = chunk;
        }
        Ok(())
    }

    /// All elements, first to last.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.full.iter().flatten().chain(&self.current)
    }
}

/// The chunk of an index and the place in it. Chunk number k begins at `FIRST` times 2^k - 1.
#[inline(always)]
fn place(index: usize) -> (usize, usize) {
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
                let (chunk, offset) = place(index);
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
                let (chunk, offset) = place(index);
                &mut self.full[chunk][offset]
            }
        }
    }
}

impl<T: Send + 'static> Drop for Chunks<T> {
    fn drop(&mut self) {
        if needs_drop::<T>() && self.len() > LONG {
            let chunks = (std::mem::take(&mut self.full), std::mem::take(&mut self.current));
            // Should there be no thread to be had, they are cleared here.
            let _ = std::thread::Builder::new().spawn(move || drop(chunks));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_stay_where_they_were_put() {
        let mut list = Chunks::new();
        for number in 0..100_000 {
            list.push(number.to_string()).expect("there is memory");
        }
        assert_eq!(list.len(), 100_000);
        assert!((0..list.len()).all(|number| list[number] == number.to_string()));
        assert!(list.iter().enumerate().all(|(number, text)| *text == number.to_string()));
        list[777].push('!');
        assert_eq!(list[777], "777!");
    }
}
