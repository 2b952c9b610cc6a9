//! States layer by layer: what breadth-first search and its bidirectional form are made of.
//!
//! The nodes lie in the order in which they were reached, so the frontier is simply the part of the list
//! not yet expanded. A node keeps its state, its parent and the move from it; everything else, depth and
//! ids, follows from the order. Whether a state was met is one bit where the space is small.

use super::closed::{Hashed, hash};
use super::pages::prefer_huge_pages;
use super::run::{Fate, Observer, Run, Stop};
use super::{Path, Problem};

/// A state that was reached.
struct Reached<P: Problem> {
    node: P::Node,
    parent: u32,
    /// The move from the parent; the first has none.
    by: Option<P::Move>,
}

/// All states up to some distance from a first one.
pub(super) struct Layers<P: Problem> {
    reached: Vec<Reached<P>>,
    met: Met,
    /// The first node not yet expanded.
    next: usize,
    /// How far away the node to be expanded next is.
    depth: u32,
    /// Where the layer of that node ends.
    layer_end: usize,
    bytes_per_node: usize,
    /// The id of every node, kept only for whoever watches.
    ids: Vec<u64>,
}

/// Which states were met.
enum Met {
    /// One bit each, by rank.
    Ranked(Vec<u64>),
    Hashed(Hashed),
}

/// Spaces of up to this many states get one bit each.
const RANKED_STATES: usize = 1 << 28;
/// Bytes of an entry of the hash table, at the most on average.
const HASHED_BYTES: usize = 12;

impl<P: Problem> Layers<P> {
    /// Only the first state.
    pub(super) fn starting_at<O: Observer<P::Move>>(
        problem: &P,
        node: P::Node,
        run: &mut Run<P::Move, O>,
    ) -> Result<Layers<P>, Stop> {
        let met = match problem.space().filter(|&states| states <= RANKED_STATES) {
            Some(states) => {
                run.grow(states / 8)?;
                Met::Ranked(vec![0; states.div_ceil(64)])
            }
            None => Met::Hashed(Hashed::new()),
        };
        let bytes_per_node = size_of::<Reached<P>>() + HASHED_BYTES + problem.node_bytes(&node);
        let mut layers = Layers {
            reached: Vec::new(),
            met,
            next: 0,
            depth: 0,
            layer_end: 1,
            bytes_per_node,
            ids: Vec::new(),
        };
        layers.reach(problem, node, 0, None, run)?;
        Ok(layers)
    }

    /// How many nodes wait to be expanded.
    #[inline(always)]
    pub(super) fn waiting(&self) -> usize {
        self.reached.len() - self.next
    }

    /// The layers known completely: every state up to so many moves away is in the list.
    pub(super) fn complete(&self) -> u32 {
        self.depth
    }

    /// Takes the next node off the frontier and counts it; `others` wait elsewhere.
    #[inline(always)]
    pub(super) fn take<O: Observer<P::Move>>(
        &mut self,
        run: &mut Run<P::Move, O>,
        others: usize,
    ) -> Result<Option<u32>, Stop> {
        if self.waiting() == 0 {
            return Ok(None);
        }
        if self.next == self.layer_end {
            self.depth += 1;
            self.layer_end = self.reached.len();
        }
        let index = self.next;
        self.next += 1;
        run.frontier(self.waiting() + others);
        let id = self.ids.get(index).copied().unwrap_or_default();
        run.explore(id, u64::from(self.depth))?;
        Ok(Some(index as u32))
    }

    /// The state of a node.
    #[inline(always)]
    pub(super) fn node(&self, index: u32) -> &P::Node {
        &self.reached[index as usize].node
    }

    /// Makes the children of a node that was taken and keeps the new ones. Where `ends` says so of one of
    /// them, it goes no further and returns it.
    #[inline(always)]
    pub(super) fn expand<O: Observer<P::Move>>(
        &mut self,
        problem: &P,
        parent: u32,
        run: &mut Run<P::Move, O>,
        mut ends: impl FnMut(&P::Node) -> bool,
    ) -> Result<Option<u32>, Stop> {
        run.stats.expanded += 1;
        let Reached { node, by: last, .. } = &self.reached[parent as usize];
        let (node, last) = (node.clone(), *last);
        let id = self.ids.get(parent as usize).copied().unwrap_or_default();
        let g = self.depth + 1;
        for by in problem.moves(&node, None) {
            run.stats.generated += 1;
            let back = last.is_some_and(|last| problem.undoes(by, last));
            if back && !run.is_watched() {
                continue;
            }
            let (child, _) = problem.step(&node, by);
            let h = problem.h(&child);
            let ended = !back && ends(&child);
            let new = match back {
                true => None,
                false => self.reach(problem, child, parent, Some(by), run)?,
            };
            let fate = if new.is_some() { Fate::Kept } else { Fate::Duplicate };
            run.made(id, by, g, h, fate);
            if new.is_some() {
                run.stats.max_depth = run.stats.max_depth.max(u64::from(g));
                if ended {
                    return Ok(new);
                }
            }
        }
        Ok(None)
    }

