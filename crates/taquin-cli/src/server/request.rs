//! A request as its handler gets it. The body must be JSON with known fields only, within a limit of size and time.

use super::error::HttpError;
use super::limits::BODY_BYTES;
use super::state::Server;
use super::worker_pool::Client;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::http::request::Parts;
use hyper::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use std::error::Error;
use std::sync::Arc;
use taquin_api::request::read_json;

/// A request, and what it can use.
pub struct Request {
    /// What all requests share.
    pub server: Arc<Server>,
    /// The client that sent it.
    pub client: Client,
    /// The method, the URI and the headers.
    pub head: Parts,
    /// The part of the path that matched the braces of the route's pattern.
    pub part: String,
    /// The body, not read yet.
    pub body: Incoming,
}

impl Request {
    /// Reads and parses the body.
    pub async fn json<T: DeserializeOwned>(self) -> Result<T, HttpError> {
        Ok(read_json(&self.bytes().await?)?)
    }

    /// Reads the whole body.
    pub async fn bytes(self) -> Result<Bytes, HttpError> {
        let headers = &self.head.headers;
        if !is_json(headers) {
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            let error = HttpError::new(status, "not-json", "the body must be JSON");
            return Err(error.help("send it with Content-Type: application/json"));
        }
        let length = headers.get(header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        if length.is_some_and(|length| length > BODY_BYTES as u64) {
            return Err(too_long());
        }
        let body = Limited::new(self.body, BODY_BYTES).collect();
        match tokio::time::timeout(self.server.idle, body).await {
            Ok(Ok(body)) => Ok(body.to_bytes()),
            Ok(Err(error)) => Err(incomplete(&*error)),
            Err(_) => Err(HttpError::new(
                StatusCode::REQUEST_TIMEOUT,
                "body-too-slow",
                "the body took too long to arrive",
            )),
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

fn too_long() -> HttpError {
    let message = format!("the body is longer than {} KiB", BODY_BYTES >> 10);
    HttpError::new(StatusCode::PAYLOAD_TOO_LARGE, "body-too-long", message)
        .help("split it into smaller requests")
}

/// Converts the error of a body that could not be read to its end.
fn incomplete(error: &(dyn Error + 'static)) -> HttpError {
    if error.is::<LengthLimitError>() {
        return too_long();
    }
    let message = "the body is malformed: it ends too soon, or its chunks are not valid HTTP";
    let help = "send all of it, with its Content-Length or in well-formed chunks";
    HttpError::new(StatusCode::BAD_REQUEST, "body-broken", message).help(help)
}
