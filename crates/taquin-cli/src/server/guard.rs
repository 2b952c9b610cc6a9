//! Checks where a request comes from, and adds the security headers to every response.

use super::error::HttpError;
use super::request::Request;
use super::response::Response;
use super::router;
use hyper::header::{self, HeaderName, HeaderValue};

/// The content security policy of the page.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The content security policy of the page's worker: it may run the WebAssembly module and a heuristic that the
/// user wrote, but has no access to the network.
const WORKER_POLICY: &str = "default-src 'none'; script-src 'wasm-unsafe-eval' 'unsafe-eval'";
/// The path of the worker.
const WORKER: &str = "/assets/script/worker.js";

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
    let policy = if path == WORKER { WORKER_POLICY } else { PAGE_POLICY };
    let is_api = path.starts_with("/api/");
    let answer = match request.server.hosts.check(&request.head.headers, is_api) {
        Ok(()) => router::answer(request).await,
        Err(error) => Err(error),
    };
    let mut response = answer.unwrap_or_else(HttpError::into_response);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Responses of the API are never cached; the page's files set their own rule.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
