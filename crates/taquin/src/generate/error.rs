//! Why boards cannot be generated.

use crate::board::Size;
use crate::table::SpaceError;
use taquin_search::Stop;

/// So many walks in a row that bring nothing new are enough.
pub(super) const WALKS_IN_VAIN: u64 = 250_000;

/// Why there are no boards, or no more.
///
/// ```
/// use taquin::generate::{Boards, GenerateError, Kind};
/// use taquin::{Board, Cancel, Limits, Size};
/// let goal = Board::classic(Size::new(3, 3)?);
/// let boards = |depth, count| {
///     Boards::new(&goal, Kind::Depth(depth), count, 1, Limits::default(), &Cancel::new())
/// };
/// let error = boards(31, 3).err().map(|error| error.to_string());
/// assert_eq!(error.as_deref(), Some("there are no 3 boards of 3x3 at depth 31, only 2"));
/// let error = boards(32, 1).err().map(|error| error.to_string());
/// assert_eq!(error.as_deref(), Some("no 3x3 board is 32 moves from the goal: depths go from 0 to 31"));
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// There are fewer boards than were asked for.
    #[error("there are no {asked} boards {what}, only {there}")]
    TooMany {
        /// How many were asked for.
        asked: u64,
        /// How many there are.
        there: u64,
        /// Which ones.
        what: String,
    },
    /// No board is so far from the goal.
    #[error("no {size} board is {depth} moves from the goal: depths go from 0 to {deepest}")]
    TooDeep {
        /// The board's size.
        size: Size,
        /// The depth asked for.
        depth: u64,
        /// The greatest there is.
        deepest: u64,
    },
    /// Walks end at the same boards over and over.
    #[error(
        "{WALKS_IN_VAIN} walks in a row ended at boards that were drawn before: after {tries} tries \
         there are hardly more than {drawn}"
    )]
    InVain {
        /// The tries of each walk.
        tries: u64,
        /// How many boards were drawn.
        drawn: u64,
    },
    /// The space cannot be visited.
    #[error(transparent)]
    Space(SpaceError),
    /// A limit or somebody stopped it.
    #[error("{0}")]
    Stopped(Stop),
}

codes! {
    GenerateError {
        GenerateError::TooMany { .. } => "too-many-boards",
        GenerateError::TooDeep { .. } => "depth-out-of-range",
        GenerateError::InVain { .. } => "walks-in-vain",
        GenerateError::Stopped(_) => "generating-stopped",
    }
    within {
        GenerateError::Space(ref error) => error.code(),
    }
}

impl From<SpaceError> for GenerateError {
    fn from(error: SpaceError) -> GenerateError {
        match error {
            SpaceError::Cancelled => GenerateError::Stopped(Stop::Cancelled),
            error => GenerateError::Space(error),
        }
    }
}
