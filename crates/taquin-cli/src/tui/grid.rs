//! Draws a board on the screen: as large as fits, with a frame around each tile if there is room. Tiles that have just
//! moved are animated.

use super::goal_rows::GoalRows;
use super::theme::Theme;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};
use taquin::{Board, Direction, Size};
use taquin_api::game::Hint;

/// The layout of a board's cells on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    size: Size,
    /// Width and height of a cell.
    cell: (u16, u16),
    /// The area of the whole board.
    pub area: Rect,
}

/// What to draw.
pub struct Drawn<'a> {
    /// The board.
    pub board: &'a Board,
    /// The rows that determine the tints of tiles.
    pub goal_rows: &'a GoalRows,
    /// The theme.
    pub theme: Theme,
    /// The move to point at.
    pub hint: Option<Hint>,
    /// The board before, and the progress of the animation from there, from 0 to 1.
    pub before: Option<(&'a Board, f64)>,
}

/// Returns the number of digits of the greatest tile.
fn digits(size: Size) -> u16 {
    (size.cells() - 1).to_string().len() as u16
}

/// Returns the possible widths and heights of a cell, the largest first.
fn cells(size: Size) -> [(u16, u16); 4] {
    let digits = digits(size);
    [(digits + 8, 5), (digits + 4, 3), (digits + 2, 1), (digits + 1, 1)]
}

impl Grid {
    /// Returns the minimum columns and rows of a board.
    pub fn least(size: Size) -> (u16, u16) {
        let [.., (width, height)] = cells(size);
        (width * size.cols() as u16, height * size.rows() as u16)
    }

    /// Fits a board into the top left of an area, as large as possible.
    pub fn fit(size: Size, area: Rect) -> Option<Grid> {
        Grid::fit_one_of(size, area, &cells(size))
    }

    /// Fits a board into the top left of an area, without frames.
    pub fn fit_small(size: Size, area: Rect) -> Option<Grid> {
        Grid::fit_one_of(size, area, &cells(size)[2..])
    }

    fn fit_one_of(size: Size, area: Rect, cells: &[(u16, u16)]) -> Option<Grid> {
        let grid = |&(width, height): &(u16, u16)| {
            let area = Rect {
                width: width * size.cols() as u16,
                height: height * size.rows() as u16,
                ..area
            };
            Grid { size, cell: (width, height), area }
        };
        let fits = |grid: &Grid| grid.area.width <= area.width && grid.area.height <= area.height;
        cells.iter().map(grid).find(fits)
    }

    /// Returns the cell at a position of the screen.
    pub fn cell_at(&self, column: u16, row: u16) -> Option<usize> {
        let right = column.checked_sub(self.area.x)? / self.cell.0;
        let down = row.checked_sub(self.area.y)? / self.cell.1;
        let (right, down) = (usize::from(right), usize::from(down));
        let inside = right < self.size.cols() && down < self.size.rows();
        inside.then_some(down * self.size.cols() + right)
    }

    /// Returns the top left corner of a cell.
    fn corner(&self, cell: usize) -> (u16, u16) {
        let (row, col) = (self.size.row(cell) as u16, self.size.col(cell) as u16);
        (self.area.x + col * self.cell.0, self.area.y + row * self.cell.1)
    }

    /// Draws a board of this size.
    pub fn draw(&self, drawn: &Drawn<'_>, buffer: &mut Buffer) {
        let from = drawn.before.map(|(before, done)| (before.cell_of_each(), done));
        for (cell, &tile) in drawn.board.tiles().iter().enumerate() {
            let (x, y) = self.corner(cell);
            let place = match &from {
                Some((cells, done)) if cells[usize::from(tile)] != cell => {
                    let (from_x, from_y) = self.corner(cells[usize::from(tile)]);
                    let interpolated = |from: u16, to: u16| {
                        (f64::from(from) + (f64::from(to) - f64::from(from)) * done).round() as u16
                    };
                    (interpolated(from_x, x), interpolated(from_y, y))
                }
                _ => (x, y),
            };
            match tile {
                0 if from.is_none() => self.draw_blank((x, y), drawn.theme, buffer),
                0 => {}
                tile => self.draw_tile(tile, place, drawn, buffer),
            }
        }
    }

    fn draw_blank(&self, (x, y): (u16, u16), theme: Theme, buffer: &mut Buffer) {
        let (width, height) = self.cell;
        buffer.set_string(x + (width - 1) / 2, y + height / 2, "·", theme.faint());
    }

