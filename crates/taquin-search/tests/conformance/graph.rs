//! Explicit graphs as problems, random graphs, and the truth about them by brute force.

use std::marker::PhantomData;
use std::ops::RangeInclusive;
use taquin_search::{Cost, Problem};

/// A directed graph with an estimate for each node. The search begins at node 0. A move is the number of an edge.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Where each edge begins and ends, and what it costs.
    pub edges: Vec<(usize, usize, Cost)>,
    /// The edges out of each node, in the order of visits.
    pub out: Vec<Vec<usize>>,
    pub h: Vec<Cost>,
    pub goal: usize,
    /// Whether visited states may be indexed by rank instead of hashed.
    pub is_ranked: bool,
    pub kind: Kind,
}

/// How a graph is presented to a search: searches are compiled differently for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Directed,
    /// The same with nodes that own memory.
    Boxed,
    /// Edges 2k and 2k + 1 are the inverses of each other, so it can be searched from the goal, too.
    TwoWay,
}

/// A node as a type: a number, or a number that owns memory.
pub trait Node: Clone + Send + Sync + 'static {
    /// The number of bytes that it owns besides itself.
    const BYTES: usize;
    fn new(number: usize) -> Self;
    fn number(&self) -> usize;
}

impl Node for usize {
    const BYTES: usize = 0;

    fn new(number: usize) -> usize {
        number
    }

    fn number(&self) -> usize {
        *self
    }
}

impl Node for Box<usize> {
    const BYTES: usize = size_of::<usize>();

    fn new(number: usize) -> Box<usize> {
        Box::new(number)
    }

    fn number(&self) -> usize {
        **self
    }
}

/// A graph with nodes of a type, with or without inverse moves.
pub struct Presented<'g, N, const TWO_WAY: bool>(&'g Graph, PhantomData<fn() -> N>);

impl<'g, N, const TWO_WAY: bool> Presented<'g, N, TWO_WAY> {
    pub fn new(graph: &'g Graph) -> Presented<'g, N, TWO_WAY> {
        Presented(graph, PhantomData)
    }
}

impl<N: Node, const TWO_WAY: bool> Problem for Presented<'_, N, TWO_WAY> {
    type Node = N;
    type Key = usize;
    type Move = usize;
    type Moves<'a>
        = Out<'a>
    where
        Self: 'a;

    const HAS_INVERSES: bool = TWO_WAY;

    fn start(&self) -> N {
        N::new(0)
    }

    fn is_goal(&self, node: &N) -> bool {
        node.number() == self.0.goal
    }

    fn h(&self, node: &N) -> Cost {
        self.0.h[node.number()]
    }

    fn moves(&self, node: &N, parent_move: Option<usize>) -> Self::Moves<'_> {
        let edges = &self.0.out[node.number()][..];
        let inverse = parent_move.filter(|_| TWO_WAY).map(|parent_move| parent_move ^ 1);
        Out { edges, left_out: inverse.filter(|inverse| edges.contains(inverse)) }
    }

    fn step(&self, _: &N, by: usize) -> (N, Cost) {
        let (_, to, cost) = self.0.edges[by];
        (N::new(to), cost)
    }

    fn undoes(&self, by: usize, parent_move: usize) -> bool {
        TWO_WAY && by == parent_move ^ 1
    }

    fn key(&self, node: &N) -> usize {
        node.number()
    }

    fn node_bytes(&self, _: &N) -> usize {
        N::BYTES
    }

    fn state_count(&self) -> Option<usize> {
        self.0.is_ranked.then_some(self.0.out.len())
    }

    fn rank(&self, node: &N) -> usize {
        node.number()
    }

    fn goal(&self) -> Option<N> {
        TWO_WAY.then(|| N::new(self.0.goal))
    }

    fn inverse(&self, _: &N, by: usize) -> Option<usize> {
        TWO_WAY.then_some(by ^ 1)
    }
}

/// The edges out of a node, but for one of them. It owns no memory, so searches may keep copies.
#[derive(Clone)]
pub struct Out<'g> {
    edges: &'g [usize],
    /// One of these edges.
    left_out: Option<usize>,
}

impl Out<'_> {
    /// Returns an edge just taken, unless it is the one to be left out.
    fn pass(&mut self, edge: usize) -> Option<usize> {
        let is_left_out = self.left_out == Some(edge);
        self.left_out = self.left_out.filter(|_| !is_left_out);
        (!is_left_out).then_some(edge)
    }
}

impl Iterator for Out<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let (&edge, rest) = self.edges.split_first()?;
        self.edges = rest;
        self.pass(edge).or_else(|| self.next())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.edges.len() - usize::from(self.left_out.is_some());
        (length, Some(length))
    }
}

impl DoubleEndedIterator for Out<'_> {
    fn next_back(&mut self) -> Option<usize> {
        let (&edge, rest) = self.edges.split_last()?;
        self.edges = rest;
        self.pass(edge).or_else(|| self.next_back())
    }
}

