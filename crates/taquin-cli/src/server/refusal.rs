//! Why a request is not answered as it was meant: a status, and JSON with a sentence for people that names
//! the field at fault.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use taquin::SolveError;
use taquin_api::diagnostic::Diagnostic;

/// Seconds after which it is worth to come back.
pub const COME_BACK_AFTER: u64 = 2;

/// A request that is refused.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The status of the answer.
    pub status: StatusCode,
    /// The field of the request that is at fault.
    field: Option<String>,
    /// What is wrong with it.
    diagnostic: Diagnostic,
}

/// The body of every answer that is not as it was meant.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Refused")]
pub struct Refused<'a> {
    /// What is wrong.
    pub error: Fault<'a>,
}

/// What is wrong with a request.
#[derive(Serialize, JsonSchema)]
pub struct Fault<'a> {
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

impl Refusal {
    /// With a sentence.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Refusal {
        Refusal { status, field: None, diagnostic: Diagnostic::new(message) }
    }

    /// A well-formed request with a field that is wrong.
    pub fn wrong(field: &str, diagnostic: Diagnostic) -> Refusal {
        let field = Some(field.to_string());
        Refusal { status: StatusCode::UNPROCESSABLE_ENTITY, field, diagnostic }
    }

    /// Not now.
    pub fn busy(message: impl Into<String>) -> Refusal {
        let help = format!("try again after {COME_BACK_AFTER} seconds");
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message).help(help)
    }

    /// Something that should never happen.
    pub fn broken() -> Refusal {
        let message = "the server failed at this request; it goes on with others";
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// With what would be right.
    pub fn help(mut self, help: impl Into<String>) -> Refusal {
        self.diagnostic = self.diagnostic.help(help);
        self
    }

    /// About a field.
    pub fn field(mut self, field: impl Into<String>) -> Refusal {
        self.field = Some(field.into());
        self
    }

    /// As the body of an answer.
    pub fn fault(&self) -> Fault<'_> {
        let excerpt = self.diagnostic.excerpt.as_deref();
        Fault {
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
impl From<SolveError> for Refusal {
    fn from(error: SolveError) -> Refusal {
        let field = match &error {
            SolveError::UnknownAlgorithm(_) | SolveError::SpaceTooLarge { .. } => "algorithm",
            SolveError::UnknownHeuristic(_)
            | SolveError::HeuristicUnused { .. }
            | SolveError::NeedsPatterns { .. }
            | SolveError::Inadmissible { .. }
            | SolveError::Heuristic(_) => "heuristic",
            SolveError::CostsUnused { .. } => "cost",
            SolveError::OptionUnused { option, .. } | SolveError::OutOfRange { option, .. } => {
                let field = option.trim_start_matches('-').replace('-', "_");
                return Refusal::wrong(&field, Diagnostic::new(error.to_string()));
            }
        };
        Refusal::wrong(field, Diagnostic::new(error.to_string()))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        // Numbers and text cannot fail to be written into memory.
        let body = serde_json::to_vec(&Refused { error: self.fault() }).unwrap_or_default();
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(COME_BACK_AFTER));
        }
        response
    }
}
