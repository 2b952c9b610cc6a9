//! How solutions become shorter: the length of the best one against the states explored and against the time.

use super::frame::{AXIS, GAP, GRID, LINE, MARK, NAME, PANEL, framed};
use super::legend::{Legend, draw_mark, line_look};
use super::scale::{LogScale, round_values};
use super::scene::{Scene, polyline};
use crate::quantities::Unit;

/// How the best solutions of configurations become shorter.
#[derive(Clone, Debug)]
pub struct ImprovementChart {
    /// What was measured.
    pub title: String,
    /// How.
    pub note: String,
    /// What is compared.
    pub configurations: Vec<String>,
    /// Against what.
    pub panels: Vec<ImprovementPanel>,
}

/// One thing that solutions take, from left to right.
#[derive(Clone, Debug)]
pub struct ImprovementPanel {
    /// What it is called.
    pub title: &'static str,
    /// What its values are.
    pub unit: Unit,
    /// For each configuration, in their order: how much it had taken, and how long the best solution was then.
    pub lines: Vec<Vec<(f64, f64)>>,
    /// For each configuration: how much it took in all.
    pub ends: Vec<f64>,
}

/// Panels' width and height without their axes.
const PLOT: (f64, f64) = (380.0, 300.0);
/// Room for the marks on the left.
const MARKS: f64 = 52.0;

impl ImprovementChart {
    /// Draws it.
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
    // Not from 0: what matters is how they differ. A tenth of the span is left free at both ends.
    let step = round_values((most - least).max(1.0) * 1.2, 6).get(1).copied().unwrap_or(1.0);
    let first = ((least - step / 2.0) / step).floor().max(0.0) * step;
    let last = ((most + step / 2.0) / step).ceil() * step;
    let y_of = |length: f64| bottom - PLOT.1 * (length - first) / (last - first).max(1.0);
    // The first solution is there at once: a small part of the whole is as good as nothing.
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
    scene.path(polyline([(left, top), (left, bottom), (right, bottom)]), AXIS);
    scene.text((left + right) / 2.0, bottom + 2.0 * LINE + 2.0, panel.title, NAME.centred());
    for (index, (line, &end)) in panel.lines.iter().zip(&panel.ends).enumerate() {
        // From one solution to the next the best one stays what it is.
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
            scene.path(polyline(steps.iter().copied()), line_look(index));
        }
        if let Some(&last) = steps.last() {
            draw_mark(scene, index, last);
        }
    }
}
