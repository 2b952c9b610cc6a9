//! Reads requests: JSON with known fields only. Whatever is wrong is reported with the name of its field.

use crate::error::{ApiError, ErrorKind};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a request from its text.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let read = deserialized(&mut json)?;
    json.end().map_err(|error| ApiError::new(ErrorKind::Malformed, "not-json", no_json(&error)))?;
    Ok(read)
}

/// Reads a request from an object that is part of another.
pub fn read_value<T: DeserializeOwned>(value: Value) -> Result<T, ApiError> {
    deserialized(value)
}

/// A value, or the field that is wrong.
fn deserialized<'de, T: Deserialize<'de>, D>(source: D) -> Result<T, ApiError>
where
    D: serde::Deserializer<'de, Error = serde_json::Error>,
{
    serde_path_to_error::deserialize(source).map_err(|error| {
        let path = error.path().to_string();
        let error = error.into_inner();
        if !error.is_data() {
            return ApiError::new(ErrorKind::Malformed, "not-json", no_json(&error));
        }
        let malformed = |code| ApiError::new(ErrorKind::Malformed, code, message(&error));
        match unknown_field(&error) {
            Some(field) => malformed("unknown-field").field(field),
            None if path == "." => malformed(code(&error)),
            None => malformed(code(&error)).field(path),
        }
    })
}

fn no_json(error: &serde_json::Error) -> String {
    format!("the body is not JSON: {error}")
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
