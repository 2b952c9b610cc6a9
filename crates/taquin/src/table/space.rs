//! A whole space of up to 239,500,800 boards, counted: how many there are at each distance from the goal, and which are
//! the farthest.
//!
//! Only three bits per board are stored (see `retrograde`), so 3x4 takes 105 MiB, which [`Space::bytes`] returns in
//! advance. A board that is taller than wide is transposed first: the same space with fewer vertical moves, which are
//! the expensive ones.

use super::retrograde::{self, RetrogradeSearch};
use crate::board::{Board, Size};
use crate::metric::Metric;
use crate::state::Ranking;
use std::time::Duration;
use taquin_search::{Budget, Stop};

/// The number of boards at each distance from a goal, over all boards that can reach it.
///
/// ```
/// use taquin::table::Space;
/// use taquin::{Board, Budget, Metric, Size};
/// let goal = Board::classic(Size::new(2, 2)?);
/// let space = Space::explore(&goal, Metric::SingleTile, &Budget::unlimited(), &mut |_, _| {})?;
/// assert_eq!(space.layers, [1, 2, 2, 2, 2, 2, 1]);
/// assert_eq!((space.boards(), space.mean()), (12, 3.0));
/// assert_eq!(space.farthest[0].to_string(), "0 3/2 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Space {
    /// The goal.
    pub goal: Board,
    /// The metric.
    pub metric: Metric,
    /// The number of boards at each distance, from 0 on.
    pub layers: Vec<u64>,
    /// The boards farthest from the goal, at most [`Space::FARTHEST_KEPT`].
    pub farthest: Vec<Board>,
    /// The memory that counting took, in bytes.
    pub bytes: u64,
    /// The time it took.
    pub time: Duration,
}

