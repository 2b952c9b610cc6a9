//! Why boards cannot be generated.

use crate::board::Size;
use crate::table::SpaceError;
use taquin_search::Stop;

/// The number of walks in a row without a new board after which generation stops.
pub(super) const REPEATED_WALKS: u64 = 250_000;

/// Why no boards, or no more boards, can be generated.
///
/// ```
/// use taquin::generate::{Boards, GenerateError, Kind};
/// use taquin::{Board, Budget, Size};
/// let goal = Board::classic(Size::new(3, 3)?);
/// let budget = Budget::unlimited();
/// let boards = |depth, count| Boards::new(&goal, Kind::Depth(depth), count, 1, &budget);
/// let error = boards(31, 3).err().map(|error| error.to_string());
/// assert_eq!(error.as_deref(), Some("there are no 3 boards of 3x3 at depth 31, only 2"));
/// let error = boards(32, 1).err().map(|error| error.to_string());
/// assert_eq!(error.as_deref(), Some("no 3x3 board is 32 moves from the goal: depths go from 0 to 31"));
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// There are fewer boards than requested.
    #[error("there are no {requested} boards {what}, only {available}")]
    TooMany {
        /// The number requested.
        requested: u64,
        /// The number that exist.
        available: u64,
        /// Which boards.
        what: String,
    },
    /// No board is this far from the goal.
    #[error("no {size} board is {depth} moves from the goal: depths go from 0 to {deepest}")]
    TooDeep {
        /// The board's size.
        size: Size,
        /// The requested depth.
        depth: u64,
        /// The greatest depth.
        deepest: u64,
    },
    /// Walks keep ending at the same boards.
    #[error(
        "{REPEATED_WALKS} walks in a row ended at boards that were drawn before: after {tries} tries \
         there are hardly more than {drawn}"
    )]
    NoNewBoards {
        /// The attempts of each walk.
        tries: u64,
        /// The number of boards drawn.
        drawn: u64,
    },
    /// The space cannot be enumerated.
    #[error(transparent)]
    Space(SpaceError),
    /// The search was stopped by a limit or cancelled.
    #[error("{0}")]
    Stopped(Stop),
}

codes! {
    GenerateError {
        GenerateError::TooMany { .. } => "too-many-boards",
        GenerateError::TooDeep { .. } => "depth-out-of-range",
        GenerateError::NoNewBoards { .. } => "walks-in-vain",
        GenerateError::Stopped(_) => "generating-stopped",
    }
    within {
        GenerateError::Space(ref error) => error.code(),
    }
}

impl From<SpaceError> for GenerateError {
    fn from(error: SpaceError) -> GenerateError {
        match error {
            SpaceError::Stopped(stop) => GenerateError::Stopped(stop),
            error => GenerateError::Space(error),
        }
    }
}
