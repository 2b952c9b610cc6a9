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
/// The number of nodes in a block.
const BLOCK: usize = 32;

/// Nodes by their ranks.
#[derive(Debug)]
pub(super) struct Frontier<N> {
    nodes: Vec<N>,
    /// For every rank, the index after its last node, or 0. The first block belongs to no rank.
    ends: [u32; RANKS],
    /// For every block, the end of its rank without it.
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
            ends: [0; RANKS],
            before: Vec::new(),
            free: Vec::new(),
            ranks: 0,
            count: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.free.clear();
        self.free.extend((1..self.before.len() as u32).rev());
        (self.ends, self.ranks, self.count) = ([0; RANKS], 0, 0);
    }

    /// Pushes a copy of a node with `left` moves left and this slack, and returns it for modification.
    #[inline(always)]
    pub(super) fn push(&mut self, node: &N, left: u16, slack: u16) -> &mut N {
        let rank = match self.count < ORDERED {
            true => {
                usize::from((AT_GOAL + left).saturating_sub(SLACK_WEIGHT * slack)).min(RANKS - 1)
            }
            false => 0,
        };
        self.push_to(rank, node)
    }

    #[inline(always)]
    fn push_to(&mut self, rank: usize, node: &N) -> &mut N {
        let mut end = self.ends[rank] as usize;
        if end % BLOCK == 0 {
            end = self.new_block(end, node);
        }
        self.ends[rank] = end as u32 + 1;
        self.ranks |= 1 << rank;
        self.count += 1;
        let slot = &mut self.nodes[end];
        *slot = *node;
        slot
    }

    /// Assigns a new block to a rank that ends at `end`, and returns the start of the block.
    #[inline(never)]
    fn new_block(&mut self, end: usize, node: &N) -> usize {
        let block = self.free.pop().unwrap_or_else(|| {
            let block = self.before.len().max(1);
            self.before.resize(block + 1, 0);
            self.nodes.resize((block + 1) * BLOCK, *node);
            block as u32
        }) as usize;
        self.before[block] = end as u32;
        block * BLOCK
    }

    /// Moves the most promising node to `slot`, if there is one.
    #[inline(always)]
    pub(super) fn pop_to(&mut self, slot: &mut N) {
        if self.is_empty() {
            return;
        }
        let rank = self.ranks.trailing_zeros() as usize % RANKS;
        let last = self.ends[rank] as usize - 1;
        *slot = self.nodes[last];
        self.count -= 1;
        self.ends[rank] = last as u32;
        if last % BLOCK == 0 {
            self.free_block(rank, last / BLOCK);
        }
    }

    #[inline(never)]
    fn free_block(&mut self, rank: usize, block: usize) {
        self.free.push(block as u32);
        self.ends[rank] = self.before[block];
        if self.ends[rank] == 0 {
            self.ranks &= !(1 << rank);
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
        self.ends.iter().enumerate().flat_map(|(rank, &end)| {
            let before = |&slot: &usize| match slot {
                _ if slot % BLOCK == 0 => (self.before[slot / BLOCK] as usize).checked_sub(1),
                _ => Some(slot - 1),
            };
            std::iter::successors((end as usize).checked_sub(1), before)
                .map(move |slot| (rank, slot))
        })
    }
}
