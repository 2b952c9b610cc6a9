//! The few lines of a user's text that an error is about, ready to be shown: long lines are cut around the error, and
//! characters that would disturb a terminal are replaced.

use super::Source;
use std::ops::Range;
use taquin::ParseError;

/// Characters of a line shown before and after the start of a marked span.
const BEFORE: usize = 36;
const AFTER: usize = 44;
/// The most lines shown between two marked spans.
const MOST_BETWEEN: usize = 4;
/// Stands for text that was cut off.
pub const CUT: &str = "...";

/// Part of a text with marked spans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The line of the error in the whole text, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The byte range in the whole text.
    pub span: Range<usize>,
    /// The name of the source.
    pub name: String,
    /// The lines shown, in order.
    pub lines: Vec<Line>,
}

/// One line of an excerpt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// Its text, cut and with control characters replaced.
    pub text: String,
    /// The marked spans, the error itself first.
    pub marks: Vec<Mark>,
}

/// A marked span of a line with its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The byte range in the line's text.
    pub span: Range<usize>,
    /// A few words about it.
    pub label: String,
    /// Whether it is the error itself rather than a related span.
    pub primary: bool,
}

impl Excerpt {
    /// Creates the excerpt of an error in its text.
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
        // Show the lines between two marked spans if they are few.
        let between: Vec<usize> =
            lines.windows(2).flat_map(|p| p[0].number + 1..p[1].number).collect();
        if between.len() <= MOST_BETWEEN {
            lines.extend(between.into_iter().map(|line| Line::of(source, line - 1, Vec::new())));
            lines.sort_by_key(|line| line.number);
        }
        // Until here lines were counted within the part of the text that is available.
        lines.iter_mut().for_each(|line| line.number += source.lines);
        let (line, name) = (source.lines + number + 1, source.name.clone());
        let span = source.offset + error.span.start..source.offset + error.span.end;
        Excerpt { line, column, span, name, lines }
    }
}

impl Line {
    /// Creates a line with marked spans, cut around the first of them.
    fn of(source: &Source, number: usize, places: Vec<(Range<usize>, String, bool)>) -> Line {
        let whole = source.line(number);
        let text = &source.text[whole.clone()];
        let within = |at: usize| at.clamp(whole.start, whole.end) - whole.start;
        let anchor = places.first().map_or(0, |(span, ..)| within(span.start));
        let shown = window(text, anchor);
        let goes_before = shown.start > 0 || number == 0 && source.column > 0;
        let start = if goes_before { CUT } else { "" };
        let end = if shown.end < text.len() { CUT } else { "" };
        let cleaned = harmless(&text[shown.clone()]);
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

/// Returns the part of a long line around a byte of it.
fn window(line: &str, anchor: usize) -> Range<usize> {
    let before = line[..anchor].char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
    let after = line[anchor..].char_indices().nth(AFTER).map_or(line.len(), |(at, _)| anchor + at);
    before..after
}

/// Replaces characters that would disturb a terminal, except line breaks; the text keeps its length in bytes.
pub fn harmless(text: &str) -> String {
    let harmless = |c: char| match (c.is_control() || is_invisible(c), c.len_utf8()) {
        (false, _) => c,
        (true, _) if c == '\n' => c,
        (true, 1) if c == '\t' => ' ',
        (true, 1) => '?',
        (true, 2) => '\u{b7}',
        (true, _) => '\u{fffd}',
    };
    text.chars().map(harmless).collect()
}

/// Whether a character changes the direction of writing or has no width.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
