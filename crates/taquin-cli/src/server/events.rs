//! `GET /jobs/ID/events`: how a job goes on, as server-sent events. Whoever closes the connection
//! cancels the job.

use super::error::HttpError;
use super::job::{CancelReason, JobOutcome, JobState, Stage};
use super::job_store::Listener;
use super::jobs::Id;
use super::state::Shared;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_util::stream;
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
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

/// `HEAD`: what listening would be answered with. Nobody listens, so nobody leaves who could take the job along.
pub async fn head(State(server): Shared, Id(id): Id) -> Result<Response, HttpError> {
    server.jobs.must_know(&id)?;
    Ok(event_stream(Body::empty()))
}

/// Listens to a job.
pub async fn events(State(server): Shared, Id(id): Id) -> Result<Response, HttpError> {
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
    let events = stream::unfold(feed, |mut feed| async move {
        let event = feed.next().await?;
        Some((Ok::<Bytes, Infallible>(event.into()), feed))
    });
    Ok(event_stream(Body::from_stream(events)))
}

fn event_stream(body: Body) -> Response {
    let mut response = Response::new(body);
    let kind = HeaderValue::from_static("text/event-stream");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
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
