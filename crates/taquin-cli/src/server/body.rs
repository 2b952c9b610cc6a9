//! The body of a request: JSON, not too long, not too slow, with known fields only.

use super::Server;
use super::limits::BODY_BYTES;
use super::refusal::Refusal;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use futures_util::{Stream, StreamExt};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;

/// What a body asks for.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Server>> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, server: &Arc<Server>) -> Result<Body<T>, Refusal> {
        let (head, body) = request.into_parts();
        if !is_json(&head.headers) {
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            let refusal = Refusal::new(status, "the body must be JSON");
            return Err(refusal.help("send it with Content-Type: application/json"));
        }
        let length = head.headers.get(header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        if length.is_some_and(|length| length > BODY_BYTES as u64) {
            return Err(too_long());
        }
        let bytes = tokio::time::timeout(server.caps.idle, all_of(body.into_data_stream())).await;
        let late =
            |_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive");
        let bytes = bytes.map_err(late)??;
        read(&mut serde_json::Deserializer::from_slice(&bytes)).map(Body)
    }
}

/// All pieces of a body, if they are whole and not too long together.
async fn all_of<E>(
    mut pieces: impl Stream<Item = Result<Bytes, E>> + Unpin,
) -> Result<Vec<u8>, Refusal> {
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

/// Reads an object whose form is right already, as a part of a body.
pub fn read_part<T: DeserializeOwned>(value: Value) -> Result<T, Refusal> {
    deserialized(value)
}

fn read<T: DeserializeOwned>(
    json: &mut serde_json::Deserializer<serde_json::de::SliceRead<'_>>,
) -> Result<T, Refusal> {
    let read = deserialized(&mut *json)?;
    json.end().map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, no_json(&error)))?;
    Ok(read)
}

/// A value, or the field that is wrong.
fn deserialized<'de, T: Deserialize<'de>, D>(source: D) -> Result<T, Refusal>
where
    D: serde::Deserializer<'de, Error = serde_json::Error>,
{
    serde_path_to_error::deserialize(source).map_err(|error| {
        let path = error.path().to_string();
        let error = error.into_inner();
        if !error.is_data() {
            return Refusal::new(StatusCode::BAD_REQUEST, no_json(&error));
        }
        let message = message(&error);
        let refusal = Refusal::new(StatusCode::BAD_REQUEST, message);
        match unknown_field(&error) {
            Some(field) => refusal.field(field),
            None if path == "." => refusal,
            None => refusal.field(path),
        }
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

fn too_long() -> Refusal {
    let message = format!("the body is longer than {} KiB", BODY_BYTES >> 10);
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message).help("ask for less at once")
}

fn broken() -> Refusal {
    let message = "the body is broken: it ends too soon, or its chunks are not what HTTP says";
    let help = "send all of it, with its Content-Length or in well-formed chunks";
    Refusal::new(StatusCode::BAD_REQUEST, message).help(help)
}

fn no_json(error: &serde_json::Error) -> String {
    format!("the body is not JSON: {error}")
}

/// What is wrong, without the place, which the field tells.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().replace('`', "'")
}

/// The field that nobody knows, if that is what is wrong.
fn unknown_field(error: &serde_json::Error) -> Option<String> {
    let text = error.to_string();
    let field = text.strip_prefix("unknown field `")?.split('`').next()?;
    Some(field.to_string())
}
