//! The graph search behind depth-first search, Dijkstra's algorithm, greedy search and A*: take a node off the
//! frontier, stop if it is the goal, else generate its children and enqueue the new ones. The algorithms differ in the
//! frontier, and in whether a cheaper path to a known state counts.

use crate::Cost;
use crate::budget::Stop;
use crate::closed::{AnyClosed, Closed, Flat, Slot};
use crate::nodes::{Depth, Entry, Nodes};
use crate::observer::{Disposition, Observer, Taken};
use crate::open::{Open, Priority, Ranked, Weights};
use crate::options::{GoalTest, Ties};
use crate::problem::{MovesOut, Path, Problem};
use crate::run::Run;

/// What distinguishes one graph search from another, besides the frontier.
pub(crate) struct GraphSearch {
    pub(crate) goal_test: GoalTest,
    /// Whether a cheaper path to a known state puts it on the frontier again.
    pub(crate) reopens: bool,
    /// Nodes at this depth are tested but not expanded.
    pub(crate) max_depth: u64,
    pub(crate) proof: Proof,
}

/// What taking a node off the frontier proves about every remaining solution.
#[derive(Clone, Copy)]
pub(crate) enum Proof {
    Nothing,
    /// It costs at least the node's priority divided by this.
    Priority(u64),
}

impl GraphSearch {
    /// Searches until the goal is found or the frontier is empty.
    pub(crate) fn search<P: Problem, O: Observer<P::Move>, Q: Open<P::Key>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
        open: &mut Q,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        let closed = &mut AnyClosed::new(problem, run);
        self.search_with(problem, run, open, closed)
    }

    /// Searches by the least weighted sum. Compiled once for all algorithms that differ only in their weights.
    #[inline(never)]
    pub(crate) fn search_by<P: Problem, O: Observer<P::Move>>(
        &self,
        weights: Weights,
        ties: Ties,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        match self.search_small_space(weights, ties, problem, run) {
            Some(found) => found,
            None => self.search_large_space(weights, ties, problem, run),
        }
    }

    /// Does the same in a space of any size.
    #[inline(never)]
    pub(crate) fn search_large_space<P: Problem, O: Observer<P::Move>>(
        &self,
        weights: Weights,
        ties: Ties,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        self.search(problem, run, &mut Ranked::by(ties, weights))
    }

    /// Does the same in a small space, without an observer and with ties broken by age; returns `None` in all other
    /// cases. This is the most common case, so it is compiled separately, with everything known at compile time.
    #[inline(always)]
    pub(crate) fn search_small_space<P: Problem, O: Observer<P::Move>>(
        &self,
        priority: impl Priority,
        ties: Ties,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Option<Result<Option<Path<P::Move>>, Stop>> {
        if !P::COUNTS_STATES || run.is_observed() || !matches!(ties, Ties::Fifo | Ties::Lifo) {
            return None;
        }
        let mut flat = Flat::for_problem(problem, run)?;
        let open = &mut Ranked::by_age(ties == Ties::Lifo, priority);
        Some(self.search_with(problem, run, open, &mut flat))
    }

    #[inline(always)]
    fn search_with<P: Problem, O: Observer<P::Move>, Q: Open<P::Key>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
        open: &mut Q,
        closed: &mut impl Closed<P>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        let start = problem.start();
        run.orders_frontier(open.order());
        let open_bytes = open.bytes_per_entry(problem.node_bytes(&start));
        let nodes = &mut Nodes::starting_at(problem, start, open_bytes, run)?;
        let (rules, greatest) = (self, 0);
        let search = Search { rules, problem, run: &mut *run, open, closed, nodes, greatest };
        let found = search.search();
        run.stored(nodes.len());
        found
    }
}

/// A search in progress: the frontier, the visited states and all nodes. It only borrows, so that its fields stay in
/// registers.
struct Search<'a, P: Problem, O, Q, C> {
    rules: &'a GraphSearch,
    problem: &'a P,
    run: &'a mut Run<P::Move, O>,
    open: &'a mut Q,
    closed: &'a mut C,
    nodes: &'a mut Nodes<P>,
    /// The greatest priority taken off so far, which gives the strongest proof.
    greatest: u64,
}

/// A node whose children are being generated.
struct Parent<P: Problem> {
    node: P::Node,
    index: u32,
    id: u64,
    g: Cost,
    depth: Depth,
}

