//! Tables of distances, for spaces that are small enough to compute every answer in advance.
//!
//! A [`DistanceTable`] contains the exact number of moves from every board to a goal, one byte per board: 181,440 bytes
//! for 3x3. It is filled by one breadth-first search from the goal, which takes little more than a millisecond there
//! and some thirty for 2x5, the largest space it accepts. With it any board is solved by walking downhill, every
//! heuristic can be tested against the true distance, and the farthest boards are known.
//!
//! A [`Space`] stores no distances and only counts boards, in either metric, which is possible up to 12 cells.

pub(crate) mod known;
mod retrograde;
mod space;

pub use known::{KnownLayers, known_layers};
pub(crate) use space::{Layer, LayerBoards, mean_distance};
pub use space::{Space, SpaceError};

use crate::board::{Board, Direction, MoveOrder, Size};
use crate::metric::Metric;
#[cfg(test)]
use crate::random::Random;
use crate::state::{PackedBoard, Ranking};
use retrograde::RetrogradeSearch;
use std::time::Duration;
use taquin_search::{Budget, Stop};

/// The exact distance of every board of a small space from a goal, if each move costs 1.
///
/// ```
/// use taquin::table::DistanceTable;
/// use taquin::{Board, Budget, MoveOrder, Size};
/// let size = Size::new(3, 3)?;
/// let table = DistanceTable::build(&Board::classic(size), &Budget::unlimited())?;
/// let board = Board::new(size, vec![6, 4, 7, 8, 5, 0, 3, 2, 1])?;
/// assert_eq!(table.distance_of(&board), Some(31));
/// assert_eq!(table.layers().last(), Some(&2));
/// assert!(table.farthest().any(|farthest| farthest == board));
/// let first = table.next_move(&board, MoveOrder::default()).expect("it is not solved yet");
/// assert_eq!(board.moved(first).and_then(|next| table.distance_of(&next)), Some(30));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DistanceTable {
    goal: Board,
    ranking: Ranking,
    distances: Box<[u8]>,
    farthest: u8,
    build_time: Duration,
}

/// Why there is no [`DistanceTable`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The space has too many boards.
    #[error(
        "a table of all {size} boards is too large: up to {} cells can be tabulated, such as 3x3 or \
         2x5",
        DistanceTable::MAX_CELLS
    )]
    TooLarge {
        /// The board's size.
        size: Size,
    },
    /// Its budget stopped it.
    #[error("the table was not finished: {0}")]
    Stopped(#[from] Stop),
}

codes! {
    TableError {
        TableError::TooLarge { .. } => "table-too-large",
        TableError::Stopped(_) => "table-cancelled",
    }
}

/// Marks a board that has not been visited. The longest distance is 55 (2x5), so no distance is this high.
const UNVISITED: u8 = u8::MAX;

impl DistanceTable {
    /// The maximum number of cells: 10, which is 1,814,400 boards.
    pub const MAX_CELLS: usize = 10;

    /// Searches the whole space from the goal, until the budget stops it. The build time is measured with its clock.
    pub fn build(goal: &Board, budget: &Budget) -> Result<DistanceTable, TableError> {
        let clock = budget.clock();
        let began = clock.now();
        let size = goal.size();
        let ranking = Ranking::new(goal)
            .filter(|_| size.cells() <= DistanceTable::MAX_CELLS)
            .ok_or(TableError::TooLarge { size })?;
        let (distances, farthest) = breadth_first(goal, &ranking, budget)?;
        let build_time = clock.since(began);
        Ok(DistanceTable { goal: goal.clone(), ranking, distances, farthest, build_time })
    }

    /// Returns this table with some bits flipped, each of a distance drawn at random.
    #[cfg(test)]
    pub(crate) fn with_flipped_bits(mut self, count: usize, random: &mut Random) -> DistanceTable {
        for _ in 0..count {
            let rank = random.below(self.entries() as u64) as usize;
            self.distances[rank] ^= 1 << random.below(6);
        }
        self
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Returns how long it took to build.
    pub fn build_time(&self) -> Duration {
        self.build_time
    }

    /// Returns the number of boards: cells! / 2.
    pub fn entries(&self) -> usize {
        self.distances.len()
    }

    /// Returns the distance of a packed board that can be reached from the goal and whose blank is on the cell `blank`.
    #[inline(always)]
    pub fn distance(&self, packed: &impl PackedBoard, blank: usize) -> u8 {
        self.distances[self.ranking.rank(packed, blank)]
    }

    /// Returns the distance of a board, or `None` if it has another size or is unsolvable.
    pub fn distance_of(&self, board: &Board) -> Option<u8> {
        self.rank_of(board).map(|rank| self.distances[rank])
    }

    /// Returns the rank of a board, below [`DistanceTable::entries`], or `None` if it has another size or is unsolvable.
    pub fn rank_of(&self, board: &Board) -> Option<usize> {
        // An unsolvable board has the same rank as a solvable one.
        let known = board.size() == self.goal.size() && self.ranking.contains(board);
        known.then(|| self.ranking.rank(&u64::pack(board.tiles()), board.blank()))
    }

    /// Returns the first direction in an order that leads nearer to the goal, or `None` at the goal and for boards that
    /// are not in the table.
    pub fn next_move(&self, board: &Board, order: MoveOrder) -> Option<Direction> {
        let distance = self.distance_of(board)?;
        let packed = u64::pack(board.tiles());
        // If a board is in the table, so are its neighbours.
        let nearer = |&direction: &Direction| {
            let to = board.size().neighbour(board.blank(), direction);
            let next =
                |cell| self.distance(&packed.slide(packed.tile(cell), cell, board.blank()), cell);
            to.is_some_and(|cell| next(cell) < distance)
        };
        order.directions().into_iter().find(nearer)
    }

    /// Returns the number of boards at each distance, from 0 on.
    pub fn layers(&self) -> Vec<u64> {
        let mut layers = vec![0; usize::from(self.farthest) + 1];
        for &distance in &self.distances {
            layers[usize::from(distance)] += 1;
        }
        layers
    }

    /// Returns the boards at a distance, in the order of their ranks.
    pub fn boards_at(&self, distance: u8) -> impl Iterator<Item = Board> {
        let ranks = (0..self.entries()).filter(move |&rank| self.distances[rank] == distance);
        ranks.map(|rank| {
            let board = Board::new(self.goal.size(), self.ranking.unrank(rank));
            board.expect("every rank is that of a board")
        })
    }

    /// Returns the boards farthest from the goal.
    pub fn farthest(&self) -> impl Iterator<Item = Board> {
        self.boards_at(self.farthest)
    }
}

/// Returns the distance of every board by rank, and the greatest distance.
fn breadth_first(
    goal: &Board,
    ranking: &Ranking,
    budget: &Budget,
) -> Result<(Box<[u8]>, u8), TableError> {
    let size = goal.size();
    let mut search =
        RetrogradeSearch::new(goal, Metric::SingleTile).ok_or(TableError::TooLarge { size })?;
    let mut distances = vec![UNVISITED; ranking.boards()];
    let mut distance = 0;
    loop {
        search.ranks().for_each(|rank| distances[rank] = distance);
        if search.is_finished() {
            return Ok((distances.into(), distance));
        }
        search.advance(budget).map_err(TableError::Stopped)?;
        distance += 1;
    }
}
