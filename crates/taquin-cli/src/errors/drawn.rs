//! Draws a diagnostic for a terminal: the message, a box with the lines it is about and labelled marks, and the help.
//! Text wider than the terminal is wrapped, and excerpts are cut around the mark.

use super::fit::fitted;
use crate::prose::filled;
use crate::terminal::stderr_columns;
use anstyle::{AnsiColor, Style};
use std::env;
use taquin_api::diagnostic::{Diagnostic, Excerpt, Line, Mark};
use unicode_width::UnicodeWidthStr;

const ERROR: Style = AnsiColor::Red.on_default();
const HELP: Style = AnsiColor::Cyan.on_default();
const PLACE: Style = AnsiColor::Cyan.on_default().underline().bold();
const NUMBER: Style = Style::new().dimmed();
/// The marks' colours, from left to right.
const MARKS: [Style; 3] = [
    AnsiColor::Magenta.on_default().bold(),
    AnsiColor::Yellow.on_default().bold(),
    AnsiColor::Green.on_default().bold(),
];

/// The characters that drawings are made of.
struct Glyphs {
    error: &'static str,
    across: &'static str,
    down: &'static str,
    /// Takes the place of a line's number.
    no_number: &'static str,
    top: &'static str,
    bottom: &'static str,
    under: &'static str,
    /// Connects a label to an underline.
    hook: &'static str,
    /// Marks a position between two characters.
    between: &'static str,
}

const UNICODE: Glyphs = Glyphs {
    error: "×",
    across: "─",
    down: "│",
    no_number: "·",
    top: "╭",
    bottom: "╰",
    under: "─",
    hook: "┬",
    between: "▲",
};

const ASCII: Glyphs = Glyphs {
    error: "x",
    across: "-",
    down: "|",
    no_number: ":",
    top: ",",
    bottom: "`",
    under: "^",
    hook: "|",
    between: "^",
};

/// How a diagnostic is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// Whether to use colours.
    pub colors: bool,
    /// Whether to use more than ASCII.
    pub unicode: bool,
    /// The terminal's columns.
    pub width: usize,
}

impl Drawing {
    /// Returns a drawing for the terminal at standard error, or `None` if the user wants no graphics.
    pub fn for_stderr(colors: bool) -> Option<Drawing> {
        if env::var("NO_GRAPHICS").is_ok_and(|value| value != "0") {
            return None;
        }
        let width = stderr_columns().unwrap_or(80);
        Some(Drawing { colors, unicode: supports_unicode(), width })
    }

    /// Renders the whole diagnostic, followed by an empty line.
    pub fn render(self, diagnostic: &Diagnostic) -> String {
        let glyphs = self.glyphs();
        let (sign, bar) = (self.paint(ERROR, glyphs.error), self.paint(ERROR, glyphs.down));
        let mut text = self.wrap(&diagnostic.message, &format!("  {sign} "), &format!("  {bar} "));
        if let Some(excerpt) = &diagnostic.excerpt {
            text += &self.excerpt(excerpt);
        }
        if let Some(help) = &diagnostic.help {
            text += &self.wrap(help, &self.paint(HELP, "  help: "), "        ");
        }
        text + "\n"
    }

