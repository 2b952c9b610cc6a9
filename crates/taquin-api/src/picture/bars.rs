//! Bar charts: one panel for each measure, one bar for each configuration, on a logarithmic scale, since searches
//! differ by orders of magnitude. Each bar is labelled with its value; the bar of a stopped run is hatched and
//! labelled as such.

use super::frame::{AXIS, GAP, GRID, LINE, MARK, NAME, PANEL, SMALL, framed};
use super::palette::{Color, Hue};
use super::scale::LogScale;
use super::scene::{Scene, Style, shortened};
use super::stroke_font;
use crate::quantities::Unit;

/// A comparison of configurations.
#[derive(Clone, Debug)]
pub struct BarChart {
    /// The title.
    pub title: String,
    /// A note on how it was measured.
    pub note: String,
    /// The configurations compared.
    pub configurations: Vec<BarLabel>,
    /// The measures.
    pub panels: Vec<BarPanel>,
}

/// A configuration.
#[derive(Clone, Debug)]
pub struct BarLabel {
    /// Its name.
    pub name: String,
    /// Whether a limit stopped it, so that its values only show how far it got.
    pub stopped: bool,
}

/// One measure.
#[derive(Clone, Debug)]
pub struct BarPanel {
    /// Its title.
    pub title: String,
    /// The unit of its values.
    pub unit: Unit,
    /// The value of each configuration, in their order; `None` if it has none.
    pub values: Vec<Option<f64>>,
}

/// The distance from one bar to the next.
const STEP: f64 = 21.0;
/// The thickness of a bar.
const THICK: f64 = 14.0;
/// The length of the longest bar.
const LONGEST: f64 = 220.0;
/// Wider names are shortened.
const WIDEST_NAME: f64 = 420.0;

impl BarChart {
    /// Draws the chart.
    pub fn draw(&self) -> Scene {
        let names = self.configurations.iter().map(|configuration| &configuration.name);
        let widest = names.map(|name| stroke_font::room(name, SMALL)).fold(40.0, f64::max);
        let name_width = widest.min(WIDEST_NAME);
        let value_width = if self.configurations.iter().any(|c| c.stopped) { 120.0 } else { 70.0 };
        let panel_width = name_width + 8.0 + LONGEST + value_width;
        let panel_height = 22.0 + self.configurations.len() as f64 * STEP + 24.0;
        let columns = self.panels.len().clamp(1, 2);
        let rows = self.panels.len().div_ceil(columns);
        let width = columns as f64 * panel_width + (columns + 1) as f64 * GAP;
        let height = rows as f64 * (panel_height + GAP) - GAP;
        let (mut scene, top) = framed(&self.title, &self.note, width, height.max(0.0));
        for (index, panel) in self.panels.iter().enumerate() {
            let left = GAP + (index % columns) as f64 * (panel_width + GAP);
            let top = top + (index / columns) as f64 * (panel_height + GAP);
            self.draw_panel(&mut scene, panel, (left, top), name_width);
        }
        scene
    }

    fn draw_panel(&self, scene: &mut Scene, panel: &BarPanel, at: (f64, f64), name_width: f64) {
        let (left, top) = at;
        let (bars_left, bars_top) = (left + name_width + 8.0, top + 22.0);
        let bars_end = bars_top + self.configurations.len() as f64 * STEP;
        scene.text(left, top + 12.0, panel.title.as_str(), PANEL);
        let values = || panel.values.iter().flatten().copied().filter(|value| *value > 0.0);
        // The scale begins below the least value; otherwise that value would have no bar.
        let below = values().min_by(f64::total_cmp).map(|least| least / 2.0);
        let scale =
            LogScale::over(values().chain(below), panel.unit, bars_left..bars_left + LONGEST);
        let mut marks = Vec::new();
        for (x, mark) in scale.marks(46.0) {
            scene.line((x, bars_top), (x, bars_end), GRID);
            marks.push((x, bars_end + LINE - 2.0, mark));
        }
        scene.texts(MARK.centred(), marks);
        let (mut names, mut values) = (Vec::new(), Vec::new());
        let rows = self.configurations.iter().zip(&panel.values).enumerate();
        for (index, (configuration, value)) in rows {
            let y = bars_top + index as f64 * STEP + (STEP - THICK) / 2.0;
            let base_line = y + THICK - 3.0;
            let name = shortened(&configuration.name, SMALL, name_width);
            names.push((bars_left - 8.0, base_line, name));
            let value_at = match value {
                Some(value) if *value > 0.0 => {
                    // Even the least value is visible.
                    let length = (scale.at(*value) - bars_left).max(2.0);
                    let style = Style::filled(Color::Hue(Hue::of(index)));
                    let style = Style { hatched: configuration.stopped, ..style };
                    let style = style.with_outline(Color::Text, 0.75);
                    scene.rect((bars_left, y), (length, THICK), style);
                    bars_left + length + 5.0
                }
                _ => bars_left + 5.0,
            };
            let shown = value.map_or("no value".to_string(), |value| panel.unit.shown(value));
            let stopped = if configuration.stopped { ", stopped" } else { "" };
            values.push((value_at, base_line, format!("{shown}{stopped}")));
        }
        scene.texts(NAME.ending(), names);
        scene.texts(NAME, values);
        scene.line((bars_left, bars_top), (bars_left, bars_end), AXIS);
    }
}
