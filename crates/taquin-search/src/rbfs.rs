//! Recursive best-first search (Korf 1993): follows the best path as A* does, but stores only that path and the
//! siblings along it. It goes back when a sibling looks better, and remembers the least f found in each subtree it
//! leaves. The recursion uses an explicit stack.

use crate::Cost;
use crate::algorithm::{Algorithm, AlgorithmInfo, Optimality, SearchTree};
use crate::budget::Stop;
use crate::observer::{Disposition, FrontierOrder, Observer, Taken};
use crate::options::{GoalTest, OptionId, Options};
use crate::problem::{Path, Problem};
use crate::pseudocode::{EventKind, EventText, Pseudocode};
use crate::run::Run;

/// Recursive best-first search.
#[derive(Clone, Debug)]
pub struct Rbfs {
    goal_test: GoalTest,
}

/// A child of a node on the path, or the start.
struct Child<P: Problem> {
    node: P::Node,
    by: Option<P::Move>,
    id: u64,
    g: Cost,
    /// g + h of the node itself.
    f: Cost,
    /// The least f known in its subtree.
    best: Cost,
}

impl<P: Problem> Clone for Child<P> {
    fn clone(&self) -> Child<P> {
        Child { node: self.node.clone(), ..*self }
    }
}

/// A node on the path: its children are in the shared list from `first` on, sorted by `best`.
struct Frame {
    first: usize,
    /// The search stays below this node while the best child is within this bound.
    bound: Cost,
}

impl Algorithm for Rbfs {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "rbfs",
        aliases: &["recursive-best-first"],
        title: "Recursive best-first search",
        summary: "follows the least g + h like A*, but remembers only the path it is on and its siblings",
        explanation: "It goes down the most promising path, and remembers the second best f it has seen. \
            When all children look worse than that, it goes back, notes how good the subtree it leaves \
            really was, and tries the other path. So it visits states best first, as A* does, with memory \
            only for one path and its siblings; but it generates a subtree again each time it comes back to \
            it. With an admissible heuristic the solution is the cheapest.",
        complete: true,
        optimal: Optimality::IfAdmissible,
        memory: "the path to the present state and its siblings",
        tree: SearchTree::Walked,
        informed: true,
        counts_cost: true,
        goal_test: GoalTest::Late,
        ties: None,
        options: &[OptionId::GoalTest],
        pseudocode: Pseudocode {
            lines: &[
                "visit(state, bound):",
                "    if it is the goal: done",
                "    make all its children",
                "    repeat:",
                "        best = the child with the least f",
                "        if its f is above the bound: return that f",
                "        visit(best, the lesser of bound and the second least f)",
                "        remember what came back as the f of best",
            ],
            events: &[
                EventText::new(
                    EventKind::Taken,
                    6,
                    "Went on to {state}, whose best is {priority}, the least of its siblings.",
                ),
                EventText::new(EventKind::New, 2, "{state} is one of its children, f = {f}."),
                EventText::new(
                    EventKind::Goal,
                    1,
                    "{state} is the goal, and no solution costs less.",
                ),
            ],
        },
    };

    fn with(options: &Options) -> Rbfs {
        Rbfs { goal_test: options.goal_test }
    }

    fn search<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        let early = self.goal_test == GoalTest::Early;
        let start = problem.start();
        if early && problem.is_goal(&start) {
            return Ok(Some(Path { moves: Vec::new(), ids: None }));
        }
        run.orders_frontier(FrontierOrder { weights: (1, 1), ..FrontierOrder::default() });
        let mut frames: Vec<Frame> = Vec::new();
        let mut children: Vec<Child<P>> = Vec::new();
        let mut moves: Vec<P::Move> = Vec::new();
        let child_bytes = size_of::<Child<P>>() + problem.node_bytes(&start);
        let mut accounted = 0;

        // The node to be visited next, and its bound.
        let h = problem.h(&start);
        let mut visit =
            Some((Child { node: start, by: None, id: 0, g: 0, f: h, best: h }, Cost::MAX - 1));
        loop {
            if let Some((Child { node, by, id, g, f, best }, bound)) = visit.take() {
                moves.extend(by);
                // One child of each node on the path is not on the frontier: the next one on the path.
                run.frontier(children.len() - moves.len());
                run.explore(moves.len() as u64, || Taken {
                    id,
                    g,
                    h: f - g,
                    priority: Some(best.into()),
                })?;
                // No other path can be better than the one being followed.
                run.lower_bound = run.lower_bound.max(best);
                if !early && problem.is_goal(&node) {
                    return Ok(Some(Path { moves, ids: None }));
                }
                run.stats.expanded += 1;
                let first = children.len();
                for by in problem.moves(&node, moves.last().copied()) {
                    let (child, cost) = problem.step(&node, by);
                    run.stats.generated += 1;
                    let g = g.saturating_add(cost);
                    let h = problem.h(&child);
                    run.generated(id, by, g, h, Disposition::Enqueued);
                    if early && problem.is_goal(&child) {
                        moves.push(by);
                        run.stats.max_depth = run.stats.max_depth.max(moves.len() as u64);
                        return Ok(Some(Path { moves, ids: None }));
                    }
                    let child_f = g.saturating_add(h);
                    // A node visited before passes on what was learned below it.
                    let child_best = if f < best { best.max(child_f) } else { child_f };
                    let id = run.stats.generated;
                    children.push(Child {
                        node: child,
                        by: Some(by),
                        id,
                        g,
                        f: child_f,
                        best: child_best,
                    });
                }
                if children.len() > first {
                    run.stats.max_depth = run.stats.max_depth.max(moves.len() as u64 + 1);
                }
                if children.len() > accounted {
                    run.grow(64 * child_bytes)?;
                    accounted += 64;
                }
                run.frontier(children.len() - moves.len());
                // The nodes on the path and their siblings, with the start.
                run.stored(children.len() + 1);
                frames.push(Frame { first, bound });
            }
            // Continue with the best child of the deepest node if it is within the bound, otherwise go back.
            let Some(&Frame { first, bound }) = frames.last() else { return Ok(None) };
            let siblings = &mut children[first..];
            siblings.sort_by_key(|child| child.best);
            let least = siblings.first().map_or(Cost::MAX, |child| child.best);
            if least <= bound && least < Cost::MAX {
                let second = siblings.get(1).map_or(Cost::MAX, |child| child.best);
                visit = Some((siblings[0].clone(), bound.min(second)));
            } else {
                siblings.iter().for_each(|child| run.dropped(child.id));
                children.truncate(first);
                frames.pop();
                moves.pop();
                let Some(parent) = frames.last() else { return Ok(None) };
                let left = &mut children[parent.first];
                left.best = least;
                run.restored(left.id);
            }
        }
    }
}
