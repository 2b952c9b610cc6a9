//! Routes: which handler serves a method and a path.

use super::error::HandlerResult;
use super::request::Request;
use hyper::Method;
use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;

/// A response in the making.
pub type Pending = Pin<Box<dyn Future<Output = HandlerResult> + Send>>;

/// A route from a method and a path to a handler.
#[derive(Clone)]
pub struct Route {
    /// The method; a GET route also serves HEAD.
    pub method: Method,
    /// The path. `{id}` matches any text without a slash, `{*path}` any text.
    pub path: Cow<'static, str>,
    /// Handles the request.
    pub handler: fn(Request) -> Pending,
}