impl<P, O, Q, C> Search<'_, P, O, Q, C>
where
    P: Problem,
    O: Observer<P::Move>,
    Q: Open<P::Key>,
    C: Closed<P>,
{
    /// Takes nodes off the frontier and expands them, until one is the goal or none is left.
    #[inline(always)]
    fn search(mut self) -> Result<Option<Path<P::Move>>, Stop> {
        let start = &self.nodes[0].node;
        if self.tests_early() && self.problem.is_goal(start) {
            return Ok(Some(self.nodes.path_to(0)));
        }
        let (h, slot) = (self.problem.h(start), self.closed.slot(self.problem, start));
        self.push(0, (0, h), slot, None)?;
        self.run.frontier(self.open.len());
        loop {
            match self.run.check_limits() {
                // With an empty frontier, no more nodes are needed.
                Err(Stop::Nodes) if self.open.len() == 0 => return Ok(None),
                allowed => allowed?,
            }
            let Some((priority, index)) = self.open.pop() else { return Ok(None) };
            if let Some(goal) = self.explore(priority, index)? {
                return Ok(Some(self.nodes.path_to(goal)));
            }
        }
    }

    /// Whether a node is tested when it is generated, instead of when it is taken off.
    #[inline(always)]
    fn tests_early(&self) -> bool {
        self.rules.goal_test == GoalTest::Early
    }

    /// Counts a node taken off the frontier and expands it, unless it is stale or at the greatest depth. Returns the
    /// goal, if it is reached.
    #[inline(always)]
    fn explore(&mut self, priority: u64, index: u32) -> Result<Option<u32>, Stop> {
        let Search { problem, run, open, nodes, .. } = self;
        run.stats.frontier = open.len() as u64;
        let id = nodes.id(index, run);
        run.count(nodes[index].depth.moves(), || {
            let Entry { g, node, .. } = &nodes[index];
            let (g, h) = (*g, problem.h(node));
            Taken { id, g, h, priority: Some(priority).filter(|_| !Q::REVERSED) }
        });
        let entry = &mut nodes[index];
        let Entry { g, by: parent_move, depth, .. } = *entry;
        if depth.is_stale() {
            return Ok(None);
        }
        entry.depth.expand();
        // The list of nodes grows while children are generated.
        let node = entry.node.clone();
        if priority > self.greatest {
            self.greatest = priority;
            if let Proof::Priority(divisor) = self.rules.proof {
                let proven = Cost::try_from(priority.div_ceil(divisor)).unwrap_or(Cost::MAX);
                run.lower_bound = run.lower_bound.max(proven);
            }
        }
        if !self.tests_early() && self.problem.is_goal(&node) {
            return Ok(Some(index));
        }
        if depth.moves() >= self.rules.max_depth {
            return Ok(None);
        }
        self.expand(&Parent { node, index, id, g, depth }, parent_move)
    }

    /// Generates the children of a node in the order of visits, or in reverse for a stack. Returns the goal, if one of
    /// them is it.
    #[inline(always)]
    fn expand(
        &mut self,
        parent: &Parent<P>,
        parent_move: Option<P::Move>,
    ) -> Result<Option<u32>, Stop> {
        self.run.stats.expanded += 1;
        let (generated_before, frontier_before) = (self.run.stats.generated, self.open.len());
        // The inverse of the parent move leads to a state that is known at a lower cost. It is generated only for
        // the observer.
        let skipped = parent_move.filter(|_| P::HAS_INVERSES && !self.run.is_observed());
        let moves = self.problem.moves(&parent.node, skipped);
        // Exactly one of the two is present.
        let (mut in_order, mut turned) = if Q::REVERSED {
            (None, Some(moves.last_first()))
        } else {
            (Some(moves.into_iter()), None)
        };
        while let Some(by) = if Q::REVERSED {
            turned.as_mut().and_then(Iterator::next)
        } else {
            in_order.as_mut().and_then(Iterator::next)
        } {
            if let Some(goal) = self.consider(parent, by)? {
                let place = place_among::<P, Q>(self.problem, &parent.node, by);
                self.run.stats.generated = generated_before + place;
                self.run.stats.max_depth = self.run.stats.max_depth.max(parent.depth.moves() + 1);
                self.run.frontier(self.open.len());
                return Ok(Some(goal));
            }
        }
        self.run.stats.generated += u64::from(skipped.is_some());
        if self.open.len() > frontier_before {
            self.run.stats.max_depth = self.run.stats.max_depth.max(parent.depth.moves() + 1);
        }
        self.run.frontier(self.open.len());
        Ok(None)
    }

    /// Generates a child and enqueues it, if its state is new or this path to it is cheaper. Returns it if it is the
    /// goal and tested now.
    #[inline(always)]
    fn consider(&mut self, parent: &Parent<P>, by: P::Move) -> Result<Option<u32>, Stop> {
        let Search { rules, problem, run, closed, nodes, .. } = self;
        run.stats.generated += 1;
        let (child, cost) = problem.step(&parent.node, by);
        let g = parent.g.saturating_add(cost);
        let h = problem.h(&child);
        let slot = closed.slot(problem, &child);
        let known = closed.find(slot, problem, nodes, &child);
        if known.is_some_and(|known| !rules.reopens || nodes[known].g <= g) {
            run.generated(parent.id, by, g, h, Disposition::Duplicate);
            return Ok(None);
        }
        let disposition = match known {
            None => Disposition::Enqueued,
            Some(_) => Disposition::Improved,
        };
        run.generated(parent.id, by, g, h, disposition);
        let is_goal = self.tests_early() && self.problem.is_goal(&child);
        let entry = Entry::child(child, (parent.index, parent.depth), by, g);
        let new = self.nodes.push(entry, self.run.stats.generated, self.run)?;
        if is_goal {
            return Ok(Some(new));
        }
        self.push(new, (g, h), slot, known)?;
        Ok(None)
    }

    /// Puts a new node on the frontier, in place of the dearer node that is known for its state, if there is one.
    #[inline(always)]
    fn push(
        &mut self,
        new: u32,
        (g, h): (Cost, Cost),
        slot: Slot,
        known: Option<u32>,
    ) -> Result<(), Stop> {
        let Search { problem, run, open, closed, nodes, .. } = self;
        match known {
            None => closed.insert(slot, new, problem, nodes)?,
            Some(known) => {
                let known_depth = &mut nodes[known].depth;
                run.stats.reopened += u64::from(known_depth.is_expanded());
                known_depth.outdate();
                closed.replace(slot, known, new);
            }
        }
        open.push(new, g, h, || problem.key(&nodes[new].node));
        Ok(())
    }
}

/// Returns the position of a child among its siblings in the order of visits, counted from 1.
#[cold]
fn place_among<P: Problem, Q: Open<P::Key>>(problem: &P, parent: &P::Node, by: P::Move) -> u64 {
    let siblings = problem.moves(parent, None);
    let is_before = |sibling: &P::Move| *sibling != by;
    let before = if Q::REVERSED {
        siblings.last_first().take_while(is_before).count()
    } else {
        siblings.into_iter().take_while(is_before).count()
    };
    before as u64 + 1
}
