//! The nodes of a recorded search in columns. Two facts about each node never change: the step in which it was
//! generated and the step in which it was explored. So the state of a node at any step needs no history.

use taquin::search::Disposition;
use taquin::solve::AlgorithmId;
use taquin::{Direction, Trace};

/// The id of a node; 0 is the start. Ids beyond those of the generated nodes are roots: the start of a later iteration,
/// or the goal of a bidirectional search.
pub type NodeId = u32;

const NEVER: u32 = u32::MAX;

/// An iteration of an iterative-deepening search, or the whole of another search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its number, from 1.
    pub number: usize,
    /// Its bound, in the search's own units.
    pub bound: Option<u32>,
}

/// An iteration and its trees.
#[derive(Clone, Debug)]
pub struct Group {
    /// The iteration.
    pub round: Round,
    /// Its first step.
    pub first: usize,
    end: usize,
    roots: Vec<Root>,
}

/// The root of a tree.
#[derive(Clone, Copy, Debug)]
struct Root {
    node: NodeId,
    /// The step that explores it.
    at: usize,
}

/// The nodes of a search.
#[derive(Debug)]
pub struct Tree {
    groups: Vec<Group>,
    /// The node of each step, with a separate id for each root.
    node_of: Vec<NodeId>,
    parent: Vec<NodeId>,
    /// The first step at which a node exists.
    exists_from: Vec<u32>,
    explored_at: Vec<u32>,
    /// Whether a node was put on the frontier.
    waits: Vec<bool>,
    depth: Vec<u32>,
    /// Nodes that stay on the frontier to the end, in the order in which they would be taken off.
    unexplored: Vec<NodeId>,
    goal_side: Vec<NodeId>,
    last: usize,
    /// Whether the search has an open list that can be read off the trace.
    pub has_open_list: bool,
}

impl Tree {
    /// Builds the tree of a trace whose nodes are numbered as they were generated.
    pub fn new(trace: &Trace, solved: bool, algorithm: AlgorithmId) -> Tree {
        let (steps, generated) = (trace.steps(), trace.nodes().len());
        let before = |step: usize| steps.get(step).map_or(generated, |step| step.generated_before);
        let has_end =
            trace.is_complete() && generated > steps.last().map_or(0, |s| s.generated_before);
        let counts_frontier = steps.len() < 2 || steps.iter().any(|step| step.stats.frontier > 0);
        // Some searches drop nodes without an event.
        let forgets = matches!(algorithm, AlgorithmId::Rbfs | AlgorithmId::Beam);
        let mut tree = Tree {
            groups: groups(trace),
            node_of: steps.iter().map(|step| step.id as NodeId).collect(),
            parent: vec![NEVER; generated + 1],
            exists_from: vec![0; generated + 1],
            explored_at: Vec::new(),
            waits: vec![true; generated + 1],
            depth: vec![0; generated + 1],
            unexplored: Vec::new(),
            goal_side: Vec::new(),
            last: steps.len() + usize::from(has_end),
            has_open_list: counts_frontier && trace.rounds().is_empty() && !forgets,
        };
        tree.find_roots(generated, algorithm == AlgorithmId::Bidirectional);
        let mut step = 0;
        for (node, id) in trace.nodes().iter().zip(1..) {
            while step + 1 < steps.len() && before(step + 1) < id {
                step += 1;
            }
            let above = match node.parent {
                0 => tree.root_at(step),
                parent => parent as NodeId,
            };
            tree.parent[id] = above;
            tree.exists_from[id] = step as u32 + 1;
            tree.waits[id] = node.disposition.is_enqueued();
            tree.depth[id] = tree.depth[above as usize] + 1;
        }
        tree.explored_at = vec![NEVER; tree.parent.len()];
        for (step, &node) in tree.node_of.iter().enumerate().rev() {
            tree.explored_at[node as usize] = step as u32;
        }
        // A goal that is recognised when it is generated ends the search and never enters the frontier.
        if has_end && solved {
            tree.explored_at[generated] = steps.len() as u32;
        }
        tree.unexplored = tree.never_explored(trace, algorithm);
        tree
    }

    /// Assigns ids to roots. A tree begins each time node 0 is explored: at the start of a new iteration, or, within
    /// one, at the other end of a bidirectional search. The first root is node 0; the others get ids beyond the
    /// generated ones.
    fn find_roots(&mut self, generated: usize, both_ends: bool) {
        let mut next = generated as NodeId + 1;
        let mut groups = std::mem::take(&mut self.groups);
        let mut is_first = true;
        for group in &mut groups {
            for step in group.first..group.end {
                if self.node_of.get(step) == Some(&0) {
                    let node = if is_first { 0 } else { next };
                    next += NodeId::from(!is_first);
                    is_first = false;
                    self.node_of[step] = node;
                    self.add_root(group, Root { node, at: step });
                }
            }
        }
        // The goal is on its frontier even if the first step from the start finds it.
        if let Some(group) = groups.first_mut().filter(|group| both_ends && group.roots.len() == 1)
        {
            self.add_root(group, Root { node: next, at: usize::MAX });
        }
        self.groups = groups;
    }

