//! Nodes that wait to be expanded, the most promising first.
//!
//! In the last round of IDA* the order decides how soon the goal is met. A node is the more promising the
//! less is left to go and the more detours it may still make; among equals the latest comes first. Such an
//! order keeps more nodes than depth-first search does, so it holds only as long as they are few enough to
//! stay in the caches near the processor: beyond that, whatever comes is taken first, as in depth-first
//! search, until they are fewer again.

/// How promising nodes can be; 0 is the most.
const RANKS: usize = 128;
/// A node that may make no detour and has nothing left to go has this rank.
const AT_GOAL: u16 = 48;
/// A detour of one move is worth so many moves that are left to go.
const DETOUR: u16 = 3;
/// As many nodes as are put in order.
const ORDERED: usize = 1 << 14;

/// Nodes by their ranks.
#[derive(Debug)]
pub(super) struct Waiting<N> {
    stacks: [Vec<N>; RANKS],
    /// The ranks that have nodes, a bit each.
    ranks: u128,
    count: usize,
}

impl<N: Copy> Waiting<N> {
    pub(super) fn new() -> Waiting<N> {
        Waiting { stacks: std::array::from_fn(|_| Vec::new()), ranks: 0, count: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.stacks.iter_mut().for_each(Vec::clear);
        (self.ranks, self.count) = (0, 0);
    }

    /// Puts a copy of a node there, which has so many moves left to go and may make detours of so many, and
    /// gives it to be changed.
    #[inline(always)]
    pub(super) fn push(&mut self, node: &N, left: u16, detours: u16) -> &mut N {
        let rank = match self.count < ORDERED {
            true => usize::from((AT_GOAL + left).saturating_sub(DETOUR * detours)).min(RANKS - 1),
            false => 0,
        };
        self.count += 1;
        self.ranks |= 1 << rank;
        let stack = &mut self.stacks[rank];
        if stack.len() == stack.capacity() {
            make_room(stack);
        }
        let last = stack.len();
        stack.push(*node);
        &mut stack[last]
    }

    /// Moves the most promising node to a place, if there is any.
    #[inline(always)]
    pub(super) fn pop_to(&mut self, place: &mut N) {
        let rank = self.ranks.trailing_zeros() as usize % RANKS;
        let stack = &mut self.stacks[rank];
        let Some(node) = stack.pop() else { return };
        *place = node;
        self.count -= 1;
        let emptied = u128::from(stack.is_empty());
        self.ranks ^= emptied << rank;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Takes half of them, as promising as the rest, so that whoever gets them may meet the goal as soon.
    pub(super) fn share(&mut self) -> Vec<N> {
        let mut shared = Vec::with_capacity(self.count / 2);
        for (rank, stack) in self.stacks.iter_mut().enumerate() {
            // Of an odd number now the lesser half, now the greater. The older ones have more below them.
            let half = (stack.len() + rank % 2) / 2;
            shared.extend(stack.drain(..half));
            if stack.is_empty() {
                self.ranks &= !(1 << rank);
            }
        }
        self.count -= shared.len();
        shared
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut N> {
        self.stacks.iter_mut().flatten()
    }

    /// How many bytes they have.
    pub(super) fn bytes(&self) -> usize {
        self.stacks.iter().map(Vec::capacity).sum::<usize>() * size_of::<N>()
    }
}

/// Before a push, so that the push itself copies straight to the place.
#[cold]
fn make_room<N>(stack: &mut Vec<N>) {
    stack.reserve(stack.len().max(16));
}
