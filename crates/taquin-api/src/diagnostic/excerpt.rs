//! The few lines of a user's text that an error is about, fit to be shown: long lines cut around
//! the place, and without characters that would disturb a terminal.

use super::Source;
use std::ops::Range;
use taquin::ParseError;

/// Characters of a line shown before and after the beginning of a place.
const BEFORE: usize = 36;
const AFTER: usize = 44;
/// Lines shown between two places.
const MOST_BETWEEN: usize = 4;
/// What stands for what was cut off.
pub const CUT: &str = "...";

/// Part of a text with places marked in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The place's line in the whole text, from 1.
    pub line: usize,
    /// Its column, in characters from 1.
    pub column: usize,
    /// Its bytes in the whole text.
    pub span: Range<usize>,
    /// What its source is called.
    pub name: String,
    /// The lines shown, in order.
    pub lines: Vec<Line>,
}

/// One line of an excerpt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// Its text, cut and cleaned.
    pub text: String,
    /// What is marked in it, the place itself first.
    pub marks: Vec<Mark>,
}

/// A part of a line with a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The bytes of the line's text.
    pub span: Range<usize>,
    /// A few words about it.
    pub label: String,
    /// Whether it is the place itself, not another that has to do with it.
    pub primary: bool,
}

impl Excerpt {
    /// The place of an error in its text.
    pub fn of(source: &Source, error: &ParseError) -> Excerpt {
        let number = source.line_of(error.span.start);
        let line = source.line(number);
        let before = if number == 0 { source.column } else { 0 };
        let within = source.text[line.start..error.span.start.max(line.start)].chars().count();
        let column = 1 + before + within;
        let primary = (error.span.clone(), error.label(), true);
        let other =
            error.related.as_deref().map(|(span, label)| (span.clone(), label.clone(), false));
        let on_line = |span: &Range<usize>| source.line_of(span.start);
        let (same, elsewhere): (Vec<_>, Vec<_>) =
            other.into_iter().partition(|(span, ..)| on_line(span) == number);
        let mut lines = vec![Line::of(source, number, [vec![primary], same].concat())];
        for place in elsewhere {
            lines.push(Line::of(source, on_line(&place.0), vec![place]));
        }
        lines.sort_by_key(|line| line.number);
        // Lines between two places make the picture whole, if they are few.
        let between: Vec<usize> =
            lines.windows(2).flat_map(|p| p[0].number + 1..p[1].number).collect();
        if between.len() <= MOST_BETWEEN {
            lines.extend(between.into_iter().map(|line| Line::of(source, line - 1, Vec::new())));
            lines.sort_by_key(|line| line.number);
        }
        // So far they were counted in the part of the text that is here.
        lines.iter_mut().for_each(|line| line.number += source.lines);
        let (line, name) = (source.lines + number + 1, source.name.clone());
        let span = source.offset + error.span.start..source.offset + error.span.end;
        Excerpt { line, column, span, name, lines }
    }
}

impl Line {
    /// A line of a source with places marked: cut around the first of them, and cleaned.
    fn of(source: &Source, number: usize, places: Vec<(Range<usize>, String, bool)>) -> Line {
        let whole = source.line(number);
        let text = &source.text[whole.clone()];
        let within = |at: usize| at.clamp(whole.start, whole.end) - whole.start;
        let anchor = places.first().map_or(0, |(span, ..)| within(span.start));
        let shown = window(text, anchor);
        let goes_before = shown.start > 0 || number == 0 && source.column > 0;
        let start = if goes_before { CUT } else { "" };
        let end = if shown.end < text.len() { CUT } else { "" };
        let cleaned = clean(&text[shown.clone()]);
        let in_window =
            |at: usize| within(at).clamp(shown.start, shown.end) - shown.start + start.len();
        let marks = places.into_iter().filter_map(|(span, label, primary)| {
            let visible = primary || shown.contains(&within(span.start));
            let span = in_window(span.start)..in_window(span.end);
            visible.then_some(Mark { span, label, primary })
        });
        Line { number: number + 1, text: format!("{start}{cleaned}{end}"), marks: marks.collect() }
    }
}

/// The part of a long line around a byte of it.
fn window(line: &str, anchor: usize) -> Range<usize> {
    let before = line[..anchor].char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
    let after = line[anchor..].char_indices().nth(AFTER).map_or(line.len(), |(at, _)| anchor + at);
    before..after
}

/// The same text, byte for byte as long, without characters that would disturb a terminal.
fn clean(text: &str) -> String {
    let harmless = |c: char| match (c.is_control() || is_invisible(c), c.len_utf8()) {
        (false, _) => c,
        (true, 1) if c == '\t' => ' ',
        (true, 1) => '?',
        (true, 2) => '\u{b7}',
        (true, _) => '\u{fffd}',
    };
    text.chars().map(harmless).collect()
}

/// Marks that change the direction of writing, or take no room.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
