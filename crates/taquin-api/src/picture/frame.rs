//! The common frame of all charts: a title, a note on how it was measured, and panels in columns.

use super::palette::Color;
use super::scene::{Scene, Style, TextStyle, wrapped};

/// The space between elements and around everything.
pub const GAP: f64 = 24.0;
/// The size of most texts.
pub const SMALL: f64 = 11.0;
/// The distance from one line of small text to the next.
pub const LINE: f64 = 15.0;

/// The style of names and values.
pub const NAME: TextStyle = TextStyle::new(Color::Text, SMALL);
/// The style of marks on axes.
pub const MARK: TextStyle = TextStyle::new(Color::Muted, 10.0);
/// The style of a panel's title.
pub const PANEL: TextStyle = TextStyle::new(Color::Text, 13.0).bold();
/// Lines that help to read others.
pub const GRID: Style = Style::outlined(Color::Grid, 1.0);
/// Axes.
pub const AXIS: Style = Style::outlined(Color::Muted, 1.0);

/// The size of the title.
const TITLE: f64 = 17.0;

/// Creates a scene of this width with a title and a note at the top and this much room below; also returns where that
/// room begins.
pub fn framed(title: &str, note: &str, width: f64, room: f64) -> (Scene, f64) {
    let text_width = width - 2.0 * GAP;
    // Bold letters are wider.
    let titles = wrapped(title, TITLE, text_width / 1.1);
    let notes = wrapped(note, SMALL, text_width);
    let titles_end = GAP + titles.len() as f64 * (TITLE + 5.0);
    let notes_end = titles_end + notes.len() as f64 * LINE;
    let top = notes_end + GAP / 2.0;
    let mut scene = Scene::new(width, top + room + GAP, title, note);
    let lines = |first: f64, step: f64, texts: Vec<String>| -> Vec<(f64, f64, String)> {
        let place = |(index, text)| (GAP, first + index as f64 * step, text);
        texts.into_iter().enumerate().map(place).collect()
    };
    let title_lines = lines(GAP + TITLE - 3.0, TITLE + 5.0, titles);
    scene.texts(TextStyle::new(Color::Text, TITLE).bold(), title_lines);
    if !notes.is_empty() {
        scene.texts(TextStyle::new(Color::Muted, SMALL), lines(titles_end + SMALL, LINE, notes));
    }
    (scene, top)
}
