//! A [`Puzzle`] is a start and a goal that are proven to be reachable from each other. Otherwise [`Unsolvable`]
//! explains why they are not; so nothing unsolvable is ever searched.
//!
//! The proof is parity. A move swaps the blank with a tile next to it: it changes the parity of the permutation that
//! leads from start to goal, and the parity of the blank's distance to its goal cell. Both end at 0, so they must be
//! equal at the start; and on boards of at least 2x2 that is also sufficient.

pub use crate::unsolvable::Unsolvable;

use crate::board::{Board, Size};

/// A goal: a named one, which fits any size, or a custom board.
///
/// ```
/// use taquin::{Goal, Size};
/// let size = Size::new(3, 3)?;
/// assert_eq!(Goal::from_name("snail"), Some(Goal::Snail));
/// assert_eq!(Goal::Snail.board(size).to_string(), "1 2 3/8 0 4/7 6 5");
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Goal {
    /// `1 2 3 ... 0`
    #[default]
    Classic,
    /// `0 1 2 3 ...`
    ZeroFirst,
    /// A spiral inwards, with the blank last.
    Snail,
    /// Any board.
    Board(Board),
}

impl Goal {
    /// The named goals, which fit any size, with their descriptions.
    pub const NAMED: [(&'static str, Goal, &'static str); 3] = [
        ("classic", Goal::Classic, "1 2 3 ... with the blank last"),
        ("zero-first", Goal::ZeroFirst, "the blank first, then 1 2 3 ..."),
        ("snail", Goal::Snail, "a spiral inwards from the top left, the blank last"),
    ];

    /// Returns the goal with a name.
    pub fn from_name(name: &str) -> Option<Goal> {
        Goal::NAMED.into_iter().find(|(known, ..)| *known == name).map(|(_, goal, _)| goal)
    }

    /// Returns the goal's board for a size; a custom board keeps its own size.
    pub fn board(&self, size: Size) -> Board {
        match self {
            Goal::Classic => Board::classic(size),
            Goal::ZeroFirst => Board::zero_first(size),
            Goal::Snail => Board::snail(size),
            Goal::Board(board) => board.clone(),
        }
    }
}

/// A start and a goal, each reachable from the other.
///
/// ```
/// use taquin::{Board, Goal, Puzzle, PuzzleError, Size};
/// let size = Size::new(2, 2)?;
/// let puzzle = Puzzle::new(Board::new(size, vec![1, 0, 3, 2])?, &Goal::Classic)?;
/// assert_eq!(puzzle.goal().to_string(), "1 2/3 0");
/// let wrong = Puzzle::new(Board::new(size, vec![2, 1, 3, 0])?, &Goal::Classic);
/// assert!(matches!(wrong, Err(PuzzleError::Unsolvable(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    start: Board,
    goal: Board,
}

/// Why a start and a goal are not a [`Puzzle`].
///
/// ```
/// use taquin::{Board, Goal, Puzzle, PuzzleError, Size};
/// let start = Board::classic(Size::new(3, 3)?);
/// let goal = Goal::Board(Board::classic(Size::new(2, 2)?));
/// assert!(matches!(Puzzle::new(start, &goal), Err(PuzzleError::SizeMismatch { .. })));
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// The boards differ in size.
    #[error("the board is {start} but the goal is {goal}: give a goal of the same size")]
    SizeMismatch {
        /// The start's size.
        start: Size,
        /// The goal's size.
        goal: Size,
    },
    /// No sequence of moves leads from one to the other.
    #[error("{0}")]
    Unsolvable(Box<Unsolvable>),
}

codes! {
    PuzzleError {
        PuzzleError::SizeMismatch { .. } => "goal-of-other-size",
        PuzzleError::Unsolvable(_) => "unsolvable",
    }
}

impl Puzzle {
    /// Proves by parity that the goal can be reached, or explains why not.
    pub fn new(start: Board, goal: &Goal) -> Result<Puzzle, PuzzleError> {
        let goal = goal.board(start.size());
        if start.size() != goal.size() {
            return Err(PuzzleError::SizeMismatch { start: start.size(), goal: goal.size() });
        }
        let permutation_odd = permutation_is_odd(&start, &goal);
        let blank_distance = start.size().steps_between(start.blank(), goal.blank());
        if permutation_odd == (blank_distance % 2 == 1) {
            Ok(Puzzle { start, goal })
        } else {
            let unsolvable = Unsolvable::explain(start, goal, permutation_odd, blank_distance);
            Err(PuzzleError::Unsolvable(Box::new(unsolvable)))
        }
    }

    /// Returns the start.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Returns the size of both boards.
    pub fn size(&self) -> Size {
        self.start.size()
    }
}

/// Returns whether an odd number of swaps turns one board into the other: cells minus cycles.
fn permutation_is_odd(start: &Board, goal: &Board) -> bool {
    let goal_cell = goal.cell_of_each();
    let mut seen = vec![false; goal_cell.len()];
    let mut odd = false;
    for first in 0..seen.len() {
        let mut cell = first;
        while !seen[cell] {
            seen[cell] = true;
            cell = goal_cell[usize::from(start.tiles()[cell])];
            odd ^= cell != first;
        }
    }
    odd
}
