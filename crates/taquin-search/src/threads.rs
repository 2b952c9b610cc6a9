//! Threads, on hosts that have them: without the feature `threads` everything is done by the caller's own.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

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

/// Starts so many threads.
pub type StartThreads<'a> = dyn Fn(usize) + 'a;

/// Does something that may start threads, so many that do the same work each; they have ended when it returns. Compiled
/// once for whatever they do.
pub fn beside_threads(work: &(dyn Fn() + Sync), own: &mut dyn FnMut(&StartThreads<'_>)) {
    std::thread::scope(|scope| own(&|threads| (0..threads).for_each(|_| drop(scope.spawn(work)))));
}

/// Drops what takes long to drop on a thread of its own, if there is one to be had; else here.
pub(crate) fn drop_elsewhere(long: Box<dyn Send>) {
    let _ = std::thread::Builder::new().spawn(move || drop(long));
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

/// Locks, even after a panic elsewhere: for what is changed in single steps.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
