//! Whoever follows a search: what it is told, and how several are put together.
//!
//! `Option<O>` is an observer that may be absent, `&mut O` one that is lent, `(A, B)` are two. Each is told of nodes
//! only if it wants to hear of them.

use crate::Cost;
use crate::stats::Stats;

/// What became of a child when it was generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposition {
    /// It waits on the frontier.
    Enqueued,
    /// The state was known already.
    Duplicate,
    /// It lies beyond the bound.
    Pruned,
}

/// A child just generated: its number, and where it comes from.
#[derive(Clone, Copy, Debug)]
pub struct Generated<M> {
    /// Its number: the count of children generated so far, itself included. The start is 0.
    pub id: u64,
    /// The number of its parent.
    pub parent: u64,
    /// The move that led to it.
    pub by: M,
    /// The cost of the path to it.
    pub g: Cost,
    /// The estimated cost from it to the goal.
    pub h: Cost,
    /// What became of it.
    pub disposition: Disposition,
}

/// An observer of a search. Every method does nothing by default; an observer never changes a count, but what is kept
/// for it, and in what form, changes how much memory is taken.
pub trait Observer<M> {
    /// Whether it wants to hear of nodes at all.
    fn wants_nodes(&self) -> bool {
        true
    }

    /// The node of this number was taken off the frontier (visited, in a tree search); the statistics
    /// count it already.
    fn explored(&mut self, _id: u64, _stats: &Stats) {}

    /// A child was generated.
    fn generated(&mut self, _child: Generated<M>) {}

    /// A round with a higher bound begins.
    fn deepened(&mut self, _bound: Cost) {}

    /// Every few thousand nodes: time to show progress.
    fn tick(&mut self, _stats: &Stats) {}
}

/// No observer: telling it costs nothing, as it is a type of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<M> Observer<M> for Silent {
    #[inline(always)]
    fn wants_nodes(&self) -> bool {
        false
    }
}

impl<M, O: Observer<M> + ?Sized> Observer<M> for &mut O {
    #[inline(always)]
    fn wants_nodes(&self) -> bool {
        (**self).wants_nodes()
    }

    fn explored(&mut self, id: u64, stats: &Stats) {
        (**self).explored(id, stats);
    }

    fn generated(&mut self, child: Generated<M>) {
        (**self).generated(child);
    }

    fn deepened(&mut self, bound: Cost) {
        (**self).deepened(bound);
    }

    fn tick(&mut self, stats: &Stats) {
        (**self).tick(stats);
    }
}

impl<M, O: Observer<M>> Observer<M> for Option<O> {
    #[inline(always)]
    fn wants_nodes(&self) -> bool {
        self.as_ref().is_some_and(O::wants_nodes)
    }

    fn explored(&mut self, id: u64, stats: &Stats) {
        if let Some(observer) = self {
            observer.explored(id, stats);
        }
    }

    fn generated(&mut self, child: Generated<M>) {
        if let Some(observer) = self {
            observer.generated(child);
        }
    }

    fn deepened(&mut self, bound: Cost) {
        if let Some(observer) = self {
            observer.deepened(bound);
        }
    }

    fn tick(&mut self, stats: &Stats) {
        if let Some(observer) = self {
            observer.tick(stats);
        }
    }
}

impl<M: Copy, A: Observer<M>, B: Observer<M>> Observer<M> for (A, B) {
    #[inline(always)]
    fn wants_nodes(&self) -> bool {
        self.0.wants_nodes() || self.1.wants_nodes()
    }

    fn explored(&mut self, id: u64, stats: &Stats) {
        if self.0.wants_nodes() {
            self.0.explored(id, stats);
        }
        if self.1.wants_nodes() {
            self.1.explored(id, stats);
        }
    }

    fn generated(&mut self, child: Generated<M>) {
        if self.0.wants_nodes() {
            self.0.generated(child);
        }
        if self.1.wants_nodes() {
            self.1.generated(child);
        }
    }

    fn deepened(&mut self, bound: Cost) {
        self.0.deepened(bound);
        self.1.deepened(bound);
    }

    fn tick(&mut self, stats: &Stats) {
        self.0.tick(stats);
        self.1.tick(stats);
    }
}
