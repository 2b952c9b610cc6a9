//! The estimate of a heuristic for one board, by name: for pictures and pages, not for searches.

use crate::board::Board;
use crate::cost::{Cost, CostModel};
use crate::heuristic::{
    AnyHeuristic, BuiltIn, Heuristic, HeuristicChoice, HeuristicError, LinearConflict, Patterns,
};
use crate::puzzle::Puzzle;
use crate::state::{PackedBoard, SliceBoard};
use crate::store::{Building, Store};
use taquin_search::{Budget, cores};

/// An estimate in a heuristic's own units.
///
/// ```
/// use taquin::store::Store;
/// use taquin::search::Budget;
/// use taquin::{Board, CostModel, Size};
/// use taquin::{heuristic::HeuristicId, solve::estimate};
/// let goal = Board::classic(Size::new(3, 3)?);
/// let board = Board::new(goal.size(), vec![6, 4, 7, 8, 5, 0, 3, 2, 1])?;
/// let manhattan = HeuristicId::Manhattan.into();
/// let (store, budget) = (Store::default(), Budget::unlimited());
/// let estimate = estimate(&manhattan, &board, &goal, CostModel::Unit, &store, &budget)?;
/// assert_eq!((estimate.units, estimate.per_step), (21, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The estimate.
    pub units: Cost,
    /// The number of these units in one step of cost, in estimates and in the costs of a search that uses this
    /// heuristic.
    pub per_step: Cost,
}

/// Returns the estimate of a heuristic for the path from a board to a goal of the same size. Pattern databases come
/// from the store, within the budget.
pub fn estimate(
    heuristic: &HeuristicChoice,
    board: &Board,
    goal: &Board,
    costs: CostModel,
    store: &Store,
    budget: &Budget,
) -> Result<Estimate, HeuristicError> {
    if let Some(partitions) = heuristic.partitions(goal.size()) {
        let building = Building { threads: cores(), budget, progress: &|_, _| {} };
        let tables = store.pattern_sets(&partitions, goal, building)?.sets;
        return Ok(of(&Patterns::with_tables(goal, costs, Some(&tables))?, board));
    }
    Ok(of(&AnyHeuristic::new(heuristic, goal, costs, store)?, board))
}

/// Returns the estimate of a prepared heuristic.
fn of<H: Heuristic<SliceBoard>>(heuristic: &H, board: &Board) -> Estimate {
    let memo = heuristic.begin(&SliceBoard::pack(board.tiles()));
    Estimate { units: heuristic.h(&memo), per_step: heuristic.unit() }
}

/// Returns a lower bound on the number of moves, quickly and for any size.
pub(super) fn simple_bound(puzzle: &Puzzle) -> u64 {
    let packed = SliceBoard::pack(puzzle.start().tiles());
    let heuristic = LinearConflict::new(puzzle.goal(), CostModel::Unit);
    let heuristic = heuristic.expect("the moves of the largest board can be counted");
    Heuristic::<SliceBoard>::h(&heuristic, &heuristic.begin(&packed)).into()
}
