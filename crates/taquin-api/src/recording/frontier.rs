//! The frontier of a recorded search at any of its steps, as the stays of nodes on it. A stay begins when a node is
//! generated, or when everything below an explored node is forgotten. It ends when the node is explored or dropped.

use std::cmp::Reverse;
use taquin::search::{FrontierOrder, Trace};

/// The id of a node; 0 is the start. Ids beyond those of the generated nodes are roots: the start of a later round, or
/// the goal in a search from both ends.
pub type NodeId = u32;

/// A step that never comes.
pub(super) const NEVER: u32 = u32::MAX;

/// The stays of all nodes on the frontier.
#[derive(Debug)]
pub(super) struct Frontier {
    /// For each step, the first step at which its node is on the frontier, until it is taken off.
    from: Vec<u32>,
    /// The other stays, in the order in which their nodes would be taken off.
    waiting: Vec<Stay>,
}

/// A node on the frontier, from one step until before another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stay {
    pub(super) node: NodeId,
    pub(super) from: u32,
    pub(super) until: u32,
}

/// What is known about nodes before the frontier: the node of each step, and facts about each node.
pub(super) struct NodeColumns<'t> {
    pub(super) of_step: &'t [NodeId],
    /// The first step at which it exists.
    pub(super) exists_from: &'t [u32],
    pub(super) depth: &'t [u32],
}

impl Frontier {
    /// Replays a trace. The node that ends the search is not on the frontier.
    pub(super) fn new<M: Copy>(
        trace: &Trace<M>,
        columns: &NodeColumns<'_>,
        order: FrontierOrder,
        ends_search: Option<NodeId>,
    ) -> Frontier {
        let is_enqueued = |node: NodeId| {
            trace.node(node.into()).is_none_or(|node| node.disposition.is_enqueued())
        };
        let &NodeColumns { of_step, exists_from, depth } = columns;
        let nodes = 0..exists_from.len() as NodeId;
        // The first step of the stay that has begun, or is to begin, of each node.
        let begins = |node| if is_enqueued(node) { exists_from[node as usize] } else { NEVER };
        let mut from: Vec<u32> = nodes.clone().map(begins).collect();
        let mut taken = Vec::with_capacity(of_step.len());
        let mut waiting = Vec::new();
        let mut changes = trace.frontier_changes().iter().peekable();
        for step in 0..=of_step.len() {
            while let Some(change) = changes.next_if(|change| change.steps_before <= step) {
                let (node, step) = (change.id as NodeId, step as u32);
                let Some(began) = from.get_mut(node as usize) else { continue };
                let began = std::mem::replace(began, if change.is_on_it { step } else { NEVER });
                if !change.is_on_it && began < step {
                    waiting.push(Stay { node, from: began, until: step });
                }
            }
            if let Some(&node) = of_step.get(step) {
                taken.push(std::mem::replace(&mut from[node as usize], NEVER));
            }
        }
        let stays =
            nodes.zip(from).filter(|&(node, from)| from != NEVER && ends_search != Some(node));
        waiting.extend(stays.map(|(node, from)| Stay { node, from, until: NEVER }));
        waiting.sort_by_cached_key(|stay| {
            let (g, h) = trace.node(stay.node.into()).map_or((0, 0), |node| (node.g, node.h));
            let layer = if order.by_layer { depth[stay.node as usize] } else { 0 };
            let sum = order.weights.0 * u64::from(g) + order.weights.1 * u64::from(h);
            let newest = Reverse(if order.newest_first { stay.node } else { 0 });
            (layer, sum, newest, stay.node)
        });
        Frontier { from: taken, waiting }
    }

    /// Returns the nodes on it at a step, in the order in which they are taken off.
    pub(super) fn at(&self, step: usize, node_of: &[NodeId]) -> impl Iterator<Item = NodeId> {
        let later = node_of.iter().zip(&self.from).skip(step + 1);
        let taken = later.filter(move |&(_, &from)| from as usize <= step).map(|(&node, _)| node);
        let is_there = move |stay: &&Stay| stay.from as usize <= step && (step as u32) < stay.until;
        taken.chain(self.waiting.iter().filter(is_there).map(|stay| stay.node))
    }

    /// Returns the first step of each stay that ends with a node being explored, by that step.
    pub(super) fn from(&self) -> &[u32] {
        &self.from
    }

    /// Returns the other stays, in the order in which their nodes would be taken off.
    pub(super) fn waiting(&self) -> &[Stay] {
        &self.waiting
    }
}
