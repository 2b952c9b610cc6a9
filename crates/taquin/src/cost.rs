//! The cost of moves. Searches add up costs as whole numbers; a heuristic that needs fractions scales them (see
//! [`crate::heuristic::HeuristicInfo::unit`]).

use crate::board::{Board, Move};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use std::fmt;

pub use taquin_search::Cost;

/// How the cost of a move is computed.
///
/// ```
/// use taquin::CostModel;
/// assert_eq!(CostModel::from_id("tile"), Some(CostModel::Tile));
/// assert_eq!(CostModel::Tile.of_tile(7), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "&'static str", try_from = "String"))]
pub enum CostModel {
    /// Each move costs 1.
    #[default]
    Unit,
    /// A move costs the number on the tile that moves.
    Tile,
    /// A move costs the number on the tile, plus 1 for each cell, including the blank's, that differs from the goal
    /// after the move.
    TileDisplaced,
}

impl CostModel {
    /// Every model with its id and a one-line description.
    pub const LIST: [(CostModel, &'static str, &'static str); 3] = [
        (CostModel::Unit, "unit", "each move costs 1"),
        (CostModel::Tile, "tile", "a move costs the number on the tile moved"),
        (
            CostModel::TileDisplaced,
            "tile+displaced",
            "the number on the tile, and 1 for each cell that differs from the goal after the move",
        ),
    ];

    /// Returns the model with an id.
    pub fn from_id(id: &str) -> Option<CostModel> {
        CostModel::LIST.into_iter().find(|(_, known, _)| *known == id).map(|(model, ..)| model)
    }

    /// Returns the id.
    pub fn id(self) -> &'static str {
        CostModel::LIST
            .into_iter()
            .find(|(model, ..)| *model == self)
            .expect("the list is complete")
            .1
    }

    /// Returns the minimum cost of a move of this tile.
    pub fn of_tile(self, tile: u16) -> Cost {
        match self {
            CostModel::Unit => 1,
            CostModel::Tile | CostModel::TileDisplaced => Cost::from(tile),
        }
    }
}

impl From<CostModel> for &'static str {
    fn from(model: CostModel) -> &'static str {
        model.id()
    }
}

impl TryFrom<String> for CostModel {
    type Error = String;

    fn try_from(id: String) -> Result<CostModel, String> {
        CostModel::from_id(&id).ok_or_else(|| format!("there is no cost model '{id}'"))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for CostModel {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CostModel".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let ids = CostModel::LIST.map(|(_, id, _)| id);
        schemars::json_schema!({ "type": "string", "enum": ids })
    }
}

impl CostModel {
    /// Returns the cost of the move of `tile` that led to `after`.
    ///
    /// ```
    /// use taquin::{Board, CostModel, Size};
    /// let goal = Board::classic(Size::new(2, 2)?);
    /// assert_eq!(CostModel::TileDisplaced.of_move(3, &goal, &goal), 3);
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    pub fn of_move(self, tile: u16, after: &Board, goal: &Board) -> u64 {
        let differ = |(a, b): &(&u16, &u16)| a != b;
        let displaced = || after.tiles().iter().zip(goal.tiles()).filter(differ).count();
        match self {
            CostModel::Unit => 1,
            CostModel::Tile => u64::from(tile),
            CostModel::TileDisplaced => u64::from(tile) + displaced() as u64,
        }
    }

    /// Plays a move on a board and returns its cost, the sum of those of its tiles; or returns `None` and changes nothing
    /// if the move leads off the board.
    pub fn play(self, by: Move, board: &mut Board, goal: &Board) -> Option<u64> {
        if board.cells_moved_by(by).count() < by.length() {
            return None;
        }
        let cost = |_| Some(self.of_move(board.apply(by.direction)?, board, goal));
        (0..by.length()).map(cost).sum()
    }

    /// Returns the cost of each move of a solution, first to last.
    pub fn of_steps(self, puzzle: &Puzzle, solution: &Moves) -> Vec<u64> {
        let mut board = puzzle.start().clone();
        solution.iter().map_while(|by| self.play(by, &mut board, puzzle.goal())).collect()
    }

    /// Returns a lower bound on the cost of every solution: each tile has to be moved to its goal cell.
    ///
    /// ```
    /// use taquin::{Board, CostModel, Goal, Puzzle};
    /// let puzzle = Puzzle::new("647850321".parse()?, &Goal::Classic)?;
    /// assert_eq!(CostModel::Unit.lower_bound(&puzzle), 21);
    /// assert_eq!(CostModel::Tile.lower_bound(&puzzle), 90);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lower_bound(self, puzzle: &Puzzle) -> u64 {
        let home = puzzle.goal().cell_of_each();
        let tiles = puzzle.start().tiles().iter().enumerate().filter(|(_, tile)| **tile != 0);
        let cost = |(cell, &tile): (usize, &u16)| {
            let steps = puzzle.size().steps_between(cell, home[usize::from(tile)]);
            steps as u64 * u64::from(self.of_tile(tile))
        };
        tiles.map(cost).sum()
    }

    /// Returns the total cost of a solution.
    pub fn of_path(self, puzzle: &Puzzle, solution: &Moves) -> u64 {
        match self {
            CostModel::Unit => solution.length(Metric::SingleTile) as u64,
            _ => self.of_steps(puzzle, solution).iter().sum(),
        }
    }
}

impl fmt::Display for CostModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
