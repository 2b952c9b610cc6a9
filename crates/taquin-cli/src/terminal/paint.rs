//! Colours, if they are wanted. All output can be read without them.

use anstyle::{AnsiColor, Style};
use std::fmt::Display;

/// Colours text, or leaves it as it is.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// Creates a painter with or without colours.
    pub fn new(on: bool) -> Paint {
        Paint { on }
    }

    /// Returns whether colours are used.
    pub fn is_on(self) -> bool {
        self.on
    }

    fn paint(self, style: Style, text: impl Display) -> String {
        if self.on { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    /// Colours something good.
    pub fn good(self, text: impl Display) -> String {
        self.paint(AnsiColor::Green.on_default().bold(), text)
    }

    /// Colours something that needs attention.
    pub fn warning(self, text: impl Display) -> String {
        self.paint(AnsiColor::Yellow.on_default().bold(), text)
    }

    /// Colours something bad.
    pub fn bad(self, text: impl Display) -> String {
        self.paint(AnsiColor::Red.on_default().bold(), text)
    }

    /// Emphasizes a heading.
    pub fn heading(self, text: impl Display) -> String {
        self.paint(Style::new().bold(), text)
    }

    /// Colours a name that can be typed, or the tile that moved.
    pub fn name(self, text: impl Display) -> String {
        self.paint(AnsiColor::Cyan.on_default().bold(), text)
    }

    /// Draws blocks in white on black, whatever the colours of the terminal.
    pub fn blocks(self, text: impl Display) -> String {
        self.paint(AnsiColor::BrightWhite.on(AnsiColor::Black), text)
    }

    /// Dims something less important.
    pub fn faint(self, text: impl Display) -> String {
        self.paint(Style::new().dimmed(), text)
    }
}
