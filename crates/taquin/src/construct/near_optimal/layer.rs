//! The layers of a beam: the nodes of a layer, and the two passes that generate the next layer, each for one thread.

use super::cells::{Cells, MAX_CELLS, WALL};
use super::network::{MOVE, Network, Sums};
use taquin_search::HotLoop;

/// The number of parts into which a layer is divided.
pub(super) const PARTS: usize = 8;
/// The resolution of scores, and the number of different scores.
pub(super) const SCORE_STEP: i32 = MOVE / 16;
pub(super) const SCORES: usize = 1 << 14;
/// The parent move of a node without one.
pub(super) const NO_MOVE: u8 = 4;
/// The associativity of the duplicate table: how many entries are searched for a hash.
pub(super) const WAYS: usize = 8;
/// The bits of a table entry that store its layer; the others are of the hash.
pub(super) const LAYER_BITS: u64 = 0xffff;

/// A board of a layer.
#[derive(Clone, Copy)]
pub(super) struct LayerNode {
    pub(super) homes: [u8; MAX_CELLS],
    pub(super) hash: u64,
    /// The total of the network's direct weights.
    pub(super) direct: i32,
    /// The sum of the tiles' distances.
    pub(super) distance: u16,
    pub(super) blank: u8,
    /// The direction of the move that led here.
    pub(super) parent_move: u8,
}

/// A move from a node of a layer.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) hash: u64,
    /// The parent and the direction.
    pub(super) link: ParentLink,
    pub(super) score: u16,
    pub(super) distance: u16,
}

/// How a node was reached: 3 bits for the part of its parent, 27 for the index there, 2 for the direction.
#[derive(Clone, Copy)]
pub(super) struct ParentLink(u32);

impl ParentLink {
    #[inline(always)]
    pub(super) fn new(part: usize, index: usize, direction: usize) -> ParentLink {
        ParentLink((part as u32) << 29 | (index as u32) << 2 | direction as u32)
    }

    #[inline(always)]
    pub(super) fn part(self) -> usize {
        (self.0 >> 29) as usize
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        (self.0 << 3 >> 5) as usize
    }

    #[inline(always)]
    pub(super) fn direction(self) -> usize {
        (self.0 & 3) as usize
    }
}

/// One part of a layer. No two parts share a cache line; otherwise threads that write to different parts would slow
/// each other down (false sharing).
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Part {
    pub(super) nodes: Vec<LayerNode>,
    pub(super) sums: Vec<Sums>,
}

/// The history of one part: the links of all layers, and the hashes of the last few layers.
#[repr(align(128))]
pub(super) struct History {
    pub(super) links: Vec<ParentLink>,
    /// By layer, the index of its first link.
    pub(super) starts: Vec<usize>,
    pub(super) table: Vec<u64>,
}

/// The output of one thread in the first pass.
#[repr(align(128))]
pub(super) struct Share {
    /// By the part they belong to.
    pub(super) candidates: [Vec<Candidate>; PARTS],
    pub(super) histogram: Vec<u32>,
    /// The first candidate that is the target.
    pub(super) solved: Option<ParentLink>,
}

impl Share {
    /// Returns the number of candidates.
    pub(super) fn len(&self) -> usize {
        self.candidates.iter().map(Vec::len).sum()
    }

    pub(super) fn clear(&mut self) {
        self.candidates.iter_mut().for_each(Vec::clear);
        self.histogram.fill(0);
        self.solved = None;
    }
}

/// Which candidates are kept.
#[derive(Clone, Copy)]
pub(super) struct Threshold {
    /// The greatest score that is kept.
    pub(super) score: usize,
    /// With that score, only hashes below this one are kept.
    pub(super) hash: u64,
}

/// The first pass over some nodes of a layer, given by their indices over all parts in order.
#[derive(Clone, Copy)]
pub(super) struct Expanding<'a> {
    pub(super) cells: &'a Cells,
    pub(super) network: &'a Network,
    pub(super) blank_home: u8,
    /// The maximum number of moves that may follow.
    pub(super) max_moves_left: usize,
}

impl HotLoop<(&[Part], std::ops::Range<usize>), &mut Share> for Expanding<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, (layer, indices): (&[Part], std::ops::Range<usize>), share: &mut Share) {
        let mut before = 0;
        for (number, part) in layer.iter().enumerate() {
            let first = indices.start.max(before) - before;
            let end = indices.end.min(before + part.nodes.len()).max(before) - before;
            for index in first..end {
                self.expand(&part.nodes[index], &part.sums[index], (number, index), share);
            }
            before += part.nodes.len();
        }
    }
}

