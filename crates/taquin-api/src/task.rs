//! Long-running work and the host that runs it: a thread of a server, a worker of a page, Python.

use crate::error::ApiError;
use crate::limits::Caps;
use crate::picture::{Render, render_svg};
use crate::progress::Progress;
use crate::remedy::RenderedNotice;
use crate::spelling::{Fields, Spelling};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use taquin::search::Clock;
use taquin::{Board, Budget, Cancel, Limits, Size, Solver};

/// A piece of work that may block its thread for a long time.
pub type Task = Box<dyn FnOnce(&dyn TaskHost) -> Result<Payload, ApiError> + Send>;

/// A thing that can be asked: an entry of the list of [`tasks`](crate::tasks).
#[derive(Debug)]
pub struct TaskInfo {
    /// Its name: of the request to the module of the page, and in the path of its endpoint.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// How much work it is.
    pub effort: Effort,
    /// Reads a request and returns its task, or an error that names the field at fault.
    pub begin: fn(&[u8], &Means) -> Result<Task, ApiError>,
    /// The schema of the request.
    #[cfg(feature = "schema")]
    pub request: SchemaOf,
    /// What it answers.
    #[cfg(feature = "schema")]
    pub answer: AnswerKind,
}

/// How much work a task is, and with that where it can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// None: the answer is always the same.
    Constant,
    /// So little that it needs no thread of its own.
    Instant,
    /// A search of seconds at most.
    Short,
    /// A search that may take long, so it can also be asked for as a job.
    Long,
    /// A search that runs a heuristic of the user's own, only where the user trusts it.
    Own,
}

/// Generates the schema of an object.
#[cfg(feature = "schema")]
pub type SchemaOf = fn(&mut schemars::SchemaGenerator) -> schemars::Schema;

/// What a task answers.
#[cfg(feature = "schema")]
#[derive(Clone, Copy, Debug)]
pub enum AnswerKind {
    /// An object.
    Object(SchemaOf),
    /// A file of one of these content types.
    Files(&'static [&'static str]),
}

/// What a host gives to its tasks.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// The most that a task may use, and how many the host takes.
    pub caps: Caps,
    /// Draws pictures.
    pub render: Render,
    /// The heuristic that the user wrote, where there can be one.
    pub own: Option<fn(&Board) -> f64>,
    /// Is told for which sizes a task will use a learnt score, for hosts that get the scores they need one by one.
    pub score: fn(Size),
}

impl Means {
    /// Returns the means of a host that runs one search at a time and draws no pixels.
    pub const fn new(caps: Caps) -> Means {
        Means { caps, render: render_svg, own: None, score: |_| () }
    }

    /// Tells the host the score that a search will use, if it uses one.
    pub fn announce(&self, solver: &Solver, size: Size) {
        if solver.uses_learnt_score(size) {
            (self.score)(size);
        }
    }

    /// Returns the same means for a client that waits without progress reports.
    pub fn plain(self) -> Means {
        Means { caps: self.caps.plain(), ..self }
    }
}

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

    /// Returns how the host spells the options that its user can change.
    fn spelling(&self) -> &dyn Spelling {
        &Fields
    }

    /// Returns the clock that the task uses.
    fn clock(&self) -> Clock {
        Clock::default()
    }

    /// Begins a budget within these limits, by the host's flag and clock.
    fn budget(&self, limits: Limits) -> Budget {
        Budget::new(limits, self.cancel().clone()).with_clock(self.clock())
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

    /// Returns the bytes of the object or of the file.
    pub fn into_bytes(self) -> Vec<u8> {
        match self {
            Payload::Json(object) => String::from(Box::<str>::from(object)).into_bytes(),
            Payload::File(_, bytes) => bytes,
        }
    }

    /// Returns the JSON object, or `None` for a file.
    pub fn object(&self) -> Option<&RawValue> {
        match self {
            Payload::Json(object) => Some(object),
            Payload::File(..) => None,
        }
    }
}
