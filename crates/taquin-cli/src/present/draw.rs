//! Draws boards as rows of text.

use crate::terminal::Paint;
use taquin::Board;

/// Returns the rows of a board, with numbers right-aligned, the blank as a dot, and some tiles highlighted.
pub fn board_rows(board: &Board, highlighted: &[u16], paint: Paint) -> Vec<String> {
    let width = (board.size().cells() - 1).to_string().len();
    let cell = |&tile: &u16| match tile {
        0 => paint.faint(format!("{:>width$}", ".")),
        _ if highlighted.contains(&tile) => paint.name(format!("{tile:>width$}")),
        _ => format!("{tile:>width$}"),
    };
    board.rows().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" ")).collect()
}