    fn draw_tile(&self, tile: u16, (x, y): (u16, u16), drawn: &Drawn<'_>, buffer: &mut Buffer) {
        let (width, height) = (usize::from(self.cell.0), self.cell.1);
        let hint = drawn.hint.filter(|hint| hint_moves(drawn.board, hint, tile));
        let hint = hint.map(|hint| hint.by.inverse().direction);
        let tint = drawn.theme.tile(drawn.goal_rows.row(tile));
        let style = match hint {
            Some(_) => tint.add_modifier(Modifier::BOLD | Modifier::REVERSED),
            None => tint,
        };
        let mut put = |down: u16, text: &str, style: Style| {
            buffer.set_string(x, y + down, text, style);
        };
        let arrow = |to: Direction, sign: &'static str| hint.filter(|at| *at == to).map(|_| sign);
        let left = arrow(Direction::Left, "←").unwrap_or(" ");
        let right = arrow(Direction::Right, "→").unwrap_or(" ");
        if height == 1 {
            // Tiles without frames are separated by a column that belongs to none of them.
            let digits = usize::from(digits(self.size));
            let up_or_down = arrow(Direction::Up, "↑").or(arrow(Direction::Down, "↓"));
            let before = up_or_down.unwrap_or(left);
            let text = if width > digits + 1 {
                format!("{before}{tile:>digits$}")
            } else {
                format!("{tile:>digits$}")
            };
            put(0, &text, style.add_modifier(Modifier::BOLD));
            if right != " " || width == digits + 1 && hint.is_some() {
                let behind = if right != " " { right } else { before };
                buffer.set_string(x + width as u16 - 1, y, behind, style);
            }
            return;
        }
        let line = |sign: Option<&str>| match sign {
            Some(sign) => format!("{sign:─^width$}", width = width - 2),
            None => "─".repeat(width - 2),
        };
        put(0, &format!("┌{}┐", line(arrow(Direction::Up, "↑"))), style);
        for down in 1..height - 1 {
            put(down, &format!("│{:width$}│", "", width = width - 2), style);
        }
        let number = format!("{tile:^width$}", width = width - 4);
        let middle = format!("│{left}{number}{right}│");
        put(height / 2, &middle, style.add_modifier(Modifier::BOLD));
        put(height - 1, &format!("└{}┘", line(arrow(Direction::Down, "↓"))), style);
    }
}

/// Returns whether a hint says to move a tile.
fn hint_moves(board: &Board, hint: &Hint, tile: u16) -> bool {
    board.cells_moved_by(hint.by).any(|cell| board.tiles()[cell] == tile)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(text: &str) -> Size {
        text.parse().expect("a size")
    }

    fn screen(width: u16, height: u16) -> Rect {
        Rect::new(2, 1, width, height)
    }

    #[test]
    fn a_board_is_as_large_as_fits() {
        let area = |text, width, height| {
            Grid::fit(size(text), screen(width, height)).map(|grid| grid.area)
        };
        assert_eq!(area("3x3", 60, 20), Some(screen(27, 15)));
        assert_eq!(area("3x3", 60, 14), Some(screen(15, 9)));
        assert_eq!(area("3x3", 14, 20), Some(screen(9, 3)));
        assert_eq!(area("3x3", 6, 3), Some(screen(6, 3)));
        assert_eq!(area("3x3", 5, 3), None);
        assert_eq!(area("16x16", 64, 16), Some(screen(64, 16)));
        assert_eq!(Grid::least(size("16x16")), (64, 16));
        assert_eq!(area("127x127", 200, 127), None);
    }

    #[test]
    fn clicks_find_their_cells() {
        let grid = Grid::fit(size("3x4"), screen(60, 12)).expect("it fits");
        assert_eq!(grid.area, screen(24, 9));
        assert_eq!((grid.cell_at(2, 1), grid.cell_at(7, 3)), (Some(0), Some(0)));
        assert_eq!((grid.cell_at(8, 1), grid.cell_at(25, 9)), (Some(1), Some(11)));
        for (column, row) in [(1, 1), (2, 0), (26, 1), (2, 10), (u16::MAX, u16::MAX)] {
            assert_eq!(grid.cell_at(column, row), None, "{column} {row}");
        }
    }
}
