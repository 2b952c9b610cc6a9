//! The tree of a recorded search, in columns: what a trace says only event by event. Facts about a node that never
//! change are its parent, its depth, the step that generated it and the step that explored it, so the state of a node at
//! any step needs no history. The tree knows moves of any kind, so it is also that of problems other than puzzles.

use super::frontier::{Frontier, NEVER, NodeColumns, NodeId};
use std::ops::Range;
use taquin::search::Trace;

/// A round of a deepening search, or the whole of another search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its number, from 1.
    pub number: usize,
    /// Its bound, in the search's own units.
    pub bound: Option<u32>,
    /// Its steps.
    pub steps: Range<usize>,
    /// Its nodes, without the roots.
    pub nodes: Range<NodeId>,
    /// The roots of its trees: the start and, in a search from both ends, the goal.
    pub roots: Vec<NodeId>,
}

/// The tree of a search; several trees, if it ran in rounds or from both ends.
#[derive(Debug)]
pub struct Tree {
    rounds: Vec<Round>,
    /// The node of each step.
    node_of: Vec<NodeId>,
    parent: Vec<NodeId>,
    depth: Vec<u32>,
    /// The first step at which each node exists.
    exists_from: Vec<u32>,
    explored_at: Vec<u32>,
    frontier: Option<Frontier>,
    /// Whether there is a state after the last step, with the nodes it generated.
    has_end: bool,
    solution: Option<FoundPath>,
}

/// How the goal was reached.
#[derive(Debug)]
pub(super) struct FoundPath {
    pub(super) goal: NodeId,
    /// The nodes on the start's side and on the goal's side where two searches met.
    pub(super) meeting: Option<[NodeId; 2]>,
    /// The nodes on the path, from the root of each tree.
    pub(super) nodes: Vec<NodeId>,
    /// The first step at which it is known.
    pub(super) known_from: u32,
}

impl Tree {
    /// Builds the tree of a trace; `None` if it has no steps, or if its steps are not those of a single search.
    /// `both_ends` says whether the search has a second root at the goal, `solved` whether it reached the goal.
    pub fn new<M: Copy>(trace: &Trace<M>, both_ends: bool, solved: bool) -> Option<Tree> {
        let (steps, generated) = (trace.steps(), trace.nodes().len());
        let is_numbered = (1..).zip(trace.nodes()).all(|(id, node)| node.id == id);
        if steps.is_empty() || !is_numbered {
            return None;
        }
        let mut tree = Tree {
            rounds: rounds(trace),
            node_of: steps.iter().map(|step| step.id as NodeId).collect(),
            parent: vec![NEVER; generated + 1],
            depth: vec![0; generated + 1],
            exists_from: vec![0; generated + 1],
            explored_at: Vec::new(),
            frontier: None,
            has_end: trace.is_complete() && steps.last()?.generated_before < generated,
            solution: None,
        };
        let root_of = tree.find_roots(both_ends)?;
        let mut step = 0;
        for (id, node) in (1..).zip(trace.nodes()) {
            while steps.get(step + 1).is_some_and(|next| next.generated_before < id) {
                step += 1;
            }
            let parent = if node.parent == 0 { root_of[step] } else { node.parent as NodeId };
            tree.parent[id] = parent;
            tree.depth[id] = tree.depth[parent as usize] + 1;
            tree.exists_from[id] = step as u32 + 1;
        }
        tree.explored_at = vec![NEVER; tree.parent.len()];
        for (step, &node) in tree.node_of.iter().enumerate().rev() {
            tree.explored_at[node as usize] = step as u32;
        }
        let is_found = solved && trace.is_complete();
        // A goal that is recognised when it is generated ends the search and is never on the frontier.
        let ends_search = (is_found && tree.has_end).then_some(generated as NodeId);
        let columns = NodeColumns {
            of_step: &tree.node_of,
            exists_from: &tree.exists_from,
            depth: &tree.depth,
        };
        tree.frontier =
            trace.frontier().map(|order| Frontier::new(trace, &columns, order, ends_search));
        tree.solution = is_found.then(|| tree.find_path(trace.meeting(), ends_search));
        Some(tree)
    }

    /// Assigns ids to roots, and returns the root of a child of node 0 by the step that generates it. A tree begins each
    /// time node 0 is explored: at the start of a round or, in a search from both ends, at the goal. `None` if it is
    /// explored at other times, too.
    fn find_roots(&mut self, both_ends: bool) -> Option<Vec<NodeId>> {
        let most = if both_ends { 2 } else { 1 };
        let mut root_of = Vec::with_capacity(self.node_of.len());
        let mut rounds = std::mem::take(&mut self.rounds);
        for round in &mut rounds {
            for step in round.steps.clone() {
                if self.node_of[step] == 0 {
                    let node = if step == 0 { 0 } else { self.add_root(round.steps.start) };
                    self.node_of[step] = node;
                    round.roots.push(node);
                }
                root_of.push(*round.roots.last()?);
            }
            // The goal is on its frontier even if the search from it has not begun.
            if round.roots.len() < most {
                round.roots.push(self.add_root(round.steps.start));
            }
        }
        self.rounds = rounds;
        self.rounds.iter().all(|round| round.roots.len() == most).then_some(root_of)
    }

