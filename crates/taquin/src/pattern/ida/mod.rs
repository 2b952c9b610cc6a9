//! Fast IDA* with pattern databases: the rounds, the threads and what they share.
//!
//! Each round is a depth-first search within a bound, done by the [`kernel`]. If several threads are allowed, the
//! first starts alone; if the round turns out to be long, others join, and an idle thread takes half of the frontier
//! of a busy one. The length of the solution does not depend on the number of threads; which of several shortest
//! solutions is found, and how many nodes the last round expands, may.

mod automaton;
mod divided;
#[cfg(test)]
mod duplicates;
mod frontier;
mod kernel;
mod view;

pub use divided::{DividedSearch, Subtrees};

use crate::board::Direction;
use crate::pattern::PatternSets;
use crate::puzzle::Puzzle;
use kernel::{BETWEEN_POLLS, Counts, Kernel, Root, Search, SearchProgress, with_kernel_of};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use taquin_search::Observer;
use taquin_search::threads::{lock, usable, with_threads};
use taquin_search::{Budget, InstructionSet, Iteration, Run, Stop};
use view::ViewSet;

/// A round with fewer nodes is not worth a second thread.
const LONG_ROUND: u64 = 16 * BETWEEN_POLLS;

/// Searches a puzzle with pattern databases on this many threads, for a solution with fewer moves than `below` if that
/// is given. If none is found, the bound that was reached proves that there is none.
pub(crate) fn search<O: Observer<Direction>>(
    puzzle: &Puzzle,
    sets: &PatternSets,
    threads: usize,
    below: Option<u64>,
    run: &mut Run<Direction, O>,
) -> Result<Option<Vec<Direction>>, Stop> {
    let views = ViewSet::new(puzzle, sets);
    with_kernel_of!(views, puzzle, C V T => rounds::<C, V, T, O>(puzzle, &views, threads, below, run))
}

/// Raises the bound until the goal is found. Not inlined, so that the instances for all kernels are not compiled again
/// as one function.
#[inline(never)]
fn rounds<const C: usize, const V: usize, const T: usize, O: Observer<Direction>>(
    puzzle: &Puzzle,
    views: &ViewSet<'_>,
    threads: usize,
    below: Option<u64>,
    run: &mut Run<Direction, O>,
) -> Result<Option<Vec<Direction>>, Stop> {
    run.poll()?;
    // This expands no node, so no node limit forbids it.
    if puzzle.start() == puzzle.goal() {
        return Ok(Some(Vec::new()));
    }
    let kernel = Kernel::<C, V, T>::of(puzzle, views);
    let (root, mut bound) = kernel.root(puzzle.start());
    // Its buffers are reused from round to round.
    let mut search = Search::new(&kernel);
    let mut buffers = run.budget().open_account();
    loop {
        run.deepen(bound.into());
        if below.is_some_and(|below| u64::from(bound) >= below) {
            return Ok(None);
        }
        let before = run.stats.clone();
        let round = ParallelRound::new(bound, root.clone(), run);
        let mut count = |run: &mut Run<Direction, O>, counts: Counts| {
            run.stats.expanded = before.expanded + counts.expanded;
            run.stats.generated = before.generated + counts.generated;
            run.stats.explored = run.stats.expanded;
            run.stats.depth = counts.depth;
            run.stats.max_depth = before.max_depth.max(counts.max_depth);
            // The path, with the start.
            run.stored(counts.max_depth as usize + 1);
            buffers.set(counts.bytes as u64)
        };
        let help = || {
            let mut search = Search::new(&kernel);
            round.work(&mut search, &mut |_| round.budget.check());
        };
        with_threads(&help, &mut |start| {
            let mut alone = true;
            round.work(&mut search, &mut |counts| {
                count(run, counts)?;
                run.poll()?;
                if alone && counts.expanded >= LONG_ROUND {
                    alone = false;
                    start(usable(threads) - 1);
                }
                Ok(())
            });
        });
        let (ended, counts) = round.into_result();
        let accounted = count(run, counts);
        run.stats.iterations.push(Iteration {
            bound: u64::from(bound),
            expanded: counts.expanded,
            generated: counts.generated,
        });
        if let Some(moves) = ended? {
            return Ok(Some(moves));
        }
        accounted?;
        // Every child beyond the bound exceeds it by exactly 2.
        bound += 2;
    }
}

/// One round, shared by all threads that work on it.
struct ParallelRound<const C: usize, const V: usize, const T: usize> {
    bound: u16,
    budget: Budget,
    instructions: InstructionSet,
    pool: Mutex<Pool<C, V, T>>,
    /// Notifies idle threads that there are roots, or that there will be none.
    changed: Condvar,
    /// The number of idle threads, which wait for roots.
    idle: AtomicUsize,
    ended: AtomicBool,
}

/// The work left in a round, and the results so far.
struct Pool<const C: usize, const V: usize, const T: usize> {
    roots: Vec<Root<C, V, T>>,
    /// The number of threads that are searching below a root.
    working: usize,
    counts: Counts,
    /// What ended the round early.
    result: Option<Result<Vec<Direction>, Stop>>,
}

impl<const C: usize, const V: usize, const T: usize> ParallelRound<C, V, T> {
    fn new<M, O: Observer<M>>(
        bound: u16,
        root: Root<C, V, T>,
        run: &Run<M, O>,
    ) -> ParallelRound<C, V, T> {
        let pool = Pool { roots: vec![root], working: 0, counts: Counts::default(), result: None };
        ParallelRound {
            bound,
            budget: run.budget().clone(),
            instructions: run.instructions(),
            pool: Mutex::new(pool),
            changed: Condvar::new(),
            idle: AtomicUsize::new(0),
            ended: AtomicBool::new(false),
        }
    }

