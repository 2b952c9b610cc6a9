//! Depth-first search within a bound, again and again with the bound raised to the least value that
//! was cut off (Korf 1985). Keeps only the way to the present node and what waits beside it, and forgets what
//! it has seen: a tree search. A round that nobody observes is swept through by `sweep`, which is faster; on
//! several threads each round is shared out by `parallel`.

use super::budget::Stop;
use super::observer::{Disposition, Observer};
use super::parallel::search_in_parallel;
use super::run::{Iteration, Run};
use super::sweep::{LastFirst, sweep};
use super::{GoalTest, Path, Problem};
use crate::cost::Cost;
use std::mem::needs_drop;

/// What a deepening search counts by: f for IDA*, the depth for iterative deepening.
pub(super) trait Measure<P: Problem>: Sync {
    /// What a step counts that costs so much.
    fn step(&self, cost: Cost) -> Cost;
    /// The estimate of the rest.
    fn rest(&self, problem: &P, node: &P::Node) -> Cost;
}

/// Raises the bound until the goal is found, or nothing is left to raise it to, or it would pass
/// `last_bound`.
pub(super) fn deepen<P: Problem, O: Observer<P::Move>>(
    problem: &P,
    run: &mut Run<P::Move, O>,
    measure: &impl Measure<P>,
    goal_test: GoalTest,
    last_bound: Cost,
    threads: usize,
) -> Result<Option<Path<P::Move>>, Stop> {
    let start = problem.start();
    let mut bound = measure.rest(problem, &start);
    if goal_test == GoalTest::Early && problem.is_goal(&start) {
        return Ok(Some(Path { moves: Vec::new(), ids: None }));
    }
    while bound <= last_bound {
        run.deepen(bound);
        let (explored, generated) = (run.stats.explored, run.stats.generated);
        let mut deepest = 0;
        let within = Within { measure, goal_test, bound };
        let round = if threads > 1 && !run.is_observed() {
            search_in_parallel(problem, run, &within, threads, &mut deepest)
        } else {
            let start = Root { node: start.clone(), g: 0, depth: 0, by: None };
            search_within(problem, run, &within, start, &mut deepest)
        };
        run.stats.max_depth = run.stats.max_depth.max(deepest);
        // Every node explored is expanded, but for a goal that is tested late.
        let goal = matches!(round, Ok(Round::Found(_))) && goal_test == GoalTest::Late;
        let expanded = run.stats.explored - explored - u64::from(goal);
        run.stats.expanded += expanded;
        run.stats.iterations.push(Iteration {
            bound: u64::from(bound),
            expanded,
            generated: run.stats.generated - generated,
        });
        match round? {
            Round::Found(moves) => return Ok(Some(Path { moves, ids: None })),
            Round::CutAt(Cost::MAX) => break,
            Round::CutAt(next) => bound = next,
        }
    }
    Ok(None)
}

/// What a round stays within, and how it counts.
pub(super) struct Within<'a, D> {
    pub(super) measure: &'a D,
    pub(super) goal_test: GoalTest,
    pub(super) bound: Cost,
}

/// A node to search below.
#[derive(Clone)]
pub(super) struct Root<N, M> {
    pub(super) node: N,
    pub(super) g: Cost,
    pub(super) depth: u64,
    /// The move that led there.
    pub(super) by: Option<M>,
}

/// How a round ended.
pub(super) enum Round<M> {
    Found(Vec<M>),
    /// The least f beyond the bound.
    CutAt(Cost),
}

/// A node on the way from the start, and the moves still to be tried from it.
struct OnTheWay<'a, P: Problem + 'a> {
    node: P::Node,
    g: Cost,
    by: Option<P::Move>,
    moves: <P::Moves<'a> as IntoIterator>::IntoIter,
}

/// One depth-first search within a bound, below a root; the moves found are those from there on.
pub(super) fn search_within<P: Problem, O: Observer<P::Move>>(
    problem: &P,
    run: &mut Run<P::Move, O>,
    within: &Within<'_, impl Measure<P>>,
    root: Root<P::Node, P::Move>,
    deepest: &mut u64,
) -> Result<Round<P::Move>, Stop> {
    // A sweep copies nodes and their moves, which should not take an allocation each.
    let flat = !needs_drop::<P::Node>() && !needs_drop::<LastFirst<'_, P>>();
    if flat && !run.is_observed() {
        return sweep(problem, run, within, root, deepest);
    }
    let &Within { measure, goal_test, bound } = within;
    let Root { node, g, depth: depth_before, by } = root;
    let node_bytes = size_of::<OnTheWay<P>>() + problem.node_bytes(&node);
    let moves = problem.moves(&node, by).into_iter();
    let mut way: Vec<OnTheWay<P>> = vec![OnTheWay { node, g, by: None, moves }];
    // The numbers of the nodes on the way, kept only for the observer.
    let mut ids = vec![0];
    let mut cut_at = u64::MAX;
    run.explore(0, depth_before)?;
    if problem.is_goal(&way[0].node) {
        return Ok(Round::Found(Vec::new()));
    }
    'way: while let Some(parent) = way.last_mut() {
        let id = if run.is_observed() { ids.last().copied().unwrap_or_default() } else { 0 };
        let mut moves = parent.moves.clone();
        while let Some(by) = moves.next() {
            let (child, cost) = problem.step(&parent.node, by);
            run.stats.generated += 1;
            let g = u64::from(parent.g) + u64::from(measure.step(cost));
            let h = measure.rest(problem, &child);
            let f = g + u64::from(h);
            if f > u64::from(bound) {
                run.generated(id, by, g as Cost, h, Disposition::Pruned);
                cut_at = cut_at.min(f);
                continue;
            }
            run.generated(id, by, g as Cost, h, Disposition::Enqueued);
            parent.moves = moves;
            let depth = depth_before + way.len() as u64;
            if problem.is_goal(&child) {
                if goal_test == GoalTest::Late {
                    run.explore(run.stats.generated, depth)?;
                }
                *deepest = depth.max(*deepest);
                return Ok(Round::Found(
                    way.iter().filter_map(|node| node.by).chain([by]).collect(),
                ));
            }
            // The limits come first, then the memory, and only then the node: one without room is not explored.
            run.may_go_on()?;
            if way.len() == way.capacity() {
                run.grow(way.len() * node_bytes)?;
            }
            run.count(run.stats.generated, depth);
            let moves = problem.moves(&child, Some(by)).into_iter();
            way.push(OnTheWay { node: child, g: g as Cost, by: Some(by), moves });
            *deepest = depth.max(*deepest);
            if run.is_observed() {
                ids.push(run.stats.generated);
            }
            continue 'way;
        }
        way.pop();
        if run.is_observed() {
            ids.pop();
        }
    }
    run.shrink(way.capacity() * node_bytes);
    Ok(Round::CutAt(Cost::try_from(cut_at).unwrap_or(Cost::MAX)))
}
