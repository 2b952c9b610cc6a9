//! Beam search by a learnt score, layer by layer, on all threads.
//!
//! A layer is generated in two passes. The first expands the previous layer and records a candidate for every move:
//! hash, parent, score. A histogram of the scores then gives the greatest score that is kept; among the candidates with
//! exactly that score, the hash decides. The second pass drops duplicates and copies the boards that are kept.
//!
//! The boards of a layer and their order depend on the previous layer alone: candidates are divided by their hash into
//! [`PARTS`] parts, each of which is processed in the order of the parents. So the result is the same with any number
//! of threads.

use super::cells::Cells;
use super::layer::*;
use super::network::{Network, Sums};
use super::relative::RelativeBoard;
use crate::board::Direction;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use taquin_search::threads::share_out;
use taquin_search::{Budget, Held, InstructionSet, Stop};

/// The minimum number of nodes for which starting a thread is worthwhile.
const NODES_PER_THREAD: usize = 1000;
/// How many nodes are expanded between two checks of the budget.
const POLL_INTERVAL: usize = 256;

/// The progress of a search: its counts and its current layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LayerReport {
    pub(super) explored: u64,
    pub(super) generated: u64,
    pub(super) frontier: u64,
    pub(super) depth: u64,
}

/// A beam and its buffers, for many searches of the same width.
pub(super) struct Beam<'a> {
    cells: &'a Cells,
    network: &'a Network,
    width: usize,
    threads: usize,
    layer: Vec<Part>,
    next: Vec<Part>,
    history: Vec<History>,
    shares: Vec<Share>,
    /// The number of boards expanded and generated in all searches.
    pub(super) explored: u64,
    pub(super) generated: u64,
    /// Whether the last search dropped boards because of its width. If not, it was exhaustive.
    pub(super) has_dropped: bool,
    memory: Held,
    link_bytes: u64,
}

impl<'a> Beam<'a> {
    /// Creates a beam of a width, if there is enough memory.
    pub(super) fn new(
        cells: &'a Cells,
        network: &'a Network,
        width: usize,
        threads: usize,
        budget: &Budget,
    ) -> Result<Beam<'a>, Stop> {
        let threads = threads.clamp(1, PARTS).min(width.div_ceil(NODES_PER_THREAD).max(1));
        let mut memory = budget.open_account();
        memory.grow(bytes(width, threads))?;
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
            memory,
            link_bytes: 0,
        })
    }

    /// Returns at most `max_moves` moves from a board to its target, if the beam finds them.
    pub(super) fn search(
        &mut self,
        board: &RelativeBoard,
        max_moves: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<Direction>>, Stop> {
        self.search_with_progress(board, max_moves, budget, &mut |_| {})
    }

    /// Like [`search`](Beam::search), reporting every layer.
    pub(super) fn search_with_progress(
        &mut self,
        board: &RelativeBoard,
        max_moves: usize,
        budget: &Budget,
        on_layer: &mut dyn FnMut(LayerReport),
    ) -> Result<Option<Vec<Direction>>, Stop> {
        let before = (self.explored, self.generated);
        self.begin(board);
        if board.distance(self.cells) == 0 {
            return Ok(Some(Vec::new()));
        }
        let instructions = InstructionSet::best();
        let mut wanted = self.width;
        for depth in 1..=max_moves {
            let nodes: usize = self.layer.iter().map(|part| part.nodes.len()).sum();
            if nodes == 0 {
                return Ok(None);
            }
            self.claim(nodes, budget)?;
            self.generate_candidates(
                board.blank_home,
                max_moves - depth,
                nodes,
                budget,
                instructions,
            )?;
            if let Some(link) = self.shares.iter().find_map(|share| share.solved) {
                return Ok(Some(self.path(link)));
            }
            let threshold = self.threshold(wanted);
            self.has_dropped |= threshold.score < SCORES;
            let taken = self.select(board.blank_home, depth, threshold, instructions);
            // Expect the same share of duplicates in the next layer as in this one.
            let kept: usize = self.next.iter().map(|part| part.nodes.len()).sum();
            wanted = self.width * taken.max(1) / kept.max(1);
            std::mem::swap(&mut self.layer, &mut self.next);
            on_layer(LayerReport {
                explored: self.explored - before.0,
                generated: self.generated - before.1,
                frontier: kept as u64,
                depth: depth as u64,
            });
        }
        Ok(None)
    }

    /// Resets the beam to its first layer.
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
        self.memory.shrink(self.link_bytes);
        self.link_bytes = 0;
        self.has_dropped = false;
        let (sums, direct) = self.network.sums(self.cells, board);
        let (hash, distance) = (board.hash(self.cells), board.distance(self.cells));
        let node = LayerNode {
            homes: board.homes,
            hash,
            direct,
            distance,
            blank: board.blank,
            parent_move: NO_MOVE,
        };
        self.layer[0].nodes.push(node);
        self.layer[0].sums.push(sums);
    }

    /// Claims the nodes of a layer and the memory for the links of the next one, before it is generated.
    fn claim(&mut self, nodes: usize, budget: &Budget) -> Result<(), Stop> {
        budget.check()?;
        let claimed = budget.claim_nodes(nodes as u64)?;
        if claimed < nodes as u64 {
            budget.return_nodes(claimed, claimed);
            return Err(Stop::Nodes);
        }
        budget.return_nodes(claimed, 0);
        // Lists double as they grow.
        let links = 2 * size_of::<ParentLink>() as u64 * self.width.min(3 * nodes) as u64;
        self.memory.grow(links)?;
        self.link_bytes += links;
        self.explored += nodes as u64;
        Ok(())
    }

    /// The first pass: every thread expands its share of the layer.
    fn generate_candidates(
        &mut self,
        blank_home: u8,
        max_moves_left: usize,
        nodes: usize,
        budget: &Budget,
        instructions: InstructionSet,
    ) -> Result<(), Stop> {
        let threads = self.threads.min(nodes.div_ceil(NODES_PER_THREAD));
        self.shares.iter_mut().for_each(Share::clear);
        let shares = self.shares[..threads].iter_mut().enumerate();
        let expanding =
            Expanding { cells: self.cells, network: self.network, blank_home, max_moves_left };
        let layer = &self.layer;
        let ended = share_out(threads, shares, |own| {
            for (number, share) in own {
                let (mut index, end) = (number * nodes / threads, (number + 1) * nodes / threads);
                while index < end {
                    let to = end.min(index + POLL_INTERVAL);
                    instructions.run(expanding, (layer.as_slice(), index..to), &mut *share);
                    budget.check()?;
                    index = to;
                }
            }
            Ok(())
        });
        let generated: usize = self.shares.iter().map(Share::len).sum();
        self.generated += generated as u64;
        ended
    }

    /// Returns the threshold that keeps about `wanted` candidates.
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

    /// The second pass: every part of the next layer is filled by one thread. Returns the number of candidates within
    /// the threshold.
    fn select(
        &mut self,
        blank_home: u8,
        depth: usize,
        threshold: Threshold,
        instructions: InstructionSet,
    ) -> usize {
        let shares = self.shares.as_slice();
        let candidates: usize = shares.iter().map(Share::len).sum();
        let threads = self.threads.min(candidates.div_ceil(NODES_PER_THREAD)).max(1);
        let taken = AtomicUsize::new(0);
        let parts = self.next.iter_mut().zip(&mut self.history).enumerate();
        let selecting = Selecting {
            cells: self.cells,
            network: self.network,
            layer: &self.layer,
            blank_home,
            depth: depth as u64,
            threshold,
        };
        let Ok(()) = share_out(threads, parts, |own| {
            for (number, part) in own {
                let selected = instructions.run(selecting, (shares, number), part);
                taken.fetch_add(selected, Ordering::Relaxed);
            }
            Ok::<(), Infallible>(())
        });
        taken.into_inner()
    }

    /// Returns the moves to a candidate.
    fn path(&self, last: ParentLink) -> Vec<Direction> {
        let mut moves = vec![Direction::ALL[last.direction()]];
        let (mut part, mut index) = (last.part(), last.index());
        for layer in (0..self.history[0].starts.len()).rev() {
            let history = &self.history[part];
            let link = history.links[history.starts[layer] + index];
            moves.push(Direction::ALL[link.direction()]);
            (part, index) = (link.part(), link.index());
        }
        moves.reverse();
        moves
    }
}