    /// Keeps a state if it was not met before.
    #[inline(always)]
    fn reach<O: Observer<P::Move>>(
        &mut self,
        problem: &P,
        node: P::Node,
        parent: u32,
        by: Option<P::Move>,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<u32>, Stop> {
        let new = self.reached.len();
        match &mut self.met {
            Met::Ranked(bits) => {
                let rank = problem.rank(&node);
                let (word, bit) = (&mut bits[rank / 64], 1 << (rank % 64));
                if *word & bit != 0 {
                    return Ok(None);
                }
                *word |= bit;
            }
            Met::Hashed(hashed) => {
                let key = problem.key(&node);
                let key_of = |index: u32| problem.key(&self.reached[index as usize].node);
                let hash_of_key = hash(&key);
                if hashed.find(hash_of_key, |index| key_of(index) == key).is_some() {
                    return Ok(None);
                }
                // The node itself is in the list only below.
                let hash_of = |index: u32| {
                    if index as usize == new { hash_of_key } else { hash(&key_of(index)) }
                };
                hashed.insert(hash_of_key, new as u32, hash_of);
            }
        }
        if new == self.reached.capacity() {
            self.grow(run)?;
        }
        self.reached.push(Reached { node, parent, by });
        if run.is_watched() {
            self.ids.push(run.stats.generated);
        }
        Ok(Some(new as u32))
    }

    /// Makes room for half as many more, or as many as the limit leaves room for.
    #[cold]
    fn grow<O: Observer<P::Move>>(&mut self, run: &mut Run<P::Move, O>) -> Result<(), Stop> {
        let more = run.grow_list(self.reached.len(), self.bytes_per_node)?;
        self.reached.try_reserve_exact(more).map_err(|_| Stop::Memory)?;
        prefer_huge_pages(&self.reached);
        Ok(())
    }

    /// Whether a state was met.
    #[inline(always)]
    pub(super) fn has_met(&self, problem: &P, node: &P::Node) -> bool {
        match &self.met {
            Met::Ranked(bits) => {
                let rank = problem.rank(node);
                bits[rank / 64] >> (rank % 64) & 1 == 1
            }
            Met::Hashed(hashed) => {
                let key = problem.key(node);
                let same = |index: u32| problem.key(&self.reached[index as usize].node) == key;
                hashed.find(hash(&key), same).is_some()
            }
        }
    }

    /// The node of a state that was met.
    pub(super) fn find(&self, problem: &P, node: &P::Node) -> Option<u32> {
        let key = problem.key(node);
        let place = self.reached.iter().position(|reached| problem.key(&reached.node) == key);
        place.map(|index| index as u32)
    }

    /// The moves that lead back from a node to the first one.
    pub(super) fn way_back(&self, index: u32, problem: &P) -> impl Iterator<Item = P::Move> {
        let mut at = &self.reached[index as usize];
        std::iter::from_fn(move || {
            let parent = &self.reached[at.parent as usize];
            let back = problem.inverse(&parent.node, at.by?);
            at = parent;
            back
        })
    }

    /// The moves from the first node to another, and the ids on the way.
    pub(super) fn path_to(&self, index: u32, problem: &P) -> Path<P::Move> {
        let mut steps = Vec::new();
        let mut at = &self.reached[index as usize];
        while let Some(by) = at.by {
            steps.push((at.parent, by));
            at = &self.reached[at.parent as usize];
        }
        steps.reverse();
        let moves = steps.iter().map(|&(_, by)| by).collect();
        Path { moves, ids: Some(self.ids_along(&steps, problem)) }
    }

    /// The ids of the start and of the children that these steps made. An id counts the children made
    /// before: all children of the nodes expanded earlier, which are those that lie before the parent.
    fn ids_along(&self, steps: &[(u32, P::Move)], problem: &P) -> Vec<u64> {
        let mut ids = vec![0];
        let (mut made, mut counted) = (0, 0);
        for &(parent, by) in steps {
            for reached in &self.reached[counted..parent as usize] {
                made += problem.moves(&reached.node, None).count() as u64;
            }
            counted = parent as usize;
            let mut brothers = problem.moves(&self.reached[counted].node, None);
            let place = brothers.position(|brother| brother == by).unwrap_or_default() as u64;
            ids.push(made + place + 1);
        }
        ids
    }
}
