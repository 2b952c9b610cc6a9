//! Work on a stream of things, on several threads: each takes the next ones as soon as it is free, so no count depends on
//! the number of threads, and what follows a slow one does not wait for it. Results come with the number of their thing,
//! in whatever order they are finished.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use taquin::search::Clock;

/// Things to work on, each with its number.
pub type Queue<T> = Mutex<Receiver<(usize, T)>>;
/// A number, and the result for that thing, or the panic that there was instead.
pub type Done<R> = (usize, thread::Result<R>);

/// Things that take this little time are taken in batches, or passing them between threads would take as long.
const QUICK: Duration = Duration::from_millis(1);

/// Works on the things of a queue until it is closed and empty, or no one receives results any more. Up to `most` things
/// are taken at once, and their results sent together.
pub fn work<T, R>(
    queue: &Queue<T>,
    done: &Sender<Vec<Done<R>>>,
    most: usize,
    each: impl Fn(T) -> R,
) {
    let clock = Clock::default();
    let mut share = 1;
    loop {
        let some = take(queue, share);
        let began = clock.now();
        let results: Vec<Done<R>> = some
            .into_iter()
            .map(|(number, thing)| (number, catch_unwind(AssertUnwindSafe(|| each(thing)))))
            .collect();
        if results.is_empty() || done.send(results).is_err() {
            break;
        }
        share = if clock.since(began) < QUICK { most.min(2 * share) } else { 1 };
    }
}

/// Works on all of some things on this many threads, one at a time on each, and passes each result with its number to
/// `finished`, on the calling thread, as soon as it is there. The first error that `finished` returns ends it; a panic
/// ends it, too, and continues here.
pub fn work_on_all<T: Send, R: Send, E>(
    things: impl ExactSizeIterator<Item = (usize, T)>,
    threads: usize,
    each: impl Fn(T) -> R + Sync,
    mut finished: impl FnMut(usize, R) -> Result<(), E>,
) -> Result<(), E> {
    let ((left, queue), (sender, done)) = (channel(), channel());
    let threads = threads.min(things.len());
    for thing in things {
        // This cannot fail: the other end of the queue is here.
        let _ = left.send(thing);
    }
    drop(left);
    let queue = Mutex::new(queue);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (queue, each, sender) = (&queue, &each, sender.clone());
            // A result must not wait for that of the next thing, which may take hours.
            scope.spawn(move || work(queue, &sender, 1, each));
        }
        drop(sender);
        // Moved here, so that the threads notice when no one receives results any more.
        let mut done = done.into_iter().flatten();
        done.try_for_each(|(number, result)| {
            finished(number, result.unwrap_or_else(|panic| resume_unwind(panic)))
        })
    })
}

/// Waits for a thing, and takes up to `share` if more are there; returns none after the last one.
fn take<T>(queue: &Queue<T>, share: usize) -> Vec<(usize, T)> {
    let queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    let first = queue.recv().ok();
    let others = queue.try_iter().take(share - 1);
    first.into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_thing_is_worked_on_once_and_a_panic_is_a_result() {
        let ((things, queue), (sender, done)) = (channel(), channel());
        (0..100).for_each(|number| things.send((number, number)).expect("it is open"));
        drop(things);
        let queue = Mutex::new(queue);
        let double = |thing: usize| match thing {
            7 => panic!("as asked"),
            thing => 2 * thing,
        };
        thread::scope(|scope| {
            for _ in 0..3 {
                let (queue, sender) = (&queue, sender.clone());
                scope.spawn(move || work(queue, &sender, 16, double));
            }
            drop(sender);
        });
        let mut all: Vec<(usize, Option<usize>)> =
            done.into_iter().flatten().map(|(number, result)| (number, result.ok())).collect();
        all.sort_unstable();
        let expected = (0..100).map(|thing| (thing, (thing != 7).then_some(2 * thing)));
        assert_eq!(all, expected.collect::<Vec<_>>());
    }

    #[test]
    fn an_error_and_a_panic_end_the_work_on_all() {
        let mut sum = 0;
        let add = |_, doubled: usize| {
            sum += doubled;
            Ok::<(), ()>(())
        };
        assert_eq!(work_on_all((0..100).enumerate(), 3, |thing| 2 * thing, add), Ok(()));
        assert_eq!(sum, 9900);
        let fail = |number, _| if number == 50 { Err(number) } else { Ok(()) };
        assert_eq!(work_on_all((0..100).enumerate(), 3, |thing| thing, fail), Err(50));
        let refuse = |thing: usize| assert_ne!(thing, 50, "as asked");
        let panicked =
            catch_unwind(|| work_on_all((0..100).enumerate(), 3, refuse, |_, ()| Ok::<(), ()>(())));
        assert!(panicked.is_err());
    }
}
