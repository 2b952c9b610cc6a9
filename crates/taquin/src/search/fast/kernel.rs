//! Depth-first search within a bound that never waits for memory: many nodes are in flight.
//!
//! Looking a child up in a large table takes as long as a few hundred instructions, most of it waiting. So a
//! node that is taken off the stack only sends for what its children need and joins a ring; the oldest node
//! of the ring has what it sent for, and its children that stay within the bound go on the stack. The
//! order is nearly that of a depth-first search, and the stack stays as small.
//!
//! Nodes stay where they are from their making to their end; the stack and the ring hold their places. How
//! a node was reached is told by a trail of moves, from which what nobody needs any more is cleared now
//! and then.

use super::automaton::{Automaton, State};
use super::view::{Look, Seen, View};
use crate::board::{Board, Direction, Size};

/// How many nodes are in flight.
const IN_FLIGHT: usize = 8;
/// The trail is cleared when it has become this long.
const LONG_TRAIL: usize = 1 << 20;
/// The place on the trail of a board without moves before it.
const NO_MOVES: u32 = 0;

/// A board on its way, as each view sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const C: usize, const V: usize, const T: usize> {
    seen: [Seen<C, T>; V],
    /// g + h by each view.
    f: [u16; V],
    trail: u32,
    state: State,
    depth: u16,
    blank: u8,
}

/// A child that was sent for.
#[derive(Clone, Copy, Debug)]
struct Awaited<const V: usize> {
    way: u8,
    looks: [Look; V],
}

/// A node in flight.
#[derive(Clone, Copy, Debug)]
struct InFlight<const V: usize> {
    node: u32,
    count: u32,
    children: [Awaited<V>; 4],
}

/// Everything about a puzzle that does not change while it is searched.
#[derive(Debug)]
pub(super) struct Kernel<'a, const C: usize, const V: usize, const T: usize> {
    views: [View<'a, T>; V],
    automaton: &'a Automaton,
    /// By cell, the ways that lead somewhere, a bit each; and where they lead.
    ways: [u8; 32],
    next: [u8; 128],
    goal: [u8; C],
}

/// What was counted since the last time somebody asked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) depth: u64,
    pub(super) max_depth: u64,
    /// The bytes of nodes and trails that were told of.
    pub(super) bytes: usize,
}

/// How a search within a bound went so far.
#[derive(Debug)]
pub(super) enum Flight {
    /// As many nodes as it was allowed were expanded.
    Paused,
    /// Nothing is left.
    Landed,
    /// The goal was found by these moves.
    Found(Vec<Direction>),
}

/// A node and the moves that led to it.
#[derive(Clone, Debug)]
pub(super) struct Root<const C: usize, const V: usize, const T: usize> {
    node: Node<C, V, T>,
    moves: Vec<Direction>,
}

/// A search within a bound, from one root.
#[derive(Debug)]
pub(super) struct Search<'k, 'a, const C: usize, const V: usize, const T: usize> {
    kernel: &'k Kernel<'a, C, V, T>,
    bound: u16,
    nodes: Vec<Node<C, V, T>>,
    free: Vec<u32>,
    stack: Vec<u32>,
    ring: [InFlight<V>; IN_FLIGHT],
    /// The place in the ring of the oldest node in flight, and how many there are.
    oldest: usize,
    flying: usize,
    /// Moves that led to the root, and from there on the last move to each node with its parent's place.
    before: Vec<Direction>,
    trail: Vec<u32>,
    pub(super) counts: Counts,
}

impl<'a, const C: usize, const V: usize, const T: usize> Kernel<'a, C, V, T> {
    pub(super) fn new(
        size: Size,
        views: [View<'a, T>; V],
        goal: &Board,
        automaton: &'a Automaton,
    ) -> Kernel<'a, C, V, T> {
        let (mut ways, mut next) = ([0; 32], [0; 128]);
        for cell in 0..size.cells() {
            for (way, direction) in Direction::ALL.into_iter().enumerate() {
                if let Some(neighbour) = size.neighbour(cell, direction) {
                    ways[cell] |= 1 << way;
                    next[cell * 4 + way] = neighbour as u8;
                }
            }
        }
        let goal = views[0].see::<C>(goal).0.tiles;
        Kernel { views, automaton, ways, next, goal }
    }

