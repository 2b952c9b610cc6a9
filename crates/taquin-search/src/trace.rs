//! A recording of a search: every node generated and every node explored, in order, so that it can be replayed forwards
//! and backwards.
//!
//! A [`Trace`] is an observer and never changes a count. Its capacity is limited: when it is full it records no more
//! and is marked as incomplete, however long the search runs.

use crate::Cost;
use crate::observer::{Event, Generated, Observer, Taken};
use crate::options::GoalTest;
use crate::stats::Stats;
use std::collections::BTreeSet;
use std::ops::Range;

/// The steps of a search, up to a capacity.
///
/// If several searches run one after another, the trace is that of the one whose answer was used ([`Event::Ended`]).
#[derive(Clone, Debug)]
pub struct Trace<M> {
    capacity: usize,
    /// The search in progress.
    running: Recording<M>,
    /// The best of the finished searches.
    best: Option<Recording<M>>,
}

/// The recording of one search.
#[derive(Clone, Debug)]
struct Recording<M> {
    complete: bool,
    nodes: Vec<Generated<M>>,
    steps: Vec<Step>,
    rounds: Vec<Round>,
    meeting: Option<(u64, u64)>,
}

/// A node taken off the frontier, or visited in a tree search.
#[derive(Clone, Debug)]
pub struct Step {
    /// The node's id.
    pub id: u64,
    /// The node itself, and why it was taken.
    pub taken: Taken,
    /// The counts by then, this node included; rounds and time are left out.
    pub stats: Stats,
    /// The number of nodes generated before this step.
    pub generated_before: usize,
}

/// A round of a deepening search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// The bound of the round, in the search's own units.
    pub bound: Cost,
    /// The index of its first step.
    pub first_step: usize,
    /// The number of nodes generated before it.
    pub generated_before: usize,
}

/// The open and closed lists at some step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    /// The nodes on the frontier, in order of generation.
    pub open: Vec<u64>,
    /// The explored nodes, in order of generation.
    pub closed: Vec<u64>,
}

impl<M: Copy> Trace<M> {
    /// Creates an empty trace with a capacity in entries: nodes generated, nodes explored and rounds.
    pub fn new(capacity: usize) -> Trace<M> {
        Trace { capacity, running: Recording::new(), best: None }
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.shown().len()
    }

    /// Returns whether the trace is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the first steps and the nodes generated until then, up to about this many entries, much as a trace with
    /// that capacity records them.
    pub fn first(&self, capacity: usize) -> Trace<M> {
        let shown = self.shown();
        if shown.len() <= capacity {
            return Trace { capacity, running: shown.clone(), best: None };
        }
        let fits = |(at, step): &(usize, &Step)| at + step.generated_before < capacity;
        let count = shown.steps.iter().enumerate().take_while(fits).count();
        let generated =
            shown.steps.get(count).map_or(shown.nodes.len(), |step| step.generated_before);
        let rounds = shown.rounds.iter().take_while(|round| round.first_step < count);
        let running = Recording {
            complete: false,
            nodes: shown.nodes[..generated.min(capacity)].to_vec(),
            steps: shown.steps[..count].to_vec(),
            rounds: rounds.copied().collect(),
            meeting: None,
        };
        Trace { capacity, running, best: None }
    }

    /// Returns the search to show: the one in progress, or the best of the finished ones.
    fn shown(&self) -> &Recording<M> {
        self.best.as_ref().filter(|_| self.running.len() == 0).unwrap_or(&self.running)
    }

    /// Returns whether everything was recorded.
    pub fn is_complete(&self) -> bool {
        self.shown().complete
    }

    /// Returns every node generated, in order, without the start.
    pub fn nodes(&self) -> &[Generated<M>] {
        &self.shown().nodes
    }

    /// Returns every node explored, in order.
    pub fn steps(&self) -> &[Step] {
        &self.shown().steps
    }

    /// Returns every round of a deepening search, in order.
    pub fn rounds(&self) -> &[Round] {
        &self.shown().rounds
    }

    /// Returns where two searches met, if they did: the nodes on the start's side and on the goal's side.
    pub fn meeting(&self) -> Option<(u64, u64)> {
        self.shown().meeting
    }

    /// Returns a node by its id; `None` for the start and for nodes not recorded.
    pub fn node(&self, id: u64) -> Option<&Generated<M>> {
        // Ids are assigned in order of generation, from 1.
        let index = usize::try_from(id.checked_sub(1)?).ok()?;
        self.nodes().get(index).filter(|node| node.id == id)
    }