    fn glyphs(self) -> &'static Glyphs {
        if self.unicode { &UNICODE } else { &ASCII }
    }

    fn paint(self, style: Style, text: &str) -> String {
        if self.colors { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    fn wrap(self, text: &str, first: &str, others: &str) -> String {
        filled(text, self.width.saturating_sub(2), first, others) + "\n"
    }

    /// Renders the box with the lines.
    fn excerpt(self, excerpt: &Excerpt) -> String {
        let Glyphs { across, down, no_number, top, bottom, .. } = self.glyphs();
        let widest = excerpt.lines.last().map_or(1, |line| line.number.to_string().len());
        let margin = " ".repeat(widest);
        let place = format!("{}:{}:{}", excerpt.name, excerpt.line, excerpt.column);
        let mut text = format!("{margin}  {top}{across}[{}]\n", self.paint(PLACE, &place));
        let mut styles = MARKS.into_iter().cycle();
        for line in &excerpt.lines {
            let number = self.paint(NUMBER, &format!("{:>widest$}", line.number));
            let line = fitted(line, self.width.saturating_sub(widest + 4));
            text += &format!(" {number} {down} {}\n", line.text);
            for under in self.marks(&line, &mut styles) {
                text += &format!(" {margin} {no_number} {under}\n");
            }
        }
        text + &format!("{margin}  {bottom}{}\n", across.repeat(4))
    }

    /// Returns the lines to print under a line: all marks, then their labels from right to left, each at its mark.
    fn marks(self, line: &Line, styles: &mut impl Iterator<Item = Style>) -> Vec<String> {
        let Glyphs { across, down, bottom, under, hook, between, .. } = self.glyphs();
        let width_to = |at: usize| line.text.get(..at).unwrap_or(&line.text).width();
        let mut marks: Vec<&Mark> = line.marks.iter().collect();
        marks.sort_by_key(|mark| mark.span.start);
        let mut underlines = String::new();
        let (mut end, mut hooks) = (0, Vec::new());
        for (mark, style) in marks.iter().zip(styles) {
            let from = width_to(mark.span.start).max(end);
            let to = width_to(mark.span.end).max(from + 1);
            let middle = (from + to) / 2;
            let sign = if mark.span.is_empty() { between } else { hook };
            let (left, right) = (under.repeat(middle - from), under.repeat(to - middle - 1));
            underlines += &" ".repeat(from - end);
            underlines += &self.paint(style, &format!("{left}{sign}{right}"));
            end = to;
            hooks.push((middle, style));
        }
        let mut lines = Vec::new();
        for (index, mark) in marks.iter().enumerate().rev() {
            let mut text = String::new();
            let mut column = 0;
            for (at, style) in &hooks[..index] {
                text += &" ".repeat(at - column);
                text += &self.paint(*style, down);
                column = at + 1;
            }
            let (at, style) = hooks[index];
            text += &" ".repeat(at - column);
            text += &self.paint(style, &format!("{bottom}{} {}", across.repeat(2), mark.label));
            lines.push(text);
        }
        if !underlines.is_empty() {
            lines.insert(0, underlines);
        }
        lines
    }
}

/// Returns whether the terminal is known to support Unicode.
fn supports_unicode() -> bool {
    if cfg!(windows) {
        return ["WT_SESSION", "TERM_PROGRAM", "TERM"]
            .iter()
            .any(|name| env::var_os(name).is_some());
    }
    // The first that is set and not empty counts.
    let set = |name: &&str| env::var(name).ok().filter(|locale| !locale.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set).unwrap_or_default();
    let locale = locale.to_uppercase();
    // The Linux console has few characters.
    env::var("TERM").is_ok_and(|term| term != "linux")
        && (locale.ends_with("UTF-8") || locale.ends_with("UTF8"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling::Flags;
    use taquin::{InputFormat, parse_board};
    use taquin_api::diagnostic::Source;

    const PLAIN: Drawing = Drawing { colors: false, unicode: true, width: 80 };

    fn diagnostic(text: &str) -> Diagnostic {
        let error = parse_board(text, InputFormat::Auto, None).expect_err("the text is no board");
        Diagnostic::about_text(&Source::new("argument", text), &error, &Flags)
    }

    #[test]
    fn a_place_is_marked_in_a_box() {
        let expected = "  × tile 8 occurs twice and 6 is missing
   ╭─[argument:1:15]
 1 │ 1 2 3/4 5 8/7 8 0
   ·           ┬   ┬
   ·           │   ╰── second 8
   ·           ╰── first 8
   ╰────
  help: each number from 0 to 8 must occur exactly once; the missing one is 6

";
        let diagnostic = diagnostic("1 2 3/4 5 8/7 8 0");
        assert_eq!(PLAIN.render(&diagnostic), expected);
        let ascii = Drawing { unicode: false, ..PLAIN }.render(&diagnostic);
        assert!(ascii.is_ascii() && ascii.contains(" :           |   `-- second 8\n"), "{ascii}");
        let colored = Drawing { colors: true, ..PLAIN }.render(&diagnostic);
        assert!(colored.contains("\x1b[31m×\x1b[0m tile 8"), "{colored}");
    }

    #[test]
    fn places_on_two_lines_are_marked_on_both() {
        let expected = "   ╭─[argument:3:3]
 1 │ 1 2 3
 2 │ 4 5 8
   ·     ┬
   ·     ╰── first 8
 3 │ 7 8 0
   ·   ┬
   ·   ╰── second 8
   ╰────
";
        let drawn = PLAIN.render(&diagnostic("1 2 3\n4 5 8\n7 8 0"));
        let lines = expected.split_once("2 │").map_or(expected, |(_, rest)| rest);
        assert!(drawn.contains(lines), "{drawn}");
    }

    #[test]
    fn nothing_is_wider_than_the_terminal() {
        let long = format!("{}q9 {}", "1 ".repeat(100), "2 ".repeat(100));
        for width in [30, 40, 60, 80, 200] {
            let drawing = Drawing { width, ..PLAIN };
            for text in
                [long.as_str(), "１ ２ ３/４ ５ ６", "", "1 2 3/4 5 8/7 8 0", "1 2 3/4 5 6/7 8 ?"]
            {
                let drawn = drawing.render(&diagnostic(text));
                let marks = drawn.lines().filter(|line| line.contains('┬') || line.contains('▲'));
                assert_eq!(marks.count(), 1, "{drawn}");
                for line in drawn.lines() {
                    assert!(line.width() <= width, "{width}: {line}\n{drawn}");
                }
            }
        }
    }
}
