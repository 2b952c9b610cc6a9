//! A piece of work that takes its time, and the host that runs it: a thread of a server, a worker of a page, Python.

use crate::error::ApiError;
use crate::progress::Progress;
use crate::remedy::RenderedNotice;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use taquin::Cancel;
use taquin::search::Clock;

/// What is to be done, on a thread that may take its time.
pub type Task = Box<dyn FnOnce(&dyn TaskHost) -> Result<Payload, ApiError> + Send>;

/// Whoever runs a task. A [`Cancel`] is one that wants no reports.
pub trait TaskHost {
    /// The flag that stops the task.
    fn cancel(&self) -> &Cancel;

    /// Hears how far it is.
    fn report(&self, progress: &Progress) {
        let _ = progress;
    }

    /// Gets the first part of a longer answer, as JSON, while the task goes on; each in place of the one before.
    fn part(&self, part: Box<RawValue>) {
        drop(part);
    }

    /// Why it was cancelled, where that belongs into the answer.
    fn cancel_notice(&self) -> Option<RenderedNotice> {
        None
    }

    /// The clock that it goes by.
    fn clock(&self) -> Clock {
        Clock::default()
    }
}

impl TaskHost for Cancel {
    fn cancel(&self) -> &Cancel {
        self
    }
}

/// What comes of it.
#[derive(Debug)]
pub enum Payload {
    /// An object.
    Json(Box<RawValue>),
    /// A file and its type.
    File(&'static str, Vec<u8>),
}

impl Payload {
    /// An object.
    pub fn json(object: &impl Serialize) -> Result<Payload, ApiError> {
        to_raw_value(object).map(Payload::Json).map_err(|_| ApiError::internal())
    }

    /// The object, if it is one.
    pub fn object(&self) -> Option<&RawValue> {
        match self {
            Payload::Json(object) => Some(object),
            Payload::File(..) => None,
        }
    }
}
