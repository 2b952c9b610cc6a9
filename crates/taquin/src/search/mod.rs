//! Searches: every algorithm is one file with a type that implements [`Algorithm`] over any
//! [`Problem`], and an entry in the list in `solve/methods.rs`; help, tests and documents are fed from
//! that list.
//!
//! An algorithm knows nothing about tiles. It sees nodes, moves, costs and estimates, and counts what
//! it does through its [`Run`], which also stops it at its limits.

mod astar;
mod beam;
mod bfs;
mod bidirectional;
mod budget;
mod chunks;
mod clock;
mod closed;
pub mod constructive;
mod deepening;
mod dfs;
mod dijkstra;
pub(crate) mod fast;
mod graph;
mod greedy;
mod ida;
mod iddfs;
mod instruction_set;
mod layers;
mod nodes;
mod observer;
mod open;
pub(crate) mod pages;
mod parallel;
mod rbfs;
mod run;
pub mod shorten;
mod sweep;
mod weighted_astar;

pub use astar::AStar;
pub use beam::Beam;
pub use bfs::Bfs;
pub use bidirectional::Bidirectional;
pub use budget::{Budget, Cancel, Held, Limits, Reclaim, Stop};
pub(crate) use chunks::wait_until_cleared;
pub use clock::{Clock, Moment};
pub use dfs::Dfs;
pub use dijkstra::Dijkstra;
pub use greedy::Greedy;
pub use ida::Ida;
pub use iddfs::Iddfs;
pub use instruction_set::{HotLoop, InstructionSet};
pub use observer::{Disposition, Generated, Observer, Silent};
pub use pages::give_memory_back;
pub use rbfs::Rbfs;
pub use run::{Iteration, Run, Stats};
pub use weighted_astar::WeightedAStar;

use crate::cost::Cost;
use std::fmt::Debug;
use std::hash::Hash;
use std::iter::Rev;
use std::sync::OnceLock;

/// How many cores there are to work on. The system is asked once: that takes as long as an easy search.
pub fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, |cores| cores.get()))
}

/// A state space, its goal and an estimate of the way left: all that a search may know.
///
/// `examples/graph.rs` writes one for a road map. Several threads may look at it.
pub trait Problem: Sync {
    /// A state, with whatever makes its estimate cheap. Another thread may be left to clear them.
    type Node: Clone + Send + Sync + 'static;
    /// What tells states apart. Its order settles ties by `board`.
    type Key: Clone + Eq + Hash + Ord;
    /// A way out of a state.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// The moves out of a state.
    type Moves<'a>: MovesOut<Item = Self::Move>
    where
        Self: 'a;

    /// Whether it is searched so often for speed that its hot loops are compiled for newer instructions, too; see
    /// [`HotLoop`].
    const FOR_NEWER: bool = false;

    /// Where the search begins.
    fn start(&self) -> Self::Node;

    /// Whether it may end here.
    fn is_goal(&self, node: &Self::Node) -> bool;

    /// The estimated cost from here to the goal.
    fn h(&self, node: &Self::Node) -> Cost;

    /// The moves out of a state, in the order in which its children are visited; with the move that led
    /// there given, without the one that only takes it back.
    fn moves(&self, node: &Self::Node, last: Option<Self::Move>) -> Self::Moves<'_>;

    /// The state after a move, and what the move costs.
    fn step(&self, node: &Self::Node, by: Self::Move) -> (Self::Node, Cost);

    /// Whether a move only takes back the one before it: its child is known without looking.
    fn undoes(&self, by: Self::Move, last: Self::Move) -> bool;

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

    /// The move back to this state, once a move has been made from it.
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

/// A way from the start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<M> {
    /// The moves, first to last.
    pub moves: Vec<M>,
    /// For searches that keep their nodes, if there was an observer: the id of every node on the way, the start's
    /// 0 first.
    pub ids: Option<Vec<u64>>,
}

/// When a node is tested for being the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalTest {
    /// When it is taken off the frontier.
    Late,
    /// When it is made.
    Early,
}

impl GoalTest {
    /// Both, by name.
    pub const LIST: [(&'static str, GoalTest); 2] =
        [("late", GoalTest::Late), ("early", GoalTest::Early)];
}

/// Which of several nodes with the same priority comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The one that was put on the frontier first.
    Fifo,
    /// The one that was put on last.
    Lifo,
    /// The one whose board comes first, read row by row.
    Board,
    /// Whichever lies on top of source D's binary heap.
    Heap,
}

impl Ties {
    /// All rules, by name.
    pub const LIST: [(&'static str, Ties); 4] =
        [("fifo", Ties::Fifo), ("lifo", Ties::Lifo), ("board", Ties::Board), ("heap", Ties::Heap)];

    /// The rule's name.
    pub fn id(self) -> &'static str {
        Ties::LIST.into_iter().find(|(_, ties)| *ties == self).map_or("", |(id, _)| id)
    }
}

/// What an algorithm can be told. Each takes from it what its [`AlgorithmInfo::options`] name.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// When to test for the goal.
    pub goal_test: GoalTest,
    /// Which of equal nodes comes first.
    pub ties: Ties,
    /// How much the estimate weighs, in thousandths.
    pub weight: u32,
    /// How many nodes a beam keeps.
    pub width: usize,
    /// How deep to go.
    pub max_depth: Option<u64>,
    /// How many threads may work on it.
    pub threads: usize,
}

impl Options {
    /// What an algorithm does unless told otherwise.
    pub fn default_for(info: &AlgorithmInfo) -> Options {
        Options {
            goal_test: info.goal_test,
            ties: info.ties.unwrap_or(Ties::Fifo),
            weight: 2000,
            width: 1000,
            max_depth: None,
            threads: 1,
        }
    }
}

/// What can be set of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionId {
    /// `--goal-test`
    GoalTest,
    /// `--ties`
    Ties,
    /// `--weight`
    Weight,
    /// `--width`
    Width,
    /// `--max-depth`
    MaxDepth,
}

/// What a search promises about the cost of the solution it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimality {
    /// The cheapest.
    Always,
    /// The one of fewest moves, which is the cheapest only where every move costs the same.
    FewestMoves,
    /// The cheapest if the heuristic is admissible; others are refused.
    IfAdmissible,
    /// Nothing.
    Never,
}

/// What an algorithm is and promises, for people and programs.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmInfo {
    /// The name to call it by.
    pub id: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// What it is called in books.
    pub title: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// A few sentences that a student understands.
    pub explanation: &'static str,
    /// Whether it finds a solution wherever there is one, given time and memory.
    pub complete: bool,
    /// What it promises about the cost.
    pub optimal: Optimality,
    /// What its memory grows with.
    pub memory: &'static str,
    /// Whether it looks at a heuristic.
    pub informed: bool,
    /// Whether it counts the way by the cost model; otherwise by moves.
    pub counts_cost: bool,
    /// When it tests for the goal unless told otherwise.
    pub goal_test: GoalTest,
    /// Which of equal nodes comes first unless told otherwise; `None` where the question never arises.
    pub ties: Option<Ties>,
    /// What can be set.
    pub options: &'static [OptionId],
}

/// A search over any problem.
pub trait Algorithm {
    /// What it is and promises.
    const INFO: AlgorithmInfo;

    /// The algorithm, told what to do.
    fn with(options: &Options) -> Self;

    /// The algorithm as it is unless told otherwise.
    fn with_defaults() -> Self
    where
        Self: Sized,
    {
        Self::with(&Options::default_for(&Self::INFO))
    }

    /// Searches until a goal is found, there is nothing left, or the run must stop.
    fn search<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop>;
}
