//! The pages behind lists that grow.
//!
//! Small lists get theirs several at a time: a fault for each takes longer than filling it. Large lists ask
//! for huge pages: fewer faults while a search fills gigabytes, and memory that is given back in a moment
//! when it stops. Freeing a gigabyte page by page takes longer than Ctrl-C may.

/// Lists smaller than this are left to small pages.
const LARGE: usize = 8 << 20;
/// Pages for fewer bytes than this are left to come one by one.
const MANY: usize = 32 << 10;
/// The size of a page.
const PAGE: usize = 4 << 10;
/// The size of a huge page.
pub const HUGE_PAGE: usize = 2 << 20;

/// Asks the system for huge pages behind a large list, where it knows them. Whether it agrees changes
/// nothing but speed.
pub fn prefer_huge_pages<T>(list: &Vec<T>) {
    if list.capacity() * size_of::<T>() >= LARGE {
        advise(list.as_ptr(), 0, list.capacity(), HUGE_PAGE, Advice::Huge);
    }
}

/// A list of so many zeros, on huge pages if it is large.
pub fn zeros(length: usize) -> Vec<u64> {
    // The system gives zeros: no page is there before it is used, by whichever thread, and no thread waits
    // until all of them are.
    let list = vec![0; length];
    prefer_huge_pages(&list);
    list
}

/// Asks for the pages of a small list that its next elements, up to a length, will need, if they are many.
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

/// Advises on the whole pages of a certain size between two elements.
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
        // SAFETY: the range lies within an allocation of this process, and this advice changes neither
        // what is stored there nor who may use it. A refusal is of no account.
        unsafe {
            libc::madvise(first as *mut libc::c_void, end - first, advice);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn advise<T>(_list: *const T, _first: usize, _end: usize, _page: usize, _advice: Advice) {}

/// Gives the system back what was freed between blocks that are in use, which the allocator keeps.
#[allow(unsafe_code)]
pub fn give_memory_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it looks at free memory only, and may be called by any thread at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Empties a list that has room for so many elements then; what it had is not copied, and goes back to the system.
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

/// Smaller lists that are freed are left to the allocator.
const WORTH_RETURNING: usize = 1 << 18;

/// Asks for a word of a list that will be read soon.
#[inline(always)]
pub fn prefetch(list: &[u64], index: usize) {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    // SAFETY: asking for an address reads nothing and may be done with any address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(list.as_ptr().wrapping_add(index).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, index);
}
