//! Paths of tiny-skia: round rectangles, and letters, which are written with the commands `M`, `L`, `H`, `V`, `Q`, `A`
//! and `Z` of SVG. Arcs become cubic curves, as tiny-skia has no arcs: the centre is
//! computed as in the SVG specification (appendix B.2.4), and the curves are within a thousandth of the radius.

use std::f64::consts::{FRAC_PI_2, TAU};
use tiny_skia::{Path, PathBuilder, Rect};

/// Returns the strokes of a letter; `None` if it has no points.
pub fn letter(data: &str) -> Option<Path> {
    let mut pen = Pen::default();
    let mut rest = data;
    while let Some(command) = rest.chars().next() {
        let after = &rest[command.len_utf8()..];
        let end = after.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(after.len());
        let numbers = after[..end].split_whitespace().map(|number| number.parse().ok());
        pen.draw(command, &numbers.collect::<Option<Vec<f64>>>()?);
        rest = &after[end..];
    }
    pen.builder.finish()
}

/// Returns a rectangle, or `None` if it has no area. Corners are rounded by `round`, at most by half a side.
pub fn rect((x, y): (f64, f64), (width, height): (f64, f64), round: f64) -> Option<Path> {
    if width <= 0.0 || height <= 0.0 {
        return None;
    }
    if round <= 0.0 {
        let rect = Rect::from_xywh(x as f32, y as f32, width as f32, height as f32)?;
        return Some(PathBuilder::from_rect(rect));
    }
    let radii = (round.min(width / 2.0), round.min(height / 2.0));
    let (right, bottom) = (x + width, y + height);
    let mut pen = Pen::default();
    pen.move_to(x + radii.0, y);
    pen.line_to(right - radii.0, y);
    pen.arc_to(radii, false, true, (right, y + radii.1));
    pen.line_to(right, bottom - radii.1);
    pen.arc_to(radii, false, true, (right - radii.0, bottom));
    pen.line_to(x + radii.0, bottom);
    pen.arc_to(radii, false, true, (x, bottom - radii.1));
    pen.line_to(x, y + radii.1);
    pen.arc_to(radii, false, true, (x + radii.0, y));
    pen.builder.close();
    pen.builder.finish()
}

/// A path being drawn, with its current point and its first point.
#[derive(Default)]
struct Pen {
    builder: PathBuilder,
    at: (f64, f64),
    first: (f64, f64),
}

impl Pen {
    /// Draws one command with all its numbers; unknown commands are ignored.
    fn draw(&mut self, command: char, numbers: &[f64]) {
        let (x, y) = self.at;
        match (command, numbers) {
            ('M', [x, y, rest @ ..]) => {
                self.move_to(*x, *y);
                self.draw('L', rest);
            }
            ('L', _) => numbers.chunks_exact(2).for_each(|to| self.line_to(to[0], to[1])),
            ('H', [to]) => self.line_to(*to, y),
            ('V', [to]) => self.line_to(x, *to),
            ('Q', [x1, y1, x2, y2]) => {
                self.builder.quad_to(*x1 as f32, *y1 as f32, *x2 as f32, *y2 as f32);
                self.at = (*x2, *y2);
            }
            ('A', [rx, ry, _, large, sweep, x, y]) => {
                self.arc_to((*rx, *ry), *large != 0.0, *sweep != 0.0, (*x, *y));
            }
            ('Z', []) => {
                self.builder.close();
                self.at = self.first;
            }
            _ => debug_assert!(false, "{command} with {numbers:?}"),
        }
    }

    fn move_to(&mut self, x: f64, y: f64) {
        self.builder.move_to(x as f32, y as f32);
        (self.at, self.first) = ((x, y), (x, y));
    }

    fn line_to(&mut self, x: f64, y: f64) {
        self.builder.line_to(x as f32, y as f32);
        self.at = (x, y);
    }

