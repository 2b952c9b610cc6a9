//! Search within a bound that hardly ever waits for memory: several table lookups are pending at a time.
//!
//! A lookup in a large table takes as long as a few hundred instructions, most of it waiting for memory. So
//! expanding a node only prefetches the table entries of its children; the *edges* to them join a ring. An edge
//! is completed when its place in the ring is needed again: by then its entries have arrived, and the child, if
//! it is within the bound, joins the frontier. One loop does both: it completes an edge for every one that it
//! starts, so the processor has few branches to predict.
//!
//! A trail of moves records how each node was reached; steps that no node needs any more are removed from it now
//! and then.

use super::automaton::{self, State};
use super::frontier::Frontier;
use super::view::{MappedBoard, PdbView, PdbViews, PendingLookup, ViewSet};
use crate::board::{Board, Direction, Size};
use crate::puzzle::Puzzle;
use std::any::Any;
use std::cell::RefCell;
use taquin_search::{HotLoop, InstructionSet};

/// How many nodes a thread expands between two polls of the clock and of the others.
pub(super) const BETWEEN_POLLS: u64 = 2048;
/// How many edges are in flight.
const IN_FLIGHT: usize = 8;
/// Parents take places in turn. By the time that all edges in flight, each with a parent of its own, are
/// completed, half of the places have been used again.
const PARENTS: usize = 2 * IN_FLIGHT;
const _: () = assert!(PARENTS > IN_FLIGHT && PLACES <= 1 << u8::BITS);
/// The parent of empty edges: all its children are beyond the bound.
const NO_PARENT: usize = PARENTS;
/// All places, and some more: a power of two.
const PLACES: usize = 2 * PARENTS;
/// Beyond every bound.
pub(super) const FAR: u16 = u16::MAX / 2;
/// The trail is cleared when so many steps have been added to those that were needed the last time.
const LONG_TRAIL: usize = 1 << 17;
/// Marks steps of the trail that are needed while it is cleared.
const NEEDED: u32 = 1 << 31;
/// SearchBuffers whose trail has room for more steps are not left to the next search.
const MOST_SPARE: usize = 1 << 20;
/// The place on the trail of a board without moves before it.
const NO_MOVES: u32 = 0;

/// Does the same with whatever kind of kernel has room: the first that has. Fewer views or tables than there is room for
/// only take time.
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
    /// By cell, the directions that stay on the board, a bit each; and the cells they lead to.
    actions: [u8; 32],
    next: [u8; 128],
    goal: [u8; C],
}

/// What was counted since it was last collected.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) depth: u64,
    pub(super) max_depth: u64,
    /// The bytes of nodes and trails that were reported.
    pub(super) bytes: usize,
}

/// How far a search within a bound is.
#[derive(Debug)]
pub(super) enum SearchProgress {
    /// As many nodes as it was allowed were expanded.
    Paused,
    /// No node is left.
    Exhausted,
    /// The goal was found by these moves.
    Found(Vec<Direction>),
}

/// Searches on, expanding so many nodes at most.
struct RunSearch;

impl<const C: usize, const V: usize, const T: usize> HotLoop<u64, &mut Search<'_, '_, C, V, T>>
    for RunSearch
{
    type Output = SearchProgress;
    const FOR_NEWER: bool = V <= 4; // More views are rarely asked for.

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
    /// Whether it is the goal.
    pub(super) fn is_at(&self, kernel: &Kernel<'_, C, V, T>) -> bool {
        self.node.mapped.tiles == kernel.goal
    }
}

/// What grows in a search.
#[derive(Debug)]
struct SearchBuffers<const C: usize, const V: usize, const T: usize> {
    frontier: Frontier<Node<C, V, T>>,
    /// The last move to each node, from the root on, with its parent's place.
    trail: Vec<u32>,
    /// While the trail is cleared, where its steps go.
    moved_to: Vec<u32>,
}

/// A search within a bound, from one root.
#[derive(Debug)]
pub(super) struct Search<'k, 'a, const C: usize, const V: usize, const T: usize> {
    kernel: &'k Kernel<'a, C, V, T>,
    bound: u16,
    lists: SearchBuffers<C, V, T>,
    edges: [Edge<V>; IN_FLIGHT],
    parents: [Node<C, V, T>; PLACES],
    /// The place of the oldest edge, where the next one goes, and that of the next parent.
    edge: usize,
    parent: usize,
    /// Moves that led to the root.
    before: Vec<Direction>,
    /// How long the trail may become.
    long_trail: usize,
    pub(super) counts: Counts,
}

