//! What is wrong, said to people: a sentence, the place in their own text, and what would be right.
//!
//! On a terminal it is drawn (`drawn`); elsewhere it is plain text, the line with a mark underneath
//! (`plain`). A message never fills the screen: long lines are cut around the place (`excerpt`).

mod drawn;
mod excerpt;
mod plain;

use crate::input::Source;
use drawn::Drawing;
use excerpt::Excerpt;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use taquin::ParseError;

/// Something that cannot be done as it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong: a sentence without its full stop.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
    /// The text it is about: a file's name, `standard input`, `argument 2`.
    pub source: Option<String>,
    /// The place in that text.
    pub excerpt: Option<Box<Excerpt>>,
}

impl Diagnostic {
    /// A diagnostic about nothing that can be pointed at.
    pub fn new(message: impl Into<String>) -> Diagnostic {
        Diagnostic { message: message.into(), help: None, source: None, excerpt: None }
    }

    /// With what would be right.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// About a source of this name.
    pub fn in_source(mut self, name: &str) -> Diagnostic {
        self.source = Some(name.to_string());
        self
    }

    /// About a place in a text.
    pub fn about_text(source: &Source, error: &ParseError) -> Diagnostic {
        Diagnostic {
            message: error.to_string(),
            help: error.help(),
            source: Some(source.name.clone()),
            excerpt: Some(Box::new(Excerpt::of(source, error))),
        }
    }

    /// Prints it on standard error: drawn on a terminal, plain elsewhere.
    pub fn print(&self, colors: bool) {
        let mut stderr = io::stderr().lock();
        let drawing = if stderr.is_terminal() { Drawing::for_stderr(colors) } else { None };
        let text = match drawing {
            Some(drawing) => drawing.render(self),
            None => plain::render(self),
        };
        // Where standard error is gone there is nobody left to tell.
        let _ = stderr.write_all(text.as_bytes());
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{InputFormat, parse_board};

    fn diagnostic(text: &str) -> Diagnostic {
        let error = parse_board(text, InputFormat::Auto, None).expect_err("the text is no board");
        Diagnostic::about_text(&Source::new("argument", text), &error)
    }

    #[test]
    fn a_duplicate_is_pointed_at() {
        let text = plain::render(&diagnostic("1 2 3/4 5 8/7 8 0"));
        let expected = "\
error: tile 8 occurs twice and 6 is missing
 --> argument, line 1, column 15
  |
1 | 1 2 3/4 5 8/7 8 0
  |           -   ^ second 8
  |           |
  |           first 8
  |
help: each number from 0 to 8 must occur exactly once; the missing one is 6
";
        assert_eq!(text, expected);
    }

    #[test]
    fn nothing_is_too_odd_to_be_shown() {
        let long = format!("{} x9 {}", "1 ".repeat(3000), "2 ".repeat(3000));
        let wide = "１ ２ ３/４ ５ ６";
        let odd =
            ["", "\0", "\u{1b}[31m1 2 3", "1 2 3\r\n4 5\r\n\t6", &long, wide, "\u{202e}12", "é"];
        for text in odd {
            let diagnostic = diagnostic(text);
            let drawing = Drawing { colors: false, unicode: true, width: 80 };
            for shown in [plain::render(&diagnostic), drawing.render(&diagnostic)] {
                assert!(shown.len() < 2000, "{shown}");
                assert!(!shown.contains(['\u{1b}', '\u{202e}', '\0']), "{shown}");
            }
        }
    }
}
