//! Writes text on the screen: wrapped, truncated, and lists of keys.

use super::theme::Theme;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;
use ratatui_core::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// A key and what it does.
pub type Key = (&'static str, &'static str);

/// Columns between two keys.
const GAP: usize = 2;

/// Writes lines from the top of an area down; those that do not fit are left out.
pub fn write_lines(lines: &[Line<'_>], area: Rect, buffer: &mut Buffer) {
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        buffer.set_line(area.x, y, line, area.width);
    }
}

/// Wraps a text to an area and writes it; if lines are left out, the last one ends in an ellipsis.
pub fn write_wrapped(text: &str, style: Style, area: Rect, buffer: &mut Buffer) {
    let lines = textwrap::wrap(text, usize::from(area.width.max(1)));
    let most = usize::from(area.height);
    let cut = lines.len() > most;
    let shown = lines.iter().take(most).enumerate().map(|(at, line)| {
        let ends = cut && at + 1 == most;
        Line::styled(
            if ends { shortened(&format!("{line} …"), area.width) } else { line.to_string() },
            style,
        )
    });
    write_lines(&shown.collect::<Vec<_>>(), area, buffer);
}

/// Truncates a text to this many columns, with an ellipsis.
pub fn shortened(text: &str, width: u16) -> String {
    let width = usize::from(width);
    if text.width() <= width {
        return text.to_string();
    }
    let mut start = String::new();
    for letter in text.trim_end_matches(['…', ' ']).chars() {
        if start.width() + 2 > width {
            break;
        }
        start.push(letter);
    }
    start.truncate(start.trim_end().len());
    if width == 0 { String::new() } else { start + "…" }
}

/// Formats keys and what they do, in as many lines as they need.
pub fn key_lines(keys: &[Key], width: u16, theme: Theme) -> Vec<Line<'static>> {
    let mut lines: Vec<(usize, Vec<Span<'static>>)> = vec![(0, Vec::new())];
    for (key, does) in keys {
        let needs = key.width() + 1 + does.width();
        let (used, spans) = match lines.last_mut() {
            Some(line) if line.0 == 0 || line.0 + GAP + needs <= usize::from(width) => line,
            _ => {
                lines.push((0, Vec::new()));
                let at = lines.len() - 1;
                &mut lines[at]
            }
        };
        if *used > 0 {
            spans.push(Span::raw(" ".repeat(GAP)));
            *used += GAP;
        }
        spans.push(Span::styled(*key, theme.key()));
        spans.push(Span::raw(format!(" {does}")));
        *used += needs;
    }
    lines.into_iter().map(|(_, spans)| Line::from(spans)).collect()
}

/// Writes that the terminal is too small, and what size is needed.
pub fn write_too_small(what: &str, needs: (u16, u16), area: Rect, buffer: &mut Buffer) {
    let text = format!(
        "{what} needs {} columns and {} rows, and this terminal has {} and {}. Make it larger, or its font \
         smaller; q quits.",
        needs.0, needs.1, area.width, area.height
    );
    write_wrapped(&text, Style::new(), area, buffer);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_at_a_width() {
        assert_eq!(shortened("seven", 5), "seven");
        assert_eq!(shortened("sevens", 5), "seve…");
        assert_eq!(shortened("a b c d", 4), "a b…");
        assert_eq!(shortened("ab", 1), "…");
        assert_eq!(shortened("ab", 0), "");
    }

    #[test]
    fn keys_are_wrapped_between_them() {
        let keys = [("a", "one"), ("b", "two"), ("c", "three")];
        let shown = |width| {
            let lines = key_lines(&keys, width, Theme::new(false));
            lines.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(shown(80), ["a one  b two  c three"]);
        assert_eq!(shown(12), ["a one  b two", "c three"]);
        assert_eq!(shown(1), ["a one", "b two", "c three"]);
    }
}
