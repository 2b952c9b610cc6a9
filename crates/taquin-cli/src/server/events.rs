//! `GET /jobs/ID/events`: the progress of a job as server-sent events. The job is cancelled when the last
//! subscriber closes its connection.

use super::error::HandlerResult;
use super::job::{CancelReason, JobOutcome, JobState, Stage};
use super::job_store::Subscription;
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

/// How often progress is sent.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);
/// How often a comment is sent when there is no event, so that a closed connection is noticed.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(5);

/// Position in the queue.
#[derive(Serialize)]
struct Queued {
    position: usize,
}

/// Why a job was cancelled; sent before its last event.
#[derive(Serialize)]
struct Cancellation {
    reason: CancelReason,
    message: &'static str,
}

/// The content type of an event stream.
pub const EVENT_STREAM: &str = "text/event-stream";

/// Streams the events of a job.
pub async fn events(Request { server, head, part: id, .. }: Request) -> HandlerResult {
    // A HEAD request does not subscribe, so that its end does not cancel the job.
    if head.method == Method::HEAD {
        server.jobs.check_exists(&id)?;
        return Ok(response::file(EVENT_STREAM, Bytes::new()));
    }
    let subscription = server.jobs.subscribe(&server.pool, &id)?;
    let mut ticks = interval(PROGRESS_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let stages = subscription.job.stages();
    let feed = EventFeed {
        subscription,
        stages,
        ticks,
        last: String::new(),
        part: None,
        sent: Instant::now(),
        left: None,
    };
    let mut response = Response::new(EventBody(Box::pin(feed.advance())).boxed_unsync());
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
        self.0 = Box::pin(feed.advance());
        Poll::Ready(event.map(|event| Ok(Frame::data(event.into()))))
    }
}

/// The events of one subscriber.
struct EventFeed {
    subscription: Subscription,
    stages: watch::Receiver<Stage>,
    ticks: Interval,
    /// The last event sent.
    last: String,
    /// The last part of the answer sent.
    part: Option<Arc<RawValue>>,
    sent: Instant,
    /// The events left to send, once the job has ended.
    left: Option<VecDeque<String>>,
}

impl EventFeed {
    /// Returns the feed together with the next event.
    async fn advance(mut self) -> (EventFeed, Option<String>) {
        let event = self.next().await;
        (self, event)
    }

    /// Returns the next event in wire format, or `None` after the last.
    async fn next(&mut self) -> Option<String> {
        if let Some(left) = &mut self.left {
            return left.pop_front();
        }
        loop {
            // The first tick is immediate, and so is the report of an end.
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
            let silent = self.sent.elapsed() > KEEP_ALIVE_INTERVAL;
            if let Some(event) = event.or_else(|| silent.then(|| ":\n\n".to_string())) {
                self.sent = Instant::now();
                return Some(event);
            }
        }
    }

    /// Returns a progress event, if the progress changed.
    fn progress(&mut self) -> Option<String> {
        let sent = event("progress", &self.subscription.job.progress()?);
        self.unless_sent(sent)
    }

    /// Returns an event with the first part of the answer, unless it was sent before.
    fn part(&mut self) -> Option<String> {
        let part = self.subscription.job.first_part()?;
        let is_known = self.part.as_ref().is_some_and(|known| Arc::ptr_eq(known, &part));
        let sent = (!is_known).then(|| event("part", &&*part));
        self.part = Some(part);
        sent
    }

    /// Returns an event with the position in the queue, if it changed.
    fn queued(&mut self) -> Option<String> {
        let sent = event("queued", &Queued { position: self.subscription.position()? });
        self.unless_sent(sent)
    }

    fn unless_sent(&mut self, event: String) -> Option<String> {
        let is_new = self.last != event;
        is_new.then(|| self.last.clone_from(&event));
        is_new.then_some(event)
    }
}

/// Returns the events to send at the end.
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

/// Formats an event. Its data must be on one line, as compact JSON is.
fn event(name: &str, data: &impl Serialize) -> String {
    let data = serde_json::to_string(data).expect("numbers and text are written to memory");
    format!("event: {name}\ndata: {data}\n\n")
}
