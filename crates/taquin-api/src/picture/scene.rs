//! A picture before it is a file: shapes and texts in drawing order, in colours that have a light and a dark value.
//! Charts, boards and trees are drawn into a scene; `svg` and `png` turn it into files.

use super::palette::Color;
use super::stroke_font;

/// Shapes to draw, and the size of the picture.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The width in pixels.
    pub width: f64,
    /// The height in pixels.
    pub height: f64,
    /// The title, for screen readers and tooltips.
    pub title: String,
    /// What was measured and how, for screen readers and tooltips.
    pub description: String,
    /// The shapes in drawing order.
    pub shapes: Vec<Shape>,
}

/// One shape.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A rectangle, with optionally rounded corners.
    Rect {
        /// Left and top.
        at: (f64, f64),
        /// Width and height.
        size: (f64, f64),
        /// The radius of its corners.
        round: f64,
        /// Its style.
        style: Style,
    },
    /// Straight lines from point to point, or the area within them.
    Lines {
        /// The points.
        points: Vec<(f64, f64)>,
        /// Whether the last point is connected with the first.
        closed: bool,
        /// Its style.
        style: Style,
    },
    /// Squares of the same size and style.
    Squares {
        /// The left top corner of each.
        corners: Vec<(f64, f64)>,
        /// The length of their sides.
        side: f64,
        /// Their style.
        style: Style,
    },
    /// Texts of the same style.
    Texts {
        /// Their style.
        style: TextStyle,
        /// Each text with the position of its anchor on the base line.
        lines: Vec<(f64, f64, String)>,
    },
}

/// The style of a shape.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The fill colour.
    pub fill: Option<Color>,
    /// Whether it is filled with stripes.
    pub hatched: bool,
    /// The opacity, from 0 to 1.
    pub opacity: f64,
    /// The colour and width of the outline.
    pub stroke: Option<(Color, f64)>,
    /// The dashes of the outline: lengths of strokes and gaps, or empty.
    pub dash: &'static str,
}

/// The distance between the stripes of a hatched shape.
pub const HATCH_PERIOD: f64 = 6.0;
/// The width of these stripes.
pub const HATCH_STRIPE: f64 = 2.5;

impl Style {
    /// Creates a style that fills, without an outline.
    pub const fn filled(color: Color) -> Style {
        Style { fill: Some(color), hatched: false, opacity: 1.0, stroke: None, dash: "" }
    }

    /// Creates a style with an outline and no fill.
    pub const fn outlined(color: Color, width: f64) -> Style {
        Style { fill: None, stroke: Some((color, width)), ..Style::filled(color) }
    }

    /// Adds an outline.
    pub const fn with_outline(self, color: Color, width: f64) -> Style {
        Style { stroke: Some((color, width)), ..self }
    }

    /// Draws the outline in dashes.
    pub const fn dashed(self, dash: &'static str) -> Style {
        Style { dash, ..self }
    }
}

/// The style of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// Its colour.
    pub color: Color,
    /// The font's size in pixels.
    pub size: f64,
    /// Which part of the text is at its position.
    pub anchor: Anchor,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether it is rotated by 90 degrees, reading upwards.
    pub turned: bool,
}

impl TextStyle {
    /// Creates a style of plain text that begins at its position.
    pub const fn new(color: Color, size: f64) -> TextStyle {
        TextStyle { color, size, anchor: Anchor::Start, bold: false, turned: false }
    }

    /// Makes it bold.
    pub const fn bold(self) -> TextStyle {
        TextStyle { bold: true, ..self }
    }

    /// Centres it on its position.
    pub const fn centred(self) -> TextStyle {
        TextStyle { anchor: Anchor::Middle, ..self }
    }

    /// Makes it end at its position.
    pub const fn ending(self) -> TextStyle {
        TextStyle { anchor: Anchor::End, ..self }
    }

