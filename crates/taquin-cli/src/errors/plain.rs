//! A diagnostic as plain text, for logs and pipes: the line with a mark underneath.

use taquin_api::diagnostic::{Diagnostic, Line, Mark};
use unicode_width::UnicodeWidthStr;

/// Renders the whole diagnostic, as several lines.
pub fn render(diagnostic: &Diagnostic) -> String {
    let mut text = format!("error: {}\n", diagnostic.message);
    if let Some(excerpt) = &diagnostic.excerpt {
        let widest = excerpt.lines.iter().map(|line| line.number).max().unwrap_or(1);
        let margin = " ".repeat(widest.to_string().len());
        let (name, line, column) = (&excerpt.name, excerpt.line, excerpt.column);
        text += &format!("{margin}--> {name}, line {line}, column {column}\n{margin} |\n");
        for line in &excerpt.lines {
            text += &format!("{:>width$} | {}\n", line.number, line.text, width = margin.len());
            for under in marked(line) {
                text += format!("{margin} | {under}").trim_end();
                text.push('\n');
            }
        }
        text += &format!("{margin} |\n");
    }
    if let Some(help) = &diagnostic.help {
        text += &format!("help: {help}\n");
    }
    text
}

/// Returns the lines to print under a line: all marks with the label of the last, then the labels of the others.
fn marked(line: &Line) -> Vec<String> {
    let width_to = |at: usize| line.text.get(..at).unwrap_or(&line.text).width();
    let mut marks: Vec<&Mark> = line.marks.iter().collect();
    marks.sort_by_key(|mark| mark.span.start);
    let mut first = String::new();
    for mark in &marks {
        let (from, to) = (width_to(mark.span.start), width_to(mark.span.end));
        first += &" ".repeat(from.saturating_sub(first.len()));
        let sign = if mark.primary { "^" } else { "-" };
        // A position between two characters gets a mark, too.
        first += &sign.repeat(to.saturating_sub(first.len()).max(1));
    }
    let Some(last) = marks.pop() else { return Vec::new() };
    first += &format!(" {}", last.label);
    let mut lines = vec![first];
    while let Some(mark) = marks.pop() {
        let margin = " ".repeat(width_to(mark.span.start));
        lines.push(format!("{margin}|"));
        lines.push(format!("{margin}{}", mark.label));
    }
    lines
}
