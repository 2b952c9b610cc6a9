//! The frontier: nodes to be expanded, the most promising first.
//!
//! In the last round of IDA* the order decides how soon the goal is found. A node is more promising the fewer moves
//! are left and the more slack it has (by how much f may still grow); among equals the newest comes first. This order
//! keeps more nodes than depth-first search does, so it is used only while they are few enough to stay in the
//! processor's caches: beyond that, the newest node is always expanded first, as in depth-first search, until there
//! are fewer again.
//!
//! There is a stack for every rank, built of blocks of one shared list, so that recently used memory is reused,
//! whichever rank needs it.

/// The number of ranks; nodes of rank 0 are the most promising.
const RANKS: usize = 128;
/// The rank of a node without slack and with no moves left.
const AT_GOAL: u16 = 48;
/// How many moves left are worth as much as one move of slack.
const SLACK_WEIGHT: u16 = 3;
/// How many nodes are kept in order.
const ORDERED: usize = 1 << 14;
/// The number of slots in a block. The first never holds a node: it is the newest slot of a rank that has none.
const BLOCK: usize = 32;
/// The newest slot of a rank that has no block yet: the last one of block 0, which belongs to no rank.
const NO_BLOCK: u32 = BLOCK as u32 - 1;

/// Nodes by their ranks.
#[derive(Debug)]
pub(super) struct Frontier<N> {
    nodes: Vec<N>,
    /// For every rank, the slot of its newest node; the first of its block if it has no node, or [`NO_BLOCK`].
    newest: [u32; RANKS],
    /// For every block, the newest slot of its rank in the block before it.
    before: Vec<u32>,
    /// Blocks that belong to no rank.
    free: Vec<u32>,
    /// The ranks that have nodes, one bit each.
    ranks: u128,
    count: usize,
}

