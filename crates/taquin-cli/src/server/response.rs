//! Responses: a status, headers and bytes.

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use std::convert::Infallible;

/// A response whose body is sent at once or as a stream.
pub type Response = hyper::Response<UnsyncBoxBody<Bytes, Infallible>>;

/// The content type of JSON.
pub const JSON: &str = "application/json";

/// Returns a response with bytes of a content type.
pub fn file(kind: &'static str, bytes: impl Into<Bytes>) -> Response {
    let mut response = untyped(bytes);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Returns a response without a content type.
pub fn untyped(bytes: impl Into<Bytes>) -> Response {
    Response::new(Full::new(bytes.into()).boxed_unsync())
}
