//! One depth-first search within a bound that nobody observes: what `deepening` does child by child, made fast.
//!
//! All children of a node are made together, the last one first, and written behind the nodes that wait; those
//! within the bound stay. Which ones they are cannot be foretold, so no branch depends on it: a child that does not
//! stay is overwritten by the next. What is counted is the same as child by child: those that would not have been
//! made yet are taken off in the end.

use crate::Cost;
use crate::budget::Stop;
use crate::instruction_set::HotLoop;
use crate::observer::Observer;
use crate::options::GoalTest;
use crate::problem::{MovesOut, Problem};
use crate::round::{Measure, Root, RoundEnd, Within};
use crate::run::Run;

/// Room grows by at least so many nodes, and for at least so many moves on the way.
const FEW: usize = 8;

/// Depths that a node can tell.
const MOST_DEPTHS: usize = u32::MAX as usize;

/// Searches within a bound below a root; the moves found are those from there on.
pub(crate) fn sweep<P: Problem, O: Observer<P::Move>>(
    problem: &P,
    run: &mut Run<P::Move, O>,
    within: &Within<'_, impl Measure<P>>,
    root: Root<P::Node, P::Move>,
    deepest: &mut u64,
) -> Result<RoundEnd<P::Move>, Stop> {
    let mut sweep = Sweep::new(problem, &root, within.bound);
    let ended = sweep.go_through(problem, run, within, root.depth);
    run.shrink(sweep.bytes);
    *deepest = (root.depth + sweep.deepest()).max(*deepest);
    let Some(last) = sweep.next() else {
        return Ok(RoundEnd::CutAt(sweep.cut_at(within.bound)));
    };
    if ended.is_ok() {
        *deepest = (root.depth + u64::from(last.depth)).max(*deepest);
    }
    let way = sweep.way.iter().take(last.depth as usize).chain([&last.by]);
    let moves: Vec<P::Move> = way.skip(1).copied().flatten().collect();
    run.stats.generated -= not_yet_made(problem, root, &moves);
    ended.map(|()| RoundEnd::Found(moves))
}

/// How many children of the nodes on a way come after those on it: made one by one, they would still be to come.
fn not_yet_made<P: Problem>(problem: &P, root: Root<P::Node, P::Move>, way: &[P::Move]) -> u64 {
    let (mut node, mut last, mut to_come) = (root.node, root.by, 0);
    for &by in way {
        to_come +=
            problem.moves(&node, last).last_first().take_while(|&other| other != by).count() as u64;
        (node, _) = problem.step(&node, by);
        last = Some(by);
    }
    to_come
}

/// A search within a bound on its way through the tree below a root.
struct Sweep<'a, P: Problem + 'a> {
    /// The nodes within the bound that wait for their turn, the next one last, and room behind them.
    list: Vec<Entry<'a, P>>,
    waiting: usize,
    /// By depth, the move to the node that was explored there last.
    way: Vec<Option<P::Move>>,
    /// By how much the least f beyond the bound passes it, less 1.
    least_beyond: u64,
    /// How deep the last node explored lies.
    depth: u32,
    /// Bytes of the room that was made.
    bytes: usize,
}

/// A node within the bound.
#[derive(Clone)]
struct Waiting<N, M, S> {
    node: N,
    /// The least estimate that is beyond the bound here.
    enough: Cost,
    by: Option<M>,
    moves: S,
    /// How many moves lead there from the root.
    depth: u32,
}

type Entry<'a, P> = Waiting<<P as Problem>::Node, <P as Problem>::Move, LastFirst<'a, P>>;
/// The moves out of a node, turned round.
pub(crate) type LastFirst<'a, P> = <<P as Problem>::Moves<'a> as MovesOut>::LastFirst;

/// Why a sweep pauses.
enum Pause {
    /// Nothing waits any more.
    Swept,
    /// The next node is the goal.
    Goal,
    /// As many nodes were explored as were allowed.
    Look,
    /// There is no room for the next node on the way, or for its children.
    Room,
}

/// What was counted between two pauses.
struct Counted {
    explored: u64,
    generated: u64,
}

/// Explores so many nodes at most.
struct Explore<'m, D> {
    measure: &'m D,
    most: u64,
}

impl<'a, P: Problem, D: Measure<P>> HotLoop<&'a P, &mut Sweep<'a, P>> for Explore<'_, D> {
    type Output = (Pause, Counted);
    const FOR_NEWER: bool = P::FOR_NEWER;

    #[inline(always)]
    fn run(self, problem: &'a P, sweep: &mut Sweep<'a, P>) -> (Pause, Counted) {
        sweep.explore(problem, self.measure, self.most)
    }
}

