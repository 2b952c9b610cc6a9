//! The row in which the goal has each tile: tiles are tinted by it.

use taquin::Board;

/// The goal's row of each tile, by its number.
#[derive(Clone, Debug)]
pub struct GoalRows(Vec<usize>);

impl GoalRows {
    /// Those of a goal.
    pub fn of(goal: &Board) -> GoalRows {
        GoalRows(goal.cell_of_each().into_iter().map(|cell| goal.size().row(cell)).collect())
    }

    /// The row of a tile.
    pub fn row(&self, tile: u16) -> usize {
        self.0.get(usize::from(tile)).copied().unwrap_or_default()
    }
}
