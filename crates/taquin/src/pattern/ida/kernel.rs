//! Search within a bound that rarely waits for memory: several table lookups are pending at a time.
//!
//! A lookup in a large table takes as long as a few hundred instructions, most of it waiting for memory. So expanding
//! a node only prefetches the table entries of its children; the *edges* to them are put in a ring buffer. An edge is
//! completed when its slot in the ring is needed again: by then its entries have arrived, and the child, if it is
//! within the bound, joins the frontier. One loop does both: it completes an edge for every one that it starts, so
//! the processor has few branches to predict.
//!
//! A trail of moves records how each node was reached; steps that no node needs any more are removed from time to time.

use super::automaton::{self, State};
use super::frontier::Frontier;
use super::view::{MappedBoard, PdbView, PdbViews, PendingLookup, ViewSet};
use crate::board::{Board, Direction, Size};
use crate::puzzle::Puzzle;
use std::any::Any;
use std::cell::RefCell;
use taquin_search::{HotLoop, InstructionSet};

/// How many nodes a thread expands before it polls the clock and the other threads.
pub(super) const BETWEEN_POLLS: u64 = 2048;
/// How many edges are in flight.
const IN_FLIGHT: usize = 8;
/// The number of slots for parents, which are used in turn. By the time all edges in flight are completed, even if each
/// has a parent of its own, only half of the slots have been reused.
const PARENTS: usize = 2 * IN_FLIGHT;
const _: () = assert!(PARENTS > IN_FLIGHT && SLOTS <= 1 << u8::BITS);
/// The parent of empty edges: all its children are beyond the bound.
const NO_PARENT: usize = PARENTS;
/// The total number of slots: all of these, rounded up to a power of two.
const SLOTS: usize = 2 * PARENTS;
/// A value beyond every bound.
pub(super) const FAR: u16 = u16::MAX / 2;
/// The trail is compacted when it is longer than twice the steps needed the last time plus this many.
const LONG_TRAIL: usize = 1 << 17;
/// Marks steps of the trail that are needed, while it is compacted.
const NEEDED: u32 = 1 << 31;
/// Buffers whose trail has a greater capacity are not kept for the next search.
const MAX_SPARE_STEPS: usize = 1 << 20;
/// The trail index of a board that no moves led to.
const NO_MOVES: u32 = 0;

/// Evaluates an expression with the first kernel type that is large enough. Unused capacity for views or tables only
/// costs time.
macro_rules! with_kernel_of {
    ($views:expr, $puzzle:expr, $c:ident $v:ident $t:ident => $do:expr) => {
        with_kernel_of! { @ $views, $puzzle, $c $v $t => $do;
            (true, ..=2, ..=2) => 16 2 2, (true, ..=2, ..=4) => 16 2 4, (true, ..=4, ..=4) => 16 4 4, (true, ..) => 16 8 8,
            (false, ..=2, ..=4) => 32 2 4, (false, ..=4, ..=4) => 32 4 4, (false, ..) => 32 8 8 }
    };
    (@ $views:expr, $puzzle:expr, $c:ident $v:ident $t:ident => $do:expr; $($fits:pat => $cells:literal $count:literal $tables:literal),*) => {
        match ($puzzle.size().cells() <= 16, $views.count(), $views.tables()) {
            $($fits => {
                const $c: usize = $cells;
                const $v: usize = $count;
                const $t: usize = $tables;
                $do
            })*
        }
    };
}
pub(super) use with_kernel_of;

/// A node of the search: its board mapped by each view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const C: usize, const V: usize, const T: usize> {
    mapped: MappedBoard<C, V, T>,
    /// g + h by each view.
    f: [u16; V],
    trail: u32,
    state: State,
    depth: u16,
    blank: u8,
}

/// A child whose lookups are pending.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Edge<const V: usize> {
    pending: [PendingLookup; V],
    parent: u8,
    action: u8,
}