/// Why a space was not counted.
///
/// ```
/// use taquin::table::{Space, SpaceError};
/// use taquin::{Board, Budget, Metric, Size};
/// let goal = Board::classic(Size::new(5, 5)?);
/// let counted = Space::explore(&goal, Metric::SingleTile, &Budget::unlimited(), &mut |_, _| {});
/// assert_eq!(counted.err(), Some(SpaceError::TooLarge { size: goal.size() }));
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpaceError {
    /// It has too many boards.
    #[error(
        "there are too many {size} boards to visit them all: up to {} cells can be done, such as 3x4 or 2x6",
        Ranking::MAX_CELLS
    )]
    TooLarge {
        /// The board's size.
        size: Size,
    },
    /// It would exceed the memory limit.
    #[error("all {size} boards take {needed} bytes of memory, but only {limit} are allowed")]
    Memory {
        /// The board's size.
        size: Size,
        /// The number of bytes it takes.
        needed: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// Its budget stopped it.
    #[error("not all boards were visited: {0}")]
    Stopped(#[from] Stop),
}

codes! {
    SpaceError {
        SpaceError::TooLarge { .. } => "too-many-boards-to-visit",
        SpaceError::Memory { .. } => "space-too-large-for-memory",
        SpaceError::Stopped(_) => "space-not-visited",
    }
}

impl Space {
    /// The maximum number of farthest boards that are kept.
    pub const FARTHEST_KEPT: usize = 1000;

    /// Returns how many boards of a size can be reached from a goal, cells! / 2; `None` if the space is too large to be
    /// counted.
    ///
    /// ```
    /// use taquin::table::Space;
    /// assert_eq!(Space::boards_of("3x4".parse()?), Some(239_500_800));
    /// assert_eq!(Space::boards_of("4x4".parse()?), None);
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    pub fn boards_of(size: Size) -> Option<u64> {
        retrograde::boards(size)
    }

    /// Returns how many bytes it takes to count a space; `None` if it is too large.
    ///
    /// ```
    /// use taquin::table::Space;
    /// assert!(Space::bytes("3x4".parse()?).is_some_and(|bytes| bytes < 128 << 20));
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    pub fn bytes(size: Size) -> Option<u64> {
        RetrogradeSearch::bytes(wide(size))
    }

    /// Visits all boards, unless the budget has too little memory or stops it. After each layer, `progress` is called
    /// with the number of boards visited and the total number.
    pub fn explore(
        goal: &Board,
        metric: Metric,
        budget: &Budget,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Space, SpaceError> {
        let clock = budget.clock();
        let began = clock.now();
        let mut layer = Layer::at_goal(goal, metric, budget.limits.max_bytes)?;
        let mut layers = vec![layer.len()];
        while layer.advance(budget)? {
            layers.push(layer.len());
            progress(layer.search.visited(), layer.total);
        }
        let farthest = layer.boards(Space::FARTHEST_KEPT);
        Ok(Space {
            goal: goal.clone(),
            metric,
            layers,
            farthest: (0..farthest.len()).map(|index| farthest.board(index)).collect(),
            bytes: layer.bytes,
            time: clock.since(began),
        })
    }

    /// Returns the number of boards.
    pub fn boards(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// Returns the mean distance.
    pub fn mean(&self) -> f64 {
        mean_distance(&self.layers)
    }
}

/// Returns the mean distance, given the number of boards at each distance from 0 on.
pub(crate) fn mean_distance(layers: &[u64]) -> f64 {
    let boards: u64 = layers.iter().sum();
    let moves: u64 = layers.iter().zip(0..).map(|(&count, distance)| count * distance).sum();
    moves as f64 / boards as f64
}

/// All boards at one distance from a goal.
pub(crate) struct Layer {
    search: RetrogradeSearch,
    /// Whether the boards are transposed.
    is_transposed: bool,
    /// The number of boards at all distances.
    total: u64,
    bytes: u64,
    /// The number of boards visited before this distance.
    before: u64,
}

impl Layer {
    /// Creates the layer of the goal alone.
    pub(crate) fn at_goal(
        goal: &Board,
        metric: Metric,
        max_bytes: Option<u64>,
    ) -> Result<Layer, SpaceError> {
        let size = goal.size();
        let too_large = SpaceError::TooLarge { size };
        let total = Space::boards_of(size).ok_or(too_large.clone())?;
        let needed = Space::bytes(size).ok_or(too_large.clone())?;
        if let Some(limit) = max_bytes.filter(|&limit| needed > limit) {
            return Err(SpaceError::Memory { size, needed, limit });
        }
        let is_transposed = wide(size) != size;
        let goal = if is_transposed { transposed(goal) } else { goal.clone() };
        let search = RetrogradeSearch::new(&goal, metric).ok_or(too_large)?;
        Ok(Layer { search, is_transposed, total, bytes: needed, before: 0 })
    }

    /// Advances to the boards one move farther; returns `false` and stays if there are none.
    pub(crate) fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        if self.search.is_finished() {
            return Ok(false);
        }
        self.before = self.search.visited();
        self.search.advance(budget)?;
        Ok(true)
    }

    /// Returns the number of boards at this distance.
    pub(crate) fn len(&self) -> u64 {
        self.search.visited() - self.before
    }

    /// Returns its first boards, in the order of their ranks.
    pub(crate) fn boards(&self, most: usize) -> LayerBoards {
        let ranks = self.search.ranks().take(most).map(|rank| rank as u32).collect();
        let (size, ranking) = self.search.numbering();
        LayerBoards { size, ranking, is_transposed: self.is_transposed, ranks }
    }
}

/// Boards at one distance from a goal.
#[derive(Debug)]
pub(crate) struct LayerBoards {
    size: Size,
    ranking: Ranking,
    is_transposed: bool,
    ranks: Vec<u32>,
}

impl LayerBoards {
    /// Returns the number of boards.
    pub(crate) fn len(&self) -> usize {
        self.ranks.len()
    }

    /// Returns the board at an index.
    pub(crate) fn board(&self, index: usize) -> Board {
        let tiles = self.ranking.unrank(self.ranks[index] as usize);
        let board = Board::new(self.size, tiles).expect("a number of this space");
        if self.is_transposed { transposed(&board) } else { board }
    }
}

/// Returns the size with the shorter side first.
fn wide(size: Size) -> Size {
    if size.rows() <= size.cols() { size } else { size.transposed() }
}

/// Returns the board with rows and columns swapped.
fn transposed(board: &Board) -> Board {
    let size = board.size();
    let (rows, cols) = (size.rows(), size.cols());
    let size = size.transposed();
    let tiles = (0..size.cells()).map(|cell| board.tiles()[cell % rows * cols + cell / rows]);
    Board::new(size, tiles.collect()).expect("the board's own numbers")
}
