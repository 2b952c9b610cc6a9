//! One run of a search: what it counts, what stops it, and its observer.
//!
//! The hot path is [`Run::explore`]: one comparison tells whether the nodes that the run has claimed from its budget
//! are used up. Then it polls the clock and the cancel flag and claims more. A stop is a result with its
//! statistics, not an error.

use crate::Cost;
use crate::budget::{Budget, Held, Stop};
use crate::instruction_set::InstructionSet;
use crate::observer::{Disposition, Generated, Observer, Taken};
use crate::stats::Stats;

/// Nodes between two polls of the clock and the cancel flag, unless nodes are large.
const POLL_EVERY: u64 = 4096;

/// The most nodes that a list may have: more than any memory holds, and their numbers fit a `u32`.
const MOST_NODES: usize = 1 << 31;

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
    /// What was counted so far.
    pub stats: Stats,
    /// The least cost that a solution can have, as far as this search has proven, if the estimates
    /// are admissible.
    pub lower_bound: Cost,
    budget: Budget,
    observer: O,
    instructions: InstructionSet,
    poll_every: u64,
    /// So many nodes were claimed last, and it may explore up to this count.
    claimed: u64,
    next_poll: u64,
    held: Held,
    moves: std::marker::PhantomData<M>,
}

impl<M, O: Observer<M>> Run<M, O> {
    /// A run that begins now.
    pub fn new(budget: Budget, observer: O) -> Run<M, O> {
        Run {
            stats: Stats::default(),
            lower_bound: 0,
            held: budget.hold_nothing(),
            budget,
            observer,
            instructions: InstructionSet::best(),
            poll_every: POLL_EVERY,
            claimed: 0,
            next_poll: 0,
            moves: std::marker::PhantomData,
        }
    }

    /// For nodes of so many cells: the more a node takes, the more often it polls.
    pub fn polling_for(mut self, cells: usize) -> Run<M, O> {
        self.poll_every = (100_000 / cells.max(1) as u64).clamp(1, POLL_EVERY);
        self
    }

    /// With these instructions in hot loops, instead of the newest that the processor has.
    pub fn with_instructions(mut self, instructions: InstructionSet) -> Run<M, O> {
        self.instructions = instructions;
        self
    }

    /// The instructions that hot loops may use.
    pub fn instructions(&self) -> InstructionSet {
        self.instructions
    }

    /// Whether another node may be taken off the frontier; asked before it is, so that what waits is
    /// told rightly should the search stop here.
    #[inline(always)]
    pub fn check_limits(&mut self) -> Result<(), Stop> {
        if self.stats.explored >= self.next_poll {
            self.claim()?;
        }
        Ok(())
    }

    /// How many nodes may be taken off before the next poll.
    #[inline(always)]
    pub fn until_poll(&self) -> u64 {
        self.next_poll.saturating_sub(self.stats.explored)
    }

    /// Counts a node taken off the frontier, or says that the search must stop before it.
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

    /// Counts a node taken off the frontier, which [`Run::check_limits`] has allowed.
    #[inline(always)]
    pub fn count(&mut self, depth: u64, node: impl FnOnce() -> Taken) {
        self.stats.explored += 1;
        self.stats.depth = depth;
        if self.observer.wants_nodes() {
            self.observer.explored(node(), &self.stats);
        }
    }

    /// Whether an observer wants to hear of nodes. Only then are ids kept.
    #[inline(always)]
    pub fn is_observed(&self) -> bool {
        self.observer.wants_nodes()
    }

    /// Polls the clock and the flag, and shows progress.
    pub fn poll(&mut self) -> Result<(), Stop> {
        self.budget.check()?;
        self.observer.tick(&self.stats);
        Ok(())
    }

    /// Claims more nodes where all that were claimed are explored.
    #[cold]
    #[inline(never)]
    fn claim(&mut self) -> Result<(), Stop> {
        self.return_claim();
        self.claimed = self.budget.claim_nodes(self.poll_every)?;
        self.next_poll = self.stats.explored + self.claimed;
        self.poll()
    }

    /// Returns the nodes that were claimed and not explored: before others explore on its account, and in the end.
    pub fn return_claim(&mut self) {
        self.budget.return_nodes(self.claimed, self.until_poll());
        (self.claimed, self.next_poll) = (0, self.stats.explored);
    }

    /// Tells of a child; count it in `stats.generated` first.
    #[inline(always)]
    pub fn generated(&mut self, parent: u64, by: M, g: Cost, h: Cost, disposition: Disposition) {
        if self.observer.wants_nodes() {
            let id = self.stats.generated;
            self.observer.generated(Generated { id, parent, by, g, h, disposition });
        }
    }

    /// Begins a round with a higher bound.
    pub fn deepen(&mut self, bound: Cost) {
        self.lower_bound = self.lower_bound.max(bound);
        self.observer.deepened(self.stats.iterations.len() as u64 + 1, bound);
    }

    /// Tells that two searches have met, at these nodes.
    pub fn meet(&mut self, from_start: u64, from_goal: u64) {
        self.observer.met(from_start, from_goal);
    }

    /// Notes how many entries wait.
    #[inline(always)]
    pub fn frontier(&mut self, waiting: usize) {
        self.stats.frontier = waiting as u64;
        self.stats.max_frontier = self.stats.max_frontier.max(waiting as u64);
    }

    /// Asks for memory before it is taken.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Stop> {
        self.held.grow(bytes as u64)
    }

    /// Asks for room for some more nodes than a list has, or for as many as the limit leaves room for;
    /// says how many.
    pub fn grow_list(&mut self, nodes: usize, bytes_per_node: usize) -> Result<usize, Stop> {
        let wanted = (nodes / 8).clamp(64, 1 << 17).min(MOST_NODES.saturating_sub(nodes));
        let affordable = self.budget.bytes_left() / bytes_per_node as u64;
        let more = wanted.min(usize::try_from(affordable).unwrap_or(usize::MAX));
        if more == 0 {
            return Err(Stop::Memory);
        }
        self.grow(more * bytes_per_node)?;
        Ok(more)
    }

    /// Gives memory back.
    pub fn shrink(&mut self, bytes: usize) {
        self.held.shrink(bytes as u64);
    }

    /// What may stop it.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Ends it, noting the time taken.
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
