//! Performs requests by name, as the server does by path.

use crate::host::{self, MessageKind};
use serde_json::value::RawValue;
use std::cell::{Cell, RefCell};
use std::time::Duration;
use taquin::construct::{LearntNetwork, shipped_square};
use taquin::search::Clock;
use taquin::store::Store;
use taquin::{Cancel, Size};
use taquin_api::error::{ApiError, ErrorBody, ErrorKind};
use taquin_api::limits::Caps;
use taquin_api::progress::Progress;
use taquin_api::task::{Means, Payload, TaskHost};
use taquin_api::tasks;

/// A module can have at most four gigabytes of memory; a tab should not take more than half of that.
const MOST_BYTES: u64 = 2 << 30;
/// Longer searches belong on a server.
const MOST_TIME: Duration = Duration::from_secs(600);

/// What the host receives.
pub enum Reply {
    /// The answer.
    Object(Vec<u8>),
    /// The error of the request.
    Refused(Vec<u8>),
    /// A file.
    File(Vec<u8>),
    /// Nothing yet: the request needs the learnt score for squares of this size first.
    Missing(Vec<u8>),
}

impl From<Payload> for Reply {
    fn from(payload: Payload) -> Reply {
        match payload {
            Payload::Json(_) => Reply::Object(payload.into_bytes()),
            Payload::File(..) => Reply::File(payload.into_bytes()),
        }
    }
}

/// Performs a request.
pub fn perform(name: &str, body: &[u8]) -> Reply {
    match answer(name, body) {
        Ok(reply) => reply,
        Err(error) => Reply::Refused(
            serde_json::to_vec(&ErrorBody { error: error.details() }).unwrap_or_default(),
        ),
    }
}

fn answer(name: &str, body: &[u8]) -> Result<Reply, ApiError> {
    if name == "network" {
        return add_network(body);
    }
    let caps = Caps::new(MOST_BYTES, MOST_TIME);
    let means = Means { own: Some(host::estimate), score: note_score, ..Means::new(caps) };
    MISSING.set(None);
    let task = tasks::by_name(name, body, &means)?;
    match MISSING.take() {
        Some(missing) => Ok(Reply::Missing(missing.to_string().into_bytes())),
        None => Ok(task(&Worker { cancel: Cancel::new() })?.into()),
    }
}

thread_local! {
    /// The learnt scores that the page has sent, and the one that the present request needs besides.
    static GIVEN: RefCell<Vec<Size>> = const { RefCell::new(Vec::new()) };
    static MISSING: Cell<Option<Size>> = const { Cell::new(None) };
}

/// Notes the score for boards of a size, if there is one that the page has not sent.
fn note_score(size: Size) {
    let missing =
        shipped_square(size).filter(|square| GIVEN.with_borrow(|given| !given.contains(square)));
    MISSING.set(missing.or(MISSING.get()));
}

/// Adds a learnt score for the requests that follow. The page fetches one only when a search uses it.
fn add_network(bytes: &[u8]) -> Result<Reply, ApiError> {
    let learnt = LearntNetwork::from_bytes(bytes)
        .map_err(|fault| ApiError::new(ErrorKind::Malformed, "network-fault", fault.to_string()))?;
    let size = learnt.size;
    Store::default().add_network(learnt);
    GIVEN.with_borrow_mut(|given| given.push(size));
    Ok(Payload::json(&size.to_string())?.into())
}

/// The host of a task in a Web Worker. The page cancels a search by terminating the worker.
struct Worker {
    cancel: Cancel,
}

impl TaskHost for Worker {
    fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    fn report(&self, progress: &Progress) {
        if let Ok(text) = serde_json::to_string(progress) {
            host::send(MessageKind::Progress, &text);
        }
    }

    fn part(&self, part: Box<RawValue>) {
        host::send(MessageKind::Part, part.get());
    }

    fn clock(&self) -> Clock {
        host::clock()
    }
}
