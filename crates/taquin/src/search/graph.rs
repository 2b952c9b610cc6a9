//! The graph search that depth-first, Dijkstra's, greedy and A* searches are: take a node off the
//! frontier, stop if it is the goal, else make its children and put on those that are new. They differ in the frontier, and in whether a cheaper way to a known state counts.

use super::closed::Closed;
use super::nodes::{Entry, Nodes};
use super::open::{Open, Priority};
use super::run::{Fate, Observer, Run, Stop};
use super::{GoalTest, Path, Problem};
use crate::cost::Cost;

/// In what a graph search differs from another, besides its frontier.
pub(super) struct GraphSearch {
    pub(super) goal_test: GoalTest,
    /// Whether a cheaper way to a known state puts it on the frontier again.
    pub(super) reopens: bool,
    /// A node this deep is tested but not expanded.
    pub(super) max_depth: u64,
    pub(super) proof: Proof,
}

/// What taking a node off the frontier proves about every solution that is left.
#[derive(Clone, Copy)]
pub(super) enum Proof {
    Nothing,
    /// It costs at least the node's priority divided by this.
    Priority(Priority, u64),
}

impl GraphSearch {
    /// Searches until the goal is found or the frontier is empty.
    pub(super) fn search<P: Problem, O: Observer<P::Move>, Q: Open<P::Key>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
        mut open: Q,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        let early = self.goal_test == GoalTest::Early;
        let mut closed = Closed::new(problem, run);
        let start = problem.start();
        let open_bytes = open.bytes_per_entry(problem.node_bytes(&start));
        let mut nodes = Nodes::starting_at(problem, start, open_bytes, run)?;
        let start = &nodes[0].node;
        if early && problem.is_goal(start) {
            return Ok(Some(nodes.path_to(0)));
        }
        closed.insert(closed.place(problem, start), 0, problem, &nodes);
        open.push(0, 0, problem.h(start), || problem.key(start));
        run.frontier(open.len());

        // The greatest priority taken off so far, which proves the most.
        let mut greatest = 0;
        loop {
            run.may_go_on()?;
            let Some(index) = open.pop() else { return Ok(None) };
            let entry = &mut nodes[index];
            let Entry { id, g, depth, by: last, stale, .. } = *entry;
            run.stats.frontier = open.len() as u64;
            run.explore(id, u64::from(depth))?;
            if stale {
                continue;
            }
            entry.expanded = true;
            // The list of nodes grows while children are made.
            let node = entry.node.clone();
            if let Proof::Priority(priority, divisor) = self.proof {
                let priority = priority.of(g, problem.h(&node));
                if priority > greatest {
                    greatest = priority;
                    run.lower_bound = run.lower_bound.max(priority.div_ceil(divisor) as Cost);
                }
            }
            if !early && problem.is_goal(&node) {
                return Ok(Some(nodes.path_to(index)));
            }
            if u64::from(depth) >= self.max_depth {
                continue;
            }
            run.stats.expanded += 1;
            let mut moves = problem.moves(&node, None);
            while let Some(by) = if Q::REVERSED { moves.next_back() } else { moves.next() } {
                run.stats.generated += 1;
                // The move back leads to a state that is known already, at a lower cost.
                let back = last.is_some_and(|last| problem.undoes(by, last));
                if back && !run.is_watched() {
                    continue;
                }
                let (child, cost) = problem.step(&node, by);
                let g = g.saturating_add(cost);
                let h = problem.h(&child);
                if back {
                    run.made(id, by, g, h, Fate::Duplicate);
                    continue;
                }
                let place = closed.place(problem, &child);
                let known = closed.find(place, problem, &nodes, &child);
                if known.is_some_and(|known| !self.reopens || nodes[known].g <= g) {
                    run.made(id, by, g, h, Fate::Duplicate);
                    continue;
                }
                run.made(id, by, g, h, Fate::Kept);
                let entry = Entry::child(child, run.stats.generated, (index, depth), by, g);
                let new = nodes.push(entry, run)?;
                run.stats.max_depth = run.stats.max_depth.max(u64::from(depth) + 1);
                if early && problem.is_goal(&nodes[new].node) {
                    run.frontier(open.len());
                    return Ok(Some(nodes.path_to(new)));
                }
                match known {
                    None => closed.insert(place, new, problem, &nodes),
                    Some(known) => {
                        run.stats.reopened += u64::from(nodes[known].expanded);
                        nodes[known].stale = true;
                        closed.replace(place, known, new);
                    }
                }
                open.push(new, g, h, || problem.key(&nodes[new].node));
            }
            run.frontier(open.len());
        }
    }
}
