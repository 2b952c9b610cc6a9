//! The graph search behind depth-first search, Dijkstra's algorithm, greedy search and A*: take a node off the
//! frontier, stop if it is the goal, else generate its children and enqueue the new ones. The algorithms differ in the
//! frontier, and in whether a cheaper path to a known state counts.

use crate::Cost;
use crate::budget::Stop;
use crate::closed::{AnyClosed, Closed, Flat};
use crate::nodes::{Entry, Nodes};
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
        let open_bytes = open.bytes_per_entry(problem.node_bytes(&start));
        let mut nodes = Nodes::starting_at(problem, start, open_bytes, run)?;
        let found = self.search_from(problem, run, open, closed, &mut nodes);
        run.stored(nodes.len());
        found
    }

    #[inline(always)]
    fn search_from<P: Problem, O: Observer<P::Move>, Q: Open<P::Key>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
        open: &mut Q,
        closed: &mut impl Closed<P>,
        nodes: &mut Nodes<P>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        let early = self.goal_test == GoalTest::Early;
        let start = &nodes[0].node;
        if early && problem.is_goal(start) {
            return Ok(Some(nodes.path_to(0)));
        }
        closed.insert(closed.slot(problem, start), 0, problem, nodes)?;
        open.push(0, 0, problem.h(start), || problem.key(start));
        run.frontier(open.len());

        // The greatest priority taken off so far, which gives the strongest proof.
        let mut greatest = 0;
        loop {
            match run.check_limits() {
                // With an empty frontier, no more nodes are needed.
                Err(Stop::Nodes) if open.len() == 0 => return Ok(None),
                allowed => allowed?,
            }
            let Some((priority, index)) = open.pop() else { return Ok(None) };
            run.stats.frontier = open.len() as u64;
            let id = nodes.id(index, run);
            run.count(nodes[index].depth.moves(), || {
                let Entry { g, node, .. } = &nodes[index];
                Taken {
                    id,
                    g: *g,
                    h: problem.h(node),
                    priority: Some(priority).filter(|_| !Q::REVERSED),
                }
            });
            let entry = &mut nodes[index];
            let Entry { g, by: parent_move, depth, .. } = *entry;
            if depth.is_stale() {
                continue;
            }
            entry.depth.expand();
            // The list of nodes grows while children are generated.
            let node = entry.node.clone();
            if priority > greatest {
                greatest = priority;
                if let Proof::Priority(divisor) = self.proof {
                    run.lower_bound = run.lower_bound.max(priority.div_ceil(divisor) as Cost);
                }
            }
            if !early && problem.is_goal(&node) {
                return Ok(Some(nodes.path_to(index)));
            }
            if depth.moves() >= self.max_depth {
                continue;
            }
            run.stats.expanded += 1;
            let (generated_before, kept_before) = (run.stats.generated, open.len());
            // The inverse of the parent move leads to a state that is known at a lower cost. It is generated only for
            // the observer.
            let skipped = parent_move.filter(|_| !run.is_observed());
            let moves = problem.moves(&node, skipped);
            // Exactly one of the two is present.
            let (mut in_order, mut turned) = match Q::REVERSED {
                false => (Some(moves.into_iter()), None),
                true => (None, Some(moves.last_first())),
            };
            while let Some(by) = match Q::REVERSED {
                false => in_order.as_mut().and_then(Iterator::next),
                true => turned.as_mut().and_then(Iterator::next),
            } {
                run.stats.generated += 1;
                let (child, cost) = problem.step(&node, by);
                let g = g.saturating_add(cost);
                let h = problem.h(&child);
                let slot = closed.slot(problem, &child);
                let known = closed.find(slot, problem, nodes, &child);
                if known.is_some_and(|known| !self.reopens || nodes[known].g <= g) {
                    run.generated(id, by, g, h, Disposition::Duplicate);
                    continue;
                }
                let disposition = match known {
                    None => Disposition::Enqueued,
                    Some(_) => Disposition::Improved,
                };
                run.generated(id, by, g, h, disposition);
                let ends = early && problem.is_goal(&child);
                let entry = Entry::child(child, (index, depth), by, g);
                let new = nodes.push(entry, run.stats.generated, run)?;
                if ends {
                    run.stats.max_depth = run.stats.max_depth.max(depth.moves() + 1);
                    run.stats.generated =
                        generated_before + place_among::<P, Q>(problem, &node, by);
                    run.frontier(open.len());
                    return Ok(Some(nodes.path_to(new)));
                }
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
            }
            run.stats.generated += u64::from(skipped.is_some());
            if open.len() > kept_before {
                run.stats.max_depth = run.stats.max_depth.max(depth.moves() + 1);
            }
            run.frontier(open.len());
        }
    }
}

/// Returns the position of a child among its siblings in the order of visits, counted from 1.
#[cold]
fn place_among<P: Problem, Q: Open<P::Key>>(problem: &P, parent: &P::Node, by: P::Move) -> u64 {
    let siblings = problem.moves(parent, None);
    let is_it = |sibling| sibling == by;
    let before = match Q::REVERSED {
        true => siblings.last_first().position(is_it),
        false => siblings.into_iter().position(is_it),
    };
    before.unwrap_or_default() as u64 + 1
}
