//! A whole space of up to 239,500,800 boards, counted: how many lie at each distance from the goal, and
//! which are the farthest.
//!
//! Nothing is kept of a board but three bits (see `retrograde`), so 3x4 takes 105 MiB, which
//! [`Space::bytes`] tells beforehand. A board that is taller than wide is searched lying on its side:
//! the same space with fewer moves up and down, which are those that cost.

use super::retrograde::{self, Cancelled, RetrogradeSearch};
use crate::board::{Board, Size};
use crate::metric::Metric;
use crate::state::Ranking;
use std::time::Duration;
use taquin_search::{Cancel, Clock};

/// The number of boards at each distance from a goal, over all boards that can reach it.
///
/// ```
/// use taquin::table::Space;
/// use taquin::{Board, Cancel, Metric, Size};
/// let goal = Board::classic(Size::new(2, 2)?);
/// let space = Space::explore(&goal, Metric::SingleTile, None, &Cancel::new(), &mut |_, _| {})?;
/// assert_eq!(space.layers, [1, 2, 2, 2, 2, 2, 1]);
/// assert_eq!((space.boards(), space.mean()), (12, 3.0));
/// assert_eq!(space.farthest[0].to_string(), "0 3/2 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Space {
    /// The goal.
    pub goal: Board,
    /// What counted as one move.
    pub metric: Metric,
    /// How many boards lie at each distance, from 0 on.
    pub layers: Vec<u64>,
    /// The boards farthest from the goal, of many the first [`Space::FARTHEST_KEPT`].
    pub farthest: Vec<Board>,
    /// How many bytes the count took.
    pub bytes: u64,
    /// How long it took.
    pub time: Duration,
}

/// Why a space was not counted.
///
/// ```
/// use taquin::table::{Space, SpaceError};
/// use taquin::{Board, Cancel, Metric, Size};
/// let goal = Board::classic(Size::new(5, 5)?);
/// let counted = Space::explore(&goal, Metric::SingleTile, None, &Cancel::new(), &mut |_, _| {});
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
    /// It would take more memory than it may.
    #[error("all {size} boards take {needed} bytes of memory, but only {limit} are allowed")]
    Memory {
        /// The board's size.
        size: Size,
        /// How many bytes it takes.
        needed: u64,
        /// How many it may take.
        limit: u64,
    },
    /// It was asked to stop.
    #[error("not all boards were visited: it was interrupted")]
    Cancelled,
}

codes! {
    SpaceError {
        SpaceError::TooLarge { .. } => "too-many-boards-to-visit",
        SpaceError::Memory { .. } => "space-too-large-for-memory",
        SpaceError::Cancelled => "space-not-visited",
    }
}

impl From<Cancelled> for SpaceError {
    fn from(_: Cancelled) -> SpaceError {
        SpaceError::Cancelled
    }
}

impl Space {
    /// How many of the farthest boards are kept.
    pub const FARTHEST_KEPT: usize = 1000;

    /// How many boards of a size can be reached from a goal, cells! / 2; `None` where a space is too large
    /// to be counted.
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

    /// How many bytes it takes to count a space; `None` where it is too large.
    ///
    /// ```
    /// use taquin::table::Space;
    /// assert!(Space::bytes("3x4".parse()?).is_some_and(|bytes| bytes < 128 << 20));
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    pub fn bytes(size: Size) -> Option<u64> {
        RetrogradeSearch::bytes(lying(size))
    }

    /// Visits all boards, unless that takes more than `max_bytes` or is cancelled. After each layer
    /// `progress` hears how many boards have been visited and how many there are.
    pub fn explore(
        goal: &Board,
        metric: Metric,
        max_bytes: Option<u64>,
        cancel: &Cancel,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Space, SpaceError> {
        let clock = Clock::default();
        let began = clock.now();
        let mut layer = Layer::at_goal(goal, metric, max_bytes)?;
        let mut layers = vec![layer.len()];
        while layer.advance(cancel)? {
            layers.push(layer.len());
            progress(layer.search.visited(), layer.of);
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

    /// How many boards there are.
    pub fn boards(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// The mean distance.
    pub fn mean(&self) -> f64 {
        mean_distance(&self.layers)
    }
}

/// The mean distance where so many boards lie at each distance from 0 on.
pub(crate) fn mean_distance(layers: &[u64]) -> f64 {
    let boards: u64 = layers.iter().sum();
    let moves: u64 = layers.iter().zip(0..).map(|(&count, distance)| count * distance).sum();
    moves as f64 / boards as f64
}

/// All boards at one distance from a goal.
pub(crate) struct Layer {
    search: RetrogradeSearch,
    /// Whether the boards lie on their side.
    on_side: bool,
    /// How many boards there are at any distance.
    of: u64,
    bytes: u64,
    /// How many boards were visited before this distance.
    before: u64,
}

impl Layer {
    /// The goal alone.
    pub(crate) fn at_goal(
        goal: &Board,
        metric: Metric,
        max_bytes: Option<u64>,
    ) -> Result<Layer, SpaceError> {
        let size = goal.size();
        let too_large = SpaceError::TooLarge { size };
        let of = Space::boards_of(size).ok_or(too_large.clone())?;
        let needed = Space::bytes(size).ok_or(too_large.clone())?;
        if let Some(limit) = max_bytes.filter(|&limit| needed > limit) {
            return Err(SpaceError::Memory { size, needed, limit });
        }
        let on_side = lying(size) != size;
        let goal = if on_side { transposed(goal) } else { goal.clone() };
        let search = RetrogradeSearch::new(&goal, metric).ok_or(too_large)?;
        Ok(Layer { search, on_side, of, bytes: needed, before: 0 })
    }

    /// Goes on to the boards one move farther; `false`, and stays, if there are none.
    pub(crate) fn advance(&mut self, cancel: &Cancel) -> Result<bool, Cancelled> {
        if self.search.is_over() {
            return Ok(false);
        }
        self.before = self.search.visited();
        self.search.advance(cancel)?;
        Ok(true)
    }

    /// How many boards lie at this distance.
    pub(crate) fn len(&self) -> u64 {
        self.search.visited() - self.before
    }

    /// Its boards, in the order of their ranks; of many the first.
    pub(crate) fn boards(&self, most: usize) -> LayerBoards {
        let ranks = self.search.ranks().take(most).map(|rank| rank as u32).collect();
        let (size, ranking) = self.search.numbering();
        LayerBoards { size, ranking, on_side: self.on_side, ranks }
    }
}

/// Boards at one distance from a goal.
#[derive(Debug)]
pub(crate) struct LayerBoards {
    size: Size,
    ranking: Ranking,
    on_side: bool,
    ranks: Vec<u32>,
}

impl LayerBoards {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.ranks.len()
    }

    /// One of them.
    pub(crate) fn board(&self, index: usize) -> Board {
        let tiles = self.ranking.unrank(self.ranks[index] as usize);
        let board = Board::new(self.size, tiles).expect("a number of this space");
        if self.on_side { transposed(&board) } else { board }
    }
}

/// The size with the shorter side first.
fn lying(size: Size) -> Size {
    let (rows, cols) = (size.rows(), size.cols());
    Size::new(rows.min(cols), rows.max(cols)).unwrap_or(size)
}

/// The board with rows and columns exchanged.
fn transposed(board: &Board) -> Board {
    let size = board.size();
    let (rows, cols) = (size.rows(), size.cols());
    let size = Size::new(cols, rows).unwrap_or(size);
    let tiles = (0..size.cells()).map(|cell| board.tiles()[cell % rows * cols + cell / rows]);
    Board::new(size, tiles.collect()).expect("the board's own numbers")
}
