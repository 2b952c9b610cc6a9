//! What a search may know of the space it searches: [`Problem`].

use crate::Cost;
use std::fmt::Debug;
use std::hash::Hash;
use std::iter::Rev;

/// A state space, its goal and an estimate of the path left: all that a search may know.
///
/// `examples/road_map.rs` writes one. Several threads may look at it.
pub trait Problem: Sync {
    /// A state, with whatever makes its estimate cheap. Another thread may be left to clear them.
    type Node: Clone + Send + Sync + 'static;
    /// What tells states apart. Its order settles [`Ties::State`](crate::Ties::State).
    type Key: Clone + Eq + Hash + Ord;
    /// A move out of a state.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// The moves out of a state.
    type Moves<'a>: MovesOut<Item = Self::Move>
    where
        Self: 'a;

    /// Whether it is searched so often for speed that its hot loops are compiled for newer instructions, too; see
    /// [`HotLoop`](crate::HotLoop).
    const FOR_NEWER: bool = false;

    /// Whether [`Problem::state_count`] may know a number: where it never does, searches of small spaces are not
    /// compiled.
    const COUNTS_STATES: bool = true;

    /// Where the search begins.
    fn start(&self) -> Self::Node;

    /// Whether it may end here.
    fn is_goal(&self, node: &Self::Node) -> bool;

    /// The estimated cost from here to the goal.
    fn h(&self, node: &Self::Node) -> Cost;

    /// The moves out of a state, in the order in which its children are visited; with a parent
    /// move, the one that led there, without its inverse.
    fn moves(&self, node: &Self::Node, parent_move: Option<Self::Move>) -> Self::Moves<'_>;

    /// The state after a move, and what the move costs.
    fn step(&self, node: &Self::Node, by: Self::Move) -> (Self::Node, Cost);

    /// Whether a move is the inverse of the one before it: its child is known without a lookup.
    fn undoes(&self, by: Self::Move, parent_move: Self::Move) -> bool;

    /// What tells this state from others.
    fn key(&self, node: &Self::Node) -> Self::Key;

    /// How many bytes a node keeps besides itself.
    fn node_bytes(&self, _node: &Self::Node) -> usize {
        0
    }

    /// How many states there are, if [`Problem::rank`] numbers them without gaps.
    fn state_count(&self) -> Option<usize> {
        None
    }

    /// The number of a state, below [`Problem::state_count`].
    fn rank(&self, _node: &Self::Node) -> usize {
        0
    }

    /// The only goal, where there is one and moves can be taken back: what searching from both ends
    /// needs.
    fn goal(&self) -> Option<Self::Node> {
        None
    }

    /// The inverse of a move from this state: it leads back here from the child.
    fn inverse(&self, _node: &Self::Node, _by: Self::Move) -> Option<Self::Move> {
        None
    }
}

/// The moves out of a state, one by one: the first to be visited first, or the last. Iterators that know their length
/// and both of their ends are such lists.
pub trait MovesOut: IntoIterator<IntoIter: Clone> {
    /// The moves in the other order.
    type LastFirst: ExactSizeIterator<Item = Self::Item> + Clone;

    /// Turns their order round.
    fn last_first(self) -> Self::LastFirst;
}

impl<I: DoubleEndedIterator + ExactSizeIterator + Clone> MovesOut for I {
    type LastFirst = Rev<I>;

    #[inline(always)]
    fn last_first(self) -> Rev<I> {
        self.rev()
    }
}

/// A path from the start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<M> {
    /// The moves, first to last.
    pub moves: Vec<M>,
    /// For searches that keep their nodes, if there was an observer: the id of every node on the path, the start's
    /// 0 first.
    pub ids: Option<Vec<u64>>,
}
