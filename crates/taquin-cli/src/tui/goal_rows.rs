//! The row of each tile in the goal, which determines its tint.

use taquin::Board;

/// The goal's row of each tile, by its number.
#[derive(Clone, Debug)]
pub struct GoalRows(Vec<usize>);

impl GoalRows {
    /// Returns the rows of a goal.
    pub fn of(goal: &Board) -> GoalRows {
        GoalRows(goal.cell_of_each().into_iter().map(|cell| goal.size().row(cell)).collect())
    }

    /// Returns the row of a tile.
    pub fn row(&self, tile: u16) -> usize {
        self.0.get(usize::from(tile)).copied().unwrap_or_default()
    }
}