    /// Returns the nodes generated between a step and the next one.
    pub fn children_of(&self, step: usize) -> &[Generated<M>] {
        let first = self.steps().get(step).map_or(self.nodes().len(), |step| step.generated_before);
        let end =
            self.steps().get(step + 1).map_or(self.nodes().len(), |next| next.generated_before);
        self.nodes().get(first..end).unwrap_or_default()
    }

    /// Returns the steps and the generated nodes of the last round; all of them, in a search without rounds.
    pub fn last_round(&self) -> (&[Step], &[Generated<M>]) {
        let (step, generated) =
            self.rounds().last().map_or((0, 0), |round| (round.first_step, round.generated_before));
        (
            self.steps().get(step..).unwrap_or_default(),
            self.nodes().get(generated..).unwrap_or_default(),
        )
    }

    /// Returns the open and closed lists when the node of a step has just been taken off the frontier and its children
    /// are not generated yet. Steps count from 0; past the last one, the lists are those at the end.
    ///
    /// These are the actual lists in breadth-first, depth-first and greedy search, Dijkstra's algorithm and A*. Nodes
    /// that a beam drops are not reported and stay on the open list.
    pub fn lists_at(&self, step: usize) -> Lists {
        let first_of = |round: &Round| round.first_step <= step;
        let round = self.rounds().iter().rfind(|round| first_of(round));
        let (first_step, first_generated) =
            round.map_or((0, 0), |round| (round.first_step, round.generated_before));
        let steps_end = (step + 1).min(self.steps().len());
        let generated_end = if step < self.steps().len() {
            self.steps()[step].generated_before
        } else {
            self.nodes().len()
        };
        let explored = &self.steps()[clamped(first_step..steps_end)];
        let closed: BTreeSet<u64> = explored.iter().map(|step| step.id).collect();
        let kept = self.nodes()[clamped(first_generated..generated_end)]
            .iter()
            .filter(|node| node.disposition.is_enqueued())
            .map(|node| node.id);
        let open = std::iter::once(0).chain(kept).filter(|id| !closed.contains(id)).collect();
        Lists { open, closed: closed.into_iter().collect() }
    }

    /// Returns where the search ended, if it reached a goal under this goal test.
    pub fn goal(&self, goal_test: GoalTest) -> Option<u64> {
        // The goal was the last node that the search handled.
        match goal_test {
            _ if !self.is_complete() => None,
            GoalTest::Early => Some(self.nodes().last().map_or(0, |node| node.id)),
            GoalTest::Late => self.steps().last().map(|step| step.id),
        }
    }

    /// Returns the ids from the start to a node, both included.
    pub fn path_to(&self, id: u64) -> Vec<u64> {
        let mut path = vec![id];
        let mut at = id;
        while let Some(node) = self.node(at) {
            at = node.parent;
            path.push(at);
        }
        path.reverse();
        path
    }

    /// Returns the moves from the start to a node; `None` if it is not recorded.
    pub fn moves_to(&self, id: u64) -> Option<Vec<M>> {
        let ids = self.path_to(id);
        ids.into_iter().skip(1).map(|id| self.node(id).map(|node| node.by)).collect()
    }
}

impl<M> Recording<M> {
    fn new() -> Recording<M> {
        let (nodes, steps, rounds) = (Vec::new(), Vec::new(), Vec::new());
        Recording { complete: true, nodes, steps, rounds, meeting: None }
    }

    /// Returns the number of entries.
    fn len(&self) -> usize {
        self.nodes.len() + self.steps.len() + self.rounds.len()
    }

    /// Returns whether another entry fits; if not, the recording is incomplete.
    fn has_room(&mut self, capacity: usize) -> bool {
        self.complete &= self.len() < capacity;
        self.complete
    }
}

/// Clamps a range so that it does not end before it begins.
fn clamped(range: Range<usize>) -> Range<usize> {
    range.start.min(range.end)..range.end
}

impl<M: Copy> Observer<M> for Trace<M> {
    fn event(&mut self, event: Event<'_, M>) {
        let running = &mut self.running;
        let (first_step, generated_before) = (running.steps.len(), running.nodes.len());
        match event {
            Event::Explored(taken, stats) if running.has_room(self.capacity) => {
                let stats = Stats { iterations: Vec::new(), ..*stats };
                running.steps.push(Step { id: taken.id, taken, stats, generated_before });
            }
            Event::Generated(child) if running.has_room(self.capacity) => running.nodes.push(child),
            Event::Deepened { bound, .. } if running.has_room(self.capacity) => {
                running.rounds.push(Round { bound, first_step, generated_before });
            }
            Event::Met { from_start, from_goal } => running.meeting = Some((from_start, from_goal)),
            Event::Ended { is_best } => {
                let ended = std::mem::replace(running, Recording::new());
                if is_best || self.best.is_none() {
                    self.best = Some(ended);
                }
            }
            _ => {}
        }
    }
}
