//! The layout of a game on the screen.

use crate::tui::grid::Grid;
use ratatui_core::layout::Rect;
use taquin::Size;

/// Rows of the title and the figures.
const HEAD: u16 = 3;
/// Rows of the message below the board.
pub const MESSAGE: u16 = 3;
/// Rows of the keys.
pub const KEYS: u16 = 2;
/// Columns that the text needs.
const LEAST_WIDTH: u16 = 40;
/// Columns between the board and the goal.
const GAP: u16 = 4;

/// The areas of the boards.
pub struct Layout {
    /// The board being played.
    pub board: Grid,
    /// The goal, if there is room for it.
    pub goal: Option<Grid>,
}

impl Layout {
    /// Returns the layout on a screen; `None` if the board does not fit.
    pub fn new(size: Size, screen: Rect) -> Option<Layout> {
        let area = Rect {
            x: screen.x + 1,
            y: screen.y + HEAD,
            width: screen.width.saturating_sub(2),
            height: screen.height.checked_sub(HEAD + MESSAGE + KEYS)?,
        };
        let board = Grid::fit(size, area).filter(|_| screen.width >= LEAST_WIDTH)?;
        let beside = board.area.width + GAP;
        let goal_area = Rect {
            x: area.x + beside,
            y: area.y + 1,
            width: area.width.saturating_sub(beside),
            height: area.height.saturating_sub(1),
        };
        Some(Layout { board, goal: Grid::fit_small(size, goal_area) })
    }

    /// Returns the columns and rows that a game on boards of a size needs.
    pub fn least(size: Size) -> (u16, u16) {
        let (width, height) = Grid::least(size);
        ((width + 2).max(LEAST_WIDTH), height + HEAD + MESSAGE + KEYS)
    }
}
