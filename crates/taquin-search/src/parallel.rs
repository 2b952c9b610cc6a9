//! One round of a deepening search on several threads.
//!
//! First the nodes near the start are expanded breadth first until there are many. Then each thread takes one root
//! after another and searches below it. Up to the last round, the nodes and their counts are the same as with one
//! thread; in the last round they depend on which thread finishes first.

use crate::Cost;
use crate::bounded::search_within;
use crate::budget::{Held, Stop};
use crate::observer::{Observer, Silent};
use crate::options::GoalTest;
use crate::problem::Problem;
use crate::round::{BoundMetric, Root, RoundEnd, Within};
use crate::run::Run;
use crate::stats::Stats;
use crate::threads::{lock, with_threads};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The number of roots per thread: many, so that no thread is idle for long at the end.
const ROOTS_PER_THREAD: usize = 500;
/// How often the thread that waits for the others polls and reports progress.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The roots that threads search below, with the moves that lead to them.
struct Frontier<P: Problem> {
    roots: Vec<Placed<P>>,
    /// Every move, with the index of the one before it; the first entry stands for no move.
    moves: Vec<(usize, Option<P::Move>)>,
    cut_at: Cost,
    /// The memory of all of it.
    held: Held,
}

/// A root, and the index of the move that led to it.
type Placed<P> = (Root<<P as Problem>::Node, <P as Problem>::Move>, usize);

/// The combined result of all threads.
struct Shared<M> {
    stats: Stats,
    deepest: u64,
    cut_at: Cost,
    /// The number of roots searched completely. The round proves something only if all were.
    finished: usize,
    /// The index of a root, and the moves from there to the goal.
    goal: Option<(usize, Vec<M>)>,
    /// The reason why the first thread that stopped did so.
    stopped: Option<Stop>,
    active: usize,
}

/// Searches one round on several threads.
pub(crate) fn search_in_parallel<P: Problem, O: Observer<P::Move>>(
    problem: &P,
    run: &mut Run<P::Move, O>,
    within: &Within<'_, impl BoundMetric<P>>,
    threads: usize,
    deepest: &mut u64,
) -> Result<RoundEnd<P::Move>, Stop> {
    let frontier = match expand_roots(problem, run, within, threads * ROOTS_PER_THREAD, deepest)? {
        Ok(frontier) => frontier,
        Err(moves) => return Ok(RoundEnd::Found(moves)),
    };
    run.return_claim();
    let before = run.stats.clone();
    // Ends the round for all threads, whichever of them raises it.
    let round_over = run.budget().cancel.child();
    let budget = run.budget().with_cancel(round_over.clone());
    let (next, instructions) = (AtomicUsize::new(0), run.instructions());
    let (shared, worker_finished) =
        (Mutex::new(Shared::new(frontier.cut_at, threads)), Condvar::new());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let root = frontier.roots.get(number).filter(|_| !round_over.is_cancelled());
            let Some((root, _)) = root else { break };
            let mut own = Run::new(budget.clone(), Silent).with_instructions(instructions);
            let mut own_deepest = 0;
            let round = search_within(problem, &mut own, within, root.clone(), &mut own_deepest);
            let is_over = lock(&shared).add(number, round, &own.stats, own_deepest);
            if is_over {
                round_over.cancel();
            }
        }
        lock(&shared).active -= 1;
        worker_finished.notify_all();
    };
    with_threads(&work, &mut |start| {
        start(threads);
        let mut progress = lock(&shared);
        while progress.active > 0 {
            let waited = worker_finished.wait_timeout(progress, POLL_INTERVAL);
            progress = waited.unwrap_or_else(PoisonError::into_inner).0;
            progress.count(run, &before);
            if progress.active > 0 && progress.stopped.is_none() {
                progress.stopped = run.poll().err();
                if progress.stopped.is_some() {
                    round_over.cancel();
                }
            }
        }
    });
    let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    shared.count(run, &before);
    *deepest = shared.deepest.max(*deepest);
    match shared.goal {
        Some((root, moves)) => Ok(RoundEnd::Found([frontier.path_to(root), moves].concat())),
        None if shared.finished == frontier.roots.len() => Ok(RoundEnd::CutAt(shared.cut_at)),
        // If no thread was stopped in the middle of a root, they found the flag raised between two roots.
        None => Err(shared.stopped.unwrap_or(Stop::Cancelled)),
    }
}

