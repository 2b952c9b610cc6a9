//! Errors of requests: a sentence for people, with the name of the field at fault.

pub use crate::diagnostic::ErrorDetails;

use crate::diagnostic::Diagnostic;
use crate::remedy::diagnostic;
use crate::spelling::Fields;
use serde::Serialize;
use taquin::SolveError;
use taquin::solve::{OptionError, find_option};

/// A request that cannot be fulfilled.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The field of the request that is at fault.
    field: Option<String>,
    /// What is wrong with it.
    diagnostic: Box<Diagnostic>,
}

/// The kind of an [`ApiError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request is not JSON, or has an unknown field or one of the wrong type.
    Malformed,
    /// A field is well-formed but invalid: a text that is not a board, or choices that do not fit together.
    Invalid,
    /// An internal error, which is not the client's fault.
    Internal,
}

/// The body of every error response.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Error"))]
pub struct ErrorBody<'a> {
    /// What is wrong.
    pub error: ErrorDetails<'a>,
}

impl ApiError {
    /// Creates an error from a code and a message.
    pub fn new(kind: ErrorKind, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { kind, field: None, diagnostic: Box::new(Diagnostic::new(code, message)) }
    }

    /// Creates an error about a field of a well-formed request.
    pub fn invalid(field: &str, diagnostic: Diagnostic) -> ApiError {
        let (kind, field) = (ErrorKind::Invalid, Some(field.to_string()));
        ApiError { kind, field, diagnostic: Box::new(diagnostic) }
    }

    /// Creates an internal error.
    pub fn internal() -> ApiError {
        ApiError::new(ErrorKind::Internal, "internal", "taquin failed to process this request")
    }

    /// Adds how to fix it.
    pub fn help(mut self, help: impl Into<String>) -> ApiError {
        self.diagnostic.help = Some(help.into());
        self
    }

    /// Names the field at fault.
    pub fn field(mut self, field: impl Into<String>) -> ApiError {
        self.field = Some(field.into());
        self
    }

    /// Returns the diagnostic, with its place in the text.
    pub fn diagnostic(&self) -> &Diagnostic {
        &self.diagnostic
    }

    /// Returns the details for the response body.
    pub fn details(&self) -> ErrorDetails<'_> {
        self.diagnostic.details(self.field.as_deref())
    }
}

/// Choices that do not fit each other or the board.
impl From<SolveError> for ApiError {
    fn from(error: SolveError) -> ApiError {
        let field = match &error {
            SolveError::Contradiction(_) => {
                let diagnostic = Box::new(diagnostic(&error, &Fields));
                return ApiError { kind: ErrorKind::Internal, field: None, diagnostic };
            }
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
