//! Why a request is not answered as it was meant: a sentence for people that names the field at fault.

use crate::diagnostic::Diagnostic;
use crate::remedy::diagnostic;
use crate::spelling::Fields;
use serde::Serialize;
use taquin::SolveError;
use taquin::solve::{OptionError, find_option};

/// A request that cannot be answered as it was meant.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// Whose fault it is.
    pub kind: ErrorKind,
    /// The field of the request that is at fault.
    field: Option<String>,
    /// What is wrong with it.
    diagnostic: Box<Diagnostic>,
}

/// Whose fault it is that a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request is not JSON, or has an unknown field or one of the wrong type.
    Malformed,
    /// A field is well-formed, but wrong: a text that is no board, choices that do not go together.
    Invalid,
    /// None of the asker's: something that should never happen.
    Internal,
}

/// The body of every answer that is not as it was meant.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Refused"))]
pub struct ErrorBody<'a> {
    /// What is wrong.
    pub error: ErrorDetails<'a>,
}

/// What is wrong with a request.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Fault"))]
pub struct ErrorDetails<'a> {
    /// A name for what is wrong, such as `duplicate` or `option-unused`: it stays when the sentence is worded anew.
    code: &'static str,
    /// A sentence.
    message: &'a str,
    /// What would be right.
    help: Option<&'a str>,
    /// The field of the request that is at fault.
    field: Option<&'a str>,
    /// The line of the place that is wrong in the field's text, from 1.
    line: Option<usize>,
    /// Its column, in characters from 1.
    column: Option<usize>,
    /// Its bytes in the field's text: the first, and the one after the last.
    span: Option<[usize; 2]>,
}

impl ApiError {
    /// With a code and a sentence.
    pub fn new(kind: ErrorKind, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { kind, field: None, diagnostic: Box::new(Diagnostic::new(code, message)) }
    }

    /// A well-formed request with a field that is wrong.
    pub fn invalid(field: &str, diagnostic: Diagnostic) -> ApiError {
        let (kind, field) = (ErrorKind::Invalid, Some(field.to_string()));
        ApiError { kind, field, diagnostic: Box::new(diagnostic) }
    }

    /// Something that should never happen.
    pub fn internal() -> ApiError {
        ApiError::new(ErrorKind::Internal, "internal", "taquin failed at this request")
    }

    /// With what would be right.
    pub fn help(mut self, help: impl Into<String>) -> ApiError {
        self.diagnostic.help = Some(help.into());
        self
    }

    /// About a field.
    pub fn field(mut self, field: impl Into<String>) -> ApiError {
        self.field = Some(field.into());
        self
    }

    /// What is wrong, with its place.
    pub fn diagnostic(&self) -> &Diagnostic {
        &self.diagnostic
    }

    /// As the body of an answer tells it.
    pub fn details(&self) -> ErrorDetails<'_> {
        let excerpt = self.diagnostic.excerpt.as_deref();
        ErrorDetails {
            code: self.diagnostic.code,
            message: &self.diagnostic.message,
            help: self.diagnostic.help.as_deref(),
            field: self.field.as_deref(),
            line: excerpt.map(|excerpt| excerpt.line),
            column: excerpt.map(|excerpt| excerpt.column),
            span: excerpt.map(|excerpt| [excerpt.span.start, excerpt.span.end]),
        }
    }
}

/// Choices that do not fit each other, or not the board.
impl From<SolveError> for ApiError {
    fn from(error: SolveError) -> ApiError {
        let field = match &error {
            SolveError::UnknownAlgorithm(_) | SolveError::SpaceTooLarge { .. } => "algorithm",
            SolveError::UnknownHeuristic(_)
            | SolveError::HeuristicUnused { .. }
            | SolveError::NeedsPatterns { .. }
            | SolveError::Inadmissible { .. }
            | SolveError::Heuristic(_) => "heuristic",
            SolveError::CostsUnused { .. } => "cost",
            SolveError::OptionUnused { option, .. }
            | SolveError::OutOfRange(OptionError { option, .. }) => {
                find_option(option).map_or(*option, |option| option.field)
            }
            SolveError::UnknownOption { option, .. } => option,
        };
        ApiError::invalid(field, diagnostic(&error, &Fields))
    }
}
