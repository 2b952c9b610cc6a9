//! How the allocator returns what is freed.

/// Blocks of this many bytes or more are had from the system and go back there when they are freed; of what
/// smaller ones leave at the end of a thread's memory, no more than that is kept.
/// Four mebibytes are what a breadth-first search of all of 3x3 fills, and is to find again for the next board.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MOST_KEPT: libc::c_int = 4 << 20;

/// Has the allocator keep little of what is freed, or a limit on memory would not hold for the process. By itself
/// it raises both of its thresholds to whatever is freed, up to 32 and 64 MiB: lists that grow then leave gaps
/// behind them (10 MiB of 32 on 5x5), and each thread keeps as much for ever. Not even
/// [`give_memory_back`](taquin::search::memory::give_memory_back) reaches the end of a thread's memory.
#[allow(unsafe_code)]
pub fn keep_little() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it sets two numbers of the allocator's, under its own lock.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, MOST_KEPT);
        libc::mallopt(libc::M_TRIM_THRESHOLD, MOST_KEPT);
    }
}
