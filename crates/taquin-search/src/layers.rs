//! States layer by layer: what breadth-first search and its bidirectional form are made of.
//!
//! The nodes lie in the order in which they were reached, so the frontier is simply the part of the list
//! not yet expanded. A node keeps its state, its parent and the move from it; its depth follows from the
//! order. Whether a state was visited is one bit where the space is small.
//!
//! Nodes are expanded in batches: first all children of a batch are made, then those that are new are moved
//! to the front of their list, whose end moves on if a child is new and not otherwise. Whether it is can
//! hardly be predicted, and a branch predicted wrongly would cost as much as all the rest.

use crate::budget::Stop;
use crate::chunks::Chunks;
use crate::closed::{Hashed, hash};
use crate::observer::{Disposition, Observer, Taken};
use crate::problem::{Path, Problem};
use crate::run::Run;
use std::mem::{needs_drop, take};

/// A state that was reached.
#[derive(Clone)]
pub(crate) struct Reached<N, M> {
    node: N,
    parent: u32,
    /// The move from the parent; the first has none.
    by: Option<M>,
}

type ReachedOf<P> = Reached<<P as Problem>::Node, <P as Problem>::Move>;

/// All states up to some distance from a first one.
pub(crate) struct Layers<P: Problem, S> {
    reached: Chunks<ReachedOf<P>>,
    /// The children of the batch that is being expanded; the new ones go to the end of the list.
    children: Vec<ReachedOf<P>>,
    visited: S,
    /// The first node not yet expanded.
    next: usize,
    /// How far away the node to be expanded next is.
    depth: u32,
    /// Where the layer of that node ends.
    layer_end: usize,
    bytes_per_node: usize,
    /// The id of every node, kept only for the observer.
    ids: Vec<u64>,
}

/// The most nodes that are expanded together.
const BATCH: usize = 64;

/// The states that were reached, by number.
pub(crate) struct Known<'a, P: Problem> {
    reached: &'a Chunks<ReachedOf<P>>,
    fresh: &'a [ReachedOf<P>],
}

impl<P: Problem> Known<'_, P> {
    fn len(&self) -> usize {
        self.reached.len() + self.fresh.len()
    }

    fn node(&self, index: u32) -> &P::Node {
        match (index as usize).checked_sub(self.reached.len()) {
            Some(offset) => &self.fresh[offset].node,
            None => &self.reached[index as usize].node,
        }
    }
}

/// Which states were visited.
pub(crate) trait Visited<P: Problem>: Sized {
    /// None yet.
    fn none<O: Observer<P::Move>>(problem: &P, run: &mut Run<P::Move, O>) -> Result<Self, Stop>;

    /// Whether a state was visited.
    fn has(&self, problem: &P, known: Known<'_, P>, node: &P::Node) -> bool;

    /// Notes a state, which gets the next number if it was not visited before; says whether.
    fn note(&mut self, problem: &P, known: Known<'_, P>, node: &P::Node) -> bool;

    /// Whether it has taken no more memory than it may.
    fn check(&self) -> Result<(), Stop> {
        Ok(())
    }
}

/// One bit for each state, by rank: for spaces that are small enough.
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// Spaces of up to this many states are small enough.
    const MOST_STATES: usize = 1 << 28;

    /// Whether there is a bit for each state of a problem.
    pub(crate) fn serve<P: Problem>(problem: &P) -> bool {
        problem.state_count().is_some_and(|states| states <= Bits::MOST_STATES)
    }
}

impl<P: Problem> Visited<P> for Bits {
    fn none<O: Observer<P::Move>>(problem: &P, run: &mut Run<P::Move, O>) -> Result<Bits, Stop> {
        let words = problem.state_count().unwrap_or_default().div_ceil(64);
        run.grow(words * size_of::<u64>())?;
        Ok(Bits(vec![0; words]))
    }

    #[inline(always)]
    fn has(&self, problem: &P, _: Known<'_, P>, node: &P::Node) -> bool {
        let rank = problem.rank(node);
        self.0[rank / 64] >> (rank % 64) & 1 == 1
    }

