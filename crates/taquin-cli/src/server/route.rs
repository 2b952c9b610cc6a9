//! A way from an address to a handler.

use super::error::Answer;
use super::request::Request;
use hyper::Method;
use std::future::Future;
use std::pin::Pin;

/// An answer that is being made.
pub type Pending = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// A way from an address to a handler.
pub struct Route {
    /// The method; whatever can be got answers HEAD, too.
    pub method: Method,
    /// The address. `{id}` stands for any text without a slash, `{*path}` for any text.
    pub path: &'static str,
    /// Who answers.
    pub handler: fn(Request) -> Pending,
}
