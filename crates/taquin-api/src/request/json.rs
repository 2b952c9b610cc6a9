//! Reads requests: JSON with known fields only. Each error names its field.

use crate::error::{ApiError, ErrorKind};
use crate::limits::negative_time;
use serde::de::DeserializeOwned;

/// Parses a request.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let read = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        wrong(&path, &error.into_inner())
    })?;
    json.end().map_err(|error| no_json(&error))?;
    Ok(read)
}

/// Creates the error about the value at a path.
fn wrong(path: &str, error: &serde_json::Error) -> ApiError {
    if !error.is_data() {
        return no_json(error);
    }
    let malformed = |code| ApiError::new(ErrorKind::Malformed, code, message(error));
    if let Some((field, message)) = field_in_front(error).filter(|_| path == ".") {
        // serde begins with `invalid` what it says about the form of a value.
        if !message.starts_with("invalid ") {
            return ApiError::invalid(&field, negative_time());
        }
        return ApiError::new(ErrorKind::Malformed, "wrong-type", message).field(field);
    }
    match (code(error), named_field(error)) {
        ("unknown-field", Some(field)) => malformed("unknown-field").field(field),
        (code, Some(field)) if path == "." => malformed(code).field(field),
        (code, None) if path == "." => malformed(code),
        (code, _) => malformed(code).field(path),
    }
}

/// Returns the field that a message begins with, and the rest of the message: that of a flattened object.
fn field_in_front(error: &serde_json::Error) -> Option<(String, String)> {
    let text = message(error);
    let (field, message) = text.split_once(": ")?;
    let is_name = field.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    is_name.then(|| (field.to_string(), message.to_string()))
}

fn no_json(error: &serde_json::Error) -> ApiError {
    ApiError::new(ErrorKind::Malformed, "not-json", format!("the body is not JSON: {error}"))
}

/// Returns the message without the position, since the field name locates the error.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().replace('`', "'")
}

/// Returns the code of an error.
fn code(error: &serde_json::Error) -> &'static str {
    let text = error.to_string();
    match text.split_once(" field ").map(|(what, _)| what) {
        Some("unknown") => "unknown-field",
        Some("missing") => "missing-field",
        Some("duplicate") => "duplicate-field",
        _ => "wrong-type",
    }
}

/// Returns the field that the error is about, if its message names one: it is unknown, missing or given twice.
fn named_field(error: &serde_json::Error) -> Option<String> {
    let text = error.to_string();
    let (_, field) = text.split_once(" field `")?;
    Some(field.split('`').next()?.to_string())
}
