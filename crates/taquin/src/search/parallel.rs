//! One round of a deepening search on several threads.
//!
//! The nodes near the start are expanded first, breadth first, until there are many; then each thread takes
//! one after another and searches below it. Up to the last bound the nodes are those of one thread, and so
//! are their counts; in the last round it depends on who is first.

use super::deepening::{Measure, Root, Round, Within, search_within};
use super::run::{Budget, Cancel, Observer, Run, Silent, Stats, Stop};
use super::{GoalTest, Problem};
use crate::cost::Cost;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many roots there are for each thread, so that none is long idle at the end.
const ROOTS_PER_THREAD: usize = 500;
/// How often the thread that waits for the others looks at the limits and tells of progress.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The nodes that threads search below, with the moves that lead to them.
struct Frontier<P: Problem> {
    roots: Vec<Placed<P>>,
    /// Every move made, with the place of the one before it; the first stands for none.
    moves: Vec<(usize, Option<P::Move>)>,
    cut_at: Cost,
}

/// A root, and the place of the move that led to it.
type Placed<P> = (Root<<P as Problem>::Node, <P as Problem>::Move>, usize);

/// What all threads found together.
struct Found<M> {
    stats: Stats,
    deepest: u64,
    cut_at: Cost,
    /// The number of a root, and the moves from there.
    goal: Option<(usize, Vec<M>)>,
    stopped: Option<Stop>,
    at_work: usize,
}

/// Searches one round on several threads.
pub(super) fn share_out<P: Problem, O: Observer<P::Move>>(
    problem: &P,
    run: &mut Run<P::Move, O>,
    within: &Within<'_, impl Measure<P>>,
    threads: usize,
    deepest: &mut u64,
) -> Result<Round<P::Move>, Stop> {
    let frontier = match expand_first(problem, run, within, threads * ROOTS_PER_THREAD, deepest)? {
        Ok(frontier) => frontier,
        Err(moves) => return Ok(Round::Found(moves)),
    };
    let before = run.stats.clone();
    let budget = run.budget().clone();
    let over = budget.cancel.child();
    let next = AtomicUsize::new(0);
    let (found, somebody_ended) = (Mutex::new(Found::new(&frontier, threads)), Condvar::new());
    let work = || {
        while let number = next.fetch_add(1, Ordering::Relaxed)
            && let Some((root, _)) = frontier.roots.get(number)
            && !over.is_cancelled()
        {
            let explored = before.explored + lock(&found).stats.explored;
            let mut own = Run::new(rest_of(&budget, explored, &over), Silent);
            let mut own_deepest = 0;
            let round = search_within(problem, &mut own, within, root.clone(), &mut own_deepest);
            let mut found = lock(&found);
            found.stats.explored += own.stats.explored;
            found.stats.generated += own.stats.generated;
            found.stats.depth = own.stats.depth;
            found.deepest = found.deepest.max(own_deepest);
            match round {
                Ok(Round::CutAt(cut_at)) => found.cut_at = found.cut_at.min(cut_at),
                Ok(Round::Found(moves)) => {
                    found.goal = Some((number, moves));
                    over.cancel();
                }
                // Those that stop because it is over were not stopped by a limit.
                Err(_) if over.is_cancelled() => {}
                Err(stop) => {
                    found.stopped = Some(stop);
                    over.cancel();
                }
            }
        }
        lock(&found).at_work -= 1;
        somebody_ended.notify_all();
    };
    let mut stopped = None;
    std::thread::scope(|scope| {
        (0..threads).for_each(|_| drop(scope.spawn(work)));
        let mut seen = lock(&found);
        while seen.at_work > 0 {
            let waited = somebody_ended.wait_timeout(seen, LOOK_EVERY);
            seen = waited.unwrap_or_else(PoisonError::into_inner).0;
            seen.count(run, &before);
            // Whether all nodes were allowed is known when a thread wants more of them.
            if stopped.is_none() && !over.is_cancelled() && seen.at_work > 0 {
                stopped = run.look().err();
            }
            if stopped.is_some() {
                over.cancel();
            }
        }
    });
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.count(run, &before);
    *deepest = found.deepest.max(*deepest);
    match (found.goal, stopped.or(found.stopped)) {
        (Some((root, moves)), _) => Ok(Round::Found([frontier.way_to(root), moves].concat())),
        (None, Some(stop)) => Err(stop),
        (None, None) => Ok(Round::CutAt(found.cut_at)),
    }
}