    #[inline(always)]
    fn note(&mut self, problem: &P, _: Known<'_, P>, node: &P::Node) -> bool {
        let rank = problem.rank(node);
        let (word, bit) = (&mut self.0[rank / 64], 1 << (rank % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

impl<P: Problem> Visited<P> for Hashed {
    fn none<O: Observer<P::Move>>(_: &P, run: &mut Run<P::Move, O>) -> Result<Hashed, Stop> {
        Ok(Hashed::new(run.budget()))
    }

    fn has(&self, problem: &P, known: Known<'_, P>, node: &P::Node) -> bool {
        let key = problem.key(node);
        self.find(hash(&key), |index| problem.key(known.node(index)) == key).is_some()
    }

    fn note(&mut self, problem: &P, known: Known<'_, P>, node: &P::Node) -> bool {
        let key = problem.key(node);
        let hash_of_key = hash(&key);
        if self.find(hash_of_key, |index| problem.key(known.node(index)) == key).is_some() {
            return false;
        }
        let new = known.len() as u32;
        let hash_of = |index: u32| match index == new {
            true => hash_of_key,
            false => hash(&problem.key(known.node(index))),
        };
        self.insert(hash_of_key, new, hash_of);
        true
    }

    fn check(&self) -> Result<(), Stop> {
        Hashed::check(self)
    }
}

/// How far a batch got.
struct BatchProgress {
    /// How many nodes were expanded.
    expanded: usize,
    /// Children made, those included that need not be made because they are known.
    generated: u64,
    /// Where the search ended.
    end: Option<End>,
}

/// Where a search ended.
enum End {
    /// At a node taken off the frontier.
    Taken(u32),
    /// At a node just made.
    Generated(u32),
}

/// Moves an element to a place before it where nothing is needed any more. A copy takes less than an
/// exchange, unless the element owns memory.
#[inline(always)]
fn move_forward<T: Clone>(list: &mut [T], from: usize, to: usize) {
    match needs_drop::<T>() {
        true => list.swap(from, to),
        false => list[to] = list[from].clone(),
    }
}

impl<P: Problem, S: Visited<P>> Layers<P, S> {
    /// Only the first state.
    pub(crate) fn starting_at<O: Observer<P::Move>>(
        problem: &P,
        node: P::Node,
        run: &mut Run<P::Move, O>,
    ) -> Result<Layers<P, S>, Stop> {
        let mut layers = Layers {
            reached: Chunks::new(),
            children: Vec::new(),
            visited: S::none(problem, run)?,
            next: 0,
            depth: 0,
            layer_end: 0,
            bytes_per_node: size_of::<ReachedOf<P>>()
                + problem.node_bytes(&node)
                + if run.is_observed() { size_of::<u64>() } else { 0 },
            ids: vec![0],
        };
        layers.visited.note(problem, Known { reached: &layers.reached, fresh: &[] }, &node);
        layers.children.push(Reached { node, parent: 0, by: None });
        layers.keep_children(run)?;
        run.frontier(run.stats.frontier as usize + 1);
        Ok(layers)
    }

    /// How many nodes wait to be expanded.
    #[inline(always)]
    pub(crate) fn waiting(&self) -> usize {
        self.reached.len() - self.next
    }

    /// How far away the layer is that is being expanded; it and all before it are known completely.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// The state of a node.
    pub(crate) fn node(&self, index: u32) -> &P::Node {
        &self.reached[index as usize].node
    }

    /// Goes on to the next layer, unless nothing waits.
    pub(crate) fn begin_layer(&mut self) -> bool {
        self.depth += u32::from(self.next > 0);
        self.layer_end = self.reached.len();
        self.waiting() > 0
    }

    /// Takes the nodes of the layer off the frontier one by one, makes their children and keeps the new
    /// ones. It ends at a node of which `taken_ends` says so when it is taken off, or `made_ends` when it
    /// is made, and returns it; `others` wait elsewhere.
    #[inline(always)]
    pub(crate) fn expand_layer<O: Observer<P::Move>>(
        &mut self,
        problem: &P,
        run: &mut Run<P::Move, O>,
        others: usize,
        taken_ends: impl Fn(&P::Node) -> bool,
        made_ends: impl Fn(&P::Node) -> bool,
    ) -> Result<Option<u32>, Stop> {
        while self.next < self.layer_end {
            run.check_limits()?;
            // An observer wants to know every node as it is explored.
            let most = if run.is_observed() { 1 } else { BATCH.min(run.until_poll() as usize) };
            let mut progress = self.make_children(most, problem, run, others, &taken_ends);
            self.sort_out_children(problem, run, others, &made_ends, &mut progress);
            let BatchProgress { expanded, generated, end } = progress;
            let explored = expanded + usize::from(matches!(end, Some(End::Taken(_))));
            if !run.is_observed() {
                run.stats.explored += explored as u64;
                run.stats.generated += generated;
            }
            run.stats.expanded += expanded as u64;
            run.stats.depth = u64::from(self.depth);
            self.next += explored;
            if !self.children.is_empty() {
                run.stats.max_depth = run.stats.max_depth.max(u64::from(self.depth) + 1);
            }
            let kept = self.keep_children(run);
            // A goal known when it is made is not put on the frontier.
            let made = usize::from(matches!(end, Some(End::Generated(_))));
            run.frontier(self.waiting() + others - made);
            kept?;
            if let Some(End::Taken(index) | End::Generated(index)) = end {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Makes the children of the next few nodes.
    #[inline(always)]
    fn make_children<O: Observer<P::Move>>(
        &mut self,
        most: usize,
        problem: &P,
        run: &mut Run<P::Move, O>,
        others: usize,
        taken_ends: impl Fn(&P::Node) -> bool,
    ) -> BatchProgress {
        let batch = self.reached.stretch(self.next, most.min(self.layer_end - self.next));
        // A list of its own while it is filled, so that the compiler keeps it in registers.
        let mut children = take(&mut self.children);
        let mut end = None;
        let mut index = self.next as u32;
        let mut known = 0;
        for Reached { node, by: parent_move, .. } in batch {
            if run.is_observed() {
                run.stats.frontier = (self.waiting() + others - 1) as u64;
                let id = self.ids[index as usize];
                run.count(u64::from(self.depth), || Taken {
                    id,
                    g: self.depth,
                    h: problem.h(node),
                    priority: None,
                });
            }
            if taken_ends(node) {
                end = Some(End::Taken(index));
                break;
            }
            // The move back leads to a state that is known: it is only made for the observer.
            let skipped = parent_move.filter(|_| !run.is_observed());
            known += u64::from(skipped.is_some());
            for by in problem.moves(node, skipped) {
                let (child, _) = problem.step(node, by);
                children.push(Reached { node: child, parent: index, by: Some(by) });
            }
            index += 1;
        }
        let generated = children.len() as u64 + known;
        self.children = children;
        BatchProgress { expanded: index as usize - self.next, generated, end }
    }

    /// Leaves only those children that are new, unless the search ends at one of them.
    #[inline(always)]
    fn sort_out_children<O: Observer<P::Move>>(
        &mut self,
        problem: &P,
        run: &mut Run<P::Move, O>,
        others: usize,
        made_ends: impl Fn(&P::Node) -> bool,
        progress: &mut BatchProgress,
    ) {
        let children = &mut self.children[..];
        let first = self.next;
        let waiting = self.reached.len() - first + others;
        let (mut kept, mut most_waiting) = (0, 0);
        for at in 0..children.len() {
            let (fresh, rest) = children.split_at(at);
            let Reached { node, parent, by } = &rest[0];
            let (parent, by) = (*parent, *by);
            let known = Known { reached: &self.reached, fresh: &fresh[..kept] };
            let new = self.visited.note(problem, known, node);
            if let (true, Some(by)) = (run.is_observed(), by) {
                run.stats.generated += 1;
                let disposition = if new { Disposition::Enqueued } else { Disposition::Duplicate };
                run.generated(
                    self.ids[parent as usize],
                    by,
                    self.depth + 1,
                    problem.h(node),
                    disposition,
                );
                self.ids.extend(new.then_some(run.stats.generated));
            }
            let ends = new && made_ends(node);
            move_forward(children, at, kept);
            kept += usize::from(new);
            if ends {
                let expanded = parent as usize + 1 - first;
                progress.expanded = expanded;
                progress.end = Some(End::Generated((self.reached.len() + kept - 1) as u32));
                let made =
                    |index: usize| problem.moves(&self.reached[index].node, None).into_iter();
                let before: usize = (first..parent as usize).map(|index| made(index).count()).sum();
                let place = made(parent as usize).position(|sibling| Some(sibling) == by);
                progress.generated = (before + place.unwrap_or_default() + 1) as u64;
                break;
            }
            let expanded = parent as usize + 1 - first;
            most_waiting = most_waiting.max(waiting + kept - expanded);
        }
        self.children.truncate(kept);
        run.stats.max_frontier = run.stats.max_frontier.max(most_waiting as u64);
    }

    /// Puts the children that were left at the end of the list.
    #[inline(always)]
    fn keep_children<O: Observer<P::Move>>(
        &mut self,
        run: &mut Run<P::Move, O>,
    ) -> Result<(), Stop> {
        self.visited.check()?;
        let bytes_per_node = self.bytes_per_node;
        self.reached.append(&mut self.children, |length| run.grow_list(length, bytes_per_node))
    }

    /// Whether a state was visited.
    #[inline(always)]
    pub(crate) fn has_visited(&self, problem: &P, node: &P::Node) -> bool {
        self.visited.has(problem, Known { reached: &self.reached, fresh: &[] }, node)
    }

    /// The node of a state that was visited.
    pub(crate) fn find(&self, problem: &P, node: &P::Node) -> Option<u32> {
        let key = problem.key(node);
        let place = self.reached.iter().position(|reached| problem.key(&reached.node) == key);
        place.map(|index| index as u32)
    }

    /// The id of a node, if they are kept.
    pub(crate) fn id(&self, index: u32) -> u64 {
        self.ids.get(index as usize).copied().unwrap_or_default()
    }

    /// The moves that lead back from a node to the first one.
    pub(crate) fn path_back(&self, index: u32, problem: &P) -> impl Iterator<Item = P::Move> {
        let mut at = &self.reached[index as usize];
        std::iter::from_fn(move || {
            let parent = &self.reached[at.parent as usize];
            let inverse = problem.inverse(&parent.node, at.by?);
            at = parent;
            inverse
        })
    }

    /// The moves from the first node to another, and the ids on the path if they were kept.
    pub(crate) fn path_to(&self, index: u32) -> Path<P::Move> {
        let mut path = vec![index];
        let mut moves = Vec::new();
        let mut at = &self.reached[index as usize];
        while let Some(by) = at.by {
            moves.push(by);
            path.push(at.parent);
            at = &self.reached[at.parent as usize];
        }
        moves.reverse();
        let ids = path.iter().rev().map(|&index| self.ids[index as usize]);
        let ids = (self.ids.len() == self.reached.len()).then(|| ids.collect());
        Path { moves, ids }
    }
}
