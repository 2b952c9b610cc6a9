//! What is sent back: a status, headers, and bytes.

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use std::convert::Infallible;

/// All of it at once, or as it comes.
pub type Response = hyper::Response<UnsyncBoxBody<Bytes, Infallible>>;

/// What JSON is called.
pub const JSON: &str = "application/json";

/// Bytes of a type.
pub fn file(kind: &'static str, bytes: impl Into<Bytes>) -> Response {
    let mut response = all_at_once(bytes);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Bytes of no type, or none at all.
pub fn all_at_once(bytes: impl Into<Bytes>) -> Response {
    Response::new(Full::new(bytes.into()).boxed_unsync())
}
