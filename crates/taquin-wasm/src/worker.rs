//! Performs requests by name, as the server does by path.

use crate::host::{self, MessageKind};
use serde_json::value::RawValue;
use std::time::Duration;
use taquin::construct::LearntNetwork;
use taquin::heuristic::{CustomHeuristic, HeuristicChoice};
use taquin::search::Clock;
use taquin::store::Store;
use taquin::{Cancel, Cost};
use taquin_api::error::{ApiError, ErrorBody, ErrorKind};
use taquin_api::heuristic_check::UNIT;
use taquin_api::limits::Caps;
use taquin_api::progress::Progress;
use taquin_api::request::{OWN_HEURISTIC, read_json};
use taquin_api::task::{Payload, Task, TaskHost};
use taquin_api::tasks::{self, Description, HostLimits};

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
        Ok(Payload::Json(object)) => Reply::Object(object.get().as_bytes().to_vec()),
        Ok(Payload::File(_, bytes)) => Reply::File(bytes),
        Err(error) => Reply::Refused(
            serde_json::to_vec(&ErrorBody { error: error.details() }).unwrap_or_default(),
        ),
    }
}

fn answer(name: &str, body: &[u8]) -> Result<Payload, ApiError> {
    let caps = Caps { bytes: MOST_BYTES, time: MOST_TIME };
    if name == "describe" {
        let limits = HostLimits { body_bytes: usize::MAX >> 1, searches_at_once: 1, queue: 0 };
        return Payload::json(&Description::new(&caps, limits));
    }
    if name == "network" {
        return add_network(body);
    }
    task(name, body, &caps)?(&Worker { cancel: Cancel::new() })
}

/// Adds a learnt score for the requests that follow. The page fetches one only when a search uses it.
fn add_network(bytes: &[u8]) -> Result<Payload, ApiError> {
    let learnt = LearntNetwork::from_bytes(bytes)
        .map_err(|fault| ApiError::new(ErrorKind::Malformed, "network-fault", fault.to_string()))?;
    let size = learnt.size.to_string();
    Store::default().add_network(learnt);
    Payload::json(&size)
}

/// Reads a request and returns its task.
fn task(name: &str, body: &[u8], caps: &Caps) -> Result<Task, ApiError> {
    match name {
        "trace" | "solve" => {
            let mut request: taquin_api::request::SearchRequest = read_json(body)?;
            if request.heuristic.as_deref() == Some(OWN_HEURISTIC) {
                request.own = Some(own_heuristic());
            }
            match name {
                "trace" => tasks::trace(&request, caps, MOST_TIME),
                _ => tasks::solve(&request, caps, MOST_TIME),
            }
        }
        "check" => {
            let checked = tasks::check(&read_json(body)?)?;
            Ok(Box::new(move |_| Ok(checked)))
        }
        "check-heuristic" => tasks::check_heuristic(&read_json(body)?, host::estimate),
        "compare" => tasks::compare(&read_json(body)?, caps, MOST_TIME),
        "generate" => tasks::generate(&read_json(body)?, caps),
        "game" => tasks::game(&read_json(body)?, caps),
        "scores" => tasks::scores(&read_json(body)?, caps),
        "hint" => tasks::hint(&read_json(body)?, caps),
        "picture" => tasks::picture(&read_json(body)?, caps, tasks::render_svg),
        _ => Err(ApiError::internal()),
    }
}

/// The heuristic that the user wrote. The page checks separately whether it overestimates.
fn own_heuristic() -> HeuristicChoice {
    let in_units = |guess: f64| (guess.max(0.0) * f64::from(UNIT)) as Cost;
    let own = CustomHeuristic::admissible(move |board| in_units(host::estimate(board)));
    HeuristicChoice::Custom(own.in_units(UNIT).named(OWN_HEURISTIC))
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
