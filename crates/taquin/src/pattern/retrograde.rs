//! Retrograde breadth-first search: the distances of all positions of a pattern, level by level from the goal.
//!
//! A position is a class (cells filled, region of the blank) and a permutation. A move takes a tile of the
//! pattern into a cell of the blank's region and costs 1; moves of other tiles are free. A move from one class to
//! another changes all permutations in the same way: the tile at one index of the sequence moves to another index. So
//! what a class receives from another is the other's last level with its bits permuted in one fixed way; a move
//! sideways does not permute them. Every class is written by only one thread.
//!
//! Memory: four bits per position while it runs, one of which remains.

use super::permutation::{PermutationRank, after_move, permutations};
use super::placements::{Placements, Sides, cells_of};
use std::sync::atomic::{AtomicU64, Ordering};
use taquin_search::memory::zeros;
use taquin_search::threads::share_out;
use taquin_search::{Budget, HotLoop, InstructionSet, Stop};

/// The minimum number of classes that a thread takes at a time.
const CHUNK: usize = 32;
/// How many sets of cells are processed between two checks of the budget.
const POLL_INTERVAL: usize = 4096;

/// The progress of a retrograde search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// The number of positions whose distance is known.
    pub known: u64,
    /// The number of all positions.
    pub positions: u64,
    /// The last finished level.
    pub level: usize,
}

/// All distances of a pattern modulo 4. Whether a distance is even or odd follows from the cells of the tiles; one bit
/// stores the rest.
pub(crate) struct Distances {
    /// By class and permutation: whether the distance is 2 or 3 modulo 4. Each class starts a new word.
    pub(crate) bits: Vec<u64>,
    /// The number of positions at each distance.
    pub(crate) levels: Vec<u64>,
}

/// Returns the number of words for the bits of a class, which start a new word.
pub(crate) fn words_per_class(tiles: usize) -> usize {
    permutations(tiles).div_ceil(64)
}

/// Returns how many bytes a retrograde search uses while it runs.
pub(crate) fn retrograde_bytes(placements: &Placements) -> u64 {
    4 * 8 * (placements.classes() * words_per_class(placements.tiles())) as u64
}

/// A class from which a move leads to another class.
#[derive(Clone, Copy)]
struct Predecessor {
    class: u32,
    /// The index of the moving tile in the sequence before and after the move.
    from: u8,
    to: u8,
}

/// The predecessors of every class.
struct Predecessors {
    list: Vec<Predecessor>,
    /// By class, the index of its first predecessor; and the end of the list.
    first: Vec<u32>,
}

impl Predecessors {
    fn new(placements: &Placements, budget: &Budget) -> Result<Predecessors, Stop> {
        let sides = Sides::new(placements.size());
        let (mut list, mut first) = (Vec::new(), vec![0]);
        for (number, filled) in placements.sets().enumerate() {
            if number % POLL_INTERVAL == 0 {
                budget.check()?;
            }
            let place = |set: u32, cell: usize| (set & ((1 << cell) - 1)).count_ones() as u8;
            for region in placements.regions_of(filled) {
                for tile in cells_of(filled & sides.beside(region)) {
                    for cell in cells_of(region & sides.beside(1 << tile)) {
                        // The tile came from that cell of the region.
                        let before = filled ^ 1 << tile ^ 1 << cell;
                        let class = placements.class(before, tile) as u32;
                        list.push(Predecessor {
                            class,
                            from: place(before, cell),
                            to: place(filled, tile),
                        });
                    }
                }
                first.push(list.len() as u32);
            }
        }
        Ok(Predecessors { list, first })
    }

    fn of(&self, class: usize) -> &[Predecessor] {
        &self.list[self.first[class] as usize..self.first[class + 1] as usize]
    }
}

/// How permutation ranks change when the tile at one index moves to another.
struct RankMaps {
    tiles: usize,
    by_places: Vec<Box<[PermutationRank]>>,
}

impl RankMaps {
    fn new(tiles: usize, predecessors: &Predecessors, budget: &Budget) -> Result<RankMaps, Stop> {
        let mut by_places = vec![Box::default(); tiles * tiles];
        for &Predecessor { from, to, .. } in &predecessors.list {
            let rank_map: &mut Box<[PermutationRank]> =
                &mut by_places[usize::from(from) * tiles + usize::from(to)];
            if from != to && rank_map.is_empty() {
                budget.check()?;
                *rank_map = after_move(tiles, from.into(), to.into());
            }
        }
        Ok(RankMaps { tiles, by_places })
    }

    /// Returns the map for a predecessor; `None` if ranks do not change.
    fn of(&self, predecessor: Predecessor) -> Option<&[PermutationRank]> {
        let rank_map = &self.by_places
            [usize::from(predecessor.from) * self.tiles + usize::from(predecessor.to)];
        (predecessor.from != predecessor.to).then_some(rank_map)
    }
}

