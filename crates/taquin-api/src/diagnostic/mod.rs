//! What is wrong, said to people: a sentence, the place in their own text, and what would be right. How that
//! is shown, each front end knows.
//!
//! An excerpt never fills the screen: long lines are cut around the place.

mod excerpt;
mod source;

use crate::spelling::Spelling;
pub use excerpt::{CUT, Excerpt, Line, Mark};
pub use source::Source;

use std::fmt;
use taquin::parse::StreamError;
use taquin::{Coded, ParseError};

/// Something that cannot be done as it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A name for what is wrong, for programs: it stays when the sentence is worded anew.
    pub code: &'static str,
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
    pub fn new(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code, message: message.into(), help: None, source: None, excerpt: None }
    }

    /// An error of the library, by its code and its sentence.
    pub fn of(error: &(impl Coded + fmt::Display)) -> Diagnostic {
        Diagnostic::new(error.code(), error.to_string())
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
    pub fn about_text(source: &Source, error: &ParseError, spelling: &dyn Spelling) -> Diagnostic {
        Diagnostic {
            code: error.kind.code(),
            message: error.to_string(),
            help: error.help_spelled(&|option, value| spelling.set(option, value)),
            source: Some(source.name.clone()),
            excerpt: Some(Box::new(Excerpt::of(source, error))),
        }
    }

    /// About a part of a text that came as a stream.
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
