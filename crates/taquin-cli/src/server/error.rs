//! Errors over HTTP: what `taquin_api` says is wrong, with a status, and what only a server can say.

use super::response::{self, Response};
use hyper::StatusCode;
use hyper::header::{HeaderValue, RETRY_AFTER};
use taquin_api::error::{ApiError, ErrorBody, ErrorDetails, ErrorKind};

/// Seconds after which it is worth to come back.
pub const RETRY_AFTER_SECS: u64 = 2;

/// What a handler comes to.
pub type Answer = Result<Response, HttpError>;

/// A request that is not answered as it was meant.
#[derive(Clone, Debug)]
pub struct HttpError {
    /// The status of the answer.
    pub status: StatusCode,
    /// What is wrong.
    error: ApiError,
}

impl HttpError {
    /// With a code and a sentence.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> HttpError {
        // The status says whose fault it is; nobody asks the error itself.
        HttpError { status, error: ApiError::new(ErrorKind::Malformed, code, message) }
    }

    /// Not now.
    pub fn busy(code: &'static str, message: impl Into<String>) -> HttpError {
        let help = format!("try again after {RETRY_AFTER_SECS} seconds");
        HttpError::new(StatusCode::SERVICE_UNAVAILABLE, code, message).help(help)
    }

    /// Something that should never happen.
    pub fn internal() -> HttpError {
        let message = "the server failed at this request; it goes on with others";
        HttpError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// With what would be right.
    pub fn help(mut self, help: impl Into<String>) -> HttpError {
        self.error = self.error.help(help);
        self
    }

    /// As the body of an answer tells it.
    pub fn details(&self) -> ErrorDetails<'_> {
        self.error.details()
    }

    /// As an answer.
    pub fn into_response(self) -> Response {
        // Numbers and text cannot fail to be written into memory.
        let body = serde_json::to_vec(&ErrorBody { error: self.details() }).unwrap_or_default();
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
