//! One run of a search: its counts, its limits and its observer.
//!
//! The hot path is [`Run::explore`]: a single comparison detects that the nodes claimed from the budget are used up.
//! Only then does it poll the clock and the cancel flag and claim more. A stop is a result with its statistics, not an
//! error.

use crate::Cost;
use crate::budget::{Budget, Held, Stop};
use crate::instruction_set::InstructionSet;
use crate::observer::{Disposition, Event, FrontierOrder, Generated, Observer, Taken};
use crate::stats::Stats;

/// The number of nodes between two polls of the clock and the cancel flag, unless nodes are large.
const POLL_INTERVAL: u64 = 4096;

/// The maximum number of nodes in a list: more than fit in any memory, and indices fit in a `u32`.
const MAX_NODES: usize = 1 << 31;

/// One run of a search.
///
/// ```
/// use taquin_search::{Budget, Cancel, Limits, Run, Silent, Stop, Taken};
/// let limits = Limits { max_nodes: Some(2), ..Limits::default() };
/// let mut run: Run<(), Silent> = Run::new(Budget::new(limits, Cancel::new()), Silent);
/// let node = |id| Taken { id, g: 0, h: 0, priority: None };
/// assert_eq!(run.explore(0, || node(0)), Ok(()));
/// assert_eq!(run.explore(1, || node(1)), Ok(()));
/// assert_eq!(run.explore(1, || node(2)), Err(Stop::Nodes));
/// ```
#[derive(Debug)]
pub struct Run<M, O> {
    /// The counts so far.
    pub stats: Stats,
    /// The greatest lower bound on the cost of a solution that this search has proven, if the estimates are admissible.
    pub lower_bound: Cost,
    budget: Budget,
    observer: O,
    instructions: InstructionSet,
    poll_interval: u64,
    /// The size of the last claim, and the value of `stats.explored` up to which it reaches.
    claimed: u64,
    next_poll: u64,
    held: Held,
    moves: std::marker::PhantomData<M>,
}

impl<M, O: Observer<M>> Run<M, O> {
    /// Starts a run.
    pub fn new(budget: Budget, observer: O) -> Run<M, O> {
        Run {
            // The tables of its heuristic.
            stats: Stats { fixed_bytes: budget.bytes_held(), ..Stats::default() },
            lower_bound: 0,
            held: budget.open_account(),
            budget,
            observer,
            instructions: InstructionSet::best(),
            poll_interval: POLL_INTERVAL,
            claimed: 0,
            next_poll: 0,
            moves: std::marker::PhantomData,
        }
    }

    /// Adapts the polling interval to nodes of this many cells: the larger the nodes, the more often it polls.
    pub fn polling_for(mut self, cells: usize) -> Run<M, O> {
        self.poll_interval = (100_000 / cells.max(1) as u64).clamp(1, POLL_INTERVAL);
        self
    }

    /// Uses these instructions in hot loops, instead of the newest that the processor has.
    pub fn with_instructions(mut self, instructions: InstructionSet) -> Run<M, O> {
        self.instructions = instructions;
        self
    }

    /// Returns the instructions that hot loops may use.
    pub fn instructions(&self) -> InstructionSet {
        self.instructions
    }

    /// Returns an error if no more nodes may be taken off the frontier. Call it before taking one, so that the frontier
    /// is counted correctly if the search stops here.
    #[inline(always)]
    pub fn check_limits(&mut self) -> Result<(), Stop> {
        if self.stats.explored >= self.next_poll {
            self.claim()?;
        }
        Ok(())
    }

    /// Returns how many nodes may be taken off before the next poll.
    #[inline(always)]
    pub fn until_poll(&self) -> u64 {
        self.next_poll.saturating_sub(self.stats.explored)
    }

    /// Counts a node taken off the frontier, or returns an error if the search must stop before it.
    #[inline(always)]
    pub fn explore(&mut self, depth: u64, node: impl FnOnce() -> Taken) -> Result<(), Stop> {
        self.check_limits()?;
        self.count(depth, node);
        Ok(())
    }

    /// The same without an observer.
    #[inline(always)]
    pub fn explore_unobserved(&mut self, depth: u64) -> Result<(), Stop> {
        self.check_limits()?;
        self.stats.explored += 1;
        self.stats.depth = depth;
        Ok(())
    }

    /// Counts a node taken off the frontier, after [`Run::check_limits`] has allowed it.
    #[inline(always)]
    pub fn count(&mut self, depth: u64, node: impl FnOnce() -> Taken) {
        self.stats.explored += 1;
        self.stats.depth = depth;
        if self.observer.wants_nodes() {
            self.observer.event(Event::Explored(node(), &self.stats));
        }
    }

