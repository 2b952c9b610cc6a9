//! One round of a deepening search: depth-first within a bound, below a root. Stores only the path to the current node
//! and its unexplored siblings. Rounds without an observer are left to `batched`, which is faster.

use crate::Cost;
use crate::batched::{LastFirst, batched_search};
use crate::budget::Stop;
use crate::observer::{Disposition, Observer, Taken};
use crate::options::GoalTest;
use crate::problem::Problem;
use crate::round::{BoundMetric, Root, RoundEnd, Within};
use crate::run::Run;
use std::mem::needs_drop;

/// A node on the path from the start, and the moves not tried yet.
struct PathNode<'a, P: Problem + 'a> {
    node: P::Node,
    g: Cost,
    by: Option<P::Move>,
    moves: <P::Moves<'a> as IntoIterator>::IntoIter,
}

/// Runs a depth-first search within a bound, below a root. The moves returned start at that root.
pub(crate) fn search_within<P: Problem, O: Observer<P::Move>>(
    problem: &P,
    run: &mut Run<P::Move, O>,
    within: &Within<'_, impl BoundMetric<P>>,
    root: Root<P::Node, P::Move>,
    deepest: &mut u64,
) -> Result<RoundEnd<P::Move>, Stop> {
    // A batched search copies nodes and their moves, so neither may own an allocation.
    let flat = !needs_drop::<P::Node>() && !needs_drop::<LastFirst<'_, P>>();
    if flat && !run.is_observed() {
        return batched_search(problem, run, within, root, deepest);
    }
    let &Within { metric, goal_test, bound } = within;
    let Root { node, g, depth: depth_before, by } = root;
    let node_bytes = size_of::<PathNode<P>>() + problem.node_bytes(&node);
    let moves = problem.moves(&node, by).into_iter();
    let mut path: Vec<PathNode<P>> = vec![PathNode { node, g, by: None, moves }];
    // The ids of the nodes on the path, stored only for the observer.
    let mut ids = vec![0];
    let mut cut_at = u64::MAX;
    let h = metric.rest(problem, &path[0].node);
    run.explore(depth_before, || Taken { id: 0, g, h, priority: None })?;
    if problem.is_goal(&path[0].node) {
        return Ok(RoundEnd::Found(Vec::new()));
    }
    'path: while let Some(parent) = path.last_mut() {
        let id = if run.is_observed() { *ids.last().expect("one for each node") } else { 0 };
        let mut moves = parent.moves.clone();
        while let Some(by) = moves.next() {
            let (child, cost) = problem.step(&parent.node, by);
            run.stats.generated += 1;
            let g = u64::from(parent.g) + u64::from(metric.step(cost));
            let h = metric.rest(problem, &child);
            let f = g + u64::from(h);
            if f > u64::from(bound) {
                let g = Cost::try_from(g).unwrap_or(Cost::MAX);
                run.generated(id, by, g, h, Disposition::Pruned);
                cut_at = cut_at.min(f);
                continue;
            }
            run.generated(id, by, g as Cost, h, Disposition::Enqueued);
            parent.moves = moves;
            let depth = depth_before + path.len() as u64;
            if problem.is_goal(&child) {
                if goal_test == GoalTest::Late {
                    let id = run.stats.generated;
                    run.explore(depth, || Taken { id, g: g as Cost, h, priority: None })?;
                }
                *deepest = depth.max(*deepest);
                return Ok(RoundEnd::Found(
                    path.iter().filter_map(|node| node.by).chain([by]).collect(),
                ));
            }
            // Limits are checked first, then memory, and only then the node counts: a node that does not fit is not
            // explored.
            run.check_limits()?;
            if path.len() == path.capacity() {
                run.grow(path.len() * node_bytes)?;
            }
            let id = run.stats.generated;
            run.count(depth, || Taken { id, g: g as Cost, h, priority: None });
            let moves = problem.moves(&child, Some(by)).into_iter();
            path.push(PathNode { node: child, g: g as Cost, by: Some(by), moves });
            *deepest = depth.max(*deepest);
            if run.is_observed() {
                ids.push(run.stats.generated);
            }
            continue 'path;
        }
        path.pop();
        if run.is_observed() {
            ids.pop();
        }
    }
    run.shrink(path.capacity() * node_bytes);
    Ok(RoundEnd::CutAt(Cost::try_from(cut_at).unwrap_or(Cost::MAX)))
}
