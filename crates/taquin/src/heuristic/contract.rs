//! What every heuristic is: what it declares, how it is prepared for a goal, and how it follows a search.

use crate::board::Board;
use crate::cost::{Cost, CostModel};
use crate::pattern::{PatternError, PatternSets, Store};
use crate::state::PackedBoard;

/// One tile's move: it leaves the cell `from` for the blank's cell `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The number on the tile.
    pub tile: usize,
    /// Where it was.
    pub from: usize,
    /// Where it is now.
    pub to: usize,
}

/// What a heuristic is and promises, for people and programs.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicInfo {
    /// The name to call it by.
    pub id: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// What it is called in books.
    pub title: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// A few sentences that a student understands.
    pub explanation: &'static str,
    /// Whether it never overestimates, under every cost model it accepts.
    pub admissible: bool,
    /// Whether a move never lowers it by more than the move costs.
    pub consistent: bool,
    /// How many units one step of cost has in its estimates, and in the costs and bounds of a search that uses it;
    /// more than 1 makes room for fractions. Whoever shows such a number divides by this.
    pub unit: Cost,
}

/// Why a heuristic cannot serve a goal or cost model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeuristicError {
    /// The table it needs would be too large for the board.
    #[error("the heuristic {id} needs a table that is too large for {size} boards")]
    TooLarge {
        /// The heuristic.
        id: &'static str,
        /// The board's size.
        size: crate::Size,
    },
    /// Estimates of this board under this cost model would not fit the numbers used.
    #[error("the heuristic {id} would overflow on {size} boards with the cost model {costs}")]
    Overflow {
        /// The heuristic.
        id: &'static str,
        /// The board's size.
        size: crate::Size,
        /// The cost model.
        costs: CostModel,
    },
    /// Its pattern databases cannot be had.
    #[error(transparent)]
    Patterns(Box<PatternError>),
    /// Its pattern databases were not prepared.
    #[error("the tables of the heuristic {id} were not prepared")]
    NoTables {
        /// The heuristic.
        id: &'static str,
    },
}

codes! {
    HeuristicError {
        HeuristicError::TooLarge { .. } => "heuristic-table-too-large",
        HeuristicError::Overflow { .. } => "heuristic-overflow",
        HeuristicError::NoTables { .. } => "tables-not-prepared",
    }
    within {
        HeuristicError::Patterns(ref error) => error.code(),
    }
}

/// A heuristic with a name: what it is, and how it is made for a goal.
pub trait BuiltIn: Sized {
    /// What it is and promises.
    const INFO: HeuristicInfo;

    /// Prepares it for a goal and a cost model.
    fn new(goal: &Board, costs: CostModel) -> Result<Self, HeuristicError>;

    /// Prepares it with what a store has, for those that look something up there.
    fn from_store(goal: &Board, costs: CostModel, _store: &Store) -> Result<Self, HeuristicError> {
        Self::new(goal, costs)
    }

    /// Prepares it with tables that were got beforehand, for those that need some.
    fn with_tables(
        goal: &Board,
        costs: CostModel,
        _tables: Option<&PatternSets>,
    ) -> Result<Self, HeuristicError> {
        Self::new(goal, costs)
    }
}

/// An estimate of the cost from a board to the goal.
///
/// It is made once for a goal and then follows a search: `begin` looks at a whole board, `after` at
/// one move. Both must agree, which tests check.
pub trait Heuristic<B: PackedBoard>: Sync {
    /// What makes the next estimate cheap.
    type Memo: Copy + std::fmt::Debug + Send + Sync + 'static;

    /// Whether searches with it are compiled for newer instructions, too; see [`HotLoop`](crate::search::HotLoop).
    const FOR_NEWER: bool = false;

    /// How many units one step of cost has, see [`HeuristicInfo::unit`].
    #[inline(always)]
    fn unit(&self) -> Cost {
        1
    }

    /// The bytes of tables of its own, besides those that were got beforehand.
    fn bytes(&self) -> usize {
        0
    }

    /// The memo of a whole board.
    fn begin(&self, packed: &B) -> Self::Memo;

    /// The memo after a move; `packed` is the board after it.
    fn after(&self, memo: &Self::Memo, slide: Slide, packed: &B) -> Self::Memo;

    /// The estimate, in units of [`HeuristicInfo::unit`].
    fn h(&self, memo: &Self::Memo) -> Cost;
}
