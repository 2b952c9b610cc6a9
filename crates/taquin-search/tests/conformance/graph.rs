//! An explicit graph as a problem, random graphs, and the truth about them by brute force.

use taquin_search::{Cost, Problem};

/// A graph with an estimate for each node. The search begins at node 0.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The nodes that each node leads to, and at what cost. A move is an index into such a list.
    pub edges: Vec<Vec<(usize, Cost)>>,
    pub h: Vec<Cost>,
    pub goal: usize,
    /// Whether visited states may be indexed by rank instead of hashed.
    pub ranked: bool,
    /// Whether every edge leads both ways, so that it can be searched from the goal, too.
    pub symmetric: bool,
}

impl Problem for Graph {
    type Node = usize;
    type Key = usize;
    type Move = usize;
    type Moves<'a> = std::ops::Range<usize>;

    fn start(&self) -> usize {
        0
    }

    fn is_goal(&self, node: &usize) -> bool {
        *node == self.goal
    }

    fn h(&self, node: &usize) -> Cost {
        self.h[*node]
    }

    fn moves(&self, node: &usize, _parent_move: Option<usize>) -> std::ops::Range<usize> {
        0..self.edges[*node].len()
    }

    fn step(&self, node: &usize, by: usize) -> (usize, Cost) {
        self.edges[*node][by]
    }

    fn undoes(&self, _by: usize, _parent_move: usize) -> bool {
        false
    }

    fn key(&self, node: &usize) -> usize {
        *node
    }

    fn state_count(&self) -> Option<usize> {
        self.ranked.then_some(self.edges.len())
    }

    fn rank(&self, node: &usize) -> usize {
        *node
    }

    fn goal(&self) -> Option<usize> {
        self.symmetric.then_some(self.goal)
    }

    fn inverse(&self, node: &usize, by: usize) -> Option<usize> {
        let (child, _) = self.edges[*node][by];
        self.edges[child].iter().position(|(to, _)| to == node)
    }
}

impl Graph {
    /// Returns a random graph of 5 to 24 nodes. Its estimates are admissible, but may be inconsistent.
    pub fn random(random: &mut Random, ranked: bool, symmetric: bool) -> Graph {
        let nodes = 5 + random.below(20);
        let mut graph = Graph {
            edges: vec![Vec::new(); nodes],
            h: vec![0; nodes],
            goal: nodes - 1,
            ranked,
            symmetric,
        };
        for from in 0..nodes {
            for _ in 0..random.below(4) {
                let (to, cost) = (random.below(nodes), 1 + random.below(9) as Cost);
                graph.connect(from, to, cost);
            }
        }
        // Anything from 0 to the truth is admissible.
        graph.h = graph
            .distances(|cost| cost)
            .into_iter()
            .map(|truth| random.below(if truth == Cost::MAX { 100 } else { truth as usize + 1 }))
            .map(|estimate| estimate as Cost)
            .collect();
        graph
    }

    /// Adds an edge, and the one back if the graph is symmetric, unless the two nodes are connected already.
    fn connect(&mut self, from: usize, to: usize, cost: Cost) {
        if self.edges[from].iter().any(|(known, _)| *known == to) {
            return;
        }
        self.edges[from].push((to, cost));
        if self.symmetric && from != to {
            self.edges[to].push((from, cost));
        }
    }

    /// Returns the least cost from every node to the goal, with edges weighted by `cost`: the Bellman-Ford algorithm.
    pub fn distances(&self, cost: impl Fn(Cost) -> Cost) -> Vec<Cost> {
        let mut best = vec![Cost::MAX; self.edges.len()];
        best[self.goal] = 0;
        for _ in 0..self.edges.len() {
            for (node, edges) in self.edges.iter().enumerate() {
                let paths = edges.iter().map(|&(to, step)| best[to].saturating_add(cost(step)));
                best[node] = paths.min().unwrap_or(Cost::MAX).min(best[node]);
            }
        }
        best
    }

    /// Returns whether there is a path from the start to the goal.
    pub fn is_solvable(&self) -> bool {
        self.distances(|_| 1)[0] < Cost::MAX
    }

    /// Follows a path; returns its cost if it leads to the goal.
    pub fn cost_of(&self, moves: &[usize]) -> Option<Cost> {
        let (mut node, mut cost) = (0, 0);
        for &by in moves {
            let (to, step) = *self.edges[node].get(by)?;
            (node, cost) = (to, cost + step);
        }
        (node == self.goal).then_some(cost)
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
