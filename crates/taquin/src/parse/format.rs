//! The notations of boards: the names of the formats.

use std::fmt;
use std::str::FromStr;

/// A notation for boards.
///
/// ```
/// use taquin::parse::InputFormat;
/// assert_eq!("flat".parse(), Ok(InputFormat::Flat));
/// assert_eq!(InputFormat::Json.to_string(), "json");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum InputFormat {
    /// Detected from the text.
    #[default]
    Auto,
    /// One character per cell.
    Digits,
    /// Rows divided by slashes, semicolons or bars.
    Rows,
    /// All numbers on one line.
    Flat,
    /// One row per line.
    Lines,
    /// A line with the size, then one row per line.
    Sized,
    /// An array or tuple of numbers, or of rows.
    Json,
}

impl InputFormat {
    /// All formats, with their names and descriptions.
    pub const NAMED: [(&'static str, InputFormat, &'static str); 7] = [
        ("auto", InputFormat::Auto, "detected from the text"),
        (
            "digits",
            InputFormat::Digits,
            "one character a cell, letters above 9: 647850321 or 647 850 321",
        ),
        (
            "rows",
            InputFormat::Rows,
            "rows divided by slashes, semicolons or bars: 6 4 7/8 5 0/3 2 1",
        ),
        ("flat", InputFormat::Flat, "all numbers on one line: 6 4 7 8 5 0 3 2 1"),
        ("lines", InputFormat::Lines, "one row a line, or a table; a blank line between boards"),
        ("sized", InputFormat::Sized, "a line with the size (3, or 4 5), then one row a line"),
        ("json", InputFormat::Json, "arrays, tuples, numpy or MATLAB: [[6,4,7],[8,5,0],[3,2,1]]"),
    ];

    /// Returns a short description of the format.
    pub fn doc(self) -> &'static str {
        InputFormat::NAMED.iter().find(|entry| entry.1 == self).map_or("", |entry| entry.2)
    }
}

impl fmt::Display for InputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = InputFormat::NAMED.iter().find(|entry| entry.1 == *self);
        f.pad(named.map_or("", |entry| entry.0))
    }
}

/// The text is not the name of an [`InputFormat`].
///
/// ```
/// use taquin::parse::InputFormat;
/// let error = "xml".parse::<InputFormat>().expect_err("no such format");
/// assert!(error.to_string().starts_with("'xml' is not an input format: give auto, digits, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an input format: give auto, digits, rows, flat, lines, sized or json")]
pub struct InputFormatError(String);

impl FromStr for InputFormat {
    type Err = InputFormatError;
    fn from_str(text: &str) -> Result<InputFormat, InputFormatError> {
        let named = InputFormat::NAMED.iter().find(|entry| entry.0.eq_ignore_ascii_case(text));
        named.map(|entry| entry.1).ok_or_else(|| InputFormatError(text.to_string()))
    }
}