/// Expands nodes breadth first until so many wait, or finds the goal among them.
fn expand_first<P: Problem, O: Observer<P::Move>>(
    problem: &P,
    run: &mut Run<P::Move, O>,
    within: &Within<'_, impl Measure<P>>,
    wanted: usize,
    deepest: &mut u64,
) -> Result<Result<Frontier<P>, Vec<P::Move>>, Stop> {
    let start = Root { node: problem.start(), g: 0, depth: 0, by: None };
    let mut frontier = Frontier { roots: Vec::new(), moves: vec![(0, None)], cut_at: Cost::MAX };
    let mut waiting = VecDeque::from([(start, 0)]);
    while waiting.len() < wanted
        && let Some((parent, place)) = waiting.pop_front()
    {
        run.explore(0, parent.depth)?;
        if problem.is_goal(&parent.node) {
            return Ok(Err(frontier.moves_to(place)));
        }
        for by in problem.moves(&parent.node, parent.by) {
            let (node, cost) = problem.step(&parent.node, by);
            run.stats.generated += 1;
            let g = parent.g.saturating_add(within.measure.step(cost));
            let f = g.saturating_add(within.measure.rest(problem, &node));
            if f > within.bound {
                frontier.cut_at = frontier.cut_at.min(f);
                continue;
            }
            let depth = parent.depth + 1;
            *deepest = depth.max(*deepest);
            frontier.moves.push((place, Some(by)));
            let place = frontier.moves.len() - 1;
            if problem.is_goal(&node) {
                if within.goal_test == GoalTest::Late {
                    run.explore(0, depth)?;
                }
                return Ok(Err(frontier.moves_to(place)));
            }
            waiting.push_back((Root { node, g, depth, by: Some(by) }, place));
        }
    }
    frontier.roots = waiting.into();
    Ok(Ok(frontier))
}

impl<P: Problem> Frontier<P> {
    /// The moves from the start to a root.
    fn way_to(&self, root: usize) -> Vec<P::Move> {
        self.roots.get(root).map_or(Vec::new(), |&(_, place)| self.moves_to(place))
    }

    fn moves_to(&self, mut place: usize) -> Vec<P::Move> {
        let back = std::iter::from_fn(|| {
            let (before, by) = self.moves[place];
            place = before;
            by
        });
        let mut moves: Vec<P::Move> = back.collect();
        moves.reverse();
        moves
    }
}

impl<M> Found<M> {
    /// Puts what was counted on top of what had been counted before.
    fn count<O: Observer<M>>(&self, run: &mut Run<M, O>, before: &Stats) {
        run.stats.explored = before.explored + self.stats.explored;
        run.stats.generated = before.generated + self.stats.generated;
        run.stats.depth = self.stats.depth;
    }

    fn new<P: Problem>(frontier: &Frontier<P>, at_work: usize) -> Found<M> {
        let (stats, cut_at) = (Stats::default(), frontier.cut_at);
        Found { stats, deepest: 0, cut_at, goal: None, stopped: None, at_work }
    }
}

/// What is left of a budget when so many nodes were explored, for a search that ends when `over` says so.
fn rest_of(budget: &Budget, explored: u64, over: &Cancel) -> Budget {
    let mut rest = Budget { cancel: over.clone(), ..budget.clone() };
    rest.limits.max_nodes = budget.limits.max_nodes.map(|most| most.saturating_sub(explored));
    rest
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