    /// Makes it read upwards.
    pub const fn turned(self) -> TextStyle {
        TextStyle { turned: true, ..self }
    }
}

/// Which part of a text is at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Scene {
    /// Creates an empty scene with a background.
    pub fn new(width: f64, height: f64, title: &str, description: &str) -> Scene {
        let paper = Shape::Rect {
            at: (0.0, 0.0),
            size: (width, height),
            round: 0.0,
            style: Style::filled(Color::Paper),
        };
        let (title, description) = (title.to_string(), description.to_string());
        Scene { width, height, title, description, shapes: vec![paper] }
    }

    /// Draws a rectangle with sharp corners.
    pub fn rect(&mut self, at: (f64, f64), size: (f64, f64), style: Style) {
        self.shapes.push(Shape::Rect { at, size, round: 0.0, style });
    }

    /// Draws a rectangle with round corners.
    pub fn round_rect(&mut self, at: (f64, f64), size: (f64, f64), round: f64, style: Style) {
        self.shapes.push(Shape::Rect { at, size, round, style });
    }

    /// Draws straight lines through some points.
    pub fn lines(&mut self, points: impl IntoIterator<Item = (f64, f64)>, style: Style) {
        let points = points.into_iter().collect();
        self.shapes.push(Shape::Lines { points, closed: false, style });
    }

    /// Draws the area between some points.
    pub fn area(&mut self, points: impl IntoIterator<Item = (f64, f64)>, style: Style) {
        let points = points.into_iter().collect();
        self.shapes.push(Shape::Lines { points, closed: true, style });
    }

    /// Draws squares with sides of the same length, given by their left top corners.
    pub fn squares(&mut self, corners: Vec<(f64, f64)>, side: f64, style: Style) {
        self.shapes.push(Shape::Squares { corners, side, style });
    }

    /// Draws a straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), style: Style) {
        self.lines([from, to], style);
    }

    /// Draws one text.
    pub fn text(&mut self, x: f64, y: f64, text: impl Into<String>, style: TextStyle) {
        self.shapes.push(Shape::Texts { style, lines: vec![(x, y, text.into())] });
    }

    /// Draws texts of the same style.
    pub fn texts(&mut self, style: TextStyle, lines: Vec<(f64, f64, String)>) {
        self.shapes.push(Shape::Texts { style, lines });
    }
}

/// Rounds a number as it is written to files, so that pixels match them.
pub fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// Formats a number with at most two decimals: short, and the same on every machine.
pub fn number(value: f64) -> String {
    let hundredths = (value * 100.0).round() as i64;
    let (sign, size) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
    let text = format!("{sign}{}.{:02}", size / 100, size % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Wraps words into lines no wider than this many pixels.
pub fn wrapped(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if stroke_font::room(&format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines.iter().map(|line| shortened(line, size, width)).collect()
}

/// Shortens a text to a width, with an ellipsis if something is cut off.
pub fn shortened(text: &str, size: f64, width: f64) -> String {
    if stroke_font::room(text, size) <= width {
        return text.to_string();
    }
    let mut short = text.to_string();
    while !short.is_empty() && stroke_font::room(&format!("{short}…"), size) > width {
        short.pop();
    }
    format!("{}…", short.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_minus_zero() {
        let shown = [0.0, -0.001, 1.0, 1.5, 1.257, -12.3, 1000.0].map(number);
        assert_eq!(shown, ["0", "0", "1", "1.5", "1.26", "-12.3", "1000"]);
    }

    #[test]
    fn texts_are_wrapped_and_shortened() {
        let lines = wrapped("some words that do not fit on one line", 10.0, 100.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| stroke_font::room(line, 10.0) <= 100.0));
        assert_eq!(shortened("short", 10.0, 100.0), "short");
        assert!(shortened("quite a long text, really", 10.0, 60.0).ends_with('…'));
        assert_eq!(shortened("text", 10.0, 0.0), "…");
    }
}
