//! Beam search by a learnt score, layer by layer, on all threads.
//!
//! A layer is made in two passes. The first goes through the layer before and writes down a candidate for every move:
//! hash, parent, score. A histogram of the scores then says which score is the last to be kept; of the candidates with
//! just that score, the hash decides. The second pass drops duplicates and copies what is kept.
//!
//! Which boards a layer has follows from the layer before alone, and so does their order: candidates are divided by
//! their hash into [`PARTS`] parts, each of which is gone through in the order of its parents. So the result is the
//! same with any number of threads.

use super::cells::Cells;
use super::layer::*;
use super::network::{Network, Sums};
use super::relative::RelativeBoard;
use crate::board::Direction;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use taquin_search::threads::{lock, on_threads};
use taquin_search::{Budget, Held, InstructionSet, Stop};

/// A thread is worth starting for so many nodes.
const NODES_PER_THREAD: usize = 1000;
/// After so many nodes the budget is checked.
const CHECKED_EVERY: usize = 256;

/// How far a search is: what it has counted, and its present layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LayerReport {
    pub(super) explored: u64,
    pub(super) generated: u64,
    pub(super) frontier: u64,
    pub(super) depth: u64,
}

/// A beam and its memory, for many searches of the same width.
pub(super) struct Beam<'a> {
    cells: &'a Cells,
    network: &'a Network,
    width: usize,
    threads: usize,
    layer: Vec<Part>,
    next: Vec<Part>,
    history: Vec<History>,
    shares: Vec<Share>,
    /// How many boards were expanded and how many made, in all searches.
    pub(super) explored: u64,
    pub(super) generated: u64,
    /// Whether the last search left out boards for the width: if not, no board is nearer than it says.
    pub(super) has_dropped: bool,
    held: Held,
    link_bytes: u64,
}

