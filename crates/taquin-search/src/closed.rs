//! The states a graph search has visited, and the node of each.
//!
//! Small spaces use a flat table indexed by rank, with one bit per state that marks valid entries: the bits are cleared
//! quickly and stay in the nearest cache, where most lookups end. The table outlives a search and is reused. Other
//! spaces use a hash table that stores node numbers and compares keys among the nodes. When it is large it is split
//! into many tables, so that growing never pauses a search for long.

use crate::Problem;
use crate::budget::{Budget, Held, Stop};
use crate::memory::give_memory_back;
use crate::nodes::Nodes;
use crate::observer::Observer;
use crate::run::Run;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::cell::RefCell;
use std::hash::{Hash, Hasher};

/// The states visited so far.
pub(crate) trait Closed<P: Problem> {
    /// Returns where a state belongs in the table.
    fn slot(&self, problem: &P, node: &P::Node) -> Slot;

    /// Returns the node of a state, if it was visited.
    fn find(&self, slot: Slot, problem: &P, nodes: &Nodes<P>, node: &P::Node) -> Option<u32>;

    /// Adds a state that was not visited before.
    fn insert(&mut self, slot: Slot, index: u32, problem: &P, nodes: &Nodes<P>)
    -> Result<(), Stop>;

    /// Replaces the node of a state.
    fn replace(&mut self, slot: Slot, old: u32, new: u32);
}

/// A position in a table: the rank or the hash of a state.
#[derive(Clone, Copy)]
pub(crate) struct Slot(u64);

/// Either kind of table, for searches that need not be compiled once for each.
pub(crate) enum AnyClosed {
    Flat(Flat),
    Hashed(Hashed),
}

impl AnyClosed {
    /// Creates an empty table that suits the problem.
    pub(crate) fn new<P: Problem, O: Observer<P::Move>>(
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> AnyClosed {
        match Flat::for_problem(problem, run) {
            Some(flat) => AnyClosed::Flat(flat),
            None => AnyClosed::Hashed(Hashed::new(run.budget())),
        }
    }
}

impl<P: Problem> Closed<P> for AnyClosed {
    #[inline(always)]
    fn slot(&self, problem: &P, node: &P::Node) -> Slot {
        match self {
            AnyClosed::Flat(flat) => flat.slot(problem, node),
            AnyClosed::Hashed(hashed) => hashed.slot(problem, node),
        }
    }

    #[inline(always)]
    fn find(&self, slot: Slot, problem: &P, nodes: &Nodes<P>, node: &P::Node) -> Option<u32> {
        match self {
            AnyClosed::Flat(flat) => flat.find(slot, problem, nodes, node),
            AnyClosed::Hashed(hashed) => Closed::find(hashed, slot, problem, nodes, node),
        }
    }

    #[inline(always)]
    fn insert(
        &mut self,
        slot: Slot,
        index: u32,
        problem: &P,
        nodes: &Nodes<P>,
    ) -> Result<(), Stop> {
        match self {
            AnyClosed::Flat(flat) => flat.insert(slot, index, problem, nodes),
            AnyClosed::Hashed(hashed) => Closed::insert(hashed, slot, index, problem, nodes),
        }
    }

    #[inline(always)]
    fn replace(&mut self, slot: Slot, old: u32, new: u32) {
        match self {
            AnyClosed::Flat(flat) => Closed::<P>::replace(flat, slot, old, new),
            AnyClosed::Hashed(hashed) => Closed::<P>::replace(hashed, slot, old, new),
        }
    }
}

/// Returns the hash of a key: the same in every run and on every machine.
#[inline(always)]
pub(crate) fn hash<K: Hash>(key: &K) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

/// Node numbers by rank. Entries without their bit set are left over from an earlier search.
pub(crate) struct Flat {
    visited: Vec<u64>,
    nodes: Vec<u32>,
}

/// Spaces of up to this many states use a flat table.
const FLAT_STATES: usize = 2_000_000;

thread_local! {
    /// The table of the last search on this thread.
    static SPARE: RefCell<Option<(Vec<u64>, Vec<u32>)>> = const { RefCell::new(None) };
}

impl Flat {
    /// Creates an empty table, if one suits the problem. If memory is too small for all states, a hash table of the
    /// visited ones may still fit.
    pub(crate) fn for_problem<P: Problem, O: Observer<P::Move>>(
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Option<Flat> {
        if !P::COUNTS_STATES {
            return None;
        }
        let states = problem.state_count().filter(|&states| states <= FLAT_STATES)?;
        let bits = states.div_ceil(64);
        run.grow_fixed(bits * size_of::<u64>() + states * size_of::<u32>()).ok()?;
        let spare = SPARE.with(|spare| spare.borrow_mut().take());
        Some(match spare.filter(|(_, nodes)| nodes.len() == states) {
            Some((mut visited, nodes)) => {
                visited.fill(0);
                Flat { visited, nodes }
            }
            None => Flat { visited: vec![0; bits], nodes: vec![0; states] },
        })
    }
}

impl<P: Problem> Closed<P> for Flat {
    #[inline(always)]
    fn slot(&self, problem: &P, node: &P::Node) -> Slot {
        Slot(problem.rank(node) as u64)
    }