impl Expanding<'_> {
    #[inline(always)]
    fn expand(
        self,
        node: &LayerNode,
        sums: &Sums,
        (part, index): (usize, usize),
        share: &mut Share,
    ) {
        let beside = self.cells.beside[usize::from(node.blank)];
        for (direction, tile) in beside.into_iter().enumerate() {
            // Opposite directions differ only in the last bit.
            if tile == WALL || node.parent_move == direction as u8 ^ 1 {
                continue;
            }
            let home = node.homes[usize::from(tile)];
            let distance = node.distance + self.cells.distance(home, node.blank)
                - self.cells.distance(home, tile);
            if usize::from(distance) > self.max_moves_left {
                continue;
            }
            let link = ParentLink::new(part, index, direction);
            if distance == 0 && share.solved.is_none() {
                share.solved = Some(link);
            }
            let change = self.network.change(home, tile, self.blank_home, node.blank);
            let learnt = self.network.output_after(sums, change)
                + node.direct
                + self.network.direct_after(change);
            let score = (i32::from(distance) * MOVE + learnt) / SCORE_STEP;
            let score = score.clamp(0, SCORES as i32 - 1) as u16;
            let hash = node.hash ^ self.cells.mark(home, tile) ^ self.cells.mark(home, node.blank);
            share.histogram[usize::from(score)] += 1;
            let part = &mut share.candidates[part_of(hash)];
            part.push(Candidate { hash, link, score, distance });
        }
    }
}

/// The second pass over the candidates of one part.
#[derive(Clone, Copy)]
pub(super) struct Selecting<'a> {
    pub(super) cells: &'a Cells,
    pub(super) network: &'a Network,
    pub(super) layer: &'a [Part],
    pub(super) blank_home: u8,
    pub(super) depth: u64,
    pub(super) threshold: Threshold,
}

impl HotLoop<(&[Share], usize), (&mut Part, &mut History)> for Selecting<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(
        self,
        (shares, number): (&[Share], usize),
        (part, history): (&mut Part, &mut History),
    ) -> usize {
        part.nodes.clear();
        part.sums.clear();
        history.starts.push(history.links.len());
        let mut taken = 0;
        for candidate in shares.iter().flat_map(|share| &share.candidates[number]) {
            let score = usize::from(candidate.score);
            let is_beyond = score == self.threshold.score && candidate.hash >= self.threshold.hash;
            if score > self.threshold.score || is_beyond {
                continue;
            }
            taken += 1;
            if history.is_new(candidate.hash, self.depth) {
                self.copy(candidate, part);
                history.links.push(candidate.link);
            }
        }
        taken
    }
}

impl Selecting<'_> {
    #[inline(always)]
    fn copy(self, candidate: &Candidate, part: &mut Part) {
        let link = candidate.link;
        let parents = &self.layer[link.part()];
        let mut node = parents.nodes[link.index()];
        let (blank, direction) = (node.blank, link.direction());
        let tile = self.cells.beside[usize::from(blank)][direction];
        let home = node.homes[usize::from(tile)];
        let change = self.network.change(home, tile, self.blank_home, blank);
        node.homes.swap(usize::from(blank), usize::from(tile));
        node.hash = candidate.hash;
        node.direct += self.network.direct_after(change);
        node.distance = candidate.distance;
        node.blank = tile;
        node.parent_move = direction as u8;
        part.nodes.push(node);
        part.sums.push(self.network.sums_after(&parents.sums[link.index()], change));
    }
}

impl History {
    /// Adds a board to the table and returns whether it was new. The table covers only the last few layers.
    #[inline(always)]
    pub(super) fn is_new(&mut self, hash: u64, depth: u64) -> bool {
        let first = hash as usize & (self.table.len() - 1) & !(WAYS - 1);
        let entry = hash & !LAYER_BITS | depth & LAYER_BITS;
        let ways = &mut self.table[first..first + WAYS];
        let mut oldest = 0;
        for way in 0..WAYS {
            if ways[way] != 0 && (ways[way] ^ entry) & !LAYER_BITS == 0 {
                return false;
            }
            if ways[way] & LAYER_BITS < ways[oldest] & LAYER_BITS {
                oldest = way;
            }
        }
        ways[oldest] = entry;
        true
    }
}

/// Returns the part that a board belongs to. The threshold uses the highest bits of the hash, the table the lowest.
#[inline(always)]
pub(super) fn part_of(hash: u64) -> usize {
    (hash >> 24) as usize % PARTS
}
