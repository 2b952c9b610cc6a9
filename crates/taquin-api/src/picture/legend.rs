//! Line styles that differ by colour, dashes and marks, and the legend that names the lines.

use super::frame::{GAP, LINE, NAME, SMALL};
use super::palette::{Color, Hue};
use super::scene::{Scene, Style, shortened};
use super::stroke_font;

/// The length of the sample of a line.
const SAMPLE: f64 = 34.0;

/// Lines differ in their dashes and marks as well as in colour.
const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];

/// The names of lines, in as many columns as fit.
pub struct Legend<'a> {
    names: &'a [String],
    /// The width of an entry, and the number of entries side by side.
    entry: f64,
    per_line: usize,
}

impl Legend<'_> {
    /// Creates the legend of a picture of this width.
    pub fn new(names: &[String], width: f64) -> Legend<'_> {
        let rooms = names.iter().map(|name| stroke_font::room(name, SMALL));
        let entry = (rooms.fold(60.0, f64::max) + SAMPLE + 24.0).min(width - 2.0 * GAP);
        let per_line = (((width - 2.0 * GAP) / entry).floor() as usize).max(1);
        Legend { names, entry, per_line }
    }

    /// Returns its height.
    pub fn height(&self) -> f64 {
        self.names.len().div_ceil(self.per_line) as f64 * (LINE + 3.0) + 10.0
    }

    /// Draws it at this height.
    pub fn draw(&self, scene: &mut Scene, top: f64) {
        for (index, name) in self.names.iter().enumerate() {
            let x = GAP + (index % self.per_line) as f64 * self.entry;
            let y = top + (index / self.per_line) as f64 * (LINE + 3.0) + 6.0;
            scene.line((x, y), (x + SAMPLE, y), line_style(index));
            draw_mark(scene, index, (x + SAMPLE / 2.0, y));
            let name = shortened(name, SMALL, self.entry - SAMPLE - 12.0);
            scene.text(x + SAMPLE + 6.0, y + 4.0, name, NAME);
        }
    }
}

/// Returns the style of a line.
pub fn line_style(index: usize) -> Style {
    Style::outlined(Color::Hue(Hue::of(index)), 2.0).dashed(DASHES[index % DASHES.len()])
}

/// Draws a mark on a line: a square, a diamond, a triangle and so on.
pub fn draw_mark(scene: &mut Scene, index: usize, (x, y): (f64, f64)) {
    let r = 3.6;
    let corner = |(dx, dy): &(f64, f64)| (x + dx * r, y + dy * r);
    let corners: &[(f64, f64)] = match index % 6 {
        0 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        1 => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
        2 => &[(0.0, -1.2), (1.15, 0.9), (-1.15, 0.9)],
        3 => &[(0.0, 1.2), (1.15, -0.9), (-1.15, -0.9)],
        4 => &[(-0.5, -1.2), (0.5, -1.2), (0.5, 1.2), (-0.5, 1.2)],
        _ => &[(-1.2, -0.5), (1.2, -0.5), (1.2, 0.5), (-1.2, 0.5)],
    };
    let style = Style::filled(Color::Hue(Hue::of(index))).with_outline(Color::Text, 0.75);
    scene.area(corners.iter().map(corner), style);
}