/// Everything about a puzzle that does not change while it is searched.
#[derive(Debug)]
pub(super) struct Kernel<'a, const C: usize, const V: usize, const T: usize> {
    views: PdbViews<'a, V, T>,
    /// By cell, the directions that stay on the board, one bit each; and the cells they lead to.
    actions: [u8; 32],
    next: [u8; 128],
    goal: [u8; C],
}

/// Counts since they were last collected.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) depth: u64,
    pub(super) max_depth: u64,
    /// The size of nodes and trails in bytes when last reported.
    pub(super) bytes: usize,
}

/// The state of a search within a bound.
#[derive(Debug)]
pub(super) enum SearchProgress {
    /// The allowed number of nodes was expanded.
    Paused,
    /// No node is left.
    Exhausted,
    /// The goal was found by these moves.
    Found(Vec<Direction>),
}

/// Continues a search, expanding a limited number of nodes.
struct RunSearch;

impl<const C: usize, const V: usize, const T: usize> HotLoop<u64, &mut Search<'_, '_, C, V, T>>
    for RunSearch
{
    type Output = SearchProgress;
    const FOR_NEWER: bool = V <= 4; // More views are rarely used.

    #[inline(always)]
    fn run(self, allowed: u64, search: &mut Search<'_, '_, C, V, T>) -> SearchProgress {
        search.run(allowed)
    }
}

/// A node and the moves that led to it.
#[derive(Clone, Debug)]
pub(super) struct Root<const C: usize, const V: usize, const T: usize> {
    node: Node<C, V, T>,
    moves: Vec<Direction>,
}

impl<const C: usize, const V: usize, const T: usize> Root<C, V, T> {
    /// Returns whether it is the goal.
    pub(super) fn is_at(&self, kernel: &Kernel<'_, C, V, T>) -> bool {
        self.node.mapped.tiles == kernel.goal
    }
}

/// The growing buffers of a search.
#[derive(Debug)]
struct SearchBuffers<const C: usize, const V: usize, const T: usize> {
    frontier: Frontier<Node<C, V, T>>,
    /// The last move to each node, with the trail index of its parent.
    trail: Vec<u32>,
    /// While the trail is compacted, the new indices of its steps.
    moved_to: Vec<u32>,
}

/// A search within a bound, from one root.
#[derive(Debug)]
pub(super) struct Search<'k, 'a, const C: usize, const V: usize, const T: usize> {
    kernel: &'k Kernel<'a, C, V, T>,
    bound: u16,
    buffers: SearchBuffers<C, V, T>,
    edges: [Edge<V>; IN_FLIGHT],
    parents: [Node<C, V, T>; SLOTS],
    /// The slot of the oldest edge, which the next one replaces, and the slot of the next parent.
    edge: usize,
    parent: usize,
    /// The moves that led to the root.
    before: Vec<Direction>,
    /// The trail length at which it is compacted.
    long_trail: usize,
    pub(super) counts: Counts,
}

