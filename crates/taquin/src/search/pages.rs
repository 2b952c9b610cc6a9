//! Huge pages behind large lists: fewer page faults while a search fills gigabytes, and memory that is
//! given back in a moment when it stops. Freeing a gigabyte page by page takes longer than Ctrl-C may.

/// Lists smaller than this are left alone.
const WORTH_IT: usize = 8 << 20;
/// The size of a huge page.
const HUGE_PAGE: usize = 2 << 20;

/// Asks the system for huge pages behind a list, where it knows them. Whether it agrees changes nothing
/// but speed.
pub(super) fn prefer_huge_pages<T>(list: &Vec<T>) {
    let bytes = list.capacity() * size_of::<T>();
    if bytes < WORTH_IT {
        return;
    }
    let start = list.as_ptr() as usize;
    let first = start.next_multiple_of(HUGE_PAGE);
    let end = (start + bytes) / HUGE_PAGE * HUGE_PAGE;
    advise(first, end.saturating_sub(first));
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn advise(start: usize, bytes: usize) {
    // SAFETY: the range lies within an allocation of this process, and this advice changes neither what
    // is stored there nor who may use it. A refusal is of no account.
    unsafe {
        libc::madvise(start as *mut libc::c_void, bytes, libc::MADV_HUGEPAGE);
    }
}

#[cfg(not(target_os = "linux"))]
fn advise(_start: usize, _bytes: usize) {}