    /// Returns whether an observer wants to receive nodes. Ids are stored only in that case.
    #[inline(always)]
    pub fn is_observed(&self) -> bool {
        self.observer.wants_nodes()
    }

    /// Polls the clock and the flag, and reports progress.
    pub fn poll(&mut self) -> Result<(), Stop> {
        self.budget.check()?;
        self.observer.event(Event::Tick(&self.stats));
        Ok(())
    }

    /// Claims more nodes when all claimed nodes are explored.
    #[cold]
    #[inline(never)]
    fn claim(&mut self) -> Result<(), Stop> {
        self.return_claim();
        self.claimed = self.budget.claim_nodes(self.poll_interval)?;
        self.next_poll = self.stats.explored + self.claimed;
        self.poll()
    }

    /// Returns the nodes that were claimed but not explored. Called before others explore on its account, and at the
    /// end.
    pub fn return_claim(&mut self) {
        self.budget.return_nodes(self.claimed, self.until_poll());
        (self.claimed, self.next_poll) = (0, self.stats.explored);
    }

    /// Reports a child, which `stats.generated` must already include.
    #[inline(always)]
    pub fn generated(&mut self, parent: u64, by: M, g: Cost, h: Cost, disposition: Disposition) {
        if self.observer.wants_nodes() {
            let id = self.stats.generated;
            let child = Generated { id, parent, by, g, h, disposition };
            self.observer.event(Event::Generated(child));
        }
    }

    /// Reports that the search keeps a frontier in this order, before its first node.
    pub fn orders_frontier(&mut self, order: FrontierOrder) {
        if self.observer.wants_nodes() {
            self.observer.event(Event::Frontier(order));
        }
    }

    /// Reports that a node left the frontier without being explored.
    pub fn dropped(&mut self, id: u64) {
        if self.observer.wants_nodes() {
            self.observer.event(Event::Dropped { id });
        }
    }

    /// Reports that an explored node is on the frontier again.
    pub fn restored(&mut self, id: u64) {
        if self.observer.wants_nodes() {
            self.observer.event(Event::Restored { id });
        }
    }

    /// Starts a round with a higher bound.
    pub fn deepen(&mut self, bound: Cost) {
        self.lower_bound = self.lower_bound.max(bound);
        let round = self.stats.iterations.len() as u64 + 1;
        self.observer.event(Event::Deepened { round, bound });
    }

    /// Reports that two searches met at these nodes.
    pub fn meet(&mut self, from_start: u64, from_goal: u64) {
        self.observer.event(Event::Met { from_start, from_goal });
    }

    /// Records the size of the frontier.
    #[inline(always)]
    pub fn frontier(&mut self, len: usize) {
        self.stats.frontier = len as u64;
        self.stats.max_frontier = self.stats.max_frontier.max(len as u64);
    }

    /// Records the number of states stored, for the peak.
    #[inline(always)]
    pub fn stored(&mut self, states: usize) {
        self.stats.stored = self.stats.stored.max(states as u64);
    }

    /// Claims memory before it is allocated.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Stop> {
        self.held.grow(bytes as u64)
    }

    /// Claims memory for an index of all states or a table, which does not grow with the search.
    pub fn grow_fixed(&mut self, bytes: usize) -> Result<(), Stop> {
        self.grow(bytes)?;
        self.stats.fixed_bytes += bytes as u64;
        Ok(())
    }

    /// Claims memory for some more nodes in a list, or for as many as the limit allows, and returns how many.
    pub fn grow_list(&mut self, nodes: usize, bytes_per_node: usize) -> Result<usize, Stop> {
        let wanted = (nodes / 8).clamp(64, 1 << 17).min(MAX_NODES.saturating_sub(nodes));
        let affordable = self.budget.bytes_left() / bytes_per_node as u64;
        let more = wanted.min(usize::try_from(affordable).unwrap_or(usize::MAX));
        if more == 0 {
            return Err(Stop::Memory);
        }
        self.grow(more * bytes_per_node)?;
        Ok(more)
    }

    /// Releases memory.
    pub fn shrink(&mut self, bytes: usize) {
        self.held.shrink(bytes as u64);
    }

    /// Returns the budget.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Ends the run and records the time it took.
    pub fn finish(mut self) -> (Stats, Cost) {
        self.return_claim();
        self.stats.elapsed = self.budget.elapsed();
        self.stats.peak_bytes = self.budget.peak_bytes();
        (std::mem::take(&mut self.stats), self.lower_bound)
    }
}

impl<M, O> Drop for Run<M, O> {
    fn drop(&mut self) {
        let unused = self.next_poll.saturating_sub(self.stats.explored);
        self.budget.return_nodes(self.claimed, unused);
    }
}
