//! Diagnostics for people: a sentence about what is wrong, the place in their own text, and how to fix it. Each front
//! end renders them in its own way.
//!
//! An excerpt never fills the screen: long lines are cut around the error.

mod excerpt;
mod source;

use crate::spelling::Spelling;
pub use excerpt::{CUT, Excerpt, Line, Mark, harmless};
pub use source::Source;

use std::fmt;
use taquin::parse::StreamError;
use taquin::{Coded, ParseError};

/// What is wrong with an input or a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A stable code for programs; it does not change when the message is reworded.
    pub code: &'static str,
    /// What is wrong: a sentence without its full stop.
    pub message: String,
    /// How to fix it.
    pub help: Option<String>,
    /// The source it is about: a file's name, `standard input`, `argument 2`.
    pub source: Option<String>,
    /// The place in that source.
    pub excerpt: Option<Box<Excerpt>>,
}

impl Diagnostic {
    /// Creates a diagnostic without a place in a text.
    pub fn new(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code, message: message.into(), help: None, source: None, excerpt: None }
    }

    /// Creates a diagnostic from an error of the library, with its code and message.
    pub fn of(error: &(impl Coded + fmt::Display)) -> Diagnostic {
        Diagnostic::new(error.code(), error.to_string())
    }

    /// Adds how to fix it.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Names the source it is about.
    pub fn in_source(mut self, name: &str) -> Diagnostic {
        self.source = Some(name.to_string());
        self
    }

    /// Creates a diagnostic about a place in a text.
    pub fn about_text(source: &Source, error: &ParseError, spelling: &dyn Spelling) -> Diagnostic {
        Diagnostic {
            code: error.kind.code(),
            message: error.to_string(),
            help: error.help_spelled(&|option, value| spelling.set(option, value)),
            source: Some(source.name.clone()),
            excerpt: Some(Box::new(Excerpt::of(source, error))),
        }
    }

    /// Creates a diagnostic about a part of a text that was read as a stream.
    pub fn about_stream(name: &str, bad: StreamError, spelling: &dyn Spelling) -> Diagnostic {
        let StreamError { error, text, offset, lines, column } = bad;
        Diagnostic::about_text(
            &Source { name: name.to_string(), text, offset, lines, column },
            &error,
            spelling,
        )
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}
