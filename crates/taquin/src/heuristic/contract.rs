//! The interface of heuristics: what each declares, how it is prepared for a goal, and how it follows a search.

use crate::board::Board;
use crate::cost::{Cost, CostModel};
use crate::pattern::PatternSets;
use crate::state::PackedBoard;
use crate::store::{PatternError, Store};

/// The move of one tile from the cell `from` to the blank's cell `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The number on the tile.
    pub tile: usize,
    /// The cell before the move.
    pub from: usize,
    /// The cell after the move.
    pub to: usize,
}

/// A description of a heuristic, for people and programs.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeuristicInfo {
    /// The identifier.
    pub id: &'static str,
    /// Other accepted names.
    pub aliases: &'static [&'static str],
    /// The name used in textbooks.
    pub title: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// A short explanation for students.
    pub explanation: &'static str,
    /// Whether it never overestimates, under every cost model it accepts.
    pub admissible: bool,
    /// Whether a move never lowers it by more than the cost of the move.
    pub consistent: bool,
    /// The number of units in one step of cost, in its estimates and in the costs and bounds of a search that uses it;
    /// more than 1 allows fractions. Divide by this to display such a number.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub unit: Cost,
}

/// Why a heuristic does not support a goal or cost model.
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
    /// Estimates for this board under this cost model would overflow.
    #[error("the heuristic {id} would overflow on {size} boards with the cost model {costs}")]
    Overflow {
        /// The heuristic.
        id: &'static str,
        /// The board's size.
        size: crate::Size,
        /// The cost model.
        costs: CostModel,
    },
    /// Its pattern databases are not available.
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

/// A named heuristic: its description, and how it is created for a goal.
pub trait BuiltIn: Sized {
    /// The description of the heuristic.
    const INFO: HeuristicInfo;

    /// Prepares the heuristic for a goal and a cost model.
    fn new(goal: &Board, costs: CostModel) -> Result<Self, HeuristicError>;

    /// Prepares the heuristic with tables from a store, if it uses any.
    fn from_store(goal: &Board, costs: CostModel, _store: &Store) -> Result<Self, HeuristicError> {
        Self::new(goal, costs)
    }

    /// Prepares the heuristic with tables that were loaded before, if it needs any.
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
/// It is created once for a goal and then follows a search: `begin` evaluates a whole board, `after` a single move.
/// Both must agree, which tests check.
pub trait Heuristic<B: PackedBoard>: Sync {
    /// Data that makes the next estimate cheap.
    type Memo: Copy + std::fmt::Debug + Send + Sync + 'static;

    /// Whether searches with it are also compiled for newer instructions; see [`HotLoop`](crate::search::HotLoop).
    const FOR_NEWER: bool = false;

    /// Returns the number of units in one step of cost, see [`HeuristicInfo::unit`].
    #[inline(always)]
    fn unit(&self) -> Cost {
        1
    }

    /// Returns the bytes of its own tables, without those loaded before.
    fn bytes(&self) -> usize {
        0
    }

    /// Returns the memo of a whole board.
    fn begin(&self, packed: &B) -> Self::Memo;

    /// Returns the memo after a move; `packed` is the board after it.
    fn after(&self, memo: &Self::Memo, slide: Slide, packed: &B) -> Self::Memo;

    /// Returns the estimate, in units of [`HeuristicInfo::unit`].
    fn h(&self, memo: &Self::Memo) -> Cost;
}
