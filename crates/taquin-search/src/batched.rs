//! A bounded depth-first search without an observer: a faster version of `bounded` that generates children in batches.
//!
//! All children of a node are generated together, last one first, and pushed on the stack; those within the bound stay.
//! Which children stay cannot be predicted, so no branch depends on it: a child beyond the bound is overwritten by the
//! next one. The counts are the same as in `bounded`: at the end, children that it would not have generated yet are
//! subtracted.

use crate::Cost;
use crate::budget::Stop;
use crate::instruction_set::{HotLoop, align_loop};
use crate::observer::Observer;
use crate::options::GoalTest;
use crate::problem::{MovesOut, Problem};
use crate::round::{BoundMetric, Root, RoundEnd, Within};
use crate::run::Run;

/// The minimum growth, in nodes for the stack and in moves for the path.
const MIN_GROWTH: usize = 8;

/// The number of depths that a node can represent.
const MAX_DEPTHS: usize = u32::MAX as usize;

/// Searches within a bound below a root. The moves returned start at that root.
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

/// Counts the children of the nodes on a path that come after those on the path: a search that generates them one by
/// one would not have generated them yet.
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

/// The state of a bounded search below a root.
struct BatchedSearch<'a, P: Problem + 'a> {
    /// The nodes within the bound, next one last, followed by spare capacity.
    stack: Vec<StackEntryOf<'a, P>>,
    length: usize,
    /// For each depth, the move that led to the node explored there last.
    path: Vec<Option<P::Move>>,
    /// The amount by which the least f beyond the bound exceeds it, minus 1.
    least_beyond: u64,
    /// The depth of the last node explored.
    depth: u32,
    /// The number of bytes allocated.
    bytes: usize,
}

/// A node within the bound.
#[derive(Clone)]
struct StackEntry<N, M, S> {
    node: N,
    /// The least estimate that lies beyond the bound here.
    cutoff: Cost,
    by: Option<M>,
    moves: S,
    /// The number of moves from the root.
    depth: u32,
}

type StackEntryOf<'a, P> = StackEntry<<P as Problem>::Node, <P as Problem>::Move, LastFirst<'a, P>>;
/// The moves out of a node, in reverse order.
pub(crate) type LastFirst<'a, P> = <<P as Problem>::Moves<'a> as MovesOut>::LastFirst;

/// Why a search pauses.
enum Pause {
    /// The stack is empty.
    Exhausted,
    /// The next node is the goal.
    Goal,
    /// The allowed number of nodes was explored.
    Poll,
    /// There is no capacity for the next node on the path, or for its children.
    Capacity,
}

/// The counts between two pauses.
struct Counted {
    explored: u64,
    generated: u64,
}

/// Explores up to a number of nodes.
struct Explore<'m, D> {
    metric: &'m D,
    max_nodes: u64,
}

impl<'a, P: Problem, D: BoundMetric<P>> HotLoop<&'a P, &mut BatchedSearch<'a, P>>
    for Explore<'_, D>
{
    type Output = (Pause, Counted);
    const FOR_NEWER: bool = P::FOR_NEWER;

    #[inline(always)]
    fn run(self, problem: &'a P, search: &mut BatchedSearch<'a, P>) -> (Pause, Counted) {
        search.explore(problem, self.metric, self.max_nodes)
    }
}