    #[inline(always)]
    fn find(&self, slot: Slot, _: &P, _: &Nodes<P>, _: &P::Node) -> Option<u32> {
        let rank = slot.0 as usize;
        let visited = self.visited[rank / 64] >> (rank % 64) & 1 == 1;
        visited.then(|| self.nodes[rank])
    }

    #[inline(always)]
    fn insert(&mut self, slot: Slot, index: u32, _: &P, _: &Nodes<P>) -> Result<(), Stop> {
        let rank = slot.0 as usize;
        self.visited[rank / 64] |= 1 << (rank % 64);
        self.nodes[rank] = index;
        Ok(())
    }

    #[inline(always)]
    fn replace(&mut self, slot: Slot, _old: u32, new: u32) {
        self.nodes[slot.0 as usize] = new;
    }
}

impl Drop for Flat {
    fn drop(&mut self) {
        let spare = (std::mem::take(&mut self.visited), std::mem::take(&mut self.nodes));
        // At the end of a thread the slot for it may be gone already.
        let _ = SPARE.try_with(|place| *place.borrow_mut() = Some(spare));
    }
}

/// Node numbers by hash, in one table or many.
pub(crate) struct Hashed {
    shards: Vec<HashTable<u32>>,
    /// The size of all tables, and the bytes freed but not yet returned to the system.
    bytes: usize,
    unreturned: usize,
    budget: Budget,
    held: Held,
    /// Why it could not grow; the search then stops at once.
    stopped: Option<Stop>,
}

/// A single table with this capacity or more is split when it is full. Below that, one table is faster than many.
const SPLIT_FROM: usize = 1 << 19;
/// The number of tables after a split: growing one takes milliseconds even with a thousand million states in total.
const SHARDS: usize = 512;
/// Moving fewer nodes than this is not worth a look at the clock, and hashbrown moves them with fewer instructions.
const LONG_TO_MOVE: usize = 1 << 18;
/// How many nodes are moved to larger tables between two polls of the clock and the cancel flag: some milliseconds' worth
/// if each has to be fetched from main memory.
const MOVED_BETWEEN_POLLS: usize = 1 << 13;
/// Freed memory is returned to the system when it exceeds one part in this many of the total.
const UNRETURNED_SHARE: usize = 32;

/// Returns to which of so many tables a hash belongs.
#[inline(always)]
fn shard(hash: u64, shards: usize) -> usize {
    // Bits that hashbrown uses neither for the bucket nor, at the top, for its tag.
    (hash >> 44) as usize & (shards - 1)
}

impl Hashed {
    /// Creates an empty table.
    pub(crate) fn new(budget: &Budget) -> Hashed {
        let held = budget.open_account();
        let shards = vec![HashTable::new()];
        Hashed { shards, bytes: 0, unreturned: 0, budget: budget.clone(), held, stopped: None }
    }

    /// Returns an error if it could not grow.
    #[inline(always)]
    pub(crate) fn check(&self) -> Result<(), Stop> {
        self.stopped.map_or(Ok(()), Err)
    }

    /// Returns the node with this hash that `is_it` accepts.
    #[inline(always)]
    pub(crate) fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        self.shards[self.shard(hash)].find(hash, |&index| is_it(index)).copied()
    }

    /// Adds a node, unless the table cannot grow, as [`check`](Hashed::check) reports. `hash_of` returns the hash of any
    /// node in the table and is called when the table grows.
    #[inline(always)]
    pub(crate) fn insert(&mut self, hash: u64, index: u32, hash_of: impl Fn(u32) -> u64) {
        let table = &self.shards[self.shard(hash)];
        if table.len() == table.capacity()
            && let Err(stop) = self.grow(hash, &hash_of)
        {
            self.stopped = Some(stop);
            return;
        }
        let shard = self.shard(hash);
        self.shards[shard].insert_unique(hash, index, |&index| hash_of(index));
    }

    #[inline(always)]
    fn shard(&self, hash: u64) -> usize {
        shard(hash, self.shards.len())
    }

    /// Doubles the capacity of the table that a hash belongs to. The old allocation exists beside the new one
    /// meanwhile, and stays in use if the budget stops the search before all nodes are moved.
    #[cold]
    fn grow(&mut self, hash: u64, hash_of: &impl Fn(u32) -> u64) -> Result<(), Stop> {
        // A search by layers adds the rest of its batch before it looks.
        self.check()?;
        let (shard, single) = (self.shard(hash), self.shards.len() == 1);
        let table = &mut self.shards[shard];
        let before = table.allocation_size();
        self.held.set((self.bytes + self.unreturned + 2 * before) as u64)?;
        if single && table.len() >= SPLIT_FROM {
            self.split(hash_of)?;
        } else if table.len() < LONG_TO_MOVE {
            table.reserve(1, |&index| hash_of(index));
            self.bytes += table.allocation_size() - before;
        } else {
            let mut larger = HashTable::with_capacity(table.capacity() + 1);
            for (moved, &index) in table.iter().enumerate() {
                if moved % MOVED_BETWEEN_POLLS == MOVED_BETWEEN_POLLS - 1 {
                    self.budget.check()?;
                }
                larger.insert_unique(hash_of(index), index, |&index| hash_of(index));
            }
            self.bytes += larger.allocation_size() - before;
            self.shards[shard] = larger;
        }
        self.unreturned += before;
        // All tables grow at about the same time, and none fits in the space that another one left.
        if self.unreturned > (self.bytes / UNRETURNED_SHARE).max(1 << 18) {
            self.unreturned = 0;
            give_memory_back();
        }
        self.held.set((self.bytes + self.unreturned) as u64)
    }

