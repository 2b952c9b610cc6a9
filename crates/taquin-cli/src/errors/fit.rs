//! Fits a line of an excerpt into the columns of a terminal.

use std::ops::Range;
use taquin_api::diagnostic::{CUT, Line, Mark};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Returns the line in at most this many columns, including its labels: if it is wider, it is cut around its first
/// mark.
pub fn fitted(line: &Line, columns: usize) -> Line {
    let width = |part: Range<usize>| line.text.get(part).unwrap_or_default().width();
    // A label hangs from the middle of its mark, with four columns before it.
    let label_of = |mark: &Mark| width(mark.span.clone()) / 2 + 4 + mark.label.width();
    let end_of = |mark: &Mark| width(0..mark.span.start) + label_of(mark);
    if line.text.width() <= columns && line.marks.iter().all(|mark| end_of(mark) <= columns) {
        return line.clone();
    }
    let room = columns.saturating_sub(2 * CUT.len());
    let label = line.marks.iter().map(label_of).max().unwrap_or(0);
    let anchor = line.marks.first().map_or(0, |mark| mark.span.start);
    let anchor = line.text.floor_char_boundary(anchor);
    let before = columns.saturating_sub(label + CUT.len()).min(room / 3);
    let before = within(line.text[..anchor].char_indices().rev(), before);
    let start = before.last().map_or(anchor, |(at, _)| at);
    let shown = within(line.text[start..].char_indices(), room).last();
    let end = start + shown.map_or(0, |(at, c)| at + c.len_utf8());
    let first = if start > 0 { CUT } else { "" };
    let last = if end < line.text.len() { CUT } else { "" };
    let moved = |at: usize| at.clamp(start, end) - start + first.len();
    let marks = line.marks.iter().filter_map(|mark| {
        let visible = mark.primary || (start..end).contains(&mark.span.start);
        let span = moved(mark.span.start)..moved(mark.span.end);
        visible.then(|| Mark { span, ..mark.clone() })
    });
    let text = format!("{first}{}{last}", &line.text[start..end]);
    Line { number: line.number, text, marks: marks.collect() }
}

/// Returns the first characters that together take at most this many columns.
fn within(
    characters: impl Iterator<Item = (usize, char)>,
    columns: usize,
) -> impl Iterator<Item = (usize, char)> {
    let mut taken = 0;
    characters.take_while(move |(_, c)| {
        taken += c.width().unwrap_or(0);
        taken <= columns
    })
}
