//! Reads requests: JSON with known fields only. Each error names its field.

use crate::error::{ApiError, ErrorKind};
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
    match unknown_field(error) {
        Some(field) => malformed("unknown-field").field(field),
        None if path == "." => malformed(code(error)),
        None => malformed(code(error)).field(path),
    }
}

fn no_json(error: &serde_json::Error) -> ApiError {
    ApiError::new(ErrorKind::Malformed, "not-json", format!("the body is not JSON: {error}"))
}

/// Returns the message without the position, since the field name locates the error.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().replace('`', "'")
}

/// Returns the code of an error other than an unknown field.
fn code(error: &serde_json::Error) -> &'static str {
    let text = error.to_string();
    match text.split_once(" field ").map(|(what, _)| what) {
        Some("missing") => "missing-field",
        Some("duplicate") => "duplicate-field",
        _ => "wrong-type",
    }
}

/// Returns the name of the unknown field, if that is the error.
fn unknown_field(error: &serde_json::Error) -> Option<String> {
    let text = error.to_string();
    let field = text.strip_prefix("unknown field `")?.split('`').next()?;
    Some(field.to_string())
}
