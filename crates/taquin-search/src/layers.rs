//! States layer by layer: the basis of breadth-first search and bidirectional search.
//!
//! The nodes are stored in the order in which they were reached, so the frontier is the part of the list not yet
//! expanded. A node stores its state, its parent and the move from it; its depth follows from the order. In small
//! spaces, one bit records whether a state was visited.
//!
//! Nodes are expanded in batches: first all children of a batch are generated, then the new ones are moved to the front
//! of the list, whose end advances only if a child is new. Whether a child is new is hard to predict, and a
//! mispredicted branch would cost as much as all the rest.

use crate::budget::Stop;
use crate::chunks::Chunks;
use crate::closed::{Hashed, hash};
use crate::observer::{Disposition, Observer, Taken};
use crate::problem::{Path, Problem};
use crate::run::Run;
use std::mem::{needs_drop, take};

/// A node that was reached.
#[derive(Clone)]
pub(crate) struct Reached<N, M> {
    node: N,
    parent: u32,
    /// The move from the parent; the first node has none.
    by: Option<M>,
}

type ReachedOf<P> = Reached<<P as Problem>::Node, <P as Problem>::Move>;

/// All states up to some distance from the first one.
pub(crate) struct Layers<P: Problem, S> {
    reached: Chunks<ReachedOf<P>>,
    /// The children of the batch being expanded; the new ones are appended to the list.
    children: Vec<ReachedOf<P>>,
    visited: S,
    /// The first node not yet expanded.
    next: usize,
    /// The depth of the node to be expanded next.
    depth: u32,
    /// The end of that node's layer.
    layer_end: usize,
    bytes_per_node: usize,
    /// The id of every node, stored only for the observer.
    ids: Vec<u64>,
}

/// The maximum number of nodes expanded together.
const BATCH: usize = 64;

/// The nodes reached so far, by index.
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

/// The set of visited states.
pub(crate) trait Visited<P: Problem>: Sized {
    /// Creates an empty set.
    fn empty<O: Observer<P::Move>>(problem: &P, run: &mut Run<P::Move, O>) -> Result<Self, Stop>;

    /// Returns whether a state was visited.
    fn contains(&self, problem: &P, known: Known<'_, P>, node: &P::Node) -> bool;

    /// Adds a state and returns whether it was new; a new state gets the next index.
    fn mark(&mut self, problem: &P, known: Known<'_, P>, node: &P::Node) -> bool;

    /// Returns an error if it has run out of memory.
    fn check(&self) -> Result<(), Stop> {
        Ok(())
    }
}

/// One bit per state, by rank, for small spaces.
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// The largest space, in states, that counts as small.
    const MAX_STATES: usize = 1 << 28;

    /// Returns whether a problem is small enough.
    pub(crate) fn suits<P: Problem>(problem: &P) -> bool {
        problem.state_count().is_some_and(|states| states <= Bits::MAX_STATES)
    }
}

impl<P: Problem> Visited<P> for Bits {
    fn empty<O: Observer<P::Move>>(problem: &P, run: &mut Run<P::Move, O>) -> Result<Bits, Stop> {
        let states = problem.state_count().expect("it suits a problem that counts its states");
        let words = states.div_ceil(64);
        run.grow_fixed(words * size_of::<u64>())?;
        Ok(Bits(vec![0; words]))
    }

    #[inline(always)]
    fn contains(&self, problem: &P, _: Known<'_, P>, node: &P::Node) -> bool {
        let rank = problem.rank(node);
        self.0[rank / 64] >> (rank % 64) & 1 == 1
    }

