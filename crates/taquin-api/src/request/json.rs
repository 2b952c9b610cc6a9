//! Reads requests: JSON with known fields only. Whatever is wrong is reported with the name of its field.

use crate::error::{ApiError, ErrorKind};
use serde::de::DeserializeOwned;

/// Reads a request from its text.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let read = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        wrong(&path, &error.into_inner())
    })?;
    json.end().map_err(|error| no_json(&error))?;
    Ok(read)
}

/// What is wrong with the value at a path.
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

/// What is wrong, without the place, which the field tells.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().replace('`', "'")
}

/// A name for what is wrong, where no field is unknown.
fn code(error: &serde_json::Error) -> &'static str {
    let text = error.to_string();
    match text.split_once(" field ").map(|(what, _)| what) {
        Some("missing") => "missing-field",
        Some("duplicate") => "duplicate-field",
        _ => "wrong-type",
    }
}

/// The unknown field, if that is what is wrong.
fn unknown_field(error: &serde_json::Error) -> Option<String> {
    let text = error.to_string();
    let field = text.strip_prefix("unknown field `")?.split('`').next()?;
    Some(field.to_string())
}
