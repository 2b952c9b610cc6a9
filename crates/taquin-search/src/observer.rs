//! Observers of a search: the events they receive, and how to combine them.
//!
//! `Option<O>` is an optional observer, `&mut O` a borrowed one, `(A, B)` a pair. Each receives nodes only if it wants
//! them.

use crate::Cost;
use crate::stats::{Improvement, Stats};

/// A node taken off the frontier (visited, in a tree search), and why it was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The node's id.
    pub id: u64,
    /// The cost of the path to it.
    pub g: Cost,
    /// The estimated cost from it to the goal.
    pub h: Cost,
    /// The priority by which it was chosen, the least on the frontier, if the frontier is ordered by priority.
    pub priority: Option<u64>,
}

/// What happened to a child when it was generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposition {
    /// The state is new and was put on the frontier.
    Enqueued,
    /// The state was known, but this path is cheaper: it was put on the frontier again.
    Improved,
    /// The state was known already.
    Duplicate,
    /// The node lies beyond the bound.
    Pruned,
}

impl Disposition {
    /// Returns whether the node was put on the frontier.
    pub fn is_enqueued(self) -> bool {
        matches!(self, Disposition::Enqueued | Disposition::Improved)
    }
}

/// A child just generated.
#[derive(Clone, Copy, Debug)]
pub struct Generated<M> {
    /// The child's id: the number of children generated so far, this one included. The start is 0.
    pub id: u64,
    /// The id of its parent.
    pub parent: u64,
    /// The move that led to it.
    pub by: M,
    /// The cost of the path to it.
    pub g: Cost,
    /// The estimated cost from it to the goal.
    pub h: Cost,
    /// What happened to it.
    pub disposition: Disposition,
}

/// An observer of a search. Every method does nothing by default. An observer never changes a count, but what is stored
/// for it, and in which form, changes memory use.
pub trait Observer<M> {
    /// Returns whether it wants to receive nodes.
    fn wants_nodes(&self) -> bool {
        true
    }

    /// A search with this name begins, alone or as one of several.
    fn began(&mut self, _search: &str) {}

    /// A node was taken off the frontier; the statistics include it already.
    fn explored(&mut self, _node: Taken, _stats: &Stats) {}

    /// A child was generated.
    fn generated(&mut self, _child: Generated<M>) {}

    /// A round, counted from 1, begins with a higher bound.
    fn deepened(&mut self, _round: u64, _bound: Cost) {}

    /// Two searches met: the ids of the node on the start's side and on the goal's side.
    fn met(&mut self, _from_start: u64, _from_goal: u64) {}

    /// A solution was found that is the best so far.
    fn improved(&mut self, _improvement: &Improvement) {}

    /// One of several searches ended, and another may begin; `is_best` is whether its answer is the best so far.
    fn ended(&mut self, _is_best: bool) {}

    /// Called every few thousand nodes, to show progress.
    fn tick(&mut self, _stats: &Stats) {}
}

/// No observer. It is a type of its own, so that notifying it costs nothing.
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

    fn began(&mut self, search: &str) {
        (**self).began(search);
    }

    fn explored(&mut self, node: Taken, stats: &Stats) {
        (**self).explored(node, stats);
    }

    fn generated(&mut self, child: Generated<M>) {
        (**self).generated(child);
    }

    fn deepened(&mut self, round: u64, bound: Cost) {
        (**self).deepened(round, bound);
    }

    fn met(&mut self, from_start: u64, from_goal: u64) {
        (**self).met(from_start, from_goal);
    }

    fn improved(&mut self, improvement: &Improvement) {
        (**self).improved(improvement);
    }

    fn ended(&mut self, is_best: bool) {
        (**self).ended(is_best);
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

    fn began(&mut self, search: &str) {
        if let Some(observer) = self {
            observer.began(search);
        }
    }

    fn explored(&mut self, node: Taken, stats: &Stats) {
        if let Some(observer) = self {
            observer.explored(node, stats);
        }
    }

    fn generated(&mut self, child: Generated<M>) {
        if let Some(observer) = self {
            observer.generated(child);
        }
    }

    fn deepened(&mut self, round: u64, bound: Cost) {
        if let Some(observer) = self {
            observer.deepened(round, bound);
        }
    }

    fn met(&mut self, from_start: u64, from_goal: u64) {
        if let Some(observer) = self {
            observer.met(from_start, from_goal);
        }
    }

    fn improved(&mut self, improvement: &Improvement) {
        if let Some(observer) = self {
            observer.improved(improvement);
        }
    }

    fn ended(&mut self, is_best: bool) {
        if let Some(observer) = self {
            observer.ended(is_best);
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

    fn began(&mut self, search: &str) {
        self.0.began(search);
        self.1.began(search);
    }

    fn explored(&mut self, node: Taken, stats: &Stats) {
        if self.0.wants_nodes() {
            self.0.explored(node, stats);
        }
        if self.1.wants_nodes() {
            self.1.explored(node, stats);
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

    fn deepened(&mut self, round: u64, bound: Cost) {
        self.0.deepened(round, bound);
        self.1.deepened(round, bound);
    }

    fn met(&mut self, from_start: u64, from_goal: u64) {
        self.0.met(from_start, from_goal);
        self.1.met(from_start, from_goal);
    }

    fn improved(&mut self, improvement: &Improvement) {
        self.0.improved(improvement);
        self.1.improved(improvement);
    }

    fn ended(&mut self, is_best: bool) {
        self.0.ended(is_best);
        self.1.ended(is_best);
    }

    fn tick(&mut self, stats: &Stats) {
        self.0.tick(stats);
        self.1.tick(stats);
    }
}
