//! Errors over HTTP: errors of `taquin_api` with a status code, and errors that only a server has.

use super::response::{self, Response};
use hyper::StatusCode;
use hyper::header::{HeaderValue, RETRY_AFTER};
use taquin_api::error::{ApiError, ErrorBody, ErrorDetails, ErrorKind};

/// Seconds after which a client should try again.
pub const RETRY_AFTER_SECS: u64 = 2;

/// The result of a handler.
pub type HandlerResult = Result<Response, HttpError>;

/// An error as a response.
#[derive(Clone, Debug)]
pub struct HttpError {
    /// The status code of the response.
    pub status: StatusCode,
    /// What is wrong.
    error: ApiError,
}

impl HttpError {
    /// Creates an error with a code and a message.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> HttpError {
        // The kind is not used: the status is given.
        HttpError { status, error: ApiError::new(ErrorKind::Malformed, code, message) }
    }

    /// Creates an error that asks the client to try again later.
    pub fn busy(code: &'static str, message: impl Into<String>) -> HttpError {
        let help = format!("try again after {RETRY_AFTER_SECS} seconds");
        HttpError::new(StatusCode::SERVICE_UNAVAILABLE, code, message).help(help)
    }

    /// Creates an error for something that should never happen.
    pub fn internal() -> HttpError {
        let message = "the server failed to handle this request; other requests are not affected";
        HttpError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// Adds a hint about how to fix it.
    pub fn help(mut self, help: impl Into<String>) -> HttpError {
        self.error = self.error.help(help);
        self
    }

    /// Returns what the body of the response contains.
    pub fn details(&self) -> ErrorDetails<'_> {
        self.error.details()
    }

    /// Converts the error into a response.
    pub fn into_response(self) -> Response {
        let body = serde_json::to_vec(&ErrorBody { error: self.details() });
        let body = body.expect("numbers and text are written to memory");
        let mut response = response::file(response::JSON, body);
        *response.status_mut() = self.status;
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(RETRY_AFTER_SECS));
        }
        response
    }
}

impl From<ApiError> for HttpError {
    fn from(error: ApiError) -> HttpError {
        match error.kind {
            ErrorKind::Malformed => HttpError { status: StatusCode::BAD_REQUEST, error },
            ErrorKind::Invalid => HttpError { status: StatusCode::UNPROCESSABLE_ENTITY, error },
            ErrorKind::Internal => HttpError::internal(),
        }
    }
}
