//! What a heuristic says of one board, asked by name: for pictures and pages, not for searches.

use crate::board::Board;
use crate::cost::{Cost, CostModel};
use crate::for_each_heuristic;
use crate::heuristic::{self, *};
use crate::pattern::{Building, PatternSets, Store};
use crate::search::{Budget, cores};
use crate::state::{Wide, Word};

/// An estimate in a heuristic's own units.
///
/// ```
/// use taquin::pattern::Store;
/// use taquin::search::Budget;
/// use taquin::{Board, CostModel, Size};
/// use taquin::{heuristic, solve::estimate};
/// let goal = Board::classic(Size::new(3, 3)?);
/// let board = Board::new(goal.size(), vec![6, 4, 7, 8, 5, 0, 3, 2, 1])?;
/// let manhattan = heuristic::find("manhattan").expect("it is on the list");
/// let (store, budget) = (Store::default(), Budget::unlimited());
/// let estimate = estimate(manhattan, &board, &goal, CostModel::Unit, &store, &budget)?;
/// assert_eq!((estimate.units, estimate.per_step), (21, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The estimate.
    pub units: Cost,
    /// How many of these units one step of cost has, in estimates and in the costs of a search that
    /// uses this heuristic.
    pub per_step: Cost,
}

macro_rules! estimate_by_name {
    (any: $($any:ident),*; medium: $($medium:ident),*; small: $($small:ident),*;) => {
        /// What a heuristic says of the way from a board to a goal of the same size. Pattern databases come from the
        /// store, as far as the budget allows it.
        pub fn estimate(
            heuristic: &HeuristicInfo,
            board: &Board,
            goal: &Board,
            costs: CostModel,
            store: &Store,
            budget: &Budget,
        ) -> Result<Estimate, HeuristicError> {
            let cells = board.size().cells();
            let tables = match heuristic::divisions(heuristic, goal.size()) {
                Some(divisions) => {
                    let building = Building { threads: cores(), budget, progress: &|_, _| {} };
                    Some(PatternSets::get(&divisions, goal, store, building)?)
                }
                None => None,
            };
            let asked = Asked { board, goal, costs, tables };
            $(if heuristic.id == <$any as Heuristic<u64>>::INFO.id {
                return match cells {
                    cells if cells <= u64::MAX_CELLS => asked.of::<u64, $any>(),
                    cells if cells <= u128::MAX_CELLS => asked.of::<u128, $any>(),
                    _ => asked.of::<Wide, $any>(),
                };
            })*
            $(if asked.tables.is_some() {
                return match cells {
                    cells if cells <= u64::MAX_CELLS => asked.of::<u64, $medium>(),
                    _ => asked.of::<u128, $medium>(),
                };
            })*
            $(if heuristic.id == <$small as Heuristic<u64>>::INFO.id && cells <= u64::MAX_CELLS {
                return asked.of::<u64, $small>();
            })*
            let remedy = "use linear-conflict or manhattan";
            Err(HeuristicError::TooLarge { id: heuristic.id, size: board.size(), remedy })
        }
    };
}
for_each_heuristic!(estimate_by_name);

/// What was asked of a heuristic.
struct Asked<'a> {
    board: &'a Board,
    goal: &'a Board,
    costs: CostModel,
    tables: Option<PatternSets>,
}

impl Asked<'_> {
    fn of<W: Word, H: Heuristic<W>>(&self) -> Result<Estimate, HeuristicError> {
        let heuristic = H::with_tables(self.goal, self.costs, self.tables.as_ref())?;
        let memo = heuristic.begin(&W::pack(self.board.tiles()));
        Ok(Estimate { units: heuristic.h(&memo), per_step: H::INFO.unit })
    }
}