impl<N: Copy> Frontier<N> {
    pub(super) fn new() -> Frontier<N> {
        Frontier {
            nodes: Vec::new(),
            newest: [NO_BLOCK; RANKS],
            before: Vec::new(),
            free: Vec::new(),
            ranks: 0,
            count: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.free.clear();
        self.free.extend((1..self.before.len() as u32).rev());
        (self.newest, self.ranks, self.count) = ([NO_BLOCK; RANKS], 0, 0);
    }

    /// Pushes a copy of a node with `left` moves left and this slack, and returns it for modification.
    #[inline(always)]
    pub(super) fn push(&mut self, node: &N, left: u16, slack: u16) -> &mut N {
        let rank = if self.count < ORDERED {
            usize::from(AT_GOAL.wrapping_add(left).saturating_sub(SLACK_WEIGHT * slack))
                .min(RANKS - 1)
        } else {
            0
        };
        self.push_to(rank, node)
    }

    #[inline(always)]
    fn push_to(&mut self, rank: usize, node: &N) -> &mut N {
        let mut slot = self.newest[rank] as usize + 1;
        if slot % BLOCK == 0 {
            slot = self.new_block(self.newest[rank], node);
        }
        self.newest[rank] = slot as u32;
        self.ranks |= 1 << rank;
        self.count += 1;
        let slot = &mut self.nodes[slot];
        *slot = *node;
        slot
    }

    /// Assigns a block to a rank whose newest slot is the last of its block, and returns the slot for the next node.
    #[inline(never)]
    fn new_block(&mut self, newest: u32, node: &N) -> usize {
        let block = self.free.pop().unwrap_or_else(|| {
            let block = self.before.len().max(1);
            self.before.resize(block + 1, NO_BLOCK);
            self.nodes.resize((block + 1) * BLOCK, *node);
            block as u32
        }) as usize;
        self.before[block] = newest;
        block * BLOCK + 1
    }

    /// Moves the most promising node to `slot`, if there is one.
    #[inline(always)]
    pub(super) fn pop_to(&mut self, slot: &mut N) {
        if self.is_empty() {
            return;
        }
        let rank = self.ranks.trailing_zeros() as usize % RANKS;
        let newest = self.newest[rank] as usize;
        *slot = self.nodes[newest];
        self.count -= 1;
        self.newest[rank] = newest as u32 - 1;
        if newest % BLOCK == 1 {
            self.leave_block(rank, newest / BLOCK);
        }
    }

    /// Removes an empty block from a rank, or if it is the last one, records that the rank has no nodes. The rank keeps
    /// its last block: most ranks have one node or none, and would otherwise give it back again and again.
    #[inline(always)]
    fn leave_block(&mut self, rank: usize, block: usize) {
        match self.before[block] {
            NO_BLOCK => self.ranks &= !(1 << rank),
            newest => {
                self.newest[rank] = newest;
                self.free.push(block as u32);
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ranks == 0
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Takes half of the nodes, as promising as the rest, so that another thread may find the goal as soon as this one.
    pub(super) fn share(&mut self) -> Vec<N> {
        let all: Vec<(usize, N)> =
            self.slots().map(|(rank, slot)| (rank, self.nodes[slot])).collect();
        self.clear();
        let mut shared = Vec::with_capacity(all.len() / 2 + RANKS);
        for of_rank in all.chunk_by(|(rank, _), (other, _)| rank == other) {
            // Of an odd number, alternately the smaller and the larger half. The older nodes, which come last, have
            // larger subtrees.
            let half = (of_rank.len() + of_rank[0].0 % 2) / 2;
            let (younger, older) = of_rank.split_at(of_rank.len() - half);
            shared.extend(older.iter().rev().map(|(_, node)| *node));
            younger.iter().rev().for_each(|(rank, node)| {
                self.push_to(*rank, node);
            });
        }
        shared
    }

    pub(super) fn for_each(&mut self, mut change: impl FnMut(&mut N)) {
        let slots: Vec<usize> = self.slots().map(|(_, slot)| slot).collect();
        slots.into_iter().for_each(|slot| change(&mut self.nodes[slot]));
    }

    /// Iterates over the rank and slot of every node, rank by rank, the newest first.
    fn slots(&self) -> impl Iterator<Item = (usize, usize)> {
        let holds_node = |&slot: &u32| slot != NO_BLOCK && slot as usize % BLOCK != 0;
        let before = |&slot: &u32| match slot as usize % BLOCK {
            1 => self.before[slot as usize / BLOCK],
            _ => slot - 1,
        };
        self.newest.iter().enumerate().flat_map(move |(rank, &newest)| {
            let slots = std::iter::successors(Some(newest), move |slot| Some(before(slot)));
            slots.take_while(holds_node).map(move |slot| (rank, slot as usize))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Pushes and pops at random, compares with a plain list of stacks, and shares from time to time.
    #[test]
    fn nodes_come_back_as_from_a_list_of_stacks() {
        let (mut random, mut next) = (Random::new(1), 0);
        let mut frontier = Frontier::new();
        let mut stacks: Vec<Vec<u64>> = vec![Vec::new(); RANKS];
        // More pushes than pops and the other way round, in turns, so that ranks fill several blocks and leave them.
        for step in 0..200_000_u64 {
            let grows = step / 2_000 % 2 == 0;
            if random.below(10) < if grows { 7 } else { 3 } {
                let rank = random.below(4) as usize * random.below(40) as usize;
                frontier.push_to(rank, &next);
                stacks[rank].push(next);
                next += 1;
            } else if !frontier.is_empty() {
                let mut popped = u64::MAX;
                frontier.pop_to(&mut popped);
                let expected = stacks.iter_mut().find_map(Vec::pop);
                assert_eq!(Some(popped), expected, "after {step} steps");
            }
            assert_eq!(frontier.len(), stacks.iter().map(Vec::len).sum::<usize>());
            assert_eq!(frontier.is_empty(), stacks.iter().all(Vec::is_empty));
            if step % 1_999 == 0 {
                let slots: Vec<u64> =
                    frontier.slots().map(|(_, slot)| frontier.nodes[slot]).collect();
                let listed: Vec<u64> =
                    stacks.iter().flat_map(|of| of.iter().rev().copied()).collect();
                assert_eq!(slots, listed, "after {step} steps");
            }
            if step % 30_011 == 0 {
                for node in frontier.share() {
                    let rank =
                        stacks.iter().position(|of| of.contains(&node)).expect("it is known");
                    stacks[rank].retain(|&other| other != node);
                }
            }
        }
    }
}
