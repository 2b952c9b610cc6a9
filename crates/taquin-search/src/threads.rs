//! Threads, on hosts that have them. Without the feature `threads`, everything runs on the caller's thread.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Returns the number of available cores. The system is queried only once, because that takes as long as an easy
/// search.
pub fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    let ask = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
    usable(*CORES.get_or_init(ask))
}

/// Returns how many of the allowed threads can be used: at least one, and exactly one if the host has no others.
///
/// ```
/// assert_eq!(taquin_search::threads::usable(0), 1);
/// ```
pub fn usable(threads: usize) -> usize {
    if cfg!(feature = "threads") { threads.max(1) } else { 1 }
}

/// Starts the given number of threads.
pub type StartThreads<'a> = dyn Fn(usize) + 'a;

/// Runs `own`, which may start threads that each run `work`; they have finished when this function returns. Compiled
/// once for all kinds of work.
pub fn with_threads(work: &(dyn Fn() + Sync), own: &mut dyn FnMut(&StartThreads<'_>)) {
    std::thread::scope(|scope| own(&|threads| (0..threads).for_each(|_| drop(scope.spawn(work)))));
}

/// Drops a value that takes long to drop on a separate thread if possible, otherwise here.
pub(crate) fn drop_elsewhere(long: Box<dyn Send>) {
    let _ = std::thread::Builder::new().spawn(move || drop(long));
}

/// Runs the same work on several threads, including the current one.
///
/// ```
/// use std::sync::Mutex;
/// use taquin_search::threads::{lock, on_threads, usable};
/// let runs = Mutex::new(0);
/// on_threads(3, &|| *lock(&runs) += 1);
/// assert_eq!(*lock(&runs), usable(3));
/// ```
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

/// Locks a mutex and ignores poisoning: for data that is changed in single steps.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
