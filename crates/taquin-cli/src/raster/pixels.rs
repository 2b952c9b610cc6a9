//! Draws a scene as pixels with tiny-skia, in the light colours and with its texts as strokes, so that nothing depends
//! on the machine.

use super::path::{letter, rect};
use std::collections::HashMap;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::picture::palette::Color;
use taquin_api::picture::scene::{
    Anchor, HATCH_PERIOD, HATCH_STRIPE, Scene, Shape, Style, TextStyle, rounded,
};
use taquin_api::picture::stroke_font::{self, BASE_LINE, BOLD_PEN, EM, PEN};
use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pattern, Pixmap,
    SpreadMode, Stroke, StrokeDash, Transform,
};

/// Draws the picture, with `sharpness` times as many pixels in each direction.
pub fn pixels(scene: &Scene, sharpness: f64) -> Result<Pixmap, Diagnostic> {
    let side = |length: f64| (length * sharpness).ceil().max(1.0) as u32;
    let pixmap = Pixmap::new(side(scene.width), side(scene.height));
    let mut pixmap = pixmap.ok_or_else(|| {
        Diagnostic::new("picture-too-large", "the picture cannot be drawn: it is too large")
    })?;
    // Pixels on the edge that are only partly in the picture get the paper colour, too.
    pixmap.fill(opaque(Color::Paper, 1.0));
    let scale = Transform::from_scale(sharpness as f32, sharpness as f32);
    let pair = |(a, b): (f64, f64)| (rounded(a), rounded(b));
    let mut canvas = Canvas { pixmap, scale, letters: HashMap::new() };
    for shape in &scene.shapes {
        match shape {
            Shape::Rect { at, size, round, style } => {
                canvas.draw(rect(pair(*at), pair(*size), rounded(*round)), style);
            }
            Shape::Lines { points, closed, style } => {
                let mut path = PathBuilder::new();
                for (index, (x, y)) in points.iter().map(|&point| pair(point)).enumerate() {
                    if index == 0 {
                        path.move_to(x as f32, y as f32);
                    } else {
                        path.line_to(x as f32, y as f32);
                    }
                }
                if *closed {
                    path.close();
                }
                canvas.draw(path.finish(), style);
            }
            Shape::Squares { corners, side, style } => {
                let (mut path, side) = (PathBuilder::new(), rounded(*side));
                for (x, y) in corners.iter().map(|&corner| pair(corner)) {
                    path.move_to(x as f32, y as f32);
                    path.line_to((x + side) as f32, y as f32);
                    path.line_to((x + side) as f32, (y + side) as f32);
                    path.line_to(x as f32, (y + side) as f32);
                    path.close();
                }
                canvas.draw(path.finish(), style);
            }
            Shape::Texts { style, lines } => {
                lines.iter().for_each(|(x, y, text)| canvas.write((*x, *y), text, style));
            }
        }
    }
    Ok(canvas.pixmap)
}

/// The pixels so far.
struct Canvas {
    pixmap: Pixmap,
    scale: Transform,
    /// A cache of the letters' paths.
    letters: HashMap<char, (f64, Option<Path>)>,
}

impl Canvas {
    /// Draws a shape: its inside first, then its outline.
    fn draw(&mut self, path: Option<Path>, style: &Style) {
        let Some(path) = path else { return };
        let bounds = path.bounds();
        // A shape as thin as a line has no inside.
        if let Some(color) = style.fill.filter(|_| bounds.width() > 0.0 && bounds.height() > 0.0) {
            let stripes = style.hatched.then(|| self.stripes(color)).flatten();
            let paint = match &stripes {
                Some(stripes) => hatching(stripes, style.opacity),
                None => solid(color, style.opacity),
            };
            self.pixmap.fill_path(&path, &paint, FillRule::Winding, self.scale, None);
        }
        if let Some((color, width)) = style.stroke {
            let dash: Vec<f32> =
                style.dash.split_whitespace().filter_map(|length| length.parse().ok()).collect();
            let stroke = Stroke {
                width: rounded(width) as f32,
                dash: StrokeDash::new(dash, 0.0),
                ..Stroke::default()
            };
            self.pixmap.stroke_path(&path, &solid(color, style.opacity), &stroke, self.scale, None);
        }
    }

    /// Draws one period of the stripes of a colour.
    fn stripes(&self, color: Color) -> Option<Pixmap> {
        let (scale, _) = self.scale.get_scale();
        let side = (HATCH_PERIOD as f32 * scale).round() as u32;
        let mut tile = Pixmap::new(side, side)?;
        tile.fill(opaque(Color::Paper, 1.0));
        let stripe = rect((0.0, 0.0), (HATCH_STRIPE, HATCH_PERIOD), 0.0)?;
        let scale = Transform::from_scale(scale, scale);
        tile.fill_path(&stripe, &solid(color, 1.0), FillRule::Winding, scale, None);
        Some(tile)
    }

    /// Writes a text with its anchor at a point.
    fn write(&mut self, (x, y): (f64, f64), text: &str, style: &TextStyle) {
        let stroke = Stroke {
            width: if style.bold { BOLD_PEN } else { PEN } as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        // Scales are small numbers, so they need more decimals than coordinates.
        let size = ((style.size / EM * 1e4).round() / 1e4) as f32;
        let mut place = self.scale.pre_translate(rounded(x) as f32, rounded(y) as f32);
        if style.turned {
            place = place.pre_concat(Transform::from_row(0.0, -1.0, 1.0, 0.0, 0.0, 0.0));
        }
        let place = place.pre_scale(size, size);
        let width = stroke_font::width(text, EM);
        let mut pen_at = match style.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -width / 2.0,
            Anchor::End => -width,
        };
        for character in text.chars() {
            let (advance, letter) = self.letters.entry(character).or_insert_with(|| {
                let (advance, strokes) = stroke_font::letter(character);
                (advance, letter(strokes))
            });
            if let Some(letter) = letter {
                let at = place.pre_translate(pen_at as f32, -BASE_LINE as f32);
                self.pixmap.stroke_path(letter, &solid(style.color, 1.0), &stroke, at, None);
            }
            pen_at += *advance;
        }
    }
}

/// Returns the light value of a colour.
fn opaque(color: Color, opacity: f64) -> tiny_skia::Color {
    let [red, green, blue] = color.light();
    tiny_skia::Color::from_rgba8(red, green, blue, (opacity * 255.0).round() as u8)
}

fn solid(color: Color, opacity: f64) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(opaque(color, opacity));
    paint
}

/// Returns a paint with stripes that rise to the right.
fn hatching(stripes: &Pixmap, opacity: f64) -> Paint<'_> {
    let scale = HATCH_PERIOD as f32 / stripes.width() as f32;
    let turned = Transform::from_rotate(45.0).pre_scale(scale, scale);
    let shader = Pattern::new(
        stripes.as_ref(),
        SpreadMode::Repeat,
        FilterQuality::Bicubic,
        opacity as f32,
        turned,
    );
    Paint { shader, ..Paint::default() }
}