impl<'a> Beam<'a> {
    /// A beam of a width, if there is memory for it.
    pub(super) fn new(
        cells: &'a Cells,
        network: &'a Network,
        width: usize,
        threads: usize,
        budget: &Budget,
    ) -> Result<Beam<'a>, Stop> {
        let threads = threads.clamp(1, PARTS).min(width.div_ceil(NODES_PER_THREAD).max(1));
        let mut held = budget.open_account();
        held.grow(bytes(width, threads))?;
        let slots = table_slots(width);
        let history = || History { links: Vec::new(), starts: Vec::new(), table: vec![0; slots] };
        let share =
            || Share { candidates: Default::default(), histogram: vec![0; SCORES], solved: None };
        let parts = || (0..PARTS).map(|_| Part::default()).collect();
        Ok(Beam {
            cells,
            network,
            width,
            threads,
            layer: parts(),
            next: parts(),
            history: (0..PARTS).map(|_| history()).collect(),
            shares: (0..threads).map(|_| share()).collect(),
            explored: 0,
            generated: 0,
            has_dropped: false,
            held,
            link_bytes: 0,
        })
    }

    /// Moves from a board to its target, at most so many, if the beam leads there.
    pub(super) fn search(
        &mut self,
        board: &RelativeBoard,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<Direction>>, Stop> {
        self.search_told(board, most, budget, &mut |_| {})
    }

    /// As [`search`](Beam::search), telling of every layer.
    pub(super) fn search_told(
        &mut self,
        board: &RelativeBoard,
        most: usize,
        budget: &Budget,
        tell: &mut dyn FnMut(LayerReport),
    ) -> Result<Option<Vec<Direction>>, Stop> {
        let before = (self.explored, self.generated);
        self.begin(board);
        if board.distance(self.cells) == 0 {
            return Ok(Some(Vec::new()));
        }
        let instructions = InstructionSet::best();
        let mut wanted = self.width;
        for depth in 1..=most {
            let nodes: usize = self.layer.iter().map(|part| part.nodes.len()).sum();
            if nodes == 0 {
                return Ok(None);
            }
            self.claim(nodes, budget)?;
            self.make_candidates(board.blank_home, most - depth, nodes, budget, instructions)?;
            if let Some(link) = self.shares.iter().find_map(|share| share.solved) {
                return Ok(Some(self.path(link)));
            }
            let threshold = self.threshold(wanted);
            self.has_dropped |= threshold.score < SCORES;
            let taken = self.keep(board.blank_home, depth, threshold, instructions);
            // What duplicates took of the width in this layer they will take in the next one, too.
            let kept: usize = self.next.iter().map(|part| part.nodes.len()).sum();
            wanted = self.width * taken.max(1) / kept.max(1);
            std::mem::swap(&mut self.layer, &mut self.next);
            tell(LayerReport {
                explored: self.explored - before.0,
                generated: self.generated - before.1,
                frontier: kept as u64,
                depth: depth as u64,
            });
        }
        Ok(None)
    }

    /// The first layer.
    fn begin(&mut self, board: &RelativeBoard) {
        for part in &mut self.layer {
            part.nodes.clear();
            part.sums.clear();
        }
        for history in &mut self.history {
            history.links.clear();
            history.starts.clear();
            history.table.fill(0);
        }
        self.held.shrink(self.link_bytes);
        self.link_bytes = 0;
        self.has_dropped = false;
        let (sums, direct) = self.network.sums(self.cells, board);
        let (hash, distance) = (board.hash(self.cells), board.distance(self.cells));
        let node =
            Node { homes: board.homes, hash, direct, distance, blank: board.blank, last: NONE };
        self.layer[0].nodes.push(node);
        self.layer[0].sums.push(sums);
    }

    /// Counts the nodes of a layer and the memory of the next one's links, before it is made.
    fn claim(&mut self, nodes: usize, budget: &Budget) -> Result<(), Stop> {
        budget.check()?;
        let claimed = budget.claim_nodes(nodes as u64)?;
        if claimed < nodes as u64 {
            budget.return_nodes(claimed, claimed);
            return Err(Stop::Nodes);
        }
        budget.return_nodes(claimed, 0);
        // Lists double as they grow.
        let links = 2 * size_of::<Link>() as u64 * self.width.min(3 * nodes) as u64;
        self.held.grow(links)?;
        self.link_bytes += links;
        self.explored += nodes as u64;
        Ok(())
    }

    /// The first pass: every thread takes its share of the layer.
    fn make_candidates(
        &mut self,
        blank_home: u8,
        most_left: usize,
        nodes: usize,
        budget: &Budget,
        instructions: InstructionSet,
    ) -> Result<(), Stop> {
        let threads = self.threads.min(nodes.div_ceil(NODES_PER_THREAD));
        let stopped = Mutex::new(None);
        let is_stopped = AtomicBool::new(false);
        self.shares.iter_mut().for_each(Share::clear);
        let shares = Mutex::new(self.shares[..threads].iter_mut().enumerate());
        let expanding =
            Expanding { cells: self.cells, network: self.network, blank_home, most_left };
        let layer = &self.layer;
        on_threads(threads, &|| {
            let Some((number, share)) = lock(&shares).next() else { return };
            let (mut place, end) = (number * nodes / threads, (number + 1) * nodes / threads);
            while place < end && !is_stopped.load(Ordering::Relaxed) {
                let to = end.min(place + CHECKED_EVERY);
                instructions.run(expanding, (layer.as_slice(), place..to), &mut *share);
                if let Err(stop) = budget.check() {
                    *lock(&stopped) = Some(stop);
                    is_stopped.store(true, Ordering::Relaxed);
                }
                place = to;
            }
        });
        let made: usize = self.shares.iter().map(Share::len).sum();
        self.generated += made as u64;
        let stop = *lock(&stopped);
        stop.map_or(Ok(()), Err)
    }

    /// Which candidates are kept if so many shall be.
    fn threshold(&self, wanted: usize) -> Threshold {
        let mut sum = 0;
        for score in 0..SCORES {
            let count: usize =
                self.shares.iter().map(|share| share.histogram[score] as usize).sum();
            if sum + count > wanted {
                let part = (wanted - sum) as u64 * (u64::MAX / count as u64);
                return Threshold { score, hash: part };
            }
            sum += count;
        }
        Threshold { score: SCORES, hash: u64::MAX }
    }

    /// The second pass: every part of the next layer is made by one thread. How many candidates were within the
    /// threshold.
    fn keep(
        &mut self,
        blank_home: u8,
        depth: usize,
        threshold: Threshold,
        instructions: InstructionSet,
    ) -> usize {
        let shares = self.shares.as_slice();
        let candidates: usize = shares.iter().map(Share::len).sum();
        let threads = self.threads.min(candidates.div_ceil(NODES_PER_THREAD)).max(1);
        let taken = Mutex::new(0);
        let parts = self.next.iter_mut().zip(&mut self.history).enumerate();
        let parts = Mutex::new(parts);
        let keeping = Keeping {
            cells: self.cells,
            network: self.network,
            layer: &self.layer,
            blank_home,
            depth: depth as u64,
            threshold,
        };
        on_threads(threads, &|| {
            loop {
                let Some((number, part)) = lock(&parts).next() else { return };
                let own = instructions.run(keeping, (shares, number), part);
                *lock(&taken) += own;
            }
        });
        taken.into_inner().unwrap_or_default()
    }

    /// The moves to a candidate.
    fn path(&self, last: Link) -> Vec<Direction> {
        let mut moves = vec![Direction::ALL[last.direction()]];
        let (mut part, mut place) = (last.part(), last.place());
        for layer in (0..self.history[0].starts.len()).rev() {
            let history = &self.history[part];
            let link = history.links[history.starts[layer] + place];
            moves.push(Direction::ALL[link.direction()]);
            (part, place) = (link.part(), link.place());
        }
        moves.reverse();
        moves
    }
}

