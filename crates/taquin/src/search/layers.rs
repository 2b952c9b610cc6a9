//! States layer by layer: what breadth-first search and its bidirectional form are made of.
//!
//! The nodes lie in the order in which they were reached, so the frontier is simply the part of the list
//! not yet expanded. A node keeps its state, its parent and the move from it; everything else, depth and
//! ids, follows from the order. Whether a state was met is one bit where the space is small.

use super::chunks::Chunks;
use super::closed::{Hashed, hash};
use super::run::{Fate, Observer, Run, Stop};
use super::{Path, Problem};

/// A state that was reached.
pub(super) struct Reached<N, M> {
    node: N,
    parent: u32,
    /// The move from the parent; the first has none.
    by: Option<M>,
}

/// The states that were reached, in order.
pub(super) type List<P> = Chunks<Reached<<P as Problem>::Node, <P as Problem>::Move>>;

/// All states up to some distance from a first one.
pub(super) struct Layers<P: Problem, S> {
    reached: List<P>,
    met: S,
    /// The first node not yet expanded.
    next: usize,
    /// How far away the node to be expanded next is.
    depth: u32,
    /// Where the layer of that node ends.
    layer_end: usize,
    bytes_per_node: usize,
    /// How many nodes memory was granted for.
    room: usize,
    /// The id of every node, kept only for whoever watches.
    ids: Vec<u64>,
}

/// Which states were met.
pub(super) trait Met<P: Problem>: Sized {
    /// Bytes that each state takes in it, at the most on average.
    const BYTES_PER_STATE: usize;

    /// None yet.
    fn none<O: Observer<P::Move>>(problem: &P, run: &mut Run<P::Move, O>) -> Result<Self, Stop>;

    /// Whether a state was met.
    fn has(&self, problem: &P, reached: &List<P>, node: &P::Node) -> bool;

    /// Notes a state, which becomes the next one on the list if it was not met before; says whether.
    fn note(&mut self, problem: &P, reached: &List<P>, node: &P::Node) -> bool;
}

/// One bit for each state, by rank: for spaces that are small enough.
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// Spaces of up to this many states are small enough.
    const MOST_STATES: usize = 1 << 28;

    /// Whether there is a bit for each state of a problem.
    pub(super) fn serve<P: Problem>(problem: &P) -> bool {
        problem.space().is_some_and(|states| states <= Bits::MOST_STATES)
    }
}

impl<P: Problem> Met<P> for Bits {
    const BYTES_PER_STATE: usize = 0;

    fn none<O: Observer<P::Move>>(problem: &P, run: &mut Run<P::Move, O>) -> Result<Bits, Stop> {
        let words = problem.space().unwrap_or_default().div_ceil(64);
        run.grow(words * size_of::<u64>())?;
        Ok(Bits(vec![0; words]))
    }

    #[inline(always)]
    fn has(&self, problem: &P, _: &List<P>, node: &P::Node) -> bool {
        let rank = problem.rank(node);
        self.0[rank / 64] >> (rank % 64) & 1 == 1
    }

