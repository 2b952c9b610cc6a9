//! Dispatches requests to their handlers: the page and its files, and what `endpoints` lists.

use super::assets;
use super::endpoints::ENDPOINTS;
use super::error::{HandlerResult, HttpError};
use super::request::Request;
use super::route::{Pending, Route};
use hyper::header::{ALLOW, HeaderValue};
use hyper::{Method, StatusCode};
use std::borrow::Cow;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Poll;

/// Routes of the page and its files.
const PAGE: [Route; 3] = [
    Route {
        method: Method::GET,
        path: Cow::Borrowed("/"),
        handler: |request| Box::pin(assets::page(request)),
    },
    Route {
        method: Method::GET,
        path: Cow::Borrowed("/favicon.ico"),
        handler: |request| Box::pin(assets::icon(request)),
    },
    Route {
        method: Method::GET,
        path: Cow::Borrowed("/assets/{*path}"),
        handler: |request| Box::pin(assets::asset(request)),
    },
];

/// Dispatches a request to its handler.
pub async fn answer(mut request: Request) -> HandlerResult {
    let path = request.head.uri.path().to_string();
    let mut allowed = Vec::new();
    for route in PAGE.iter().chain(ENDPOINTS.iter()) {
        let Some(part) = match_path(&route.path, &path) else { continue };
        let is_head = route.method == Method::GET && request.head.method == Method::HEAD;
        if is_head || route.method == request.head.method {
            request.part = part.to_string();
            return catch_panic((route.handler)(request)).await;
        }
        allowed.push(&route.method);
    }
    if allowed.is_empty() { Err(not_found()) } else { wrong_method(&allowed) }
}

/// Returns the part of a path that matches the braces of a pattern; `None` if the path does not match.
fn match_path<'p>(pattern: &str, path: &'p str) -> Option<&'p str> {
    let Some((before, rest)) = pattern.split_once('{') else {
        return (pattern == path).then_some("");
    };
    let (name, after) = rest.split_once('}')?;
    let part = path.strip_prefix(before)?.strip_suffix(after)?;
    let fits = !part.is_empty() && (name.starts_with('*') || !part.contains('/'));
    fits.then_some(part)
}

/// Turns a panic of a handler into an internal error, so that only its request fails.
async fn catch_panic(mut answer: Pending) -> HandlerResult {
    let poll = poll_fn(|context| {
        let polled = catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context)));
        polled.unwrap_or_else(|_| Poll::Ready(Err(HttpError::internal())))
    });
    poll.await
}

fn not_found() -> HttpError {
    let error = HttpError::new(
        StatusCode::NOT_FOUND,
        "unknown-address",
        "there is nothing at this address",
    );
    error.help("the page is at /, the API is described at /api/v1/openapi.json")
}

/// Responds to a method that no route of the path has.
fn wrong_method(allowed: &[&Method]) -> HandlerResult {
    let error = HttpError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "wrong-method",
        "this address does not support the method",
    );
    let error = error.help("/api/v1/openapi.json lists the methods of each address");
    let mut response = error.into_response();
    let mut names: Vec<&str> = allowed.iter().map(|method| method.as_str()).collect();
    if names.contains(&"GET") {
        names.push("HEAD");
    }
    if let Ok(names) = HeaderValue::from_str(&names.join(",")) {
        response.headers_mut().insert(ALLOW, names);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_matches_its_pattern_as_a_whole() {
        assert_eq!(match_path("/", "/"), Some(""));
        assert_eq!(match_path("/solve", "/solve/"), None);
        assert_eq!(match_path("/jobs/{id}", "/jobs/a1"), Some("a1"));
        assert_eq!(match_path("/jobs/{id}", "/jobs/"), None);
        assert_eq!(match_path("/jobs/{id}", "/jobs/a1/events"), None);
        assert_eq!(match_path("/jobs/{id}/events", "/jobs/a1/events"), Some("a1"));
        assert_eq!(match_path("/jobs/{id}/events", "/jobs/events"), None);
        assert_eq!(match_path("/jobs/{id}/events", "/jobs//events"), None);
        assert_eq!(match_path("/assets/{*path}", "/assets/script/page.js"), Some("script/page.js"));
        assert_eq!(match_path("/assets/{*path}", "/assets/"), None);
    }

    #[test]
    fn a_handler_that_panics_is_an_internal_error() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let failed = runtime.block_on(catch_panic(Box::pin(async { panic!("as asked") })));
        assert_eq!(failed.expect_err("no answer").status, StatusCode::INTERNAL_SERVER_ERROR);
    }
}
