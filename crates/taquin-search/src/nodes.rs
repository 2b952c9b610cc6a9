//! Every node that a graph search keeps, in one list: parents are places in it, so a path is found by
//! walking back, and nothing is ever freed one by one.

use crate::Cost;
use crate::budget::Stop;
use crate::chunks::Chunks;
use crate::observer::Observer;
use crate::problem::{Path, Problem};
use crate::run::Run;
use std::ops::{Index, IndexMut};

/// A node that was put on the frontier.
pub(crate) struct Entry<N, M> {
    pub(crate) node: N,
    pub(crate) parent: u32,
    pub(crate) g: Cost,
    /// The move that led here; the start has none.
    pub(crate) by: Option<M>,
    pub(crate) depth: Depth,
}

/// How many moves a node is from the start, and in the lowest bits what became of it.
#[derive(Clone, Copy)]
pub(crate) struct Depth(u32);

impl Depth {
    const EXPANDED: u32 = 1;
    const STALE: u32 = 2;
    const MOVE: u32 = 4;

    /// How many moves.
    #[inline(always)]
    pub(crate) fn moves(self) -> u64 {
        u64::from(self.0 / Depth::MOVE)
    }

    /// Whether the node was expanded.
    #[inline(always)]
    pub(crate) fn is_expanded(self) -> bool {
        self.0 & Depth::EXPANDED != 0
    }

    /// Whether a cheaper path to the same state was found since.
    #[inline(always)]
    pub(crate) fn is_stale(self) -> bool {
        self.0 & Depth::STALE != 0
    }

    /// Notes that the node is expanded.
    #[inline(always)]
    pub(crate) fn expand(&mut self) {
        self.0 |= Depth::EXPANDED;
    }

    /// Notes that a cheaper path was found.
    #[inline(always)]
    pub(crate) fn outdate(&mut self) {
        self.0 |= Depth::STALE;
    }
}

impl<N, M> Entry<N, M> {
    /// The entry of the start.
    fn start(node: N) -> Entry<N, M> {
        Entry { node, parent: 0, g: 0, by: None, depth: Depth(0) }
    }

    /// The entry of a child just made from the node `parent`, by a move and at a cost `g`.
    #[inline(always)]
    pub(crate) fn child(node: N, parent: (u32, Depth), by: M, g: Cost) -> Entry<N, M> {
        // There are fewer nodes than depths, so this never overflows.
        let depth = Depth((parent.1.0 | 3).wrapping_add(1));
        Entry { node, parent: parent.0, g, by: Some(by), depth }
    }
}

/// The entry of a problem's node.
pub(crate) type EntryOf<P> = Entry<<P as Problem>::Node, <P as Problem>::Move>;

/// The list of all nodes.
pub(crate) struct Nodes<P: Problem> {
    entries: Chunks<EntryOf<P>>,
    bytes_per_node: usize,
    /// Each node's place in the count of children made, kept only for the observer.
    ids: Chunks<u64>,
}

impl<P: Problem> Nodes<P> {
    /// A list with the start in it; the frontier takes so many bytes a node.
    pub(crate) fn starting_at<O: Observer<P::Move>>(
        problem: &P,
        start: P::Node,
        open_bytes: usize,
        run: &mut Run<P::Move, O>,
    ) -> Result<Nodes<P>, Stop> {
        let bytes_per_node = size_of::<EntryOf<P>>()
            + open_bytes
            + problem.node_bytes(&start)
            + if run.is_observed() { size_of::<u64>() } else { 0 };
        let mut nodes = Nodes { entries: Chunks::new(), bytes_per_node, ids: Chunks::new() };
        nodes.push(Entry::start(start), 0, run)?;
        Ok(nodes)
    }

    /// The id of a node, if there is an observer.
    #[inline(always)]
    pub(crate) fn id<O: Observer<P::Move>>(&self, index: u32, run: &Run<P::Move, O>) -> u64 {
        if run.is_observed() { self.ids[index as usize] } else { 0 }
    }

    /// Adds a node, or says that the memory limit forbids it.
    #[inline(always)]
    pub(crate) fn push<O: Observer<P::Move>>(
        &mut self,
        entry: EntryOf<P>,
        id: u64,
        run: &mut Run<P::Move, O>,
    ) -> Result<u32, Stop> {
        let new = self.entries.len();
        self.entries.push(entry, |length| run.grow_list(length, self.bytes_per_node))?;
        if run.is_observed() {
            // The memory for them has been asked for with the node.
            self.ids.push(id, |length| Ok(length.max(64)))?;
        }
        Ok(new as u32)
    }

    /// The moves from the start to a node, and the ids on the path if they are kept.
    pub(crate) fn path_to(&self, index: u32) -> Path<P::Move> {
        let mut path = vec![index];
        let mut moves = Vec::new();
        let mut entry = &self[index];
        while let Some(by) = entry.by {
            moves.push(by);
            path.push(entry.parent);
            entry = &self[entry.parent];
        }
        moves.reverse();
        let ids = path.iter().rev().map(|&index| self.ids[index as usize]);
        let ids = (self.ids.len() > 0).then(|| ids.collect());
        Path { moves, ids }
    }
}

impl<P: Problem> Index<u32> for Nodes<P> {
    type Output = EntryOf<P>;
    #[inline(always)]
    fn index(&self, index: u32) -> &Self::Output {
        &self.entries[index as usize]
    }
}

impl<P: Problem> IndexMut<u32> for Nodes<P> {
    #[inline(always)]
    fn index_mut(&mut self, index: u32) -> &mut Self::Output {
        &mut self.entries[index as usize]
    }
}
