//! `GET /jobs/ID/events`: how a job goes on, as server-sent events. Whoever closes the connection
//! cancels the job.

use super::error::Answer;
use super::job::{CancelReason, JobOutcome, JobState, Stage};
use super::job_store::Listener;
use super::request::Request;
use super::response::{self, Response};
use http_body_util::BodyExt;
use hyper::Method;
use hyper::body::{Body, Bytes, Frame};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use taquin_api::error::ErrorBody;
use tokio::sync::watch;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval};

/// How often progress is told.
const TELL_EVERY: Duration = Duration::from_millis(100);
/// How often a sign of life is given when there is nothing to tell, so that a connection that is gone is
/// noticed.
const SIGN_EVERY: Duration = Duration::from_secs(5);

/// The place in line.
#[derive(Serialize)]
struct Queued {
    position: usize,
}

/// Why a job was cancelled, before its last event.
#[derive(Serialize)]
struct Cancellation {
    reason: CancelReason,
    message: &'static str,
}

/// What an event stream is called.
pub const EVENT_STREAM: &str = "text/event-stream";

/// Listens to a job.
pub async fn events(Request { server, head, part: id, .. }: Request) -> Answer {
    // Who only asks for the head does not listen, and does not take the job along.
    if head.method == Method::HEAD {
        server.jobs.must_know(&id)?;
        return Ok(response::file(EVENT_STREAM, Bytes::new()));
    }
    let listener = server.jobs.listen(&server.pool, &id)?;
    let mut ticks = interval(TELL_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let stages = listener.job.stages();
    let feed = EventFeed {
        listener,
        stages,
        ticks,
        last: String::new(),
        part: None,
        sent: Instant::now(),
        left: None,
    };
    let mut response = Response::new(EventBody(Box::pin(feed.told())).boxed_unsync());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(EVENT_STREAM));
    Ok(response)
}

/// A body that is sent event by event.
struct EventBody(Pin<Box<dyn Future<Output = (EventFeed, Option<String>)> + Send>>);

impl Body for EventBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let (feed, event) = ready!(self.0.as_mut().poll(context));
        self.0 = Box::pin(feed.told());
        Poll::Ready(event.map(|event| Ok(Frame::data(event.into()))))
    }
}

/// What somebody who listens was told.
struct EventFeed {
    listener: Listener,
    stages: watch::Receiver<Stage>,
    ticks: Interval,
    /// The last event.
    last: String,
    /// The last part of the answer.
    part: Option<Arc<RawValue>>,
    sent: Instant,
    /// What is left to tell, once the job has ended.
    left: Option<VecDeque<String>>,
}

impl EventFeed {
    /// Itself, and the next event.
    async fn told(mut self) -> (EventFeed, Option<String>) {
        let event = self.next().await;
        (self, event)
    }

    /// The next event, as it goes over the wire; nothing after the last.
    async fn next(&mut self) -> Option<String> {
        if let Some(left) = &mut self.left {
            return left.pop_front();
        }
        loop {
            // The first tick comes at once. An end is told at once, too.
            tokio::select! {
                _ = self.ticks.tick() => {}
                _ = self.stages.changed() => {}
            }
            let stage = self.stages.borrow_and_update().clone();
            let event = match &stage {
                Stage::Waiting => self.queued(),
                Stage::Running => self.part().or_else(|| self.progress()),
                Stage::Ended(ended) => self.left.insert(last_events(ended)).pop_front(),
            };
            let silent = self.sent.elapsed() > SIGN_EVERY;
            if let Some(event) = event.or_else(|| silent.then(|| ":\n\n".to_string())) {
                self.sent = Instant::now();
                return Some(event);
            }
        }
    }

    /// How far it is, if that changed.
    fn progress(&mut self) -> Option<String> {
        let sent = event("progress", &self.listener.job.progress()?);
        self.unless_sent(sent)
    }

    /// The first part of the answer, if it is another one than before.
    fn part(&mut self) -> Option<String> {
        let part = self.listener.job.first_part()?;
        let is_known = self.part.as_ref().is_some_and(|known| Arc::ptr_eq(known, &part));
        let sent = (!is_known).then(|| event("part", &&*part));
        self.part = Some(part);
        sent
    }

    /// The place in line, if it changed.
    fn queued(&mut self) -> Option<String> {
        let sent = event("queued", &Queued { position: self.listener.position()? });
        self.unless_sent(sent)
    }

    fn unless_sent(&mut self, event: String) -> Option<String> {
        let is_new = self.last != event;
        is_new.then(|| self.last.clone_from(&event));
        is_new.then_some(event)
    }
}

/// What is told at the end, event by event.
fn last_events(ended: &JobOutcome) -> VecDeque<String> {
    let ending = |reason: CancelReason| Cancellation { reason, message: reason.message() };
    let last = match (ended.state(), ended.error()) {
        (JobState::Cancelled, _) => event("cancelled", &ended.result()),
        (_, Some(error)) => event("failed", &ErrorBody { error }),
        _ => event("done", &ended.result()),
    };
    ended
        .cancelled
        .map(|reason| event("ending", &ending(reason)))
        .into_iter()
        .chain([last])
        .collect()
}

/// Objects are written on one line, as an event's data must be.
fn event(name: &str, data: &impl Serialize) -> String {
    let data = serde_json::to_string(data).unwrap_or_default();
    format!("event: {name}\ndata: {data}\n\n")
}