/// What a beam takes but for the links of its layers.
fn bytes(width: usize, threads: usize) -> u64 {
    let node = size_of::<Node>() + size_of::<Sums>();
    // Lists double as they grow; no board has more than three moves but the one back.
    let lists = width * (2 * 2 * node + 2 * 3 * size_of::<Candidate>());
    let tables = PARTS * table_slots(width) * size_of::<u64>();
    (lists + tables + threads * SCORES * size_of::<u32>()) as u64
}

/// The widest beam for which there is memory, if it goes so many layers deep: what a table and lists grow to is
/// counted, so that no beam is stopped for memory in the middle.
pub(super) fn widest(max_bytes: Option<u64>, layers: usize) -> usize {
    let Some(max_bytes) = max_bytes else { return usize::MAX };
    let needed = |width: usize| {
        let links = 2 * size_of::<Link>() * width * layers;
        bytes(width, PARTS) + links as u64 + max_bytes / 8
    };
    let widths = std::iter::successors(Some(WAYS), |width| Some(width + width / 4));
    widths.take_while(|&width| needed(width) <= max_bytes).last().unwrap_or(1)
}

/// How many hashes each part remembers: those of four layers.
fn table_slots(width: usize) -> usize {
    (4 * width / PARTS).next_power_of_two().max(WAYS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::puzzle::{Goal, Puzzle, Solution};
    use crate::random::{Random, uniform, walk};
    use taquin_search::{Cancel, Limits};

    /// The moves of a beam without a learnt score.
    fn search(
        start: &Board,
        width: usize,
        threads: usize,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<Direction>>, Stop> {
        let cells = Cells::new(start.size()).expect("few cells");
        let network = Network::untrained(cells.count);
        let tiles =
            |board: &Board| board.tiles().iter().map(|&tile| tile as u8).collect::<Vec<_>>();
        let board = RelativeBoard::new(&tiles(start), &tiles(&Board::classic(start.size())));
        Beam::new(&cells, &network, width, threads, budget)?.search(&board, most, budget)
    }

    fn scrambled(size: &str, tries: u64, seed: u64) -> Board {
        let goal = Board::classic(size.parse().expect("a size"));
        walk(&goal, tries, &mut Random::new(seed))
    }

    #[test]
    fn solutions_are_right_and_the_same_with_any_number_of_threads() {
        for (size, seed) in [("3x3", 1), ("2x9", 2), ("4x4", 3), ("5x5", 4), ("8x8", 5)] {
            let board = scrambled(size, 60, seed);
            let budget = Budget::unlimited();
            let [one, two, eight] =
                [1, 2, 8].map(|threads| search(&board, 10_000, threads, 200, &budget));
            assert_eq!((&one, &one), (&two, &eight), "{size}");
            let moves = one.expect("no limit").expect("an easy board");
            let puzzle = Puzzle::new(board, &Goal::Classic).expect("solvable");
            Solution::new(moves).verify(&puzzle).expect("it is right");
        }
    }

    /// A beam that drops nothing goes breadth first.
    #[test]
    fn a_beam_without_bounds_finds_the_fewest_moves() {
        let goal = Board::classic("3x3".parse().expect("a size"));
        let mut random = Random::new(6);
        for _ in 0..20 {
            let board = uniform(&goal, &mut random);
            let puzzle = Puzzle::new(board.clone(), &Goal::Classic).expect("solvable");
            let fewest = crate::solve::Solver::default().solve(&puzzle).expect("it is solved");
            let found = search(&board, 200_000, 2, 31, &Budget::unlimited()).expect("no limit");
            assert_eq!(found.map(|moves| moves.len() as u64), fewest.cost);
        }
    }

    #[test]
    fn it_keeps_to_the_moves_the_nodes_and_the_memory_allowed() {
        let board = scrambled("5x5", 100, 7);
        let unlimited = Budget::unlimited();
        let moves = search(&board, 1000, 1, 500, &unlimited).expect("no limit").expect("solved");
        let same = search(&board, 1000, 1, moves.len(), &unlimited).expect("no limit");
        assert!(same.is_some_and(|same| same.len() <= moves.len()));
        let distance_alone = search(&board, 1000, 1, 3, &unlimited);
        assert_eq!(distance_alone, Ok(None));
        let limited = |limits| search(&board, 1000, 1, 500, &Budget::new(limits, Cancel::new()));
        let few_nodes = Limits { max_nodes: Some(2000), ..Limits::default() };
        assert_eq!(limited(few_nodes), Err(Stop::Nodes));
        let little_memory = Limits { max_bytes: Some(100_000), ..Limits::default() };
        assert_eq!(limited(little_memory), Err(Stop::Memory));
        let cancelled = Budget::new(Limits::default(), Cancel::after_checks(5));
        assert_eq!(search(&board, 1000, 2, 500, &cancelled), Err(Stop::Cancelled));
    }
}
