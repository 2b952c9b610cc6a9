//! Which request goes where: the page and its files, and what `endpoints` lists.

use super::assets;
use super::endpoints::ENDPOINTS;
use super::error::{Answer, HttpError};
use super::request::Request;
use super::route::{Pending, Route};
use hyper::header::{ALLOW, HeaderValue};
use hyper::{Method, StatusCode};
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Poll;

/// The page and its files.
const PAGE: [Route; 3] = [
    Route { method: Method::GET, path: "/", handler: |request| Box::pin(assets::page(request)) },
    Route {
        method: Method::GET,
        path: "/favicon.ico",
        handler: |request| Box::pin(assets::icon(request)),
    },
    Route {
        method: Method::GET,
        path: "/assets/{*path}",
        handler: |request| Box::pin(assets::asset(request)),
    },
];

/// Leads a request to its handler.
pub async fn answer(mut request: Request) -> Answer {
    let path = request.head.uri.path().to_string();
    let mut allowed = Vec::new();
    for route in PAGE.iter().chain(ENDPOINTS) {
        let Some(part) = matched(route.path, &path) else { continue };
        let is_got = route.method == Method::GET && request.head.method == Method::HEAD;
        if is_got || route.method == request.head.method {
            request.part = part.to_string();
            return unless_it_panics((route.handler)(request)).await;
        }
        allowed.push(&route.method);
    }
    if allowed.is_empty() { Err(nothing_there()) } else { wrong_method(&allowed) }
}

/// What an address has where its pattern has braces; nothing if it is another address.
fn matched<'p>(pattern: &str, path: &'p str) -> Option<&'p str> {
    let Some((before, rest)) = pattern.split_once('{') else {
        return (pattern == path).then_some("");
    };
    let (name, after) = rest.split_once('}')?;
    let part = path.strip_prefix(before)?.strip_suffix(after)?;
    let fits = !part.is_empty() && (name.starts_with('*') || !part.contains('/'));
    fits.then_some(part)
}

/// A handler that panics fails alone.
async fn unless_it_panics(mut answer: Pending) -> Answer {
    let poll = poll_fn(|context| {
        let polled = catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context)));
        polled.unwrap_or_else(|_| Poll::Ready(Err(HttpError::internal())))
    });
    poll.await
}

fn nothing_there() -> HttpError {
    let error = HttpError::new(
        StatusCode::NOT_FOUND,
        "unknown-address",
        "there is nothing at this address",
    );
    error.help("the page is at /, the API is described at /api/v1/openapi.json")
}

/// The answer to a method that none of an address's routes has.
fn wrong_method(allowed: &[&Method]) -> Answer {
    let error = HttpError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "wrong-method",
        "it cannot be asked for this way",
    );
    let error = error.help("/api/v1/openapi.json tells which method each address takes");
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
        assert_eq!(matched("/", "/"), Some(""));
        assert_eq!(matched("/solve", "/solve/"), None);
        assert_eq!(matched("/jobs/{id}", "/jobs/a1"), Some("a1"));
        assert_eq!(matched("/jobs/{id}", "/jobs/"), None);
        assert_eq!(matched("/jobs/{id}", "/jobs/a1/events"), None);
        assert_eq!(matched("/jobs/{id}/events", "/jobs/a1/events"), Some("a1"));
        assert_eq!(matched("/jobs/{id}/events", "/jobs/events"), None);
        assert_eq!(matched("/jobs/{id}/events", "/jobs//events"), None);
        assert_eq!(matched("/assets/{*path}", "/assets/script/page.js"), Some("script/page.js"));
        assert_eq!(matched("/assets/{*path}", "/assets/"), None);
    }

    #[test]
    fn a_handler_that_panics_is_an_internal_error() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let failed = runtime.block_on(unless_it_panics(Box::pin(async { panic!("as asked") })));
        assert_eq!(failed.expect_err("no answer").status, StatusCode::INTERNAL_SERVER_ERROR);
    }
}