impl ExactSizeIterator for Out<'_> {}

/// The costs of the edges of a random graph.
pub const COSTS: [RangeInclusive<Cost>; 4] = [1..=1, 1..=9, 0..=2, 1 << 27..=1 << 30];

impl Graph {
    /// Returns a graph without edges.
    pub fn empty(nodes: usize, kind: Kind) -> Graph {
        let (edges, out, h) = (Vec::new(), vec![Vec::new(); nodes], vec![0; nodes]);
        Graph { edges, out, h, goal: nodes - 1, is_ranked: false, kind }
    }

    /// Returns a random graph of 2 to 24 nodes with these costs. Its estimates are admissible, but may be inconsistent.
    pub fn random(random: &mut Random, kind: Kind, costs: &RangeInclusive<Cost>) -> Graph {
        let mut graph = Graph::empty(2 + random.below(23), kind);
        let nodes = graph.out.len();
        // Rarely the search begins at its goal.
        graph.goal = if random.below(50) == 0 { 0 } else { nodes - 1 };
        graph.is_ranked = random.below(2) == 0;
        for from in 0..nodes {
            for _ in 0..random.below(4) {
                let span = (costs.end() - costs.start()) as usize + 1;
                let cost = costs.start() + random.below(span) as Cost;
                graph.connect(from, random.below(nodes), cost);
            }
        }
        // Anything from 0 to the truth is admissible.
        let truth = graph.distances(|cost| cost);
        let exact = random.below(4) == 0;
        let estimate = |truth: Cost| match truth {
            Cost::MAX => random.below(100) as Cost,
            _ if exact => truth,
            _ => random.below(truth as usize + 1) as Cost,
        };
        graph.h = truth.into_iter().map(estimate).collect();
        graph
    }

    /// Returns a line of nodes, with the goal at its end.
    pub fn line(nodes: usize, kind: Kind) -> Graph {
        let mut graph = Graph::empty(nodes, kind);
        (1..nodes).for_each(|node| graph.connect(node - 1, node, 1));
        graph
    }

    /// Returns layers of four nodes with an edge from each to every node of the next, at almost the same cost: tree
    /// searches visit all of them again and again.
    pub fn layers(random: &mut Random, layers: usize, kind: Kind) -> Graph {
        let mut graph = Graph::empty(4 * layers + 2, kind);
        let goal = graph.goal;
        let layer = |number: usize| match number {
            0 => 0..1,
            number if number > layers => goal..goal + 1,
            number => 4 * number - 3..4 * number + 1,
        };
        for number in 0..=layers {
            for from in layer(number) {
                layer(number + 1)
                    .for_each(|to| graph.connect(from, to, 100 + random.below(3) as Cost));
            }
        }
        graph
    }

    /// Adds an edge, and the one back if the graph is two-way.
    pub fn connect(&mut self, from: usize, to: usize, cost: Cost) {
        // No move is its own inverse, and both ends of a loop would be the same.
        if self.kind == Kind::TwoWay && from == to {
            return;
        }
        let back = (self.kind == Kind::TwoWay).then_some((to, from, cost));
        for edge in std::iter::once((from, to, cost)).chain(back) {
            self.out[edge.0].push(self.edges.len());
            self.edges.push(edge);
        }
    }

    /// Returns the least cost from every node to the goal, with edges weighted by `cost`: the Bellman-Ford algorithm.
    pub fn distances(&self, cost: impl Fn(Cost) -> Cost) -> Vec<Cost> {
        let mut best = vec![Cost::MAX; self.out.len()];
        best[self.goal] = 0;
        for _ in 0..self.out.len() {
            for &(from, to, step) in &self.edges {
                best[from] = best[from].min(best[to].saturating_add(cost(step)));
            }
        }
        best
    }

    /// Follows a path; returns its cost if it leads to the goal.
    pub fn cost_of(&self, moves: &[usize]) -> Option<Cost> {
        let (mut node, mut cost) = (0, 0_u32);
        for &by in moves {
            let &(from, to, step) = self.edges.get(by)?;
            (from == node).then_some(())?;
            (node, cost) = (to, cost.saturating_add(step));
        }
        (node == self.goal).then_some(cost)
    }

    /// Returns whether it is possible to go in circles at no cost.
    pub fn has_free_circles(&self) -> bool {
        // A path of free edges that is as long as there are nodes visits one of them twice.
        let mut reached = vec![true; self.out.len()];
        for _ in 0..self.out.len() {
            let mut next = vec![false; self.out.len()];
            for &(from, to, cost) in &self.edges {
                next[to] |= cost == 0 && reached[from];
            }
            reached = next;
        }
        reached.contains(&true)
    }
}

/// Random numbers from a seed: SplitMix64 (Steele, Lea and Flood 2014).
pub struct Random(pub u64);

impl Random {
    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }
}
