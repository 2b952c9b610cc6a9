//! A recording of a search: every node generated and every node explored, in order, so that it can be replayed forwards
//! and backwards.
//!
//! A [`Trace`] is an observer and never changes a count. Its capacity is limited: when it is full it records no more
//! and is marked as incomplete, however long the search runs. It only records; it draws no conclusions.

use crate::Cost;
use crate::observer::{Event, FrontierOrder, Generated, Observer, Taken};
use crate::stats::Stats;

/// The steps of a search, up to a capacity.
///
/// ```
/// # mod road_map { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/road_map/map.rs")); }
/// # use road_map::RoadMap;
/// use taquin_search::{AStar, Algorithm, Budget, Run, Trace};
/// let mut trace = Trace::new(100);
/// let mut run = Run::new(Budget::unlimited(), &mut trace);
/// let found = AStar::with_defaults().search(&RoadMap, &mut run)?;
/// let (stats, _) = run.finish();
/// assert_eq!(trace.steps().len() as u64, stats.explored);
/// assert_eq!(trace.nodes().len() as u64, stats.generated);
/// let [first, .., last] = trace.steps() else { unreachable!("it takes several steps") };
/// assert_eq!((first.id, trace.moves_to(last.id)), (0, found.map(|path| path.moves)));
/// # Ok::<(), taquin_search::Stop>(())
/// ```
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
    frontier: Option<FrontierOrder>,
    nodes: Vec<Generated<M>>,
    steps: Vec<Step>,
    frontier_changes: Vec<FrontierChange>,
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

/// A node that left the frontier without being explored, or is on it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrontierChange {
    /// The node's id.
    pub id: u64,
    /// Whether it is on the frontier now: it was restored, otherwise dropped.
    pub is_on_it: bool,
    /// The number of steps before it.
    pub steps_before: usize,
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
        let changes =
            shown.frontier_changes.iter().take_while(|change| change.steps_before < count);
        let rounds = shown.rounds.iter().take_while(|round| round.first_step < count);
        let running = Recording {
            complete: false,
            frontier: shown.frontier,
            nodes: shown.nodes[..generated.min(capacity)].to_vec(),
            steps: shown.steps[..count].to_vec(),
            frontier_changes: changes.copied().collect(),
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

    /// Returns the order of the frontier, if the search keeps one.
    pub fn frontier(&self) -> Option<FrontierOrder> {
        self.shown().frontier
    }

    /// Returns every node generated, in order, without the start.
    pub fn nodes(&self) -> &[Generated<M>] {
        &self.shown().nodes
    }

    /// Returns every node explored, in order.
    pub fn steps(&self) -> &[Step] {
        &self.shown().steps
    }

    /// Returns every change of the frontier besides nodes put on it when generated and taken off when explored, in order.
    pub fn frontier_changes(&self) -> &[FrontierChange] {
        &self.shown().frontier_changes
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

    /// Returns the moves from the start to a node; `None` if it is not recorded.
    pub fn moves_to(&self, id: u64) -> Option<Vec<M>> {
        let mut moves = Vec::new();
        let mut at = id;
        while at > 0 {
            let node = self.node(at)?;
            moves.push(node.by);
            at = node.parent;
        }
        moves.reverse();
        Some(moves)
    }
}

impl<M> Recording<M> {
    fn new() -> Recording<M> {
        Recording {
            complete: true,
            frontier: None,
            nodes: Vec::new(),
            steps: Vec::new(),
            frontier_changes: Vec::new(),
            rounds: Vec::new(),
            meeting: None,
        }
    }

    /// Returns the number of entries. Changes of the frontier are no entries: there are fewer of them.
    fn len(&self) -> usize {
        self.nodes.len() + self.steps.len() + self.rounds.len()
    }

    /// Returns whether another entry fits; if not, the recording is incomplete.
    fn has_room(&mut self, capacity: usize) -> bool {
        self.complete &= self.len() < capacity;
        self.complete
    }

    /// Records that a node left the frontier unexplored, or is on it again.
    fn change_frontier(&mut self, id: u64, is_on_it: bool) {
        if self.complete {
            let steps_before = self.steps.len();
            self.frontier_changes.push(FrontierChange { id, is_on_it, steps_before });
        }
    }
}

impl<M: Copy> Observer<M> for Trace<M> {
    fn event(&mut self, event: Event<'_, M>) {
        let running = &mut self.running;
        let (first_step, generated_before) = (running.steps.len(), running.nodes.len());
        match event {
            Event::Frontier(order) => running.frontier = Some(order),
            Event::Explored(taken, stats) if running.has_room(self.capacity) => {
                let stats = Stats { iterations: Vec::new(), ..*stats };
                running.steps.push(Step { id: taken.id, taken, stats, generated_before });
            }
            Event::Generated(child) if running.has_room(self.capacity) => running.nodes.push(child),
            Event::Dropped { id } => running.change_frontier(id, false),
            Event::Restored { id } => running.change_frontier(id, true),
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