thread_local! {
    /// Buffers of finished searches, one of each type.
    static SPARE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

impl<const C: usize, const V: usize, const T: usize> SearchBuffers<C, V, T> {
    fn new() -> SearchBuffers<C, V, T> {
        SearchBuffers { frontier: Frontier::new(), trail: Vec::new(), moved_to: Vec::new() }
    }

    /// Returns the buffers of an earlier search of this thread, or new ones: solving an easy board takes less time than
    /// allocating this much new memory.
    fn spare() -> SearchBuffers<C, V, T> {
        let left = SPARE.with_borrow_mut(|spare| {
            let nth = spare.iter().position(|buffers| buffers.is::<Self>())?;
            Some(spare.swap_remove(nth).downcast::<Self>().expect("it is of this type"))
        });
        left.map_or_else(SearchBuffers::new, |buffers| *buffers)
    }

    /// Keeps the buffers for the next search, unless they have become very large or there are others.
    fn recycle(self) {
        SPARE.with_borrow_mut(|spare| {
            let is_new = spare.iter().all(|buffers| !buffers.is::<Self>());
            if is_new && self.trail.capacity() <= MAX_SPARE_STEPS {
                spare.push(Box::new(self));
            }
        });
    }
}

impl<const C: usize, const V: usize, const T: usize> Drop for Search<'_, '_, C, V, T> {
    fn drop(&mut self) {
        std::mem::replace(&mut self.buffers, SearchBuffers::new()).recycle();
    }
}

impl<'a, const C: usize, const V: usize, const T: usize> Kernel<'a, C, V, T> {
    pub(super) fn new(size: Size, views: [PdbView<'a>; V], goal: &Board) -> Kernel<'a, C, V, T> {
        let (mut actions, mut next) = ([0; 32], [0; 128]);
        for cell in 0..size.cells() {
            for (action, direction) in Direction::ALL.into_iter().enumerate() {
                if let Some(neighbour) = size.neighbour(cell, direction) {
                    actions[cell] |= 1 << action;
                    next[cell * 4 + action] = neighbour as u8;
                }
            }
        }
        let mut at_goal = [0; C];
        at_goal.iter_mut().zip(goal.tiles()).for_each(|(to, &tile)| *to = tile as u8);
        Kernel { views: PdbViews::new(size, views), actions, next, goal: at_goal }
    }

    /// Returns the kernel of a puzzle.
    pub(super) fn of(puzzle: &Puzzle, views: &ViewSet<'a>) -> Kernel<'a, C, V, T> {
        Kernel::new(puzzle.size(), std::array::from_fn(|nth| views.nth(nth)), puzzle.goal())
    }

    /// Returns the number of children of a root.
    pub(super) fn children_of(&self, root: &Root<C, V, T>) -> u32 {
        let Node { blank, state, .. } = root.node;
        (self.actions[usize::from(blank) % 32] & automaton::allowed(state)).count_ones()
    }

    /// Returns a board as a root, and its estimate.
    pub(super) fn root(&self, board: &Board) -> (Root<C, V, T>, u16) {
        let (mapped, f) = self.views.map_board(board);
        let node =
            Node { mapped, f, trail: NO_MOVES, state: 0, depth: 0, blank: board.blank() as u8 };
        (Root { node, moves: Vec::new() }, f.into_iter().max().expect("there is a view"))
    }

    /// Returns the board after some moves as a root, and its f; `None` if a move leads off the board or completes a
    /// duplicate operator sequence.
    pub(super) fn root_after(
        &self,
        start: &Board,
        moves: &[Direction],
    ) -> Option<(Root<C, V, T>, u16)> {
        let (mut board, mut state) = (start.clone(), 0);
        for &direction in moves {
            let action = Direction::ALL.iter().position(|known| *known == direction)?;
            if automaton::allowed(state) >> action & 1 == 0 {
                return None;
            }
            board.apply(direction)?;
            state = automaton::after(state, action);
        }
        let (mut root, h) = self.root(&board);
        let depth = u16::try_from(moves.len()).ok()?;
        root.node.f.iter_mut().for_each(|f| *f += depth);
        (root.node.depth, root.node.state) = (depth, state);
        root.moves = moves.to_vec();
        Some((root, h + depth))
    }
}

impl<'k, 'a, const C: usize, const V: usize, const T: usize> Search<'k, 'a, C, V, T> {
    /// Creates a search without a root.
    pub(super) fn new(kernel: &'k Kernel<'a, C, V, T>) -> Search<'k, 'a, C, V, T> {
        let no_edge =
            Edge { pending: [PendingLookup::default(); V], parent: NO_PARENT as u8, action: 0 };
        let no_parent = Node {
            mapped: MappedBoard::nothing(),
            f: [FAR; V],
            trail: NO_MOVES,
            state: 0,
            depth: 0,
            blank: 0,
        };
        Search {
            kernel,
            bound: 0,
            buffers: SearchBuffers::spare(),
            edges: [no_edge; IN_FLIGHT],
            parents: [no_parent; SLOTS],
            edge: 0,
            parent: 0,
            before: Vec::new(),
            long_trail: 0,
            counts: Counts::default(),
        }
    }

    /// Starts at a root; the state of an earlier search is dropped.
    pub(super) fn begin(&mut self, root: Root<C, V, T>, bound: u16) {
        self.bound = bound;
        self.buffers.frontier.clear();
        self.edges.iter_mut().for_each(|edge| edge.parent = NO_PARENT as u8);
        self.before = root.moves;
        self.buffers.trail.clear();
        self.buffers.trail.push(NEEDED);
        self.buffers.moved_to.clear();
        self.long_trail = LONG_TRAIL;
        self.buffers.frontier.push(&Node { trail: NO_MOVES, ..root.node }, 0, 0);
    }

    /// Returns how many bytes of its buffers are in use.
    pub(super) fn bytes(&self) -> usize {
        let SearchBuffers { frontier, trail, moved_to } = &self.buffers;
        let steps = trail.len() + moved_to.len();
        frontier.len() * size_of::<Node<C, V, T>>() + steps * size_of::<u32>()
    }

    /// Continues the search with these instructions. Not inlined, so that it is compiled only once for all callers.
    #[inline(never)]
    pub(super) fn run_with(
        &mut self,
        instructions: InstructionSet,
        allowed: u64,
    ) -> SearchProgress {
        instructions.run(RunSearch, allowed, self)
    }

    /// Continues the search, expanding at most `allowed` nodes.
    #[inline(always)]
    fn run(&mut self, mut allowed: u64) -> SearchProgress {
        let kernel = self.kernel;
        loop {
            while self.buffers.frontier.is_empty() {
                match self.complete_some() {
                    Some(moves) => return SearchProgress::Found(moves),
                    None if self.buffers.frontier.is_empty() => return SearchProgress::Exhausted,
                    None => {}
                }
            }
            if allowed == 0 {
                return SearchProgress::Paused;
            }
            allowed -= 1;
            let slot = self.parent % PARENTS;
            self.buffers.frontier.pop_to(&mut self.parents[slot]);
            let Node { blank, state, depth, .. } = self.parents[slot];
            let blank = usize::from(blank) % 32;
            let mut actions = kernel.actions[blank] & automaton::allowed(state);
            self.counts.expanded += 1;
            self.counts.generated += u64::from(actions.count_ones());
            self.counts.depth = u64::from(depth);
            // The next node reuses the slot of a node without children.
            self.parent = slot + usize::from(actions != 0);
            while actions != 0 {
                let action = actions.trailing_zeros() as usize % 4;
                actions &= actions - 1;
                if let Some(moves) = self.complete() {
                    return SearchProgress::Found(moves);
                }
                let edge = &mut self.edges[self.edge % IN_FLIGHT];
                (edge.parent, edge.action) = (slot as u8, action as u8);
                kernel.views.prefetch(
                    &self.parents[slot].mapped,
                    blank * 4 + action,
                    &mut edge.pending,
                );
                self.edge += 1;
            }
            if self.buffers.trail.len() >= self.long_trail {
                self.compact_trail();
            }
        }
    }

    /// With an empty frontier, completes edges until it has a node or no edge is left.
    #[cold]
    fn complete_some(&mut self) -> Option<Vec<Direction>> {
        for _ in 0..IN_FLIGHT {
            if let Some(moves) = self.complete() {
                return Some(moves);
            }
            self.edges[self.edge % IN_FLIGHT].parent = NO_PARENT as u8;
            self.edge += 1;
            if !self.buffers.frontier.is_empty() {
                break;
            }
        }
        None
    }

    /// Completes the oldest edge: its child joins the frontier if it is within the bound. Returns the solution if
    /// the child is the goal.
    #[inline(always)]
    fn complete(&mut self) -> Option<Vec<Direction>> {
        let kernel = self.kernel;
        let edge = &self.edges[self.edge % IN_FLIGHT];
        let parent = &self.parents[usize::from(edge.parent) % SLOTS];
        let (mut grows, mut f, mut greatest) = ([0; V], parent.f, 0);
        for view in 0..V {
            grows[view] = kernel.views.grows(&parent.mapped, view, edge.pending[view]);
            f[view] += u16::from(grows[view]);
            greatest = greatest.max(f[view]);
        }
        if greatest > self.bound {
            return None;
        }
        // If a table lies, f may be less than the depth. That only spoils the order.
        let (left, slack) = (greatest.wrapping_sub(parent.depth), self.bound - greatest);
        let node = self.buffers.frontier.push(parent, left, slack);
        let action = usize::from(edge.action) % 4;
        let blank_move = usize::from(parent.blank) % 32 * 4 + action;
        kernel.views.apply(&mut node.mapped, blank_move, &edge.pending, grows);
        node.f = f;
        node.blank = kernel.next[blank_move];
        node.depth = parent.depth + 1;
        node.state = automaton::after(parent.state, action);
        node.trail = self.buffers.trail.len() as u32;
        self.counts.max_depth = self.counts.max_depth.max(u64::from(node.depth));
        let found = (f[0] == node.depth && node.mapped.tiles == kernel.goal).then_some(node.trail);
        self.buffers.trail.push(parent.trail << 2 | action as u32);
        found.map(|trail| self.moves_to(trail))
    }

    /// Returns all moves from the start to a step of the trail.
    #[cold]
    fn moves_to(&self, trail: u32) -> Vec<Direction> {
        let mut slot = trail;
        let from_root = std::iter::from_fn(|| {
            let step = self.buffers.trail[slot as usize];
            (slot != NO_MOVES).then(|| {
                slot = step >> 2;
                Direction::ALL[step as usize % 4]
            })
        });
        let mut moves: Vec<Direction> = from_root.collect();
        moves.reverse();
        self.before.iter().copied().chain(moves).collect()
    }

    /// Removes half of the frontier, for another thread, and returns it.
    pub(super) fn share(&mut self) -> Vec<Root<C, V, T>> {
        let shared = self.buffers.frontier.share().into_iter();
        shared.map(|node| Root { node, moves: self.moves_to(node.trail) }).collect()
    }

    /// Removes the steps that no node needs any more from the trail.
    #[cold]
    fn compact_trail(&mut self) {
        let SearchBuffers { frontier, trail, moved_to } = &mut self.buffers;
        let edges = &self.edges;
        let has_edges = |slot: usize| edges.iter().any(|edge| usize::from(edge.parent) == slot);
        let parents = self.parents[..PARENTS].iter_mut().enumerate();
        let in_flight = parents.filter(|&(slot, _)| has_edges(slot)).map(|(_, node)| node);
        let mut in_flight: Vec<&mut Node<C, V, T>> = in_flight.collect();
        let mut keep_trail = |node: &mut Node<C, V, T>| {
            let mut step = node.trail as usize;
            while trail[step] & NEEDED == 0 {
                trail[step] |= NEEDED;
                step = (trail[step] & !NEEDED) as usize >> 2;
            }
        };
        in_flight.iter_mut().for_each(|node| keep_trail(node));
        frontier.for_each(&mut keep_trail);
        // A step comes after its predecessor, so the needed steps keep their order.
        moved_to.resize(trail.len(), NO_MOVES);
        let mut kept = 1;
        for step in 1..trail.len() {
            let before = trail[step] & !NEEDED;
            if before != trail[step] {
                trail[kept] = moved_to[(before >> 2) as usize] << 2 | before & 3;
                moved_to[step] = kept as u32;
                kept += 1;
            }
        }
        trail.truncate(kept);
        self.long_trail = 2 * kept + LONG_TRAIL;
        let follow = |node: &mut Node<C, V, T>| node.trail = moved_to[node.trail as usize];
        in_flight.into_iter().for_each(&follow);
        frontier.for_each(follow);
    }
}