impl<'a, P: Problem + 'a> Sweep<'a, P> {
    fn new(problem: &'a P, root: &Root<P::Node, P::Move>, bound: Cost) -> Sweep<'a, P> {
        let moves = problem.moves(&root.node, root.by).last_first();
        let (node, enough) = (root.node.clone(), bound - root.g + 1);
        Sweep {
            list: vec![Waiting { node, enough, by: root.by, moves, depth: 0 }],
            waiting: 1,
            way: vec![None],
            least_beyond: u64::MAX,
            depth: 0,
            bytes: 0,
        }
    }

    /// The node whose turn is next.
    fn next(&self) -> Option<&Entry<'a, P>> {
        self.list[..self.waiting].last()
    }

    /// Where the deepest node lies that was explored. Only the root may come by no move.
    fn deepest(&self) -> u64 {
        self.way.iter().rposition(Option::is_some).unwrap_or(0) as u64
    }

    /// The least f beyond the bound, or the greatest cost if there is none: then the sum saturates.
    fn cut_at(&self, bound: Cost) -> Cost {
        let f = self.least_beyond.saturating_add(u64::from(bound) + 1);
        Cost::try_from(f).unwrap_or(Cost::MAX)
    }

    /// Sweeps until nothing waits, or the next node is the goal, or the run stops it.
    fn go_through<O: Observer<P::Move>>(
        &mut self,
        problem: &'a P,
        run: &mut Run<P::Move, O>,
        within: &Within<'_, impl Measure<P>>,
        depth_before: u64,
    ) -> Result<(), Stop> {
        loop {
            let explore = Explore { measure: within.measure, most: run.until_poll() };
            let (pause, counted) = run.instructions().run(explore, problem, &mut *self);
            if counted.explored > 0 {
                run.stats.depth = depth_before + u64::from(self.depth);
            }
            run.stats.explored += counted.explored;
            run.stats.generated += counted.generated;
            match pause {
                Pause::Swept => return Ok(()),
                Pause::Goal => {
                    let depth = self.next().map_or(0, |goal| goal.depth);
                    if within.goal_test == GoalTest::Late || depth == 0 {
                        run.explore_unobserved(depth_before + u64::from(depth))?;
                    }
                    return Ok(());
                }
                Pause::Look => run.may_go_on()?,
                Pause::Room => self.make_room(run)?,
            }
        }
    }

    /// Makes room for the next node on the way, and for its children in the list.
    fn make_room<O: Observer<P::Move>>(&mut self, run: &mut Run<P::Move, O>) -> Result<(), Stop> {
        let Some(next) = self.next().cloned() else { return Ok(()) };
        let (mut depths, mut nodes) = (self.way.len(), self.list.len());
        if next.depth as usize >= depths {
            depths = (depths + depths.max(FEW)).min(MOST_DEPTHS);
        }
        if next.depth as usize >= depths {
            return Err(Stop::Memory);
        }
        if self.waiting + next.moves.len() > nodes {
            nodes += nodes.max(next.moves.len()).max(FEW);
        }
        let bytes = nodes * size_of_val(&next) + depths * size_of::<Option<P::Move>>();
        run.grow(bytes - self.bytes)?;
        self.bytes = bytes;
        self.way.resize(depths, None);
        self.list.resize(nodes, next);
        Ok(())
    }

    /// Explores nodes until it has to pause. Apart, and without a thought of limits and memory, so that what it has
    /// at hand fits the registers.
    #[inline(always)]
    fn explore(
        &mut self,
        problem: &'a P,
        measure: &impl Measure<P>,
        most: u64,
    ) -> (Pause, Counted) {
        let (list, way) = (&mut self.list[..], &mut self.way[..]);
        let (mut waiting, mut least_beyond) = (self.waiting, self.least_beyond);
        let (mut allowed, mut generated) = (most, 0);
        let pause = loop {
            let Some(next) = waiting.checked_sub(1) else { break Pause::Swept };
            let Waiting { node, enough, by, moves, depth } = list[next].clone();
            if problem.is_goal(&node) {
                break Pause::Goal;
            }
            if allowed == 0 {
                break Pause::Look;
            }
            let Some(place) = way.get_mut(depth as usize) else { break Pause::Room };
            if moves.len() > list.len() - next {
                break Pause::Room;
            }
            *place = by;
            self.depth = depth;
            allowed -= 1;
            generated += moves.len() as u64;
            waiting = next;
            for by in moves {
                let (node, cost) = problem.step(&node, by);
                let enough = u64::from(enough).wrapping_sub(measure.step(cost).into());
                // Negative within the bound, and then greater than any number beyond it.
                let beyond = u64::from(measure.rest(problem, &node)).wrapping_sub(enough);
                least_beyond = least_beyond.min(beyond);
                let moves = problem.moves(&node, Some(by)).last_first();
                list[waiting] =
                    Waiting { node, enough: enough as Cost, by: Some(by), moves, depth: depth + 1 };
                waiting += usize::from((beyond as i64) < 0);
            }
        };
        (self.waiting, self.least_beyond) = (waiting, least_beyond);
        (pause, Counted { explored: most - allowed, generated })
    }
}
