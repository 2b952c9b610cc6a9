//! The body of a request: JSON, not too long, not too slow, with known fields only.

use super::error::HttpError;
use super::limits::BODY_BYTES;
use super::state::Server;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use futures_util::{Stream, StreamExt};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use taquin_api::request::read_json;

/// What a body asks for.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Server>> for Body<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, server: &Arc<Server>) -> Result<Body<T>, HttpError> {
        let (head, body) = request.into_parts();
        if !is_json(&head.headers) {
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            let error = HttpError::new(status, "not-json", "the body must be JSON");
            return Err(error.help("send it with Content-Type: application/json"));
        }
        let length = head.headers.get(header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        if length.is_some_and(|length| length > BODY_BYTES as u64) {
            return Err(too_long());
        }
        let bytes = tokio::time::timeout(server.caps.idle, all_of(body.into_data_stream())).await;
        let late = |_| {
            HttpError::new(
                StatusCode::REQUEST_TIMEOUT,
                "body-too-slow",
                "the body took too long to arrive",
            )
        };
        let bytes = bytes.map_err(late)??;
        Ok(Body(read_json(&bytes)?))
    }
}

/// All pieces of a body, if they are whole and not too long together.
async fn all_of<E>(
    mut pieces: impl Stream<Item = Result<Bytes, E>> + Unpin,
) -> Result<Vec<u8>, HttpError> {
    let mut bytes = Vec::new();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| broken())?;
        if bytes.len() + piece.len() > BODY_BYTES {
            return Err(too_long());
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

fn too_long() -> HttpError {
    let message = format!("the body is longer than {} KiB", BODY_BYTES >> 10);
    HttpError::new(StatusCode::PAYLOAD_TOO_LARGE, "body-too-long", message)
        .help("ask for less at once")
}

fn broken() -> HttpError {
    let message = "the body is broken: it ends too soon, or its chunks are not what HTTP says";
    let help = "send all of it, with its Content-Length or in well-formed chunks";
    HttpError::new(StatusCode::BAD_REQUEST, "body-broken", message).help(help)
}
