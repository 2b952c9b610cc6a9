//! Work on a stream of things, on several threads: each takes the next ones as soon as it is free, so no count depends on
//! the number of threads, and what follows a slow one does not wait for it. Results come with the number of their thing,
//! in whatever order they are finished.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender};
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
    use std::sync::mpsc::channel;

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
}
