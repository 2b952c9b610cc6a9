//! Which states a graph search has met, and as which node.
//!
//! Where the space is small, a flat table indexed by rank; otherwise a hash table that stores node
//! numbers and looks keys up among the nodes. The flat table outlives a search and is used again with
//! a higher stamp, since clearing it takes as long as a short search. The hash table splits into many
//! when it is large, so that growing never holds a search up for long.

use super::Problem;
use super::nodes::Nodes;
use super::run::{Observer, Run};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::cell::RefCell;
use std::hash::{Hash, Hasher};

/// Spaces up to this many states get a flat table.
const FLAT_STATES: usize = 2_000_000;

/// The states met so far.
pub(super) enum Closed {
    Flat(Flat),
    Hashed(Hashed),
}

/// Where a state belongs in the table: its rank or its hash.
#[derive(Clone, Copy)]
pub(super) struct Place(u64);

impl Closed {
    /// An empty table that fits the problem.
    pub(super) fn new<P: Problem, O: Observer<P::Move>>(
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Closed {
        match problem.space() {
            // Where memory is too tight for all states, a table of those met may do.
            Some(states)
                if states <= FLAT_STATES && run.grow(states * size_of::<u32>()).is_ok() =>
            {
                Closed::Flat(Flat::with_states(states))
            }
            _ => Closed::Hashed(Hashed::new()),
        }
    }

    /// Where a state belongs.
    #[inline(always)]
    pub(super) fn place<P: Problem>(&self, problem: &P, node: &P::Node) -> Place {
        match self {
            Closed::Flat(_) => Place(problem.rank(node) as u64),
            Closed::Hashed(_) => Place(hash(&problem.key(node))),
        }
    }

    /// The node that stands for a state, if it was met.
    #[inline(always)]
    pub(super) fn find<P: Problem>(
        &self,
        place: Place,
        problem: &P,
        nodes: &Nodes<P>,
        node: &P::Node,
    ) -> Option<u32> {
        match self {
            Closed::Flat(flat) => flat.find(place),
            Closed::Hashed(hashed) => {
                let key = problem.key(node);
                hashed.find(place.0, |index| problem.key(&nodes[index].node) == key)
            }
        }
    }

    /// Notes a state that was not met before.
    #[inline(always)]
    pub(super) fn insert<P: Problem>(
        &mut self,
        place: Place,
        index: u32,
        problem: &P,
        nodes: &Nodes<P>,
    ) {
        match self {
            Closed::Flat(flat) => flat.set(place, index),
            Closed::Hashed(hashed) => {
                hashed.insert(place.0, index, |index| hash(&problem.key(&nodes[index].node)));
            }
        }
    }

    /// Lets another node stand for a state.
    #[inline(always)]
    pub(super) fn replace(&mut self, place: Place, old: u32, new: u32) {
        match self {
            Closed::Flat(flat) => flat.set(place, new),
            Closed::Hashed(hashed) => {
                hashed.replace(place.0, old, new);
            }
        }
    }
}

/// The hash of a key: the same in every run and on every machine.
#[inline(always)]
pub(super) fn hash<K: Hash>(key: &K) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

/// Node numbers by rank. A slot at or below the stamp is from an earlier search and counts as empty.
pub(super) struct Flat {
    slots: Vec<u32>,
    stamp: u32,
    highest: u32,
}

thread_local! {
    /// The table of the last search on this thread.
    static SPARE: RefCell<Option<(Vec<u32>, u32)>> = const { RefCell::new(None) };
}

impl Flat {
    fn with_states(states: usize) -> Flat {
        let spare = SPARE.with(|spare| spare.borrow_mut().take());
        let reusable = spare.filter(|(slots, stamp)| slots.len() == states && *stamp < 1 << 31);
        let (slots, stamp) = reusable.unwrap_or_else(|| (vec![0; states], 0));
        Flat { slots, stamp, highest: stamp }
    }

    #[inline(always)]
    fn find(&self, place: Place) -> Option<u32> {
        let slot = self.slots[place.0 as usize];
        (slot > self.stamp).then(|| slot - self.stamp - 1)
    }

    #[inline(always)]
    fn set(&mut self, place: Place, index: u32) {
        let slot = self.stamp + 1 + index;
        self.highest = self.highest.max(slot);
        self.slots[place.0 as usize] = slot;
    }
}

impl Drop for Flat {
    fn drop(&mut self) {
        let slots = std::mem::take(&mut self.slots);
        // At the end of a thread the place for it may be gone already.
        let _ = SPARE.try_with(|spare| *spare.borrow_mut() = Some((slots, self.highest)));
    }
}

/// Node numbers by hash, in one table or many.
pub(super) struct Hashed {
    shards: Vec<HashTable<u32>>,
    states: usize,
}

/// Above so many states the table is split.
const SPLIT_ABOVE: usize = 1 << 20;
/// Into so many: growing one of them takes milliseconds even with a thousand million states in all.
const SHARDS: usize = 512;

impl Hashed {
    /// An empty table.
    pub(super) fn new() -> Hashed {
        Hashed { shards: vec![HashTable::new()], states: 0 }
    }

    /// The node with this hash that `is_it` says yes to.
    #[inline(always)]
    pub(super) fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        self.shards[self.shard(hash)].find(hash, |&index| is_it(index)).copied()
    }

    /// Adds a node; `hash_of` tells the hash of any node of the table, should it grow.
    #[inline(always)]
    pub(super) fn insert(&mut self, hash: u64, index: u32, hash_of: impl Fn(u32) -> u64) {
        self.states += 1;
        if self.states == SPLIT_ABOVE {
            self.split(&hash_of);
        }
        let shard = self.shard(hash);
        self.shards[shard].insert_unique(hash, index, |&index| hash_of(index));
    }

    /// Puts a node in another's place.
    fn replace(&mut self, hash: u64, old: u32, new: u32) {
        let shard = self.shard(hash);
        if let Some(index) = self.shards[shard].find_mut(hash, |&index| index == old) {
            *index = new;
        }
    }

    #[inline(always)]
    fn shard(&self, hash: u64) -> usize {
        // Bits that hashbrown uses neither for the bucket nor, at the top, for its tag.
        (hash >> 44) as usize & (self.shards.len() - 1)
    }

    #[cold]
    fn split(&mut self, hash_of: &impl Fn(u32) -> u64) {
        let all = std::mem::take(&mut self.shards);
        self.shards.resize_with(SHARDS, HashTable::new);
        for index in all.into_iter().flatten() {
            let hash = hash_of(index);
            let shard = self.shard(hash);
            self.shards[shard].insert_unique(hash, index, |&index| hash_of(index));
        }
    }
}
