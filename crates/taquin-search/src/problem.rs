//! The interface between a search and its state space: [`Problem`].

use crate::Cost;
use std::fmt::Debug;
use std::hash::Hash;
use std::iter::Rev;

/// A state space with a goal and an estimate of the remaining cost: everything a search knows.
///
/// The [crate] begins with an implementation; `examples/road_map` has costs and inverse moves. Several threads
/// may use it at the same time.
pub trait Problem: Sync {
    /// A state, with cached data that makes its estimate cheap. Nodes may be dropped on another thread.
    type Node: Clone + Send + Sync + 'static;
    /// What identifies a state. Its order decides [`Ties::State`](crate::Ties::State).
    type Key: Clone + Eq + Hash + Ord;
    /// A move out of a state.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// The moves out of a state.
    type Moves<'a>: MovesOut<Item = Self::Move>
    where
        Self: 'a;

    /// Whether its hot loops are compiled for newer instructions as well, see [`HotLoop`](crate::HotLoop). Worth it
    /// only for problems that are searched for speed.
    const FOR_NEWER: bool = false;

    /// Whether every move has an inverse, which [`Problem::moves`] leaves out when it is given the parent move. Searches
    /// that store visited states then skip it, and count it as generated.
    const HAS_INVERSES: bool = false;

    /// Whether [`Problem::state_count`] may return a number. If it never does, searches of small spaces are not
    /// compiled.
    const COUNTS_STATES: bool = true;

    /// Returns the state where the search begins.
    fn start(&self) -> Self::Node;

    /// Returns whether a state is a goal.
    fn is_goal(&self, node: &Self::Node) -> bool;

    /// Returns the estimated cost from a state to the goal.
    fn h(&self, node: &Self::Node) -> Cost;

    /// Returns the moves out of a state, in the order in which its children are visited. Given the parent move, the one
    /// that led to the state, its inverse is left out if it has one.
    fn moves(&self, node: &Self::Node, parent_move: Option<Self::Move>) -> Self::Moves<'_>;

    /// Returns the state after a move, and the cost of the move. A move may be free, but a search that stores only its
    /// path and measures it by costs goes round a circle of free moves until it is stopped.
    fn step(&self, node: &Self::Node, by: Self::Move) -> (Self::Node, Cost);

    /// Returns whether a move is the inverse of the one before it; its child is then known without a lookup.
    fn undoes(&self, by: Self::Move, parent_move: Self::Move) -> bool;

    /// Returns what identifies a state.
    fn key(&self, node: &Self::Node) -> Self::Key;

    /// Returns the number of bytes that a node owns besides itself.
    fn node_bytes(&self, _node: &Self::Node) -> usize {
        0
    }

    /// Returns the number of states, if [`Problem::rank`] numbers them without gaps.
    fn state_count(&self) -> Option<usize> {
        None
    }

    /// Returns the rank of a state, which is less than [`Problem::state_count`].
    fn rank(&self, _node: &Self::Node) -> usize {
        0
    }

    /// Returns the goal, if there is only one and moves can be inverted. Searching from both ends needs it.
    fn goal(&self) -> Option<Self::Node> {
        None
    }

    /// Returns the inverse of a move from this state: it leads back here from the child.
    fn inverse(&self, _node: &Self::Node, _by: Self::Move) -> Option<Self::Move> {
        None
    }
}

/// The moves out of a state, in the order of visits or in reverse. Every double-ended iterator of known length is one.
///
/// ```
/// use taquin_search::MovesOut;
/// assert_eq!([1, 2, 3].into_iter().last_first().collect::<Vec<_>>(), [3, 2, 1]);
/// ```
///
/// Searches that store only a path copy moves faster if the iterator owns no memory.
pub trait MovesOut: IntoIterator<IntoIter: Clone> {
    /// The moves in reverse order.
    type LastFirst: ExactSizeIterator<Item = Self::Item> + Clone;

    /// Reverses the order.
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
///
/// ```
/// # mod road_map { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/road_map/map.rs")); }
/// # use road_map::RoadMap;
/// use taquin_search::{AStar, Algorithm, Budget, Run, Trace};
/// let mut trace = Trace::new(100);
/// let mut run = Run::new(Budget::unlimited(), &mut trace);
/// let path = AStar::with_defaults().search(&RoadMap, &mut run)?.expect("there is a road");
/// run.finish();
/// let ids = path.ids.expect("there is an observer");
/// assert_eq!(trace.moves_to(ids[ids.len() - 1]), Some(path.moves));
/// # Ok::<(), taquin_search::Stop>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<M> {
    /// The moves, first to last.
    pub moves: Vec<M>,
    /// The id of every node on the path, starting with the start's 0. Present if the search stores its nodes and there
    /// was an observer.
    pub ids: Option<Vec<u64>>,
}