    #[inline(always)]
    fn mark(&mut self, problem: &P, _: Known<'_, P>, node: &P::Node) -> bool {
        let rank = problem.rank(node);
        let (word, bit) = (&mut self.0[rank / 64], 1 << (rank % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

impl<P: Problem> Visited<P> for Hashed {
    fn empty<O: Observer<P::Move>>(_: &P, run: &mut Run<P::Move, O>) -> Result<Hashed, Stop> {
        Ok(Hashed::new(run.budget()))
    }

    fn contains(&self, problem: &P, known: Known<'_, P>, node: &P::Node) -> bool {
        let key = problem.key(node);
        self.find(hash(&key), |index| problem.key(known.node(index)) == key).is_some()
    }

    fn mark(&mut self, problem: &P, known: Known<'_, P>, node: &P::Node) -> bool {
        let key = problem.key(node);
        let hash_of_key = hash(&key);
        if self.find(hash_of_key, |index| problem.key(known.node(index)) == key).is_some() {
            return false;
        }
        let new = known.len() as u32;
        let hash_of = |index: u32| {
            if index == new { hash_of_key } else { hash(&problem.key(known.node(index))) }
        };
        self.insert(hash_of_key, new, hash_of);
        true
    }

    fn check(&self) -> Result<(), Stop> {
        Hashed::check(self)
    }
}

/// The progress of a batch.
struct BatchProgress {
    /// The number of nodes expanded.
    expanded: usize,
    /// The number of children generated, including those skipped because they are known.
    generated: u64,
    /// Where the search ended, if it did.
    end: Option<End>,
}

/// Where a search ended.
enum End {
    /// At a node taken off the frontier.
    Taken(u32),
    /// At a node just generated.
    Generated(u32),
}

/// Moves an element forward to a position whose content is no longer needed. Copying is cheaper than swapping, unless
/// the element owns memory.
#[inline(always)]
fn move_forward<T: Clone>(list: &mut [T], from: usize, to: usize) {
    if needs_drop::<T>() { list.swap(from, to) } else { list[to] = list[from].clone() }
}

impl<P: Problem, S: Visited<P>> Layers<P, S> {
    /// Creates the list with only the first state.
    pub(crate) fn starting_at<O: Observer<P::Move>>(
        problem: &P,
        node: P::Node,
        run: &mut Run<P::Move, O>,
    ) -> Result<Layers<P, S>, Stop> {
        let mut layers = Layers {
            reached: Chunks::new(),
            children: Vec::new(),
            visited: S::empty(problem, run)?,
            next: 0,
            depth: 0,
            layer_end: 0,
            bytes_per_node: size_of::<ReachedOf<P>>()
                + problem.node_bytes(&node)
                + if run.is_observed() { size_of::<u64>() } else { 0 },
            ids: vec![0],
        };
        layers.visited.mark(problem, Known { reached: &layers.reached, fresh: &[] }, &node);
        layers.children.push(Reached { node, parent: 0, by: None });
        layers.append_children(run)?;
        run.frontier(run.stats.frontier as usize + 1);
        Ok(layers)
    }

    /// Returns the size of the frontier.
    #[inline(always)]
    pub(crate) fn frontier_len(&self) -> usize {
        self.reached.len() - self.next
    }

    /// Returns the depth of the layer being expanded; that layer and all before it are complete.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the state of a node.
    pub(crate) fn node(&self, index: u32) -> &P::Node {
        &self.reached[index as usize].node
    }

    /// Starts the next layer, unless the frontier is empty.
    pub(crate) fn begin_layer(&mut self) -> bool {
        self.depth += u32::from(self.next > 0);
        self.layer_end = self.reached.len();
        self.frontier_len() > 0
    }

    /// Takes the nodes of the layer off the frontier one by one, generates their children and appends the new ones. The
    /// search ends at a node that `taken_ends` accepts when it is taken off, or `generated_ends` when it is generated;
    /// that node is returned. `others` is the size of the other search's frontier.
    #[inline(always)]
    pub(crate) fn expand_layer<O: Observer<P::Move>>(
        &mut self,
        problem: &P,
        run: &mut Run<P::Move, O>,
        others: usize,
        taken_ends: impl Fn(&P::Node) -> bool,
        generated_ends: impl Fn(&P::Node) -> bool,
    ) -> Result<Option<u32>, Stop> {
        while self.next < self.layer_end {
            run.check_limits()?;
            // An observer receives every node as it is explored.
            let most = if run.is_observed() { 1 } else { BATCH.min(run.until_poll() as usize) };
            let mut progress = self.generate_children(most, problem, run, others, &taken_ends);
            self.drop_known_children(problem, run, others, &generated_ends, &mut progress);
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
            let appended = self.append_children(run);
            // A goal recognised when generated is appended, but not put on the frontier.
            let goal = usize::from(appended.is_ok() && matches!(end, Some(End::Generated(_))));
            run.frontier(self.frontier_len() + others - goal);
            appended?;
            if let Some(End::Taken(index) | End::Generated(index)) = end {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Generates the children of the next few nodes.
    #[inline(always)]
    fn generate_children<O: Observer<P::Move>>(
        &mut self,
        most: usize,
        problem: &P,
        run: &mut Run<P::Move, O>,
        others: usize,
        taken_ends: impl Fn(&P::Node) -> bool,
    ) -> BatchProgress {
        let batch = self.reached.contiguous(self.next, most.min(self.layer_end - self.next));
        // A local list while it is filled, so that the compiler keeps it in registers.
        let mut children = take(&mut self.children);
        let mut end = None;
        let mut index = self.next as u32;
        let mut known = 0;
        for Reached { node, by: parent_move, .. } in batch {
            if run.is_observed() {
                run.stats.frontier = (self.frontier_len() + others - 1) as u64;
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
            // The inverse of the parent move leads to a known state: it is generated only for the observer.
            let skipped = parent_move.filter(|_| P::HAS_INVERSES && !run.is_observed());
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

    /// Removes the children that are known, unless the search ends at one of them.
    #[inline(always)]
    fn drop_known_children<O: Observer<P::Move>>(
        &mut self,
        problem: &P,
        run: &mut Run<P::Move, O>,
        others: usize,
        generated_ends: impl Fn(&P::Node) -> bool,
        progress: &mut BatchProgress,
    ) {
        let children = &mut self.children[..];
        let first = self.next;
        let frontier = self.reached.len() - first + others;
        let (mut kept, mut max_frontier) = (0, 0);
        for at in 0..children.len() {
            let (fresh, rest) = children.split_at(at);
            let Reached { node, parent, by } = &rest[0];
            let (parent, by) = (*parent, *by);
            let known = Known { reached: &self.reached, fresh: &fresh[..kept] };
            let new = self.visited.mark(problem, known, node);
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
            let ends = new && generated_ends(node);
            move_forward(children, at, kept);
            kept += usize::from(new);
            if ends {
                let expanded = parent as usize + 1 - first;
                progress.expanded = expanded;
                progress.end = Some(End::Generated((self.reached.len() + kept - 1) as u32));
                progress.generated = self.generated_until(problem, parent as usize, by);
                break;
            }
            let expanded = parent as usize + 1 - first;
            max_frontier = max_frontier.max(frontier + kept - expanded);
        }
        self.children.truncate(kept);
        run.stats.max_frontier = run.stats.max_frontier.max(max_frontier as u64);
    }

    /// Counts the children that the nodes of the batch have up to one of them, as if they were generated one by one.
    #[cold]
    fn generated_until(&self, problem: &P, parent: usize, by: Option<P::Move>) -> u64 {
        let moves = |index: usize| problem.moves(&self.reached[index].node, None).into_iter();
        let before: usize = (self.next..parent).map(|index| moves(index).count()).sum();
        let place = moves(parent).position(|sibling| Some(sibling) == by);
        (before + place.unwrap_or_default() + 1) as u64
    }

    /// Appends the remaining children to the list.
    #[inline(always)]
    fn append_children<O: Observer<P::Move>>(
        &mut self,
        run: &mut Run<P::Move, O>,
    ) -> Result<(), Stop> {
        self.visited.check()?;
        let bytes_per_node = self.bytes_per_node;
        // Added up, because a search from both ends has two lists.
        run.stats.stored += self.children.len() as u64;
        self.reached.append(&mut self.children, |length| run.grow_list(length, bytes_per_node))
    }

    /// Returns whether a state was visited.
    #[inline(always)]
    pub(crate) fn has_visited(&self, problem: &P, node: &P::Node) -> bool {
        self.visited.contains(problem, Known { reached: &self.reached, fresh: &[] }, node)
    }

    /// Returns the node of a visited state.
    pub(crate) fn find(&self, problem: &P, node: &P::Node) -> Option<u32> {
        let key = problem.key(node);
        let place = self.reached.iter().position(|reached| problem.key(&reached.node) == key);
        place.map(|index| index as u32)
    }

    /// Returns the id of a node, if ids are stored.
    pub(crate) fn id(&self, index: u32) -> u64 {
        self.ids.get(index as usize).copied().unwrap_or_default()
    }

    /// Returns the moves that lead back from a node to the first one.
    pub(crate) fn path_back(&self, index: u32, problem: &P) -> impl Iterator<Item = P::Move> {
        let mut at = &self.reached[index as usize];
        std::iter::from_fn(move || {
            let parent = &self.reached[at.parent as usize];
            let inverse = problem.inverse(&parent.node, at.by?);
            at = parent;
            inverse
        })
    }

    /// Returns the moves from the first node to another, and the ids on the path if they are stored.
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
