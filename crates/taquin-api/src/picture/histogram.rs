//! Histograms: the number of boards at each distance from the goal. Each bar is labelled with its number, because the
//! first and last bars are too low to be visible next to the highest; the mean is marked.

use super::frame::{AXIS, GAP, GRID, LINE, MARK, NAME, framed};
use super::palette::{Color, Hue};
use super::scale::round_values;
use super::scene::{Scene, Style, TextStyle};
use super::stroke_font;
use crate::quantities::{Unit, grouped};

/// The number of occurrences of each whole number from 0 on.
#[derive(Clone, Debug)]
pub struct Histogram {
    /// The title.
    pub title: String,
    /// A note on how it was counted.
    pub note: String,
    /// The label of the horizontal axis: `moves from the goal`.
    pub across: String,
    /// The label of the vertical axis: `boards`.
    pub up: String,
    /// The number of occurrences.
    pub counts: Vec<u64>,
}

/// The height of the highest bar.
const HEIGHT: f64 = 280.0;

impl Histogram {
    /// Returns the mean; `None` if there are no counts.
    pub fn mean(&self) -> Option<f64> {
        let all: u128 = self.counts.iter().map(|&count| u128::from(count)).sum();
        let weighted = |(value, &count): (usize, &u64)| value as u128 * u128::from(count);
        let sum: u128 = self.counts.iter().enumerate().map(weighted).sum();
        (all > 0).then(|| sum as f64 / all as f64)
    }

    /// Draws the histogram.
    pub fn draw(&self) -> Scene {
        let most = self.counts.iter().copied().max().unwrap_or(0);
        // Numbers above the bars read upwards: a bar is at least as wide as their line is high.
        let step = (860.0 / self.counts.len().max(1) as f64).clamp(13.0, 30.0);
        let number_room = stroke_font::room(&grouped(most), 10.0) + 26.0;
        let axis_room = 58.0;
        let plot_width = (step * self.counts.len() as f64).max(300.0);
        let width = GAP + axis_room + plot_width + GAP;
        let room = number_room + HEIGHT + 2.0 * LINE + 10.0;
        let (mut scene, top) = framed(&self.title, &self.note, width, room);
        let (left, bottom) = (GAP + axis_room, top + number_room + HEIGHT);
        let marks = round_values(most as f64, 5);
        let highest = marks.last().copied().unwrap_or(1.0);
        let height_of = |count: f64| HEIGHT * count / highest;

        let mut up_marks = Vec::new();
        for mark in marks {
            let y = bottom - height_of(mark);
            scene.line((left, y), (left + plot_width, y), GRID);
            up_marks.push((left - 6.0, y + 3.5, Unit::Count.mark(mark)));
        }
        scene.texts(MARK.ending(), up_marks);
        let up_at = (GAP + 10.0, bottom - HEIGHT / 2.0);
        scene.text(up_at.0, up_at.1, self.up.as_str(), NAME.centred().turned());

        let (mut numbers, mut across) = (Vec::new(), Vec::new());
        let bar = Style::filled(Color::Hue(Hue::Sky)).with_outline(Color::Text, 0.75);
        let every = (28.0 / step).ceil().max(1.0) as usize;
        for (value, &count) in self.counts.iter().enumerate() {
            let x = left + value as f64 * step;
            let height = height_of(count as f64);
            if count > 0 {
                scene.rect((x + 1.5, bottom - height), (step - 3.0, height), bar);
            }
            numbers.push((x + step / 2.0 + 3.5, bottom - height - 4.0, grouped(count)));
            if value % every == 0 {
                across.push((x + step / 2.0, bottom + LINE, value.to_string()));
            }
        }
        scene.texts(TextStyle::new(Color::Text, 10.0).turned(), numbers);
        scene.texts(MARK.centred(), across);
        scene.line((left, bottom), (left + plot_width, bottom), AXIS);
        let across_at = (left + plot_width / 2.0, bottom + 2.0 * LINE + 4.0);
        scene.text(across_at.0, across_at.1, self.across.as_str(), NAME.centred());

        if let Some(mean) = self.mean() {
            let x = left + (mean + 0.5) * step;
            let style = Style::outlined(Color::Hue(Hue::Vermilion), 2.0).dashed("6 3");
            // The line skips the number above the bar that it crosses.
            let bar = mean.round() as usize;
            let count = self.counts.get(bar).copied().unwrap_or(0);
            let bar_top = bottom - height_of(count as f64);
            let number = stroke_font::room(&grouped(count), 10.0) + 8.0;
            let crosses = (mean - bar as f64).abs() * step < 8.0;
            let above = if crosses { bar_top - number } else { bar_top };
            scene.line((x, top + 14.0), (x, above), style);
            scene.line((x, bar_top), (x, bottom), style);
            // On the side with the lower bars, and within the picture.
            let label = format!("mean {mean:.2}");
            let style = NAME.bold();
            let beside = if x > left + plot_width / 2.0 { style.ending() } else { style };
            let shift = if x > left + plot_width / 2.0 { -6.0 } else { 6.0 };
            scene.text(x + shift, top + 12.0, label, beside);
        }
        scene
    }
}