/// Returns the memory of a beam in bytes, without the links of its layers.
fn bytes(width: usize, threads: usize) -> u64 {
    let node = size_of::<LayerNode>() + size_of::<Sums>();
    // Lists double as they grow; a board has at most three moves that do not undo the last.
    let lists = width * (2 * 2 * node + 2 * 3 * size_of::<Candidate>());
    let tables = PARTS * table_slots(width) * size_of::<u64>();
    (lists + tables + threads * SCORES * size_of::<u32>()) as u64
}

/// Returns the width of the widest beam for which there is enough memory, if it goes this many layers deep. The final
/// sizes of tables and lists are counted, so that no beam runs out of memory halfway.
pub(super) fn widest(max_bytes: Option<u64>, layers: usize) -> usize {
    let Some(max_bytes) = max_bytes else { return usize::MAX };
    let needed = |width: usize| {
        let links = 2 * size_of::<ParentLink>() * width * layers;
        bytes(width, PARTS) + links as u64 + max_bytes / 8
    };
    let widths = std::iter::successors(Some(WAYS), |width| Some(width + width / 4));
    widths.take_while(|&width| needed(width) <= max_bytes).last().unwrap_or(1)
}

/// Returns the number of hashes that each part remembers: those of four layers.
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

    /// Searches with a beam without a learnt score.
    fn search(
        start: &Board,
        width: usize,
        threads: usize,
        max_moves: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<Direction>>, Stop> {
        let cells = Cells::new(start.size()).expect("few cells");
        let network = Network::untrained(cells.count);
        let tiles =
            |board: &Board| board.tiles().iter().map(|&tile| tile as u8).collect::<Vec<_>>();
        let board = RelativeBoard::new(&tiles(start), &tiles(&Board::classic(start.size())));
        Beam::new(&cells, &network, width, threads, budget)?.search(&board, max_moves, budget)
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

    /// A beam that drops nothing is a breadth-first search.
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
    fn limits_on_moves_nodes_and_memory_hold() {
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