/// Searches from the goal of a pattern on this many threads, until the budget stops it. `report` is called often and by
/// every thread.
pub(crate) fn retrograde_search(
    placements: &Placements,
    goal: (usize, PermutationRank),
    threads: usize,
    budget: &Budget,
    report: &(dyn Fn(BuildProgress) + Sync),
) -> Result<Distances, Stop> {
    let (classes, tiles) = (placements.classes(), placements.tiles());
    let words = words_per_class(tiles);
    let positions = (classes * permutations(tiles)) as u64;
    report(BuildProgress { known: 0, positions, level: 0 });
    let predecessors = Predecessors::new(placements, budget)?;
    let rank_maps = RankMaps::new(tiles, &predecessors, budget)?;
    let chunk = CHUNK.max(classes / 4096);
    let instructions = InstructionSet::best();

    let [mut last, mut next, mut seen, mut bits] = std::array::from_fn(|_| zeros(classes * words));
    let mut last_reached = vec![false; classes];
    let mut next_reached = vec![false; classes];
    let place = goal.0 * words + usize::from(goal.1) / 64;
    last[place] = 1 << (goal.1 % 64);
    seen[place] = last[place];
    last_reached[goal.0] = true;
    let mut levels = vec![1];
    let mut known = 1;

    while levels.last() != Some(&0) {
        let level = levels.len();
        let new = AtomicU64::new(0);
        let progress = || {
            let known = known + new.load(Ordering::Relaxed);
            BuildProgress { known, positions, level: level - 1 }
        };
        let chunks = next
            .chunks_mut(chunk * words)
            .zip(seen.chunks_mut(chunk * words))
            .zip(bits.chunks_mut(chunk * words))
            .zip(next_reached.chunks_mut(chunk))
            .enumerate();
        let before = Before {
            predecessors: &predecessors,
            rank_maps: &rank_maps,
            last: &last,
            last_reached: &last_reached,
            words,
        };
        share_out(threads.min(classes.div_ceil(chunk)), chunks, |own| {
            for (number, (((next, seen), bits), reached)) in own {
                report(progress());
                budget.check()?;
                let classes = Classes { first: number * chunk, next, seen, bits, reached };
                let count = instructions.run(Advance { level }, &before, classes);
                new.fetch_add(count, Ordering::Relaxed);
            }
            Ok(())
        })?;
        levels.push(new.into_inner());
        known += levels[level];
        std::mem::swap(&mut last, &mut next);
        std::mem::swap(&mut last_reached, &mut next_reached);
    }
    levels.pop();
    Ok(Distances { bits, levels })
}

/// What was reached before a level, and how moves lead on from there.
struct Before<'a> {
    predecessors: &'a Predecessors,
    rank_maps: &'a RankMaps,
    last: &'a [u64],
    last_reached: &'a [bool],
    words: usize,
}

/// A range of classes.
struct Classes<'a> {
    first: usize,
    next: &'a mut [u64],
    seen: &'a mut [u64],
    bits: &'a mut [u64],
    reached: &'a mut [bool],
}

/// Finds the positions of some classes at a level, and counts them.
struct Advance {
    level: usize,
}

impl HotLoop<&Before<'_>, Classes<'_>> for Advance {
    type Output = u64;

    #[inline(always)]
    fn run(self, before: &Before<'_>, classes: Classes<'_>) -> u64 {
        let &Before { predecessors, rank_maps, last, last_reached, words } = before;
        let Classes { first, next, seen, bits, reached } = classes;
        let mut count = 0;
        for (index, reached) in reached.iter_mut().enumerate() {
            let own = index * words..(index + 1) * words;
            let next = &mut next[own.clone()];
            next.fill(0);
            for &predecessor in predecessors.of(first + index) {
                let from = predecessor.class as usize;
                if last_reached[from] {
                    let last = &last[from * words..(from + 1) * words];
                    propagate(next, last, rank_maps.of(predecessor));
                }
            }
            let found = commit(next, &mut seen[own.clone()], &mut bits[own], self.level);
            *reached = found > 0;
            count += found;
        }
        count
    }
}

/// Adds the positions that one class receives from another.
#[inline(always)]
fn propagate(next: &mut [u64], last: &[u64], rank_map: Option<&[PermutationRank]>) {
    let Some(rank_map) = rank_map else {
        next.iter_mut().zip(last).for_each(|(next, last)| *next |= last);
        return;
    };
    for (&word, rank_map) in last.iter().zip(rank_map.chunks(64)) {
        let mut left = word;
        while left != 0 {
            let moved = usize::from(rank_map[left.trailing_zeros() as usize]);
            next[moved / 64] |= 1 << (moved % 64);
            left &= left - 1;
        }
    }
}

/// Removes positions that were seen before; records and counts the others.
#[inline(always)]
fn commit(next: &mut [u64], seen: &mut [u64], bits: &mut [u64], level: usize) -> u64 {
    let mark = if level & 2 != 0 { u64::MAX } else { 0 };
    let mut count = 0;
    for ((next, seen), bits) in next.iter_mut().zip(seen).zip(bits) {
        *next &= !*seen;
        *seen |= *next;
        *bits |= *next & mark;
        count += u64::from(next.count_ones());
    }
    count
}