    /// Searches root after root until none is left or another thread ends the round. `poll` receives the counts of
    /// all threads from time to time and may stop the search.
    fn work(
        &self,
        search: &mut Search<'_, '_, C, V, T>,
        poll: &mut dyn FnMut(Counts) -> Result<(), Stop>,
    ) {
        search.counts = Counts::default();
        while let Some(root) = self.take_root() {
            search.begin(root, self.bound);
            let outcome = self.search_root(search, poll);
            let mut pool = lock(&self.pool);
            pool.working -= 1;
            pool.counts.add(search);
            match outcome {
                Ok(None) => {}
                Ok(Some(moves)) => pool.result = Some(Ok(moves)),
                Err(stop) => pool.result = pool.result.take().or(Some(Err(stop))),
            }
            if pool.result.is_some() {
                self.ended.store(true, Ordering::Relaxed);
            }
            self.wake_idle();
        }
    }

    /// Searches below one root.
    fn search_root(
        &self,
        search: &mut Search<'_, '_, C, V, T>,
        poll: &mut dyn FnMut(Counts) -> Result<(), Stop>,
    ) -> Result<Option<Vec<Direction>>, Stop> {
        loop {
            // Even without any, it completes pending lookups, which may find the goal.
            let claimed = match self.budget.claim_nodes(BETWEEN_POLLS) {
                Err(Stop::Nodes) => 0,
                claimed => claimed?,
            };
            let before = search.counts.expanded;
            let progress = search.run_with(self.instructions, claimed);
            let unused = claimed - (search.counts.expanded - before);
            self.budget.return_nodes(claimed, unused);
            match progress {
                SearchProgress::Exhausted => return Ok(None),
                SearchProgress::Found(moves) => return Ok(Some(moves)),
                SearchProgress::Paused if claimed == 0 => return Err(Stop::Nodes),
                SearchProgress::Paused if self.ended.load(Ordering::Relaxed) => return Ok(None),
                SearchProgress::Paused => {}
            }
            let counts = {
                let mut pool = lock(&self.pool);
                pool.counts.add(search);
                if self.idle.load(Ordering::Relaxed) > 0 && pool.roots.is_empty() {
                    pool.roots = search.share();
                    self.wake_idle();
                }
                pool.counts
            };
            poll(counts)?;
        }
    }

    /// Takes a root to search below, waiting if necessary; `None` when the round has ended.
    fn take_root(&self) -> Option<Root<C, V, T>> {
        let mut pool = lock(&self.pool);
        loop {
            if self.ended.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(root) = pool.roots.pop() {
                pool.working += 1;
                return Some(root);
            }
            if pool.working == 0 {
                return None;
            }
            self.idle.fetch_add(1, Ordering::Relaxed);
            pool = self.changed.wait(pool).unwrap_or_else(|poisoned| poisoned.into_inner());
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Wakes idle threads to take roots; the caller holds the pool's lock.
    fn wake_idle(&self) {
        // Notifying when no thread waits would take as long as a short round.
        if self.idle.load(Ordering::Relaxed) > 0 {
            self.changed.notify_all();
        }
    }

    /// Returns the result of the round and its counts.
    fn into_result(self) -> (Result<Option<Vec<Direction>>, Stop>, Counts) {
        let pool = self.pool.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        (pool.result.transpose(), pool.counts)
    }
}

impl Counts {
    /// Adds what a search has counted since the last call.
    fn add<const C: usize, const V: usize, const T: usize>(
        &mut self,
        search: &mut Search<'_, '_, C, V, T>,
    ) {
        let bytes = search.bytes();
        let new = std::mem::take(&mut search.counts);
        self.expanded += new.expanded;
        self.generated += new.generated;
        self.depth = new.depth;
        self.max_depth = self.max_depth.max(new.max_depth);
        // Its bytes at the last call are already counted.
        self.bytes = self.bytes + bytes - new.bytes;
        search.counts.bytes = bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::pattern::Partitions;
    use crate::puzzle::Goal;
    use crate::store::{Building, Store};
    use taquin_search::Silent;

    #[test]
    fn a_ceiling_is_proven_without_searching_its_round() {
        let size = "3x3".parse().expect("a size");
        let start = Board::new(size, vec![6, 4, 7, 8, 5, 0, 3, 2, 1]).expect("a board");
        let puzzle = Puzzle::new(start, &Goal::Classic).expect("it can be solved");
        let (store, budget) = (Store::default(), Budget::unlimited());
        let building = Building { threads: 1, budget: &budget, progress: &|_, _| {} };
        let partitions = Partitions::default_for(size);
        let sets = store.pattern_sets(&partitions, puzzle.goal(), building).expect("tables").sets;
        let search_below = |below: Option<u64>| {
            let mut run = Run::new(Budget::unlimited(), Silent);
            let found = search(&puzzle, &sets, 1, below, &mut run).expect("no limit");
            let (stats, bound) = run.finish();
            (found.map(|moves| moves.len()), bound, stats.iterations.len())
        };
        let (found, bound, rounds) = search_below(None);
        assert_eq!((found, bound), (Some(31), 31));
        assert_eq!(search_below(Some(33)), (found, bound, rounds));
        assert_eq!(search_below(Some(31)), (None, 31, rounds - 1));
        assert_eq!(search_below(Some(1)).0, None);
    }
}
