//! Connections: taken as they come, as many as there may be, none of them for ever. A client that sends its
//! request or takes its answer too slowly is cut off; one that leaves takes its search along.

use super::error::{HttpError, RETRY_AFTER_SECS};
use super::guard;
use super::limits::CONNECTIONS;
use super::request::Request;
use super::state::Server;
use super::worker_pool::Client;
use hyper::body::Incoming;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::Duration;
use taquin_api::error::ErrorBody;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::Sleep;

/// How long to wait after the system refused a connection, for want of files perhaps.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(50);

/// What is told to whoever is one too many, before he has asked anything.
fn full() -> String {
    let error = HttpError::busy("too-many-connections", "there are too many connections");
    let body = serde_json::to_string(&ErrorBody { error: error.details() }).unwrap_or_default();
    format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: \
         {RETRY_AFTER_SECS}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Takes connections until `ending` says so, then until those there are have ended.
pub async fn accept(listener: TcpListener, server: Arc<Server>, mut ending: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = ending.wait_for(|ending| *ending) => break,
        };
        let Ok((stream, address)) = accepted else {
            tokio::time::sleep(ACCEPT_BACKOFF).await;
            continue;
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            // It may not take it; then it is told nothing.
            let _ = stream.try_write(full().as_bytes());
            continue;
        };
        let (server, ending) = (Arc::clone(&server), ending.clone());
        let stream = WriteTimeout::new(stream, server.caps.idle);
        tokio::spawn(async move {
            serve(stream, Client::from(address), &server, ending).await;
            // The last answer is out.
            server.stirred.store(true, Ordering::Relaxed);
            drop(place);
        });
    }
    // All places are free when nobody is left.
    let _ = places.acquire_many(CONNECTIONS as u32).await;
}

/// Serves one connection until it ends.
async fn serve(
    stream: WriteTimeout,
    client: Client,
    server: &Arc<Server>,
    mut ending: watch::Receiver<bool>,
) {
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        // Whatever was answered before is out.
        server.stirred.store(true, Ordering::Relaxed);
        let (head, body) = request.into_parts();
        let server = Arc::clone(server);
        let request = Request { server, client, head, part: String::new(), body };
        async { Ok::<_, Infallible>(guard::answer(request).await) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(stream.idle).max_headers(100);
    let mut connection = pin!(http.serve_connection(stream, service));
    // How a connection ended is nobody's business any more.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = ending.wait_for(|ending| *ending) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// A stream that waits only so long for the other end to take what is written.
struct WriteTimeout {
    stream: TokioIo<TcpStream>,
    /// How long that is.
    idle: Duration,
    /// Runs while nothing is taken.
    timer: Option<Pin<Box<Sleep>>>,
}

impl WriteTimeout {
    fn new(stream: TcpStream, idle: Duration) -> WriteTimeout {
        // Answers are short, and somebody waits for them.
        let _ = stream.set_nodelay(true);
        WriteTimeout { stream: TokioIo::new(stream), idle, timer: None }
    }

    /// The same, unless it has been pending for too long.
    fn unless_late<T>(
        &mut self,
        context: &mut Context<'_>,
        poll: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if poll.is_ready() {
            self.timer = None;
            return poll;
        }
        let idle = self.idle;
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep(idle)));
        match timer.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl Read for WriteTimeout {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl Write for WriteTimeout {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let stream = self.get_mut();
        let poll = Pin::new(&mut stream.stream).poll_write(context, bytes);
        stream.unless_late(context, poll)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let stream = self.get_mut();
        let poll = Pin::new(&mut stream.stream).poll_write_vectored(context, slices);
        stream.unless_late(context, poll)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