impl<'a, P: Problem + 'a> BatchedSearch<'a, P> {
    fn new(problem: &'a P, root: &Root<P::Node, P::Move>, bound: Cost) -> BatchedSearch<'a, P> {
        let moves = problem.moves(&root.node, root.by).last_first();
        let (node, cutoff) = (root.node.clone(), bound - root.g + 1);
        BatchedSearch {
            stack: vec![StackEntry { node, cutoff, by: root.by, moves, depth: 0 }],
            length: 1,
            path: vec![None],
            least_beyond: u64::MAX,
            depth: 0,
            bytes: 0,
        }
    }

    /// Returns the node to be explored next.
    fn next(&self) -> Option<&StackEntryOf<'a, P>> {
        self.stack[..self.length].last()
    }

    /// Returns the depth of the deepest node explored. Only the root has no parent move.
    fn deepest(&self) -> u64 {
        self.path.iter().rposition(Option::is_some).unwrap_or(0) as u64
    }

    /// Returns the least f beyond the bound, or the greatest cost if there is none: then the sum saturates.
    fn cut_at(&self, bound: Cost) -> Cost {
        let f = self.least_beyond.saturating_add(u64::from(bound) + 1);
        Cost::try_from(f).unwrap_or(Cost::MAX)
    }

    /// Searches until the stack is empty, the next node is the goal, or the run stops.
    fn run<O: Observer<P::Move>>(
        &mut self,
        problem: &'a P,
        run: &mut Run<P::Move, O>,
        within: &Within<'_, impl BoundMetric<P>>,
        depth_before: u64,
    ) -> Result<(), Stop> {
        loop {
            let explore = Explore { metric: within.metric, max_nodes: run.until_poll() };
            let (pause, counted) = run.instructions().run(explore, problem, &mut *self);
            if counted.explored > 0 {
                run.stats.depth = depth_before + u64::from(self.depth);
            }
            run.stats.explored += counted.explored;
            run.stats.generated += counted.generated;
            match pause {
                Pause::Exhausted => return Ok(()),
                Pause::Goal => {
                    let depth = self.next().expect("the next node is the goal").depth;
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

    /// Makes room for the next node on the path and for its children on the stack.
    fn make_capacity<O: Observer<P::Move>>(
        &mut self,
        run: &mut Run<P::Move, O>,
    ) -> Result<(), Stop> {
        let next = self.next().cloned().expect("the next node needs more room");
        let (mut depths, mut nodes) = (self.path.len(), self.stack.len());
        if next.depth as usize >= depths {
            depths = (depths + depths.max(MIN_GROWTH)).min(MAX_DEPTHS);
        }
        if next.depth as usize >= depths {
            return Err(Stop::Memory);
        }
        if self.length + next.moves.len() > nodes {
            nodes += nodes.max(next.moves.len()).max(MIN_GROWTH);
        }
        let bytes = nodes * size_of_val(&next) + depths * size_of::<Option<P::Move>>();
        run.grow(bytes - self.bytes)?;
        self.bytes = bytes;
        self.path.resize(depths, None);
        self.stack.resize(nodes, next);
        Ok(())
    }

    /// Explores nodes until it has to pause. Limits and memory are checked elsewhere, so that everything used here fits
    /// in registers.
    #[inline(always)]
    fn explore(
        &mut self,
        problem: &'a P,
        metric: &impl BoundMetric<P>,
        max_nodes: u64,
    ) -> (Pause, Counted) {
        let (stack, path) = (&mut self.stack[..], &mut self.path[..]);
        let (mut length, mut least_beyond) = (self.length, self.least_beyond);
        let (mut allowed, mut generated) = (max_nodes, 0);
        let pause = loop {
            let Some(next) = length.checked_sub(1) else { break Pause::Exhausted };
            let StackEntry { node, cutoff, by, moves, depth } = stack[next].clone();
            if problem.is_goal(&node) {
                break Pause::Goal;
            }
            if allowed == 0 {
                break Pause::Poll;
            }
            let Some(slot) = path.get_mut(depth as usize) else { break Pause::Capacity };
            if moves.len() > stack.len() - next {
                break Pause::Capacity;
            }
            *slot = by;
            self.depth = depth;
            allowed -= 1;
            generated += moves.len() as u64;
            length = next;
            align_loop();
            for by in moves {
                let (node, cost) = problem.step(&node, by);
                let cutoff = u64::from(cutoff).wrapping_sub(metric.step(cost).into());
                // Negative if within the bound; as an unsigned number it is then greater than any beyond it.
                let beyond = u64::from(metric.rest(problem, &node)).wrapping_sub(cutoff);
                least_beyond = least_beyond.min(beyond);
                let moves = problem.moves(&node, Some(by)).last_first();
                stack[length] = StackEntry {
                    node,
                    cutoff: cutoff as Cost,
                    by: Some(by),
                    moves,
                    depth: depth + 1,
                };
                length += usize::from((beyond as i64) < 0);
            }
        };
        (self.length, self.least_beyond) = (length, least_beyond);
        (pause, Counted { explored: max_nodes - allowed, generated })
    }
}