    /// Divides the single table into many, unless the budget stops the search before that is done.
    fn split(&mut self, hash_of: &impl Fn(u32) -> u64) -> Result<(), Stop> {
        let all = &self.shards[0];
        let room_for_each = all.len() / SHARDS * 3 / 2;
        let mut shards = Vec::new();
        shards.resize_with(SHARDS, || HashTable::with_capacity(room_for_each));
        for (moved, &index) in all.iter().enumerate() {
            if moved % MOVED_BETWEEN_POLLS == MOVED_BETWEEN_POLLS - 1 {
                self.budget.check()?;
            }
            let hash = hash_of(index);
            shards[shard(hash, SHARDS)].insert_unique(hash, index, |&index| hash_of(index));
        }
        self.bytes = shards.iter().map(HashTable::allocation_size).sum();
        self.shards = shards;
        Ok(())
    }
}

impl<P: Problem> Closed<P> for Hashed {
    #[inline(always)]
    fn slot(&self, problem: &P, node: &P::Node) -> Slot {
        Slot(hash(&problem.key(node)))
    }

    #[inline(always)]
    fn find(&self, slot: Slot, problem: &P, nodes: &Nodes<P>, node: &P::Node) -> Option<u32> {
        let key = problem.key(node);
        Hashed::find(self, slot.0, |index| problem.key(&nodes[index].node) == key)
    }

    #[inline(always)]
    fn insert(
        &mut self,
        slot: Slot,
        index: u32,
        problem: &P,
        nodes: &Nodes<P>,
    ) -> Result<(), Stop> {
        let hash_of = |index: u32| hash(&problem.key(&nodes[index].node));
        Hashed::insert(self, slot.0, index, hash_of);
        self.check()
    }

    #[inline(always)]
    fn replace(&mut self, slot: Slot, old: u32, new: u32) {
        let shard = self.shard(slot.0);
        if let Some(index) = self.shards[shard].find_mut(slot.0, |&index| index == old) {
            *index = new;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Cancel, Limits};
    use crate::clock::Clock;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    /// A hash whose bits are spread evenly.
    fn spread(index: u32) -> u64 {
        u64::from(index).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn filled(budget: &Budget, nodes: u32) -> Hashed {
        let mut table = Hashed::new(budget);
        (0..nodes).for_each(|index| table.insert(spread(index), index, spread));
        assert_eq!(table.check(), Ok(()));
        table
    }

    #[test]
    fn a_table_keeps_its_nodes_when_it_grows_and_is_split() {
        let budget = Budget::unlimited();
        for nodes in [10_000, 1_000_000] {
            let table = filled(&budget, nodes);
            assert!((0..nodes).all(|n| table.find(spread(n), |index| index == n) == Some(n)));
            assert_eq!(table.find(spread(nodes), |index| index == nodes), None);
        }
    }

    /// Moving half a million nodes is the longest that a search does between two polls of its own: it ends as soon as the
    /// time is up, and nothing is lost.
    #[test]
    fn growing_stops_when_the_time_is_up() {
        // A table of 7/8 of a power of two is full; the larger one here is split next.
        for nodes in [(7 << 19) / 8, (7 << 20) / 8] {
            let late = Arc::new(AtomicBool::new(false));
            let hand = Arc::clone(&late);
            let now = move || Duration::from_secs(u64::from(hand.load(Ordering::Relaxed)));
            let limits = Limits { max_time: Some(Duration::from_secs(1)), ..Limits::default() };
            let budget = Budget::new(limits, Cancel::new()).with_clock(Clock::provided_by(now));
            let mut table = filled(&budget, nodes);
            late.store(true, Ordering::Relaxed);
            let moved = std::cell::Cell::new(0);
            table.insert(spread(nodes), nodes, |index| {
                moved.set(moved.get() + 1);
                spread(index)
            });
            assert_eq!(table.check(), Err(Stop::Time), "{nodes}");
            assert!((1..=MOVED_BETWEEN_POLLS).contains(&moved.get()), "{nodes}: {}", moved.get());
            // Whoever goes on all the same, as a search by layers does to the end of its batch, does not wait again.
            let before = moved.get();
            table.insert(spread(nodes), nodes, |index| {
                moved.set(moved.get() + 1);
                spread(index)
            });
            assert_eq!((table.check(), moved.get()), (Err(Stop::Time), before));
            assert!((0..nodes).all(|n| table.find(spread(n), |index| index == n) == Some(n)));
        }
    }
}
