//! Every node that a graph search keeps, in one list: parents are places in it, so a path is found by
//! walking back, and nothing is ever freed one by one.

use super::chunks::Chunks;
use super::run::{Observer, Run, Stop};
use super::{Path, Problem};
use crate::cost::Cost;
use std::ops::{Index, IndexMut};

/// A node that was put on the frontier.
pub(super) struct Entry<N, M> {
    pub(super) node: N,
    /// Its place in the count of children made.
    pub(super) id: u64,
    pub(super) parent: u32,
    pub(super) g: Cost,
    pub(super) depth: u32,
    /// The move that led here; the start has none.
    pub(super) by: Option<M>,
    pub(super) expanded: bool,
    /// A cheaper way to the same state was found since.
    pub(super) stale: bool,
}

impl<N, M> Entry<N, M> {
    /// The entry of the start.
    fn start(node: N) -> Entry<N, M> {
        Entry { node, id: 0, parent: 0, g: 0, depth: 0, by: None, expanded: false, stale: false }
    }

    /// The entry of a child just made from the node `parent`, by a move and at a cost `g`.
    #[inline(always)]
    pub(super) fn child(
        node: N,
        id: u64,
        (parent, parent_depth): (u32, u32),
        by: M,
        g: Cost,
    ) -> Entry<N, M> {
        let depth = parent_depth + 1;
        Entry { node, id, parent, g, depth, by: Some(by), expanded: false, stale: false }
    }
}

/// The entry of a problem's node.
pub(super) type EntryOf<P> = Entry<<P as Problem>::Node, <P as Problem>::Move>;

/// The list of all nodes.
pub(super) struct Nodes<P: Problem> {
    entries: Chunks<EntryOf<P>>,
    bytes_per_node: usize,
}

/// What a node's place in the closed table takes at the most, on average.
const CLOSED_BYTES: usize = 12;

impl<P: Problem> Nodes<P> {
    /// A list with the start in it; the frontier takes so many bytes a node.
    pub(super) fn starting_at<O: Observer<P::Move>>(
        problem: &P,
        start: P::Node,
        open_bytes: usize,
        run: &mut Run<P::Move, O>,
    ) -> Result<Nodes<P>, Stop> {
        let bytes_per_node =
            size_of::<EntryOf<P>>() + CLOSED_BYTES + open_bytes + problem.node_bytes(&start);
        let mut nodes = Nodes { entries: Chunks::new(), bytes_per_node };
        nodes.push(Entry::start(start), run)?;
        Ok(nodes)
    }

    /// Adds a node, or says that the memory limit forbids it.
    #[inline(always)]
    pub(super) fn push<O: Observer<P::Move>>(
        &mut self,
        entry: EntryOf<P>,
        run: &mut Run<P::Move, O>,
    ) -> Result<u32, Stop> {
        let new = self.entries.len();
        self.entries.push(entry, |length| run.grow_list(length, self.bytes_per_node))?;
        Ok(new as u32)
    }

    /// The moves and ids from the start to a node.
    pub(super) fn path_to(&self, index: u32) -> Path<P::Move> {
        let (mut moves, mut ids) = (Vec::new(), Vec::new());
        let mut entry = &self[index];
        while let Some(by) = entry.by {
            moves.push(by);
            ids.push(entry.id);
            entry = &self[entry.parent];
        }
        ids.push(entry.id);
        moves.reverse();
        ids.reverse();
        Path { moves, ids: Some(ids) }
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
