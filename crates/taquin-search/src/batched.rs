//! A bounded depth-first search without an observer that generates children in batches: what `bounded` does child by
//! child, made fast.
//!
//! All children of a node are generated together, the last one first, and pushed on the stack; those within the bound
//! stay. Which ones they are cannot be predicted, so no branch depends on it: a child that does not stay is
//! overwritten by the next. The counts are the same as child by child: children that would not have been generated
//! yet are subtracted in the end.

use crate::Cost;
use crate::budget::Stop;
use crate::instruction_set::HotLoop;
use crate::observer::Observer;
use crate::options::GoalTest;
use crate::problem::{MovesOut, Problem};
use crate::round::{BoundMetric, Root, RoundEnd, Within};
use crate::run::Run;

/// The stack grows by at least so many nodes, and the path by at least so many moves.
const FEW: usize = 8;

/// Depths that a node can store.
const MOST_DEPTHS: usize = u32::MAX as usize;

/// Searches within a bound below a root; the moves found are those from there on.
pub(crate) fn batched_search<P: Problem, O: Observer<P::Move>>(
    problem: &P,
    run: &mut Run<P::Move, O>,
    within: &Within<'_, impl BoundMetric<P>>,
    root: Root<P::Node, P::Move>,
    deepest: &mut u64,
) -> Result<RoundEnd<P::Move>, Stop> {
    let mut search = BatchedSearch::new(problem, &root, within.bound);
    let ended = search.run(problem, run, within, root.depth);
    run.shrink(search.bytes);
    *deepest = (root.depth + search.deepest()).max(*deepest);
    let Some(last) = search.next() else {
        return Ok(RoundEnd::CutAt(search.cut_at(within.bound)));
    };
    if ended.is_ok() {
        *deepest = (root.depth + u64::from(last.depth)).max(*deepest);
    }
    let path = search.path.iter().take(last.depth as usize).chain([&last.by]);
    let moves: Vec<P::Move> = path.skip(1).copied().flatten().collect();
    run.stats.generated -= not_yet_generated(problem, root, &moves);
    ended.map(|()| RoundEnd::Found(moves))
}

/// How many children of the nodes on a path come after those on it: generated one by one, they would still be to come.
fn not_yet_generated<P: Problem>(
    problem: &P,
    root: Root<P::Node, P::Move>,
    path: &[P::Move],
) -> u64 {
    let (mut node, mut parent_move, mut to_come) = (root.node, root.by, 0);
    for &by in path {
        to_come +=
            problem.moves(&node, parent_move).last_first().take_while(|&other| other != by).count()
                as u64;
        (node, _) = problem.step(&node, by);
        parent_move = Some(by);
    }
    to_come
}

/// The state of a search within a bound, below a root.
struct BatchedSearch<'a, P: Problem + 'a> {
    /// The stack: nodes within the bound, the next one last, and spare capacity behind them.
    stack: Vec<Entry<'a, P>>,
    length: usize,
    /// By depth, the move to the node that was explored there last.
    path: Vec<Option<P::Move>>,
    /// By how much the least f beyond the bound passes it, less 1.
    least_beyond: u64,
    /// How deep the last node explored lies.
    depth: u32,
    /// Bytes of the capacity that was made.
    bytes: usize,
}

/// A node within the bound.
#[derive(Clone)]
struct StackEntry<N, M, S> {
    node: N,
    /// The least estimate that is beyond the bound here.
    enough: Cost,
    by: Option<M>,
    moves: S,
    /// How many moves lead there from the root.
    depth: u32,
}

type Entry<'a, P> = StackEntry<<P as Problem>::Node, <P as Problem>::Move, LastFirst<'a, P>>;
/// The moves out of a node, in reverse order.
pub(crate) type LastFirst<'a, P> = <<P as Problem>::Moves<'a> as MovesOut>::LastFirst;

/// Why a search pauses.
enum Pause {
    /// The stack is empty.
    Exhausted,
    /// The next node is the goal.
    Goal,
    /// As many nodes were explored as were allowed.
    Poll,
    /// There is no capacity for the next node on the path, or for its children.
    Capacity,
}

/// What was counted between two pauses.
struct Counted {
    explored: u64,
    generated: u64,
}

/// Explores so many nodes at most.
struct Explore<'m, D> {
    metric: &'m D,
    most: u64,
}

impl<'a, P: Problem, D: BoundMetric<P>> HotLoop<&'a P, &mut BatchedSearch<'a, P>>
    for Explore<'_, D>
{
    type Output = (Pause, Counted);
    const FOR_NEWER: bool = P::FOR_NEWER;

    #[inline(always)]
    fn run(self, problem: &'a P, search: &mut BatchedSearch<'a, P>) -> (Pause, Counted) {
        search.explore(problem, self.metric, self.most)
    }
}

