//! Threads, on hosts that have them: without the feature `threads` everything is done by the caller's own.

use std::sync::OnceLock;

/// How many cores there are to work on. The system is asked once: that takes as long as an easy search.
pub fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    let ask = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
    usable(*CORES.get_or_init(ask))
}

/// How many threads work where so many may: at least one, and one only where the host has no others.
pub fn usable(threads: usize) -> usize {
    if cfg!(feature = "threads") { threads.max(1) } else { 1 }
}

/// Does the same work on several threads, this one among them.
pub fn on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    match usable(threads) {
        1 => work(),
        threads => std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        }),
    }
}
