//! Prints diagnostics: drawn on a terminal (`drawn`, within its columns: `fit`), elsewhere as plain text with a mark
//! under the line (`plain`).

mod drawn;
mod fit;
mod plain;

use drawn::Drawing;
use std::io::{self, IsTerminal, Write};
use taquin_api::diagnostic::{Diagnostic, harmless};

/// Prints a diagnostic on standard error: drawn on a terminal, plain elsewhere.
pub fn print(diagnostic: &Diagnostic, colors: bool) {
    let mut stderr = io::stderr().lock();
    let drawing = if stderr.is_terminal() { Drawing::for_stderr(colors) } else { None };
    // If standard error is closed, the message is dropped.
    let _ = stderr.write_all(render(diagnostic, drawing).as_bytes());
}

/// Renders a diagnostic. Its sentences may quote a file, which may have characters that would disturb a terminal.
fn render(diagnostic: &Diagnostic, drawing: Option<Drawing>) -> String {
    let diagnostic = Diagnostic {
        message: harmless(&diagnostic.message),
        help: diagnostic.help.as_deref().map(harmless),
        ..diagnostic.clone()
    };
    match drawing {
        Some(drawing) => drawing.render(&diagnostic),
        None => plain::render(&diagnostic),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling::Flags;
    use taquin::{InputFormat, parse_board};
    use taquin_api::diagnostic::Source;

    fn diagnostic(text: &str) -> Diagnostic {
        let error = parse_board(text, InputFormat::Auto, None).expect_err("the text is no board");
        Diagnostic::about_text(&Source::new("argument", text), &error, &Flags)
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
            assert_harmless(&diagnostic);
        }
        let quoted = Diagnostic::new("not-results", "unknown variant `\u{1b}[31m\u{202e}\0`");
        assert_harmless(&quoted.help("remove \u{1b}[2J"));
    }

    fn assert_harmless(diagnostic: &Diagnostic) {
        let drawing = Drawing { colors: false, unicode: true, width: 80 };
        for shown in [render(diagnostic, None), render(diagnostic, Some(drawing))] {
            assert!(shown.len() < 2000, "{shown}");
            assert!(!shown.contains(['\u{1b}', '\u{202e}', '\0']), "{shown}");
        }
    }
}