impl<'a, P: Problem + 'a> BatchedSearch<'a, P> {
    fn new(problem: &'a P, root: &Root<P::Node, P::Move>, bound: Cost) -> BatchedSearch<'a, P> {
        let moves = problem.moves(&root.node, root.by).last_first();
        let (node, enough) = (root.node.clone(), bound - root.g + 1);
        BatchedSearch {
            stack: vec![StackEntry { node, enough, by: root.by, moves, depth: 0 }],
            length: 1,
            path: vec![None],
            least_beyond: u64::MAX,
            depth: 0,
            bytes: 0,
        }
    }

    /// The node that is explored next.
    fn next(&self) -> Option<&Entry<'a, P>> {
        self.stack[..self.length].last()
    }

    /// Where the deepest node lies that was explored. Only the root has no parent move.
    fn deepest(&self) -> u64 {
        self.path.iter().rposition(Option::is_some).unwrap_or(0) as u64
    }

    /// The least f beyond the bound, or the greatest cost if there is none: then the sum saturates.
    fn cut_at(&self, bound: Cost) -> Cost {
        let f = self.least_beyond.saturating_add(u64::from(bound) + 1);
        Cost::try_from(f).unwrap_or(Cost::MAX)
    }

    /// Searches until the stack is empty, or the next node is the goal, or the run stops it.
    fn run<O: Observer<P::Move>>(
        &mut self,
        problem: &'a P,
        run: &mut Run<P::Move, O>,
        within: &Within<'_, impl BoundMetric<P>>,
        depth_before: u64,
    ) -> Result<(), Stop> {
        loop {
            let explore = Explore { metric: within.metric, most: run.until_poll() };
            let (pause, counted) = run.instructions().run(explore, problem, &mut *self);
            if counted.explored > 0 {
                run.stats.depth = depth_before + u64::from(self.depth);
            }
            run.stats.explored += counted.explored;
            run.stats.generated += counted.generated;
            match pause {
                Pause::Exhausted => return Ok(()),
                Pause::Goal => {
                    let depth = self.next().map_or(0, |goal| goal.depth);
                    if within.goal_test == GoalTest::Late || depth == 0 {
                        run.explore_unobserved(depth_before + u64::from(depth))?;
                    }
                    return Ok(());
                }
                Pause::Poll => run.check_limits()?,
                Pause::Capacity => self.make_capacity(run)?,
            }
        }
    }

    /// Makes capacity for the next node on the path, and for its children on the stack.
    fn make_capacity<O: Observer<P::Move>>(
        &mut self,
        run: &mut Run<P::Move, O>,
    ) -> Result<(), Stop> {
        let Some(next) = self.next().cloned() else { return Ok(()) };
        let (mut depths, mut nodes) = (self.path.len(), self.stack.len());
        if next.depth as usize >= depths {
            depths = (depths + depths.max(FEW)).min(MOST_DEPTHS);
        }
        if next.depth as usize >= depths {
            return Err(Stop::Memory);
        }
        if self.length + next.moves.len() > nodes {
            nodes += nodes.max(next.moves.len()).max(FEW);
        }
        let bytes = nodes * size_of_val(&next) + depths * size_of::<Option<P::Move>>();
        run.grow(bytes - self.bytes)?;
        self.bytes = bytes;
        self.path.resize(depths, None);
        self.stack.resize(nodes, next);
        Ok(())
    }

    /// Explores nodes until it has to pause. Limits and memory are checked elsewhere, so that all that this needs fits
    /// the registers.
    #[inline(always)]
    fn explore(
        &mut self,
        problem: &'a P,
        metric: &impl BoundMetric<P>,
        most: u64,
    ) -> (Pause, Counted) {
        let (stack, path) = (&mut self.stack[..], &mut self.path[..]);
        let (mut length, mut least_beyond) = (self.length, self.least_beyond);
        let (mut allowed, mut generated) = (most, 0);
        let pause = loop {
            let Some(next) = length.checked_sub(1) else { break Pause::Exhausted };
            let StackEntry { node, enough, by, moves, depth } = stack[next].clone();
            if problem.is_goal(&node) {
                break Pause::Goal;
            }
            if allowed == 0 {
                break Pause::Poll;
            }
            let Some(place) = path.get_mut(depth as usize) else { break Pause::Capacity };
            if moves.len() > stack.len() - next {
                break Pause::Capacity;
            }
            *place = by;
            self.depth = depth;
            allowed -= 1;
            generated += moves.len() as u64;
            length = next;
            for by in moves {
                let (node, cost) = problem.step(&node, by);
                let enough = u64::from(enough).wrapping_sub(metric.step(cost).into());
                // Negative within the bound, and then greater than any number beyond it.
                let beyond = u64::from(metric.rest(problem, &node)).wrapping_sub(enough);
                least_beyond = least_beyond.min(beyond);
                let moves = problem.moves(&node, Some(by)).last_first();
                stack[length] = StackEntry {
                    node,
                    enough: enough as Cost,
                    by: Some(by),
                    moves,
                    depth: depth + 1,
                };
                length += usize::from((beyond as i64) < 0);
            }
        };
        (self.length, self.least_beyond) = (length, least_beyond);
        (pause, Counted { explored: most - allowed, generated })
    }
}
