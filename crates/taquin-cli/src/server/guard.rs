//! Checks where a request comes from, and adds the security headers to every response.

use super::error::HttpError;
use super::request::Request;
use super::response::Response;
use super::router;
use crate::page::POLICY;
use hyper::header::{self, HeaderName, HeaderValue};
use std::sync::LazyLock;

/// The content security policy of every response: that of the page, which no other page may embed.
static PAGE_POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let policy = format!("{POLICY}; frame-ancestors 'none'");
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
});

/// Headers of every response: no other site may embed it, run scripts in it or read it.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Routes a request or rejects it; either way the response gets its headers.
pub async fn answer(request: Request) -> Response {
    let path = request.head.uri.path();
    let is_api = path.starts_with("/api/");
    let answer = match request.server.hosts.check(&request.head.headers, is_api) {
        Ok(()) => router::answer(request).await,
        Err(error) => Err(error),
    };
    let mut response = answer.unwrap_or_else(HttpError::into_response);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, PAGE_POLICY.clone());
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Responses of the API are never cached; the page's files set their own rule.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
