//! The frontier: nodes to be expanded, the most promising first.
//!
//! In the last round of IDA* the order decides how soon the goal is found. A node is the more promising the
//! less is left to go and the more slack it has (moves that f may still grow by); among equals the latest
//! comes first. Such an order keeps more nodes than depth-first search does, so it holds only as long as they are few enough to
//! stay in the caches near the processor: beyond that, whatever comes is taken first, as in depth-first
//! search, until they are fewer again.
//!
//! There is a stack for every rank, made of blocks of one list, so that memory which was used a moment ago
//! is used again, whatever rank needs it.

/// How promising nodes can be; 0 is the most.
const RANKS: usize = 128;
/// A node without slack and with nothing left to go has this rank.
const AT_GOAL: u16 = 48;
/// A move of slack is worth so many moves that are left to go.
const SLACK_WEIGHT: u16 = 3;
/// As many nodes as are put in order.
const ORDERED: usize = 1 << 14;
/// So many nodes are a block.
const BLOCK: usize = 32;

/// Nodes by their ranks.
#[derive(Debug)]
pub(super) struct Frontier<N> {
    nodes: Vec<N>,
    /// For every rank, the place behind its last node, or 0. The first block belongs to no rank.
    ends: [u32; RANKS],
    /// For every block, the end of the rank without it.
    before: Vec<u32>,
    /// Blocks that no rank has.
    free: Vec<u32>,
    /// The ranks that have nodes, a bit each.
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

    /// Pushes a copy of a node with so many moves left to go and so much slack, and returns it to be changed.
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
        let place = &mut self.nodes[end];
        *place = *node;
        place
    }

    /// Gives the beginning of a block to a rank that ends here.
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

    /// Moves the most promising node to a place, if there is any.
    #[inline(always)]
    pub(super) fn pop_to(&mut self, place: &mut N) {
        if self.is_empty() {
            return;
        }
        let rank = self.ranks.trailing_zeros() as usize % RANKS;
        let last = self.ends[rank] as usize - 1;
        *place = self.nodes[last];
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

    /// Takes half of them, as promising as the rest, so that the other thread may find the goal as soon.
    pub(super) fn share(&mut self) -> Vec<N> {
        let all: Vec<(usize, N)> =
            self.places().map(|(rank, place)| (rank, self.nodes[place])).collect();
        self.clear();
        let mut shared = Vec::with_capacity(all.len() / 2 + RANKS);
        for of_rank in all.chunk_by(|(rank, _), (other, _)| rank == other) {
            // Of an odd number now the lesser half, now the greater. The older ones, which come last, have
            // more below them.
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
        let places: Vec<usize> = self.places().map(|(_, place)| place).collect();
        places.into_iter().for_each(|place| change(&mut self.nodes[place]));
    }

    /// Every node's rank and place, rank by rank from the latest.
    fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        self.ends.iter().enumerate().flat_map(|(rank, &end)| {
            let before = |&place: &usize| match place {
                _ if place % BLOCK == 0 => (self.before[place / BLOCK] as usize).checked_sub(1),
                _ => Some(place - 1),
            };
            std::iter::successors((end as usize).checked_sub(1), before)
                .map(move |place| (rank, place))
        })
    }
}
