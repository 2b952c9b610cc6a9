//! Line charts by depth: how a measure grows with the length of the shortest solution. Over many boards each
//! configuration has a line through the medians and a band that contains four fifths of its boards.

use super::frame::{AXIS, GAP, GRID, LINE, MARK, NAME, PANEL, framed};
use super::legend::{Legend, draw_mark, line_style};
use super::palette::{Color, Hue};
use super::scale::LogScale;
use super::scene::{Scene, Style};
use crate::quantile::quantile;
use crate::quantities::Unit;

/// How measures of configurations grow with the depth.
#[derive(Clone, Debug)]
pub struct DepthChart {
    /// The title.
    pub title: String,
    /// A note on how it was measured.
    pub note: String,
    /// The configurations compared.
    pub configurations: Vec<String>,
    /// The measures.
    pub panels: Vec<DepthPanel>,
}

/// One measure.
#[derive(Clone, Debug)]
pub struct DepthPanel {
    /// Its title.
    pub title: String,
    /// The unit of its values.
    pub unit: Unit,
    /// For each configuration, in their order, its points by increasing depth.
    pub lines: Vec<Vec<DepthPoint>>,
}

/// The values of all boards of one depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthPoint {
    /// The length of the shortest solution.
    pub depth: u64,
    /// A tenth of the boards lie below.
    pub low: f64,
    /// Half of the boards lie below.
    pub median: f64,
    /// A tenth of the boards lie above.
    pub high: f64,
}

impl DepthPoint {
    /// Creates the point of all values of one depth; `None` if there are none.
    pub fn of(depth: u64, values: &[f64]) -> Option<DepthPoint> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |percent: usize| quantile(&sorted, percent);
        let (low, median, high) = (at(10)?, at(50)?, at(90)?);
        Some(DepthPoint { depth, low, median, high })
    }
}

/// The width and height of a panel without its axes.
const PLOT: (f64, f64) = (380.0, 300.0);
/// Room for the marks on the left.
const MARKS: f64 = 52.0;
impl DepthChart {
    /// Draws the chart.
    pub fn draw(&self) -> Scene {
        let columns = self.panels.len().clamp(1, 2);
        let rows = self.panels.len().div_ceil(columns).max(1);
        let width = GAP + columns as f64 * (MARKS + PLOT.0 + GAP);
        let panel_height = 24.0 + PLOT.1 + 2.0 * LINE + 6.0;
        let legend = Legend::new(&self.configurations, width);
        let room = legend.height() + rows as f64 * (panel_height + GAP) - GAP;
        let (mut scene, top) = framed(&self.title, &self.note, width, room);
        legend.draw(&mut scene, top);
        let depths = self.panels.iter().flat_map(|panel| panel.lines.iter().flatten());
        let depths: Vec<u64> = depths.map(|point| point.depth).collect();
        let least = depths.iter().copied().min().unwrap_or(0);
        let most = depths.iter().copied().max().unwrap_or(0).max(least + 1);
        for (index, panel) in self.panels.iter().enumerate() {
            let left = GAP + MARKS + (index % columns) as f64 * (MARKS + PLOT.0 + GAP);
            let top =
                top + legend.height() + (index / columns) as f64 * (panel_height + GAP) + 24.0;
            draw_panel(&mut scene, panel, (left, top), (least, most));
        }
        scene
    }
}

fn draw_panel(scene: &mut Scene, panel: &DepthPanel, at: (f64, f64), (least, most): (u64, u64)) {
    let (left, top) = at;
    let (right, bottom) = (left + PLOT.0, top + PLOT.1);
    scene.text(left, top - 10.0, panel.title.as_str(), PANEL);
    let points = || panel.lines.iter().flatten();
    let values = points().flat_map(|point| [point.low, point.median, point.high]);
    // Leave room at both sides, so that no mark is on an axis.
    let scale = LogScale::over(values, panel.unit, bottom..top);
    let x_of =
        |depth: u64| left + 10.0 + (PLOT.0 - 20.0) * (depth - least) as f64 / (most - least) as f64;
    let mut marks = Vec::new();
    for (y, mark) in scale.marks(24.0) {
        scene.line((left, y), (right, y), GRID);
        marks.push((left - 6.0, y + 3.5, mark));
    }
    scene.texts(MARK.ending(), marks);
    let every = (most - least).div_ceil(14).max(1);
    let every = [1, 2, 5, 10, 20, 50, 100].into_iter().find(|&step| step >= every).unwrap_or(every);
    let mut marks = Vec::new();
    for depth in (least..=most).filter(|depth| depth % every == 0) {
        let x = x_of(depth);
        scene.line((x, bottom), (x, bottom + 4.0), AXIS);
        marks.push((x, bottom + LINE, depth.to_string()));
    }
    scene.texts(MARK.centred(), marks);
    scene.lines([(left, top), (left, bottom), (right, bottom)], AXIS);
    let name = "moves of a shortest solution";
    scene.text((left + right) / 2.0, bottom + 2.0 * LINE + 2.0, name, NAME.centred());
    // All bands are below all lines.
    for (index, line) in panel.lines.iter().enumerate() {
        let there = line.iter().map(|point| (x_of(point.depth), scale.at(point.high)));
        let back = line.iter().rev().map(|point| (x_of(point.depth), scale.at(point.low)));
        if line.len() > 1 {
            let band = Style { opacity: 0.2, ..Style::filled(Color::Hue(Hue::of(index))) };
            scene.area(there.chain(back), band);
        }
    }
    for (index, line) in panel.lines.iter().enumerate() {
        let places: Vec<(f64, f64)> =
            line.iter().map(|point| (x_of(point.depth), scale.at(point.median))).collect();
        if places.len() > 1 {
            scene.lines(places.iter().copied(), line_style(index));
        }
        for place in places {
            draw_mark(scene, index, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_interpolated() {
        let values: Vec<f64> = (0..=10).rev().map(f64::from).collect();
        let point = DepthPoint::of(7, &values);
        assert_eq!(point, Some(DepthPoint { depth: 7, low: 1.0, median: 5.0, high: 9.0 }));
        let one = DepthPoint::of(1, &[3.0]).map(|point| (point.low, point.high));
        assert_eq!(one, Some((3.0, 3.0)));
        assert_eq!(DepthPoint::of(0, &[]), None);
    }
}