thread_local! {
    /// SearchBuffers of searches that have ended, one of each kind.
    static SPARE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

impl<const C: usize, const V: usize, const T: usize> SearchBuffers<C, V, T> {
    fn new() -> SearchBuffers<C, V, T> {
        SearchBuffers { frontier: Frontier::new(), trail: Vec::new(), moved_to: Vec::new() }
    }

    /// Those that an earlier search of this thread has left, or new ones: an easy board is solved sooner than
    /// the system hands out as much new memory.
    fn spare() -> SearchBuffers<C, V, T> {
        let left = SPARE.with_borrow_mut(|spare| {
            let nth = spare.iter().position(|lists| lists.is::<Self>())?;
            spare.swap_remove(nth).downcast::<Self>().ok()
        });
        left.map_or_else(SearchBuffers::new, |lists| *lists)
    }

    /// Leaves them to the next search, unless they have become very long or there are others.
    fn leave(self) {
        SPARE.with_borrow_mut(|spare| {
            let is_new = spare.iter().all(|lists| !lists.is::<Self>());
            if is_new && self.trail.capacity() <= MOST_SPARE {
                spare.push(Box::new(self));
            }
        });
    }
}

impl<const C: usize, const V: usize, const T: usize> Drop for Search<'_, '_, C, V, T> {
    fn drop(&mut self) {
        std::mem::replace(&mut self.lists, SearchBuffers::new()).leave();
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

    /// The kernel of a puzzle.
    pub(super) fn of(puzzle: &Puzzle, views: &ViewSet<'a>) -> Kernel<'a, C, V, T> {
        Kernel::new(puzzle.size(), std::array::from_fn(|nth| views.nth(nth)), puzzle.goal())
    }

    /// How many children a root has.
    pub(super) fn children_of(&self, root: &Root<C, V, T>) -> u32 {
        let Node { blank, state, .. } = root.node;
        (self.actions[usize::from(blank) % 32] & automaton::allowed(state)).count_ones()
    }

    /// A whole board as a root, and its estimate.
    pub(super) fn root(&self, board: &Board) -> (Root<C, V, T>, u16) {
        let (mapped, f) = self.views.map_board(board);
        let node =
            Node { mapped, f, trail: NO_MOVES, state: 0, depth: 0, blank: board.blank() as u8 };
        (Root { node, moves: Vec::new() }, f.into_iter().max().unwrap_or_default())
    }

    /// The board after some moves as a root, and its f; `None` if a move leads off the board or completes a duplicate
    /// operator sequence.
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
    /// A search without a root yet.
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
            lists: SearchBuffers::spare(),
            edges: [no_edge; IN_FLIGHT],
            parents: [no_parent; PLACES],
            edge: 0,
            parent: 0,
            before: Vec::new(),
            long_trail: 0,
            counts: Counts::default(),
        }
    }

    /// Begins at a root; what was left of an earlier search is dropped.
    pub(super) fn begin(&mut self, root: Root<C, V, T>, bound: u16) {
        self.bound = bound;
        self.lists.frontier.clear();
        self.edges.iter_mut().for_each(|edge| edge.parent = NO_PARENT as u8);
        self.before = root.moves;
        self.lists.trail.clear();
        self.lists.trail.push(NEEDED);
        self.lists.moved_to.clear();
        self.long_trail = LONG_TRAIL;
        self.lists.frontier.push(&Node { trail: NO_MOVES, ..root.node }, 0, 0);
    }

    /// How many bytes of its lists it uses.
    pub(super) fn bytes(&self) -> usize {
        let SearchBuffers { frontier, trail, moved_to } = &self.lists;
        let steps = trail.len() + moved_to.len();
        frontier.len() * size_of::<Node<C, V, T>>() + steps * size_of::<u32>()
    }

    /// Searches on with these instructions. Not inlined, so that it is compiled once, whoever calls it.
    #[inline(never)]
    pub(super) fn run_with(
        &mut self,
        instructions: InstructionSet,
        allowed: u64,
    ) -> SearchProgress {
        instructions.run(RunSearch, allowed, self)
    }

    /// Searches on, expanding so many nodes at most.
    #[inline(always)]
    fn run(&mut self, mut allowed: u64) -> SearchProgress {
        let kernel = self.kernel;
        loop {
            while self.lists.frontier.is_empty() {
                match self.complete_some() {
                    Some(moves) => return SearchProgress::Found(moves),
                    None if self.lists.frontier.is_empty() => return SearchProgress::Exhausted,
                    None => {}
                }
            }
            if allowed == 0 {
                return SearchProgress::Paused;
            }
            allowed -= 1;
            let place = self.parent % PARENTS;
            self.lists.frontier.pop_to(&mut self.parents[place]);
            let Node { blank, state, depth, .. } = self.parents[place];
            let blank = usize::from(blank) % 32;
            let mut actions = kernel.actions[blank] & automaton::allowed(state);
            self.counts.expanded += 1;
            self.counts.generated += u64::from(actions.count_ones());
            self.counts.depth = u64::from(depth);
            // A node without children leaves its place to the next.
            self.parent = place + usize::from(actions != 0);
            while actions != 0 {
                let action = actions.trailing_zeros() as usize % 4;
                actions &= actions - 1;
                if let Some(moves) = self.complete() {
                    return SearchProgress::Found(moves);
                }
                let edge = &mut self.edges[self.edge % IN_FLIGHT];
                (edge.parent, edge.action) = (place as u8, action as u8);
                kernel.views.prefetch(
                    &self.parents[place].mapped,
                    blank * 4 + action,
                    &mut edge.pending,
                );
                self.edge += 1;
            }
            if self.lists.trail.len() >= self.long_trail {
                self.clear_trail();
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
            if !self.lists.frontier.is_empty() {
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
        let parent = &self.parents[usize::from(edge.parent) % PLACES];
        let (mut grows, mut f, mut greatest) = ([0; V], parent.f, 0);
        for view in 0..V {
            grows[view] = kernel.views.grows(&parent.mapped, view, edge.pending[view]);
            f[view] += u16::from(grows[view]);
            greatest = greatest.max(f[view]);
        }
        if greatest > self.bound {
            return None;
        }
        let (left, slack) = (greatest - parent.depth, self.bound - greatest);
        let node = self.lists.frontier.push(parent, left, slack);
        let action = usize::from(edge.action) % 4;
        let blank_move = usize::from(parent.blank) % 32 * 4 + action;
        kernel.views.apply(&mut node.mapped, blank_move, &edge.pending, grows);
        node.f = f;
        node.blank = kernel.next[blank_move];
        node.depth = parent.depth + 1;
        node.state = automaton::after(parent.state, action);
        node.trail = self.lists.trail.len() as u32;
        self.counts.max_depth = self.counts.max_depth.max(u64::from(node.depth));
        let found = (f[0] == node.depth && node.mapped.tiles == kernel.goal).then_some(node.trail);
        self.lists.trail.push(parent.trail << 2 | action as u32);
        found.map(|trail| self.moves_to(trail))
    }

    /// All moves from the start to a place on the trail.
    #[cold]
    fn moves_to(&self, trail: u32) -> Vec<Direction> {
        let mut place = trail;
        let from_root = std::iter::from_fn(|| {
            let step = self.lists.trail[place as usize];
            (place != NO_MOVES).then(|| {
                place = step >> 2;
                Direction::ALL[step as usize % 4]
            })
        });
        let mut moves: Vec<Direction> = from_root.collect();
        moves.reverse();
        self.before.iter().copied().chain(moves).collect()
    }

    /// Takes half of the frontier, for another thread.
    pub(super) fn share(&mut self) -> Vec<Root<C, V, T>> {
        let shared = self.lists.frontier.share().into_iter();
        shared.map(|node| Root { node, moves: self.moves_to(node.trail) }).collect()
    }

    /// Takes what no node needs any more off the trail.
    #[cold]
    fn clear_trail(&mut self) {
        let SearchBuffers { frontier, trail, moved_to } = &mut self.lists;
        let edges = &self.edges;
        let has_edges = |place: usize| edges.iter().any(|edge| usize::from(edge.parent) == place);
        let parents = self.parents[..PARENTS].iter_mut().enumerate();
        let in_flight = parents.filter(|&(place, _)| has_edges(place)).map(|(_, node)| node);
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
        // A step lies behind the one before it, so the steps that are needed keep their order.
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
