//! The frontier: nodes generated but not yet explored, and the order in which they are taken.
//!
//! A [`Stack`] takes the node generated last. [`Ranked`] takes the one with the least priority; how it finds that node
//! determines the order among equals.

use crate::Cost;
use crate::Ties;
use crate::observer::FrontierOrder;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A frontier of node numbers.
pub(crate) trait Open<K> {
    /// Whether children are generated in reverse order, so that the one to be visited first is on top.
    const REVERSED: bool = false;

    /// Adds a node. `key` is called only if ties need it.
    fn push(&mut self, index: u32, g: Cost, h: Cost, key: impl FnOnce() -> K);

    /// Takes the next node off and returns it with its priority.
    fn pop(&mut self) -> Option<(u64, u32)>;

    /// Returns the order in which nodes are taken.
    fn order(&self) -> FrontierOrder;

    /// Returns the size of an entry in bytes, if a key owns `key_bytes` besides itself.
    fn bytes_per_entry(&self, key_bytes: usize) -> usize;

    /// Returns the number of entries.
    fn len(&self) -> usize;
}

/// Last in, first out.
#[derive(Default)]
pub(crate) struct Stack(Vec<u32>);

impl<K> Open<K> for Stack {
    const REVERSED: bool = true;

    #[inline(always)]
    fn push(&mut self, index: u32, _g: Cost, _h: Cost, _key: impl FnOnce() -> K) {
        self.0.push(index);
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<(u64, u32)> {
        self.0.pop().map(|index| (0, index))
    }

    fn order(&self) -> FrontierOrder {
        FrontierOrder { newest_first: true, ..FrontierOrder::default() }
    }

    fn bytes_per_entry(&self, _key_bytes: usize) -> usize {
        size_of::<u32>()
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.0.len()
    }
}

/// How a node's priority is computed from the cost so far and the estimate; the least comes first.
pub(crate) trait Priority: Copy {
    /// Returns the priority of a node.
    fn of(&self, g: Cost, h: Cost) -> u64;
}

impl<F: Fn(u64, u64) -> u64 + Copy> Priority for F {
    #[inline(always)]
    fn of(&self, g: Cost, h: Cost) -> u64 {
        self(u64::from(g), u64::from(h))
    }
}

/// The weighted sum of both.
#[derive(Clone, Copy)]
pub(crate) struct Weights {
    pub(crate) g: u64,
    pub(crate) h: u64,
}

impl Priority for Weights {
    #[inline(always)]
    fn of(&self, g: Cost, h: Cost) -> u64 {
        self.g * u64::from(g) + self.h * u64::from(h)
    }
}

/// Least priority first. `R` determines how the least is found, and so the order among equals.
pub(crate) struct Ranked<F, R> {
    priority: F,
    order: R,
}

/// How the entry with the least priority is found.
pub(crate) trait Order<K> {
    /// Returns whether the newest among equals is found first.
    fn newest_first(&self) -> bool;
    /// Returns the size of an entry in bytes, if a key owns `key_bytes` besides itself.
    fn bytes_per_entry(&self, key_bytes: usize) -> usize;
    fn push(&mut self, priority: u64, index: u32, key: impl FnOnce() -> K);
    fn pop(&mut self) -> Option<(u64, u32)>;
    fn len(&self) -> usize;
}

impl<K, F: Priority, R: Order<K>> Open<K> for Ranked<F, R> {
    #[inline(always)]
    fn push(&mut self, index: u32, g: Cost, h: Cost, key: impl FnOnce() -> K) {
        self.order.push(self.priority.of(g, h), index, key);
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<(u64, u32)> {
        self.order.pop()
    }

    fn order(&self) -> FrontierOrder {
        let weights = (self.priority.of(1, 0), self.priority.of(0, 1));
        FrontierOrder { weights, newest_first: self.order.newest_first(), by_layer: false }
    }

    fn bytes_per_entry(&self, key_bytes: usize) -> usize {
        self.order.bytes_per_entry(key_bytes)
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.order.len()
    }
}

impl<F: Priority> Ranked<F, Buckets> {
    /// Creates a frontier that breaks ties by age: last in or first in.
    pub(crate) fn by_age(last: bool, priority: F) -> Ranked<F, Buckets> {
        Ranked { priority, order: Buckets::new(last) }
    }
}

impl<F: Priority, K: Ord> Ranked<F, AnyOrder<K>> {
    /// Creates a frontier with any tie rule, for searches that need not be compiled once for each.
    pub(crate) fn by(ties: Ties, priority: F) -> Ranked<F, AnyOrder<K>> {
        let order = match ties {
            Ties::Fifo => AnyOrder::Buckets(Buckets::new(false)),
            Ties::Lifo => AnyOrder::Buckets(Buckets::new(true)),
            Ties::State => AnyOrder::Sorted(BinaryHeap::new()),
            Ties::Heap => AnyOrder::Positional(PositionalHeap::default()),
        };
        Ranked { priority, order }
    }
}

/// The order for any tie rule.
pub(crate) enum AnyOrder<K> {
    Buckets(Buckets),
    Sorted(BinaryHeap<Reverse<(u64, K, u32)>>),
    Positional(PositionalHeap),
}

impl<K: Ord> Order<K> for AnyOrder<K> {
    fn newest_first(&self) -> bool {
        matches!(self, AnyOrder::Buckets(Buckets { lifo: true, .. }))
    }

