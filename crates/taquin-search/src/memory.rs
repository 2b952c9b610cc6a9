//! The pages behind growing lists.
//!
//! Small lists get several pages at a time: a page fault for each takes longer than filling it. Large lists request
//! huge pages: fewer faults while a search fills gigabytes, and memory that is freed at once when it stops. Freeing a
//! gigabyte page by page takes longer than Ctrl-C may take.

/// Lists smaller than this use small pages.
const LARGE: usize = 8 << 20;
/// Requests smaller than this are left to single page faults.
const MANY: usize = 32 << 10;
/// The size of a page.
const PAGE: usize = 4 << 10;
/// The size of a huge page.
pub const HUGE_PAGE: usize = 2 << 20;

/// Requests huge pages for a large list, where the system supports them. Only speed depends on whether the request is
/// granted.
pub fn prefer_huge_pages<T>(list: &Vec<T>) {
    if list.capacity() * size_of::<T>() >= LARGE {
        advise(list.as_ptr(), 0, list.capacity(), HUGE_PAGE, Advice::Huge);
    }
}

/// Returns a list of `length` zeros, on huge pages if it is large.
///
/// ```
/// assert_eq!(taquin_search::memory::zeros(3), [0, 0, 0]);
/// ```
pub fn zeros(length: usize) -> Vec<u64> {
    // The system provides zeroed pages: each is allocated when a thread first uses it, and no thread waits for all of
    // them.
    let list = vec![0; length];
    prefer_huge_pages(&list);
    list
}

/// Requests the pages that a small list needs to grow to a length, if there are many.
pub fn fetch_pages<T>(list: &Vec<T>, length: usize) {
    let wanted = length.saturating_sub(list.len()) * size_of::<T>();
    if wanted >= MANY && list.capacity() * size_of::<T>() < LARGE {
        advise(list.as_ptr(), list.len(), length.min(list.capacity()), PAGE, Advice::Fetch);
    }
}

enum Advice {
    Huge,
    Fetch,
}

/// Gives advice on the whole pages of a given size between two elements.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn advise<T>(list: *const T, first: usize, end: usize, page: usize, advice: Advice) {
    let advice = match advice {
        Advice::Huge => libc::MADV_HUGEPAGE,
        Advice::Fetch => libc::MADV_POPULATE_WRITE,
    };
    let start = list as usize;
    let first = (start + first * size_of::<T>()).next_multiple_of(page);
    let end = (start + end * size_of::<T>()) / page * page;
    if first < end {
        // SAFETY: the range lies within an allocation of this process, and this advice changes neither its content nor
        // its ownership. Failure is harmless.
        unsafe {
            libc::madvise(first as *mut libc::c_void, end - first, advice);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn advise<T>(_list: *const T, _first: usize, _end: usize, _page: usize, _advice: Advice) {}

/// Returns memory that was freed between blocks in use, which the allocator keeps, to the system.
#[allow(unsafe_code)]
pub fn give_memory_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it touches free memory only, and any thread may call it at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Empties a list and ensures capacity for this many elements. If it has to grow, the old content is not copied, and a
/// large old allocation is returned to the system.
///
/// ```
/// let mut list = vec![1, 2, 3];
/// taquin_search::memory::make_room(&mut list, 100);
/// assert_eq!((list.len(), list.capacity() >= 100), (0, true));
/// ```
pub fn make_room<T>(list: &mut Vec<T>, elements: usize) {
    list.clear();
    let old = list.capacity();
    if old < elements {
        *list = Vec::new();
        if old * size_of::<T>() >= WORTH_RETURNING {
            give_memory_back();
        }
        list.reserve_exact(elements);
    }
}

/// Freed lists smaller than this are left to the allocator.
const WORTH_RETURNING: usize = 1 << 18;

/// Prefetches a word of a list that will be read soon.
#[inline(always)]
pub fn prefetch(list: &[u64], index: usize) {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    // SAFETY: a prefetch reads nothing and is allowed for any address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(list.as_ptr().wrapping_add(index).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, index);
}