    /// Adds a root that exists from a step on, and returns its id.
    fn add_root(&mut self, step: usize) -> NodeId {
        self.parent.push(NEVER);
        self.depth.push(0);
        self.exists_from.push(step as u32);
        self.parent.len() as NodeId - 1
    }

    /// Returns the path of a search that has ended at its goal: the last node generated, or else the last explored.
    fn find_path(&self, meeting: Option<(u64, u64)>, ends_search: Option<NodeId>) -> FoundPath {
        if let (Some((from_start, from_goal)), Some(goal)) = (meeting, self.goal_root()) {
            let behind = if from_goal == 0 { goal } else { from_goal as NodeId };
            let meeting = [from_start as NodeId, behind];
            let known_from = meeting.map(|node| self.exists_from[node as usize]);
            return FoundPath {
                goal,
                meeting: Some(meeting),
                nodes: meeting.iter().flat_map(|&node| self.path_to(node)).collect(),
                known_from: known_from[0].max(known_from[1]),
            };
        }
        let goal = ends_search.or(self.node_of.last().copied()).unwrap_or_default();
        let known_from = self.explored_at[goal as usize].min(self.node_of.len() as u32);
        FoundPath { goal, meeting: None, nodes: self.path_to(goal), known_from }
    }

    /// Returns the number of nodes explored.
    pub fn steps(&self) -> usize {
        self.node_of.len()
    }

    /// Returns the number of states to show: each step, and the end if nodes were generated after the last step.
    pub fn last(&self) -> usize {
        self.steps() + usize::from(self.has_end)
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

    /// Returns whether a node exists at a step.
    pub fn exists(&self, node: NodeId, step: usize) -> bool {
        self.exists_from(node) as usize <= step
    }

    /// Returns the first step at which a node exists.
    pub(super) fn exists_from(&self, node: NodeId) -> u32 {
        self.exists_from.get(node as usize).copied().unwrap_or(NEVER)
    }

    /// Returns the step at which a node was first explored.
    pub fn explored_at(&self, node: NodeId) -> Option<usize> {
        let at = self.explored_at.get(node as usize).copied().unwrap_or(NEVER);
        (at != NEVER).then_some(at as usize)
    }

    /// Returns the rounds; a search without rounds has one, without a bound.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Returns the round that a step belongs to.
    pub fn round_at(&self, step: usize) -> &Round {
        let within = step.min(self.steps() - 1);
        let after = self.rounds.partition_point(|round| round.steps.start <= within);
        &self.rounds[after.saturating_sub(1)]
    }

    /// Returns the root of the goal's tree, in a search from both ends.
    pub fn goal_root(&self) -> Option<NodeId> {
        self.rounds.first()?.roots.get(1).copied()
    }

    /// Returns the nodes from the root to a node, both included.
    pub fn path_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        path.reverse();
        path
    }

    /// Returns how the goal was reached.
    pub(super) fn solution(&self) -> Option<&FoundPath> {
        self.solution.as_ref()
    }

    /// Returns the nodes on the path to the goal, if it was reached.
    pub fn path(&self) -> &[NodeId] {
        self.solution.as_ref().map_or(&[], |solution| &solution.nodes)
    }

    /// Returns the frontier, if the search keeps one.
    pub(super) fn frontier(&self) -> Option<&Frontier> {
        self.frontier.as_ref()
    }

    /// Returns the frontier at a step, in the order in which nodes are taken off it.
    pub fn frontier_at(&self, step: usize) -> impl Iterator<Item = NodeId> {
        self.frontier.iter().flat_map(move |frontier| frontier.at(step, &self.node_of))
    }
}

/// Returns the rounds of a trace, without their roots; a search without rounds has one.
fn rounds<M: Copy>(trace: &Trace<M>) -> Vec<Round> {
    let steps = trace.steps();
    let before = |step: usize| {
        steps.get(step).map_or(trace.nodes().len(), |step| step.generated_before) as NodeId + 1
    };
    let begun = trace.rounds().iter().filter(|round| round.first_step < steps.len());
    let mut begins: Vec<(usize, Option<u32>)> =
        begun.map(|round| (round.first_step, Some(round.bound))).collect();
    if begins.first().is_none_or(|begin| begin.0 > 0) {
        begins.insert(0, (0, None));
    }
    let ends = begins.iter().skip(1).map(|begin| begin.0).chain([steps.len()]);
    let round = |(number, (&(first, bound), end)): (usize, (&(usize, Option<u32>), usize))| Round {
        number,
        bound,
        steps: first..end,
        nodes: before(first)..before(end),
        roots: Vec::new(),
    };
    let rounds = (1..).zip(begins.iter().zip(ends)).map(round);
    rounds.filter(|round| !round.steps.is_empty()).collect()
}
