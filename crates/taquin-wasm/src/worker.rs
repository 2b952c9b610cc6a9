//! Performs requests by name, as the server does by path.

use crate::host::{self, MessageKind};
use serde_json::value::RawValue;
use std::time::Duration;
use taquin::Cancel;
use taquin::construct::LearntNetwork;
use taquin::pattern::Store;
use taquin::search::Clock;
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
}

/// Performs a request.
pub fn perform(name: &str, body: &[u8]) -> Reply {
    match answer(name, body) {
        Ok(object @ Payload::Json(_)) => Reply::Object(object.into_bytes()),
        Ok(file @ Payload::File(..)) => Reply::File(file.into_bytes()),
        Err(error) => Reply::Refused(
            serde_json::to_vec(&ErrorBody { error: error.details() }).unwrap_or_default(),
        ),
    }
}

fn answer(name: &str, body: &[u8]) -> Result<Payload, ApiError> {
    if name == "network" {
        return add_network(body);
    }
    let caps = Caps { bytes: MOST_BYTES, time: MOST_TIME };
    let means = Means { own: Some(host::estimate), ..Means::new(caps) };
    tasks::by_name(name, body, &means)?(&Worker { cancel: Cancel::new() })
}

/// Adds a learnt score for the requests that follow. The page fetches one only when a search uses it.
fn add_network(bytes: &[u8]) -> Result<Payload, ApiError> {
    let learnt = LearntNetwork::from_bytes(bytes)
        .map_err(|fault| ApiError::new(ErrorKind::Malformed, "network-fault", fault.to_string()))?;
    let size = learnt.size.to_string();
    Store::default().add_network(learnt);
    Payload::json(&size)
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