    #[inline(always)]
    fn note(&mut self, problem: &P, _: &List<P>, node: &P::Node) -> bool {
        let rank = problem.rank(node);
        let (word, bit) = (&mut self.0[rank / 64], 1 << (rank % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

impl<P: Problem> Met<P> for Hashed {
    const BYTES_PER_STATE: usize = 12;

    fn none<O: Observer<P::Move>>(_: &P, _: &mut Run<P::Move, O>) -> Result<Hashed, Stop> {
        Ok(Hashed::new())
    }

    fn has(&self, problem: &P, reached: &List<P>, node: &P::Node) -> bool {
        let key = problem.key(node);
        let same = |index: u32| problem.key(&reached[index as usize].node) == key;
        self.find(hash(&key), same).is_some()
    }

    fn note(&mut self, problem: &P, reached: &List<P>, node: &P::Node) -> bool {
        if Met::<P>::has(self, problem, reached, node) {
            return false;
        }
        let new = reached.len() as u32;
        let hash_of = |index: u32| match index == new {
            true => hash(&problem.key(node)),
            false => hash(&problem.key(&reached[index as usize].node)),
        };
        self.insert(hash_of(new), new, hash_of);
        true
    }
}

/// A node taken off the frontier.
pub(super) struct Taken<P: Problem> {
    pub(super) index: u32,
    pub(super) node: P::Node,
    last: Option<P::Move>,
}

impl<P: Problem, S: Met<P>> Layers<P, S> {
    /// Only the first state.
    pub(super) fn starting_at<O: Observer<P::Move>>(
        problem: &P,
        node: P::Node,
        run: &mut Run<P::Move, O>,
    ) -> Result<Layers<P, S>, Stop> {
        let mut layers = Layers {
            reached: Chunks::new(),
            met: S::none(problem, run)?,
            next: 0,
            depth: 0,
            layer_end: 0,
            bytes_per_node: size_of::<Reached<P::Node, P::Move>>()
                + S::BYTES_PER_STATE
                + problem.node_bytes(&node),
            room: 0,
            ids: Vec::new(),
        };
        layers.reach(problem, node, 0, None, run)?;
        run.frontier(run.stats.frontier as usize + 1);
        Ok(layers)
    }

    /// How many nodes wait to be expanded.
    #[inline(always)]
    pub(super) fn waiting(&self) -> usize {
        self.reached.len() - self.next
    }

    /// How far away the layer is that is being expanded; it and all before it are known completely.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// Goes on to the next layer, unless nothing waits.
    pub(super) fn begin_layer(&mut self) -> bool {
        self.depth += u32::from(self.next > 0);
        self.layer_end = self.reached.len();
        self.waiting() > 0
    }

    /// Takes the next node of the layer off the frontier and counts it; `others` wait elsewhere.
    #[inline(always)]
    pub(super) fn take<O: Observer<P::Move>>(
        &mut self,
        run: &mut Run<P::Move, O>,
        others: usize,
    ) -> Result<Option<Taken<P>>, Stop> {
        let index = self.next;
        if index == self.layer_end {
            return Ok(None);
        }
        run.may_go_on()?;
        self.next += 1;
        run.stats.frontier = (self.waiting() + others) as u64;
        let id = if run.is_watched() { self.ids[index] } else { 0 };
        run.explore(id, u64::from(self.depth))?;
        let Reached { node, by, .. } = &self.reached[index];
        Ok(Some(Taken { index: index as u32, node: node.clone(), last: *by }))
    }

    /// The state of a node.
    pub(super) fn node(&self, index: u32) -> &P::Node {
        &self.reached[index as usize].node
    }

    /// Makes the children of a node that was taken and keeps the new ones. Where `ends` says so of one of
    /// them, it goes no further and returns it.
    #[inline(always)]
    pub(super) fn expand<O: Observer<P::Move>>(
        &mut self,
        problem: &P,
        parent: &Taken<P>,
        run: &mut Run<P::Move, O>,
        others: usize,
        mut ends: impl FnMut(&P::Node) -> bool,
    ) -> Result<Option<u32>, Stop> {
        run.stats.expanded += 1;
        let before = self.reached.len();
        let mut made = 0;
        let mut end = None;
        // The move back leads to a state that is known: it is only made for whoever watches.
        let back = parent.last.filter(|_| !run.is_watched());
        for by in problem.moves(&parent.node, back) {
            made += 1;
            if run.is_watched() {
                run.stats.generated += 1;
            }
            let (child, _) = problem.step(&parent.node, by);
            let ended = ends(&child);
            let new = match self.reach(problem, child, parent.index, Some(by), run) {
                Ok(new) => new,
                Err(stop) => {
                    run.stats.generated += if run.is_watched() { 0 } else { made };
                    return Err(stop);
                }
            };
            self.tell(problem, parent, by, if new { Fate::Kept } else { Fate::Duplicate }, run);
            if new && ended {
                let mut brothers = problem.moves(&parent.node, None);
                made = brothers.position(|brother| brother == by).unwrap_or_default() as u64 + 1;
                end = Some(self.reached.len() as u32 - 1);
                break;
            }
        }
        if !run.is_watched() {
            run.stats.generated += made + u64::from(back.is_some() && end.is_none());
        }
        if self.reached.len() > before {
            run.stats.max_depth = run.stats.max_depth.max(u64::from(self.depth) + 1);
        }
        // A goal known when it is made is not put on the frontier.
        run.frontier(self.waiting() + others - usize::from(end.is_some()));
        Ok(end)
    }

    /// Tells whoever watches of a child.
    #[inline(always)]
    fn tell<O: Observer<P::Move>>(
        &self,
        problem: &P,
        parent: &Taken<P>,
        by: P::Move,
        fate: Fate,
        run: &mut Run<P::Move, O>,
    ) {
        if run.is_watched() {
            let h = problem.h(&problem.step(&parent.node, by).0);
            run.made(self.ids[parent.index as usize], by, self.depth + 1, h, fate);
        }
    }

    /// Keeps a state if it was not met before, and says whether.
    #[inline(always)]
    fn reach<O: Observer<P::Move>>(
        &mut self,
        problem: &P,
        node: P::Node,
        parent: u32,
        by: Option<P::Move>,
        run: &mut Run<P::Move, O>,
    ) -> Result<bool, Stop> {
        if !self.met.note(problem, &self.reached, &node) {
            return Ok(false);
        }
        let new = self.reached.len();
        if new == self.room {
            self.room += run.grow_list(new, self.bytes_per_node)?;
        }
        self.reached.push(Reached { node, parent, by })?;
        if run.is_watched() {
            self.ids.push(run.stats.generated);
        }
        Ok(true)
    }

    /// Whether a state was met.
    #[inline(always)]
    pub(super) fn has_met(&self, problem: &P, node: &P::Node) -> bool {
        self.met.has(problem, &self.reached, node)
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

    /// The moves from the first node to another, and the ids on the way if somebody wants them.
    pub(super) fn path_to(&self, index: u32, problem: &P, with_ids: bool) -> Path<P::Move> {
        let mut steps = Vec::new();
        let mut at = &self.reached[index as usize];
        while let Some(by) = at.by {
            steps.push((at.parent, by));
            at = &self.reached[at.parent as usize];
        }
        steps.reverse();
        let moves = steps.iter().map(|&(_, by)| by).collect();
        Path { moves, ids: with_ids.then(|| self.ids_along(&steps, problem)) }
    }

    /// The ids of the start and of the children that these steps made. An id counts the children made
    /// before: all children of the nodes expanded earlier, which are those that lie before the parent.
    fn ids_along(&self, steps: &[(u32, P::Move)], problem: &P) -> Vec<u64> {
        let mut ids = vec![0];
        let (mut made, mut counted) = (0, 0);
        for &(parent, by) in steps {
            for index in counted..parent as usize {
                made += problem.moves(&self.reached[index].node, None).count() as u64;
            }
            counted = parent as usize;
            let mut brothers = problem.moves(&self.reached[counted].node, None);
            let place = brothers.position(|brother| brother == by).unwrap_or_default() as u64;
            ids.push(made + place + 1);
        }
        ids
    }
}
