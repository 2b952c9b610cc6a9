//! Draws a board into a scene: tiles with their numbers, the blank left out, the tile that moved last highlighted.

use super::palette::{Color, Hue};
use super::scene::{Scene, Style, TextStyle};
use super::stroke_font;
use taquin::{Board, Size};

/// The tile that moved: outlined as well, so that it does not differ by colour alone.
const MOVED: Style = Style::filled(Color::Hue(Hue::Orange)).with_outline(Color::Text, 1.2);
const TILE: Style = Style::filled(Color::Tile).with_outline(Color::Muted, 0.6);

/// Returns the cell size at which the longest number on a board is legible, at least `least`.
pub fn cell_size(size: Size, least: f64) -> f64 {
    let longest = (size.cells() - 1).to_string();
    least.max(stroke_font::room(&longest, 9.0) + 6.0)
}

/// Returns the width and height of a board with cells of this size.
pub fn board_size(size: Size, cell: f64) -> (f64, f64) {
    (size.cols() as f64 * cell, size.rows() as f64 * cell)
}

/// Draws a board with its top left corner at `at`.
pub fn draw_board(scene: &mut Scene, board: &Board, at: (f64, f64), cell: f64, moved: Option<u16>) {
    let size = board.size();
    let (left, top) = at;
    let inset = (cell * 0.04).max(0.5);
    let side = cell - 2.0 * inset;
    let corner = |place: usize| {
        let (row, col) = (size.row(place) as f64, size.col(place) as f64);
        (left + col * cell, top + row * cell)
    };
    let mut tiles = Vec::new();
    let mut numbers = Vec::new();
    let font = font_size(size, cell);
    for (place, &tile) in board.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
        let (x, y) = corner(place);
        if moved == Some(tile) {
            scene.rect((x + inset, y + inset), (side, side), MOVED);
            let style = TextStyle::new(Color::OnHighlight, font).bold().centred();
            scene.text(x + cell / 2.0, y + cell / 2.0 + font * 0.35, tile.to_string(), style);
        } else {
            tiles.push((x + inset, y + inset));
            numbers.push((x + cell / 2.0, y + cell / 2.0 + font * 0.35, tile.to_string()));
        }
    }
    scene.squares(tiles, side, TILE);
    scene.texts(TextStyle::new(Color::Text, font).centred(), numbers);
    scene.rect(at, board_size(size, cell), Style::outlined(Color::Muted, 1.0));
}

/// Draws a board by itself.
pub fn board_picture(board: &Board) -> Scene {
    let cell = cell_size(board.size(), 40.0);
    let (width, height) = board_size(board.size(), cell);
    let size = board.size();
    let mut scene = Scene::new(width + 8.0, height + 8.0, "A board", &format!("{size}: {board}"));
    draw_board(&mut scene, board, (4.0, 4.0), cell, None);
    scene
}

/// Returns the font size of the numbers in cells of this size.
pub fn font_size(size: Size, cell: f64) -> f64 {
    let longest = (size.cells() - 1).to_string();
    (cell * 0.55).min(cell * 0.8 / stroke_font::width(&longest, 1.0))
}
