//! A text of the user's, or a part of one, that an error can point into.

use std::ops::Range;

/// A text with boards in it, or a part of one, and its name.
#[derive(Debug)]
pub struct Source {
    /// `argument 2`, `standard input` or the file's name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// How many bytes of the whole text come before.
    pub offset: usize,
    /// How many lines come before.
    pub lines: usize,
    /// How many characters of the same line come before.
    pub column: usize,
}

impl Source {
    /// Creates a source with a name and its whole text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into(), offset: 0, lines: 0, column: 0 }
    }

    /// Creates a source from one line, with the number of lines and bytes before it.
    pub fn of_line(name: &str, text: &str, lines: usize, offset: usize) -> Source {
        Source { lines, offset, ..Source::new(name, text) }
    }

    /// Returns the line that a byte is on, from 0 within this text.
    pub fn line_of(&self, at: usize) -> usize {
        self.text.as_bytes()[..at.min(self.text.len())].iter().filter(|&&b| b == b'\n').count()
    }

    /// Returns the byte range of a line of this text, without its line ending.
    pub fn line(&self, number: usize) -> Range<usize> {
        let mut ends = self.text.match_indices('\n').map(|(at, _)| at);
        let before = number.checked_sub(1).map(|before| ends.nth(before));
        let start = match before {
            None => 0,
            Some(end) => end.map_or(self.text.len(), |end| end + 1),
        };
        let end = ends.next().unwrap_or(self.text.len()).max(start);
        start..start + self.text[start..end].trim_end_matches('\r').len()
    }
}
