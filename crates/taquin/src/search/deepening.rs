//! Depth-first search within a bound, again and again with the bound raised to the least value that
//! was cut off (Korf 1985). Keeps only the way to the present node and its brothers, and forgets what
//! it has seen: a tree search.

use super::run::{Fate, Iteration, Observer, Run, Stop};
use super::{GoalTest, Path, Problem};
use crate::cost::Cost;

/// What a deepening search counts by: f for IDA*, the depth for iterative deepening.
pub(super) trait Measure<P: Problem> {
    /// The cost of a step.
    fn step(&self, problem: &P, parent: &P::Node, child: &P::Node) -> Cost;
    /// The estimate of the rest.
    fn rest(&self, problem: &P, node: &P::Node) -> Cost;
}

/// A node waiting for its visit.
struct Waiting<P: Problem> {
    node: P::Node,
    g: Cost,
    depth: u32,
    by: Option<P::Move>,
    id: u64,
}

/// Raises the bound until the goal is found, or nothing is left to raise it to, or it would pass
/// `last_bound`.
pub(super) fn deepen<P: Problem, O: Observer<P::Move>>(
    problem: &P,
    run: &mut Run<P::Move, O>,
    measure: &impl Measure<P>,
    goal_test: GoalTest,
    last_bound: Cost,
) -> Result<Option<Path<P::Move>>, Stop> {
    let start = problem.start();
    let mut bound = measure.rest(problem, &start);
    if goal_test == GoalTest::Early && problem.is_goal(&start) {
        return Ok(Some(Path { moves: Vec::new(), ids: None }));
    }
    while bound <= last_bound {
        run.deepen(bound);
        let (expanded, generated) = (run.stats.expanded, run.stats.generated);
        let result = search_within(problem, run, measure, goal_test, bound);
        run.stats.iterations.push(Iteration {
            bound: u64::from(bound),
            expanded: run.stats.expanded - expanded,
            generated: run.stats.generated - generated,
        });
        match result? {
            Round::Found(moves) => return Ok(Some(Path { moves, ids: None })),
            Round::CutAt(Cost::MAX) => break,
            Round::CutAt(next) => bound = next,
        }
    }
    Ok(None)
}

enum Round<M> {
    Found(Vec<M>),
    /// The least f beyond the bound.
    CutAt(Cost),
}

/// One depth-first search within a bound.
fn search_within<P: Problem, O: Observer<P::Move>>(
    problem: &P,
    run: &mut Run<P::Move, O>,
    measure: &impl Measure<P>,
    goal_test: GoalTest,
    bound: Cost,
) -> Result<Round<P::Move>, Stop> {
    let mut waiting: Vec<Waiting<P>> = Vec::new();
    let mut moves: Vec<P::Move> = Vec::new();
    let mut cut_at = Cost::MAX;
    let node = problem.start();
    let node_bytes = size_of::<Waiting<P>>() + problem.node_bytes(&node);
    waiting.push(Waiting { node, g: 0, depth: 0, by: None, id: 0 });
    while let Some(Waiting { node, g, depth, by: last, id }) = waiting.pop() {
        run.frontier(waiting.len());
        if let Some(last) = last {
            moves.truncate(depth as usize - 1);
            moves.push(last);
        }
        // Brothers are made together but visited one by one, so testing at the visit comes to the same
        // as testing each when it is made, just before its own children.
        if goal_test == GoalTest::Early && problem.is_goal(&node) {
            take_back_unvisited(problem, run, &moves);
            return Ok(Round::Found(moves));
        }
        run.explore(id, u64::from(depth))?;
        if goal_test == GoalTest::Late && problem.is_goal(&node) {
            take_back_unvisited(problem, run, &moves);
            return Ok(Round::Found(moves));
        }
        run.stats.expanded += 1;
        for by in problem.moves().rev() {
            if last.is_some_and(|last| problem.undoes(by, last)) {
                continue;
            }
            let Some(child) = problem.step(&node, by) else { continue };
            run.stats.generated += 1;
            let g = g.saturating_add(measure.step(problem, &node, &child));
            let h = measure.rest(problem, &child);
            let f = g.saturating_add(h);
            if f > bound {
                cut_at = cut_at.min(f);
                run.made(id, by, g, h, Fate::Cut);
                continue;
            }
            run.made(id, by, g, h, Fate::Kept);
            if waiting.len() == waiting.capacity() {
                run.grow(waiting.len().max(64) * node_bytes)?;
                waiting.reserve_exact(waiting.len().max(64));
            }
            let id = run.stats.generated;
            waiting.push(Waiting { node: child, g, depth: depth + 1, by: Some(by), id });
        }
        run.stats.max_depth = run.stats.max_depth.max(u64::from(depth) + 1);
    }
    run.shrink(waiting.capacity() * node_bytes);
    Ok(Round::CutAt(cut_at))
}

/// A textbook's recursion makes a child only when its elder brothers have failed. So, of the children
/// counted along the way to the goal, those that come after it do not count.
fn take_back_unvisited<P: Problem, O: Observer<P::Move>>(
    problem: &P,
    run: &mut Run<P::Move, O>,
    moves: &[P::Move],
) {
    let mut node = problem.start();
    let mut last = None;
    for &taken in moves {
        let later = problem.moves().skip_while(|&by| by != taken).skip(1);
        let made = later
            .filter(|&by| !last.is_some_and(|last| problem.undoes(by, last)))
            .filter(|&by| problem.step(&node, by).is_some());
        run.stats.generated -= made.count() as u64;
        match problem.step(&node, taken) {
            Some(child) => node = child,
            None => break,
        }
        last = Some(taken);
    }
}