    /// A whole board as a root, and its estimate.
    pub(super) fn root(&self, board: &Board) -> (Root<C, V, T>, u16) {
        let seen = self.views.each_ref().map(|view| view.see(board));
        let f = seen.map(|(_, sum)| sum as u16);
        let node = Node {
            seen: seen.map(|(seen, _)| seen),
            f,
            trail: NO_MOVES,
            state: 0,
            depth: 0,
            blank: board.blank() as u8,
        };
        (Root { node, moves: Vec::new() }, f.into_iter().max().unwrap_or_default())
    }
}

impl<'k, 'a, const C: usize, const V: usize, const T: usize> Search<'k, 'a, C, V, T> {
    /// A search that has nothing to do yet.
    pub(super) fn new(kernel: &'k Kernel<'a, C, V, T>, bound: u16) -> Search<'k, 'a, C, V, T> {
        let nobody = Awaited { way: 0, looks: [Look::default(); V] };
        Search {
            kernel,
            bound,
            nodes: Vec::new(),
            free: Vec::new(),
            stack: Vec::new(),
            ring: [InFlight { node: 0, count: 0, children: [nobody; 4] }; IN_FLIGHT],
            oldest: 0,
            flying: 0,
            before: Vec::new(),
            trail: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// Begins at a root; whatever was left is forgotten.
    pub(super) fn begin(&mut self, root: Root<C, V, T>) {
        self.nodes.clear();
        self.free.clear();
        self.stack.clear();
        self.flying = 0;
        self.before = root.moves;
        self.trail.clear();
        self.trail.push(0);
        self.nodes.push(Node { trail: NO_MOVES, ..root.node });
        self.stack.push(0);
    }

    /// How many bytes it has.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<C, V, T>>()
            + (self.free.capacity() + self.stack.capacity() + self.trail.capacity()) * 4
    }

    /// Searches on, expanding so many nodes at most.
    pub(super) fn fly(&mut self, mut allowed: u64) -> Flight {
        loop {
            while self.flying < IN_FLIGHT
                && let Some(&node) = self.stack.last()
            {
                if allowed == 0 {
                    return Flight::Paused;
                }
                allowed -= 1;
                self.stack.pop();
                self.start(node);
            }
            if self.flying == 0 {
                return Flight::Landed;
            }
            if let Some(moves) = self.land() {
                return Flight::Found(moves);
            }
        }
    }

    /// Takes a node into the ring and sends for what its children need.
    #[inline(always)]
    fn start(&mut self, place: u32) {
        let kernel = self.kernel;
        let node = &self.nodes[place as usize];
        let flight = &mut self.ring[(self.oldest + self.flying) % IN_FLIGHT];
        let blank = usize::from(node.blank) % 32;
        let mut ways = kernel.ways[blank] & kernel.automaton.allowed(node.state);
        let mut count = 0;
        while ways != 0 {
            let way = ways.trailing_zeros() as usize % 4;
            ways &= ways - 1;
            let child = &mut flight.children[count % 4];
            child.way = way as u8;
            for (look, (view, seen)) in
                child.looks.iter_mut().zip(kernel.views.iter().zip(&node.seen))
            {
                *look = view.look(seen, blank * 4 + way);
            }
            count += 1;
        }
        flight.node = place;
        flight.count = count as u32;
        self.flying += 1;
        self.counts.expanded += 1;
        self.counts.generated += count as u64;
        self.counts.depth = u64::from(node.depth);
    }

    /// Lets the oldest node in flight have its children.
    #[inline(always)]
    fn land(&mut self) -> Option<Vec<Direction>> {
        let kernel = self.kernel;
        let flight = self.oldest;
        let InFlight { node: parent, count, .. } = self.ring[flight];
        let parent = parent as usize;
        self.oldest = (self.oldest + 1) % IN_FLIGHT;
        self.flying -= 1;
        // Whatever comes nearer goes on the stack last, to be taken first.
        let mut within = [(0, [0; V]); 4];
        let (mut farther, mut nearer) = (0, 4);
        for nth in 0..count as usize {
            let child = &self.ring[flight].children[nth % 4];
            let Some(grows) = self.within_bound(&self.nodes[parent], child) else { continue };
            if grows == [0; V] {
                nearer -= 1;
                within[nearer % 4] = (nth, grows);
            } else {
                within[farther % 4] = (nth, grows);
                farther += 1;
            }
        }
        for &(nth, grows) in within[..farther].iter().chain(&within[nearer..]) {
            let child = self.ring[flight].children[nth % 4];
            let way = usize::from(child.way) % 4;
            let place = match self.free.pop() {
                Some(place) => place,
                None => {
                    self.nodes.push(self.nodes[parent]);
                    self.nodes.len() as u32 - 1
                }
            };
            self.nodes[place as usize] = self.nodes[parent];
            let node = &mut self.nodes[place as usize];
            let turn = usize::from(node.blank) % 32 * 4 + way;
            for view in 0..V {
                let (look, grows) = (child.looks[view], grows[view]);
                node.seen[view].make(kernel.views[view].turn(turn), look, grows);
                node.f[view] += u16::from(2 * grows);
            }
            node.blank = kernel.next[turn];
            node.depth += 1;
            node.state = kernel.automaton.after(node.state, way);
            let trail = self.trail.len() as u32;
            self.trail.push(node.trail << 2 | way as u32);
            node.trail = trail;
            self.counts.max_depth = self.counts.max_depth.max(u64::from(node.depth));
            if node.f[0] == node.depth && node.seen[0].tiles == kernel.goal {
                return Some(self.moves_to(trail));
            }
            self.stack.push(place);
        }
        self.free.push(parent as u32);
        if self.trail.len() >= LONG_TRAIL {
            self.clear_trail();
        }
        None
    }

    /// Whether each view's sum grows, unless that passes the bound.
    #[inline(always)]
    fn within_bound(&self, parent: &Node<C, V, T>, child: &Awaited<V>) -> Option<[u8; V]> {
        let mut grows = [0; V];
        for (view, grows) in grows.iter_mut().enumerate() {
            *grows = self.kernel.views[view].grows(&parent.seen[view], child.looks[view]);
            if parent.f[view] + u16::from(2 * *grows) > self.bound {
                return None;
            }
        }
        Some(grows)
    }

    /// All moves from the start to a place on the trail.
    fn moves_to(&self, trail: u32) -> Vec<Direction> {
        let mut place = trail;
        let from_root = std::iter::from_fn(|| {
            let step = self.trail[place as usize];
            (place != NO_MOVES).then(|| {
                place = step >> 2;
                Direction::ALL[step as usize % 4]
            })
        });
        let mut moves: Vec<Direction> = from_root.collect();
        moves.reverse();
        self.before.iter().copied().chain(moves).collect()
    }

    /// Takes the older half of the stack, whose nodes have the most below them, for somebody else.
    pub(super) fn share(&mut self) -> Vec<Root<C, V, T>> {
        let shared: Vec<u32> = self.stack.drain(..self.stack.len() / 2).collect();
        let root = |&place: &u32| {
            let node = self.nodes[place as usize];
            Root { node, moves: self.moves_to(node.trail) }
        };
        let roots = shared.iter().map(root).collect();
        self.free.extend(shared);
        roots
    }

    /// Takes what no node needs any more off the trail.
    #[cold]
    fn clear_trail(&mut self) {
        let flying = (0..self.flying).map(|nth| self.ring[(self.oldest + nth) % IN_FLIGHT].node);
        let places: Vec<u32> = self.stack.iter().copied().chain(flying).collect();
        // A step lies behind the one before it, so the steps that are needed keep their order.
        let mut needed = vec![false; self.trail.len()];
        needed[NO_MOVES as usize] = true;
        for &place in &places {
            let mut step = self.nodes[place as usize].trail as usize;
            while !std::mem::replace(&mut needed[step], true) {
                step = (self.trail[step] >> 2) as usize;
            }
        }
        let mut moved_to = vec![NO_MOVES; self.trail.len()];
        let mut kept = 0;
        for (step, _) in needed.into_iter().enumerate().filter(|&(_, needed)| needed) {
            let before = self.trail[step];
            self.trail[kept] = moved_to[(before >> 2) as usize] << 2 | before & 3;
            moved_to[step] = kept as u32;
            kept += 1;
        }
        self.trail.truncate(kept);
        for place in places {
            let node = &mut self.nodes[place as usize];
            node.trail = moved_to[node.trail as usize];
        }
    }
}
