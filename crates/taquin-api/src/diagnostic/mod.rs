//! Diagnostics for people: a sentence about what is wrong, the place in their own text, and how to fix it. Each front
//! end renders them in its own way.
//!
//! An excerpt never fills the screen: long lines are cut around the error.

mod excerpt;
mod source;

use crate::spelling::{Fields, Spelling};
pub use excerpt::{CUT, Excerpt, Line, Mark, harmless};
pub use source::Source;

use serde::Serialize;
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
    /// How to fix it, for the user of this front end.
    pub help: Option<String>,
    /// The same for programs, where it names options: there they are fields.
    pub help_in_fields: Option<String>,
    /// The source it is about: a file's name, `standard input`, `argument 2`.
    pub source: Option<String>,
    /// The place in that source.
    pub excerpt: Option<Box<Excerpt>>,
}

impl Diagnostic {
    /// Creates a diagnostic without a place in a text.
    pub fn new(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            help: None,
            help_in_fields: None,
            source: None,
            excerpt: None,
        }
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

    /// Adds how to fix it, as a sentence that names options.
    pub fn help_spelled(
        mut self,
        spelling: &dyn Spelling,
        help: impl Fn(&dyn Spelling) -> Option<String>,
    ) -> Diagnostic {
        (self.help, self.help_in_fields) = (help(spelling), help(&Fields));
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
            help_in_fields: error.help_spelled(&|option, value| Fields.set(option, value)),
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

/// An error as a document has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorDetails<'a> {
    /// A stable code, such as `duplicate` or `option-unused`; it does not change when the message is reworded.
    code: &'static str,
    /// The message: one sentence.
    message: &'a str,
    /// How to fix it.
    help: Option<&'a str>,
    /// The field of the request that is at fault.
    field: Option<&'a str>,
    /// The line of the error in the text, from 1.
    line: Option<usize>,
    /// The column, in characters from 1.
    column: Option<usize>,
    /// The byte range in the text: the first byte, and the one after the last.
    span: Option<[usize; 2]>,
}

impl Diagnostic {
    /// Returns the error as a document has it, with the field of the request that is at fault.
    pub fn details<'a>(&'a self, field: Option<&'a str>) -> ErrorDetails<'a> {
        let excerpt = self.excerpt.as_deref();
        ErrorDetails {
            code: self.code,
            message: &self.message,
            help: self.help_in_fields.as_ref().or(self.help.as_ref()).map(String::as_str),
            field,
            line: excerpt.map(|excerpt| excerpt.line),
            column: excerpt.map(|excerpt| excerpt.column),
            span: excerpt.map(|excerpt| [excerpt.span.start, excerpt.span.end]),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}