/// Expands nodes breadth first until there are `wanted` roots, or the goal is found among them.
fn expand_roots<P: Problem, O: Observer<P::Move>>(
    problem: &P,
    run: &mut Run<P::Move, O>,
    within: &Within<'_, impl BoundMetric<P>>,
    wanted: usize,
    deepest: &mut u64,
) -> Result<Result<Frontier<P>, Vec<P::Move>>, Stop> {
    let start = Root { node: problem.start(), g: 0, depth: 0, by: None };
    let node_bytes = size_of::<Placed<P>>() + problem.node_bytes(&start.node);
    let (moves, cut_at) = (vec![(0, None)], Cost::MAX);
    let mut frontier =
        Frontier { roots: Vec::new(), moves, cut_at, held: run.budget().open_account() };
    let mut queue = VecDeque::from([(start, 0)]);
    while queue.len() < wanted {
        let Some((parent, place)) = queue.pop_front() else { break };
        run.explore_unobserved(parent.depth)?;
        if problem.is_goal(&parent.node) {
            return Ok(Err(frontier.moves_to(place)));
        }
        for by in problem.moves(&parent.node, parent.by) {
            let (node, cost) = problem.step(&parent.node, by);
            run.stats.generated += 1;
            let g = parent.g.saturating_add(within.metric.step(cost));
            let f = g.saturating_add(within.metric.rest(problem, &node));
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
                    run.explore_unobserved(depth)?;
                }
                return Ok(Err(frontier.moves_to(place)));
            }
            queue.push_back((Root { node, g, depth, by: Some(by) }, place));
        }
        let move_bytes = frontier.moves.capacity() * size_of::<(usize, Option<P::Move>)>();
        frontier.held.set((queue.capacity() * node_bytes + move_bytes) as u64)?;
    }
    frontier.roots = queue.into();
    Ok(Ok(frontier))
}

impl<P: Problem> Frontier<P> {
    /// Returns the moves from the start to a root.
    fn path_to(&self, root: usize) -> Vec<P::Move> {
        self.moves_to(self.roots[root].1)
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

impl<M> Shared<M> {
    fn new(cut_at: Cost, active: usize) -> Shared<M> {
        let (stats, deepest) = (Stats::default(), 0);
        Shared { stats, deepest, cut_at, finished: 0, goal: None, stopped: None, active }
    }

    /// Adds what a thread found below a root, and returns whether that ends the round.
    fn add(
        &mut self,
        root: usize,
        round: Result<RoundEnd<M>, Stop>,
        stats: &Stats,
        deepest: u64,
    ) -> bool {
        self.stats.explored += stats.explored;
        self.stats.generated += stats.generated;
        self.stats.depth = stats.depth;
        self.deepest = self.deepest.max(deepest);
        match round {
            Ok(RoundEnd::CutAt(cut_at)) => {
                self.cut_at = self.cut_at.min(cut_at);
                self.finished += 1;
                return false;
            }
            Ok(RoundEnd::Found(moves)) => self.goal = Some((root, moves)),
            Err(stop) => _ = self.stopped.get_or_insert(stop),
        }
        true
    }

    /// Sets the counts of a run to those before the round plus those of all threads.
    fn count<O: Observer<M>>(&self, run: &mut Run<M, O>, before: &Stats) {
        run.stats.explored = before.explored + self.stats.explored;
        run.stats.generated = before.generated + self.stats.generated;
        run.stats.depth = self.stats.depth;
    }
}
