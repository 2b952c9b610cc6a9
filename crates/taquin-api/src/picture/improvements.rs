//! Charts of improving solutions: the length of the best one over the states explored and over time.

use super::frame::{AXIS, GAP, GRID, LINE, MARK, NAME, PANEL, framed};
use super::legend::{Legend, draw_mark, line_style};
use super::scale::{LogScale, round_values};
use super::scene::Scene;
use crate::quantities::Unit;

/// How the best solutions of configurations improve.
#[derive(Clone, Debug)]
pub struct ImprovementChart {
    /// The title.
    pub title: String,
    /// A note on how it was measured.
    pub note: String,
    /// The configurations compared.
    pub configurations: Vec<String>,
    /// The panels, one for each horizontal axis.
    pub panels: Vec<ImprovementPanel>,
}

/// A panel with one quantity on its horizontal axis.
#[derive(Clone, Debug)]
pub struct ImprovementPanel {
    /// The label of the axis.
    pub title: &'static str,
    /// The unit of its values.
    pub unit: Unit,
    /// For each configuration, in their order: the amount used, and the length of the best solution at that point.
    pub lines: Vec<Vec<(f64, f64)>>,
    /// For each configuration: the total amount used.
    pub ends: Vec<f64>,
}

/// The width and height of a panel without its axes.
const PLOT: (f64, f64) = (380.0, 300.0);
/// Room for the marks on the left.
const MARKS: f64 = 52.0;

impl ImprovementChart {
    /// Draws the chart.
    pub fn draw(&self) -> Scene {
        let width = GAP + self.panels.len().max(1) as f64 * (MARKS + PLOT.0 + GAP);
        let legend = Legend::new(&self.configurations, width);
        let room = legend.height() + 24.0 + PLOT.1 + 2.0 * LINE + 6.0;
        let (mut scene, top) = framed(&self.title, &self.note, width, room);
        legend.draw(&mut scene, top);
        for (index, panel) in self.panels.iter().enumerate() {
            let left = GAP + MARKS + index as f64 * (MARKS + PLOT.0 + GAP);
            draw_panel(&mut scene, panel, (left, top + legend.height() + 24.0));
        }
        scene
    }
}

fn draw_panel(scene: &mut Scene, panel: &ImprovementPanel, (left, top): (f64, f64)) {
    let (right, bottom) = (left + PLOT.0, top + PLOT.1);
    scene.text(left, top - 10.0, "Length of the best solution", PANEL);
    let points = || panel.lines.iter().flatten();
    let (mut least, mut most) = (f64::INFINITY, 0f64);
    for &(_, length) in points() {
        (least, most) = (least.min(length), most.max(length));
    }
    let least = if least.is_finite() { least } else { 0.0 };
    // Not from 0, since the differences matter. A tenth of the range is left free at both ends.
    let step = round_values((most - least).max(1.0) * 1.2, 6).get(1).copied().unwrap_or(1.0);
    let first = ((least - step / 2.0) / step).floor().max(0.0) * step;
    let last = ((most + step / 2.0) / step).ceil() * step;
    let y_of = |length: f64| bottom - PLOT.1 * (length - first) / (last - first).max(1.0);
    // The first solution is found almost at once: values below a small fraction of the total are dropped from the
    // scale.
    let end = panel.ends.iter().copied().fold(0.0, f64::max);
    let from = end / 10_000.0;
    let values = points().map(|&(taken, _)| taken).chain(panel.ends.iter().copied());
    let values = values.filter(|&taken| taken > from);
    let scale = LogScale::over(values, panel.unit, left..right);
    let mut marks = Vec::new();
    let lines = ((last - first) / step).round() as usize;
    for length in (0..=lines).map(|index| first + index as f64 * step) {
        let y = y_of(length);
        scene.line((left, y), (right, y), GRID);
        marks.push((left - 6.0, y + 3.5, Unit::Count.mark(length)));
    }
    scene.texts(MARK.ending(), marks);
    let mut marks = Vec::new();
    for (x, mark) in scale.marks(40.0) {
        scene.line((x, bottom), (x, bottom + 4.0), AXIS);
        marks.push((x, bottom + LINE, mark));
    }
    scene.texts(MARK.centred(), marks);
    scene.lines([(left, top), (left, bottom), (right, bottom)], AXIS);
    scene.text((left + right) / 2.0, bottom + 2.0 * LINE + 2.0, panel.title, NAME.centred());
    for (index, (line, &end)) in panel.lines.iter().zip(&panel.ends).enumerate() {
        // The best length stays the same until the next solution.
        let mut steps: Vec<(f64, f64)> = Vec::new();
        for &(taken, length) in line {
            if let Some(&(_, y)) = steps.last() {
                steps.push((scale.at(taken), y));
            }
            steps.push((scale.at(taken), y_of(length)));
        }
        if let Some(&(_, y)) = steps.last() {
            steps.push((scale.at(end), y));
        }
        if steps.len() > 1 {
            scene.lines(steps.iter().copied(), line_style(index));
        }
        if let Some(&last) = steps.last() {
            draw_mark(scene, index, last);
        }
    }
}