    /// Draws an arc of an ellipse with horizontal and vertical axes.
    fn arc_to(&mut self, (rx, ry): (f64, f64), large: bool, sweep: bool, to: (f64, f64)) {
        let half = ((self.at.0 - to.0) / 2.0, (self.at.1 - to.1) / 2.0);
        let middle = ((self.at.0 + to.0) / 2.0, (self.at.1 + to.1) / 2.0);
        // Radii that are too small to reach the end are scaled up.
        let reach = (half.0 / rx).powi(2) + (half.1 / ry).powi(2);
        let (rx, ry) = (rx * reach.sqrt().max(1.0), ry * reach.sqrt().max(1.0));
        // The rest is in units of the radii, where the ellipse is a circle.
        let half = (half.0 / rx, half.1 / ry);
        let reach = (half.0.powi(2) + half.1.powi(2)).min(1.0);
        let side = if large == sweep { -1.0 } else { 1.0 };
        let away = side * ((1.0 - reach) / reach).sqrt();
        let centre = (away * half.1, -away * half.0);
        let start = (half.1 - centre.1).atan2(half.0 - centre.0);
        let end = (-half.1 - centre.1).atan2(-half.0 - centre.0);
        let turn = match (end - start) % TAU {
            turn if sweep && turn < 0.0 => turn + TAU,
            turn if !sweep && turn > 0.0 => turn - TAU,
            turn => turn,
        };
        // Each curve covers at most a quarter of the ellipse.
        let curves = (turn.abs() / FRAC_PI_2 - 1e-6).ceil().max(1.0);
        let step = turn / curves;
        let arm = 4.0 / 3.0 * (step / 4.0).tan();
        let place =
            |(x, y): (f64, f64)| (middle.0 + (centre.0 + x) * rx, middle.1 + (centre.1 + y) * ry);
        for curve in 0..curves as u32 {
            let angle = start + step * f64::from(curve);
            let ((sin, cos), (end_sin, end_cos)) = (angle.sin_cos(), (angle + step).sin_cos());
            let (x1, y1) = place((cos - arm * sin, sin + arm * cos));
            let (x2, y2) = place((end_cos + arm * end_sin, end_sin - arm * end_cos));
            let (x, y) = place((end_cos, end_sin));
            self.builder.cubic_to(x1 as f32, y1 as f32, x2 as f32, y2 as f32, x as f32, y as f32);
        }
        self.at = to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns left, top, right and bottom.
    fn bounds(path: &Path) -> [f32; 4] {
        // The bounds of the curves, not of their control points.
        let bounds = path.compute_tight_bounds().expect("it has points");
        [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()]
    }

    fn assert_near(found: [f32; 4], expected: [f32; 4]) {
        let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.02);
        assert!(near, "{found:?}, not {expected:?}");
    }

    #[test]
    fn every_command_goes_where_it_says() {
        let lines = letter("M1 2 3 4L5 6H9V-1H7V2Z").expect("it has points");
        assert_near(bounds(&lines), [1.0, -1.0, 9.0, 6.0]);
        assert_near(bounds(&letter("M0 0Q5 10 10 0").expect("a curve")), [0.0, 0.0, 10.0, 5.0]);
        assert!(letter("").is_none() && letter("M1 -").is_none());
    }

    #[test]
    fn arcs_are_parts_of_ellipses() {
        let circle = letter("M7 45A20 25 0 1 1 47 45A20 25 0 1 1 7 45").expect("it has points");
        assert_near(bounds(&circle), [7.0, 20.0, 47.0, 70.0]);
        // The larger arc, counterclockwise; and radii that are too small.
        let open = letter("M44 30A20 25 0 1 0 44 60").expect("it has points");
        assert_near(
            [bounds(&open)[1], bounds(&open)[2], bounds(&open)[3], 0.0],
            [20.0, 44.0, 70.0, 0.0],
        );
        assert_near(bounds(&letter("M0 0A1 1 0 0 1 20 0").expect("half")), [0.0, -10.0, 20.0, 0.0]);
    }

    #[test]
    fn rectangles_have_round_corners_of_at_most_half_a_side() {
        for round in [0.0, 3.0, 100.0] {
            let rect = rect((1.0, 2.0), (10.0, 20.0), round).expect("it has an area");
            assert_near(bounds(&rect), [1.0, 2.0, 11.0, 22.0]);
        }
        assert!(rect((0.0, 0.0), (0.0, 5.0), 0.0).is_none());
    }
}