    fn add_root(&mut self, group: &mut Group, root: Root) {
        if !group.roots.is_empty() {
            self.goal_side.push(root.node);
        }
        if root.node > 0 {
            self.parent.push(NEVER);
            self.exists_from.push(group.first as u32);
            self.waits.push(true);
            self.depth.push(0);
        }
        group.roots.push(root);
    }

    /// Returns the nodes on the final frontier, by f and age; for depth-first search, the newest first.
    fn never_explored(&self, trace: &Trace, algorithm: AlgorithmId) -> Vec<NodeId> {
        let waits =
            |id: &NodeId| self.explored_at[*id as usize] == NEVER && self.waits[*id as usize];
        let mut unexplored: Vec<NodeId> = (0..self.parent.len() as NodeId).filter(waits).collect();
        if algorithm == AlgorithmId::Dfs {
            unexplored.reverse();
        }
        let f = |node: &taquin::search::Generated<Direction>| node.g.saturating_add(node.h);
        if algorithm.info().informed {
            unexplored.sort_by_key(|&id| trace.node(id.into()).map_or(0, f));
        }
        unexplored
    }

    /// Returns the number of nodes explored.
    pub fn steps(&self) -> usize {
        self.node_of.len()
    }

    /// Returns the last position.
    pub fn last(&self) -> usize {
        self.last
    }

    /// Returns the node of a step.
    pub fn node_of(&self, step: usize) -> Option<NodeId> {
        self.node_of.get(step).copied()
    }

    /// Returns the parent of a node; `None` for a root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.parent.get(node as usize).copied().filter(|&parent| parent != NEVER)
    }

    /// Returns the depth of a node below its root.
    pub fn depth(&self, node: NodeId) -> u32 {
        self.depth.get(node as usize).copied().unwrap_or_default()
    }

    /// Returns the iteration that a step belongs to.
    pub fn group_at(&self, step: usize) -> &Group {
        let within = step.min(self.steps().saturating_sub(1));
        let after = self.groups.partition_point(|group| group.first <= within);
        &self.groups[after.saturating_sub(1)]
    }

    /// Returns the root of a child of node 0: the one explored last before the child was generated.
    pub fn root_at(&self, step: usize) -> NodeId {
        let roots = self.group_at(step).roots.iter();
        roots.rev().find(|root| root.at <= step).map_or(0, |root| root.node)
    }

    /// Whether a root is the goal of a bidirectional search.
    pub fn is_goal_side(&self, root: NodeId) -> bool {
        self.goal_side.contains(&root)
    }

    /// Returns the nodes from the root to a node, both included.
    pub fn path_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        path.reverse();
        path
    }

    /// Returns the frontier at a step, in the order in which nodes leave it.
    pub fn frontier(&self, step: usize) -> impl Iterator<Item = NodeId> {
        let later = self.node_of.get(step + 1..).unwrap_or_default();
        let explored = later.iter().zip(step as u32 + 1..);
        let explored = explored
            // A node that is explored twice leaves the frontier the first time.
            .filter(|&(&node, at)| self.explored_at[node as usize] == at)
            .map(|(&node, _)| node);
        let is_on_frontier = move |node: &NodeId| {
            let node = *node as usize;
            self.exists_from[node] <= step as u32 && self.waits[node]
        };
        explored.chain(self.unexplored.iter().copied()).filter(is_on_frontier)
    }
}

/// Returns the iterations of a trace; a search without iterations has one.
fn groups(trace: &Trace) -> Vec<Group> {
    let count = trace.steps().len();
    let rounds = trace.rounds().iter().filter(|round| round.first_step < count);
    let mut begins: Vec<(usize, Option<u32>)> =
        rounds.map(|round| (round.first_step, Some(round.bound))).collect();
    if begins.first().is_none_or(|begin| begin.0 > 0) {
        begins.insert(0, (0, None));
    }
    let ends = begins.iter().skip(1).map(|begin| begin.0).chain([count]);
    let group = |(number, (&(first, bound), end)): (usize, (&(usize, Option<u32>), usize))| Group {
        round: Round { number, bound },
        first,
        end,
        roots: Vec::new(),
    };
    let groups = (1..).zip(begins.iter().zip(ends)).map(group);
    groups.filter(|group| group.end > group.first || count == 0).collect()
}

/// The dispositions of children, in the order in which they are listed.
pub const DISPOSITIONS: [Disposition; 4] =
    [Disposition::Enqueued, Disposition::Improved, Disposition::Duplicate, Disposition::Pruned];
