//! How the allocator returns freed memory.

/// Blocks of at least this many bytes are mapped from the system and unmapped when they are freed; of the free
/// memory at the end of an arena, no more than this is kept.
/// A breadth-first search of all of 3x3 fills four mebibytes, and should find them again for the next board.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const THRESHOLD: libc::c_int = 4 << 20;

/// Makes the allocator return most of the memory that is freed; otherwise a memory limit would not hold for the
/// process. By default it raises both of its thresholds to the size of freed blocks, up to 32 and 64 MiB: growing
/// lists then leave gaps behind (10 MiB of 32 on 5x5), and each thread keeps as much forever. Not even
/// [`give_memory_back`](taquin::search::memory::give_memory_back) reaches the end of a thread's arena.
#[allow(unsafe_code)]
pub fn limit_retained_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it sets two parameters of the allocator, which takes its own lock.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, THRESHOLD);
        libc::mallopt(libc::M_TRIM_THRESHOLD, THRESHOLD);
    }
}
