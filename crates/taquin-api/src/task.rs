//! Long-running work and the host that runs it: a thread of a server, a worker of a page, Python.

use crate::error::ApiError;
use crate::progress::Progress;
use crate::remedy::RenderedNotice;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use taquin::Cancel;
use taquin::search::Clock;

/// A piece of work that may block its thread for a long time.
pub type Task = Box<dyn FnOnce(&dyn TaskHost) -> Result<Payload, ApiError> + Send>;

/// The host of a task. A [`Cancel`] is a host that ignores reports.
pub trait TaskHost {
    /// Returns the flag that cancels the task.
    fn cancel(&self) -> &Cancel;

    /// Receives a progress report.
    fn report(&self, progress: &Progress) {
        let _ = progress;
    }

    /// Receives the first part of a longer answer, as JSON, while the task runs; each part replaces the previous one.
    fn part(&self, part: Box<RawValue>) {
        drop(part);
    }

    /// Returns why the task was cancelled, if the answer should mention it.
    fn cancel_notice(&self) -> Option<RenderedNotice> {
        None
    }

    /// Returns the clock that the task uses.
    fn clock(&self) -> Clock {
        Clock::default()
    }
}

impl TaskHost for Cancel {
    fn cancel(&self) -> &Cancel {
        self
    }
}

/// The result of a task.
#[derive(Debug)]
pub enum Payload {
    /// A JSON object.
    Json(Box<RawValue>),
    /// A file: its content type and its bytes.
    File(&'static str, Vec<u8>),
}

impl Payload {
    /// Serialises an object.
    pub fn json(object: &impl Serialize) -> Result<Payload, ApiError> {
        to_raw_value(object).map(Payload::Json).map_err(|_| ApiError::internal())
    }

    /// Returns the JSON object, or `None` for a file.
    pub fn object(&self) -> Option<&RawValue> {
        match self {
            Payload::Json(object) => Some(object),
            Payload::File(..) => None,
        }
    }
}
