//! Threads, on hosts that have them. Without the feature `threads`, everything runs on the caller's thread.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
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

/// Shares out things among several threads, including the current one. Each thread runs `work` once, with an iterator
/// that takes the next thing as soon as the thread asks for it. The first error ends it for all of them and is returned;
/// a panic ends it, too, and continues here.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use taquin_search::threads::share_out;
/// let sum = AtomicU64::new(0);
/// let add = |own: &mut dyn Iterator<Item = u64>| {
///     for number in own {
///         if number > 1000 {
///             return Err("too large");
///         }
///         sum.fetch_add(number, Ordering::Relaxed);
///     }
///     Ok(())
/// };
/// assert_eq!(share_out(3, 1..=100, add), Ok(()));
/// assert_eq!(sum.load(Ordering::Relaxed), 5050);
/// assert_eq!(share_out(3, 1.., add), Err("too large"));
/// ```
pub fn share_out<T, E: Send>(
    threads: usize,
    things: impl Iterator<Item = T> + Send,
    work: impl Fn(&mut dyn Iterator<Item = T>) -> Result<(), E> + Sync,
) -> Result<(), E> {
    // What is left, or what ended it.
    let left = Mutex::new(Ok(things));
    on_threads(threads, &|| {
        let mut own = std::iter::from_fn(|| lock(&left).as_mut().ok()?.next());
        let end = match catch_unwind(AssertUnwindSafe(|| work(&mut own))) {
            Ok(Ok(())) => return,
            Ok(Err(error)) => Ok(error),
            Err(panic) => Err(panic),
        };
        let mut left = lock(&left);
        if left.is_ok() {
            *left = Err(end);
        }
    });
    match left.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Ok(_) => Ok(()),
        Err(Ok(error)) => Err(error),
        Err(Err(panic)) => resume_unwind(panic),
    }
}

/// Locks a mutex and ignores poisoning: for data that is changed in single steps.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_the_work_of_all_threads_and_continues_in_the_caller() {
        let work = |own: &mut dyn Iterator<Item = u32>| {
            for number in own {
                assert_ne!(number, 1000, "as asked");
            }
            Ok::<(), ()>(())
        };
        for threads in [1, 3] {
            let panicked = catch_unwind(|| share_out(threads, 0.., work));
            let payload = panicked.expect_err("one of them panics");
            assert!(payload.downcast_ref::<String>().is_some_and(|text| text.contains("as asked")));
        }
    }
}