    fn bytes_per_entry(&self, key_bytes: usize) -> usize {
        match self {
            AnyOrder::Buckets(buckets) => Order::<K>::bytes_per_entry(buckets, key_bytes),
            AnyOrder::Sorted(_) => size_of::<Reverse<(u64, K, u32)>>() + key_bytes,
            AnyOrder::Positional(_) => size_of::<(u64, u32)>(),
        }
    }

    #[inline(always)]
    fn push(&mut self, priority: u64, index: u32, key: impl FnOnce() -> K) {
        match self {
            AnyOrder::Buckets(buckets) => buckets.push(priority, index, key),
            AnyOrder::Sorted(heap) => heap.push(Reverse((priority, key(), index))),
            AnyOrder::Positional(heap) => heap.push(priority, index),
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<(u64, u32)> {
        match self {
            AnyOrder::Buckets(buckets) => Order::<K>::pop(buckets),
            AnyOrder::Sorted(heap) => {
                heap.pop().map(|Reverse((priority, _, index))| (priority, index))
            }
            AnyOrder::Positional(heap) => heap.pop(),
        }
    }

    #[inline(always)]
    fn len(&self) -> usize {
        match self {
            AnyOrder::Buckets(buckets) => Order::<K>::len(buckets),
            AnyOrder::Sorted(heap) => heap.len(),
            AnyOrder::Positional(heap) => heap.0.len(),
        }
    }
}

/// One bucket for each priority: in an array for low priorities, in a tree for the rest.
pub(crate) struct Buckets {
    lifo: bool,
    low: Vec<Bucket>,
    high: BTreeMap<u64, Bucket>,
    /// All buckets of `low` before this one are empty.
    first: usize,
    len: usize,
}

/// Priorities below this have their bucket in the array.
const LOW_PRIORITIES: u64 = 1 << 14;

/// Nodes of the same priority.
#[derive(Default)]
struct Bucket {
    nodes: Vec<u32>,
    /// Nodes before this one have been taken off already.
    taken: usize,
}

impl Bucket {
    #[inline(always)]
    fn take(&mut self, lifo: bool) -> Option<u32> {
        let node = if lifo {
            self.nodes.pop()
        } else {
            self.taken += 1;
            self.nodes.get(self.taken - 1).copied()
        };
        if node.is_none() {
            self.nodes.clear();
            self.taken = 0;
        }
        node
    }
}

impl<K> Order<K> for Buckets {
    fn newest_first(&self) -> bool {
        self.lifo
    }

    fn bytes_per_entry(&self, _key_bytes: usize) -> usize {
        size_of::<u32>()
    }

    #[inline(always)]
    fn push(&mut self, priority: u64, index: u32, _key: impl FnOnce() -> K) {
        self.len += 1;
        let bucket = match self.low.get_mut(priority as usize) {
            Some(bucket) => {
                self.first = self.first.min(priority as usize);
                bucket
            }
            None => self.other_bucket(priority),
        };
        bucket.nodes.push(index);
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<(u64, u32)> {
        while let Some(bucket) = self.low.get_mut(self.first) {
            if let Some(index) = bucket.take(self.lifo) {
                self.len -= 1;
                return Some((self.first as u64, index));
            }
            self.first += 1;
        }
        self.pop_high()
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.len
    }
}

impl Buckets {
    fn new(lifo: bool) -> Buckets {
        Buckets { lifo, low: Vec::new(), high: BTreeMap::new(), first: 0, len: 0 }
    }

    /// Returns a bucket that is new or not in the array.
    #[cold]
    #[inline(never)]
    fn other_bucket(&mut self, priority: u64) -> &mut Bucket {
        if priority < LOW_PRIORITIES {
            let index = priority as usize;
            self.low.resize_with(index + 1, Bucket::default);
            &mut self.low[index]
        } else {
            self.high.entry(priority).or_default()
        }
    }

    #[cold]
    #[inline(never)]
    fn pop_high(&mut self) -> Option<(u64, u32)> {
        while let Some(mut entry) = self.high.first_entry() {
            if let Some(index) = entry.get_mut().take(self.lifo) {
                self.len -= 1;
                return Some((*entry.key(), index));
            }
            entry.remove();
        }
        None
    }
}

/// A plain binary heap, where ties depend on the position of an entry. An entry rises while it is strictly better than
/// its parent. When the best is taken off, the last entry moves to the root and sinks to the better child, the left one
/// on a tie, while that is strictly better.
#[derive(Default)]
pub(crate) struct PositionalHeap(Vec<(u64, u32)>);

impl PositionalHeap {
    fn push(&mut self, priority: u64, index: u32) {
        let heap = &mut self.0;
        heap.push((priority, index));
        let mut at = heap.len() - 1;
        while at > 0 && heap[at].0 < heap[(at - 1) / 2].0 {
            heap.swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    fn pop(&mut self) -> Option<(u64, u32)> {
        let heap = &mut self.0;
        if heap.is_empty() {
            return None;
        }
        let best = heap.swap_remove(0);
        let mut at = 0;
        loop {
            let (left, right) = (2 * at + 1, 2 * at + 2);
            let Some(&(left_priority, _)) = heap.get(left) else { break };
            let right_better =
                heap.get(right).is_some_and(|&(priority, _)| priority < left_priority);
            let child = if right_better { right } else { left };
            if heap[child].0 >= heap[at].0 {
                break;
            }
            heap.swap(at, child);
            at = child;
        }
        Some(best)
    }
}
