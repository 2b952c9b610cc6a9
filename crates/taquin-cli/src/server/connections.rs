//! Accepts connections, up to a limit. A client that sends its request or reads its response too slowly is cut off;
//! when a client disconnects, its search is cancelled.

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

/// How long to wait after `accept` failed, for example because the process is out of file descriptors.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(50);

/// Returns the raw response to a connection beyond the limit; no request has been read yet.
fn too_many_connections() -> String {
    let error = HttpError::busy("too-many-connections", "there are too many connections");
    let body = serde_json::to_string(&ErrorBody { error: error.details() });
    let body = body.expect("numbers and text are written to memory");
    format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: \
         {RETRY_AFTER_SECS}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Accepts connections until `shutdown` becomes true, then waits until all of them are closed.
pub async fn accept(
    listener: TcpListener,
    server: Arc<Server>,
    mut shutdown: watch::Receiver<bool>,
) {
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = shutdown.wait_for(|shutdown| *shutdown) => break,
        };
        let Ok((stream, address)) = accepted else {
            tokio::time::sleep(ACCEPT_BACKOFF).await;
            continue;
        };
        let Ok(permit) = Arc::clone(&permits).try_acquire_owned() else {
            // Best effort: if the write would block, the connection is closed without a response.
            let _ = stream.try_write(too_many_connections().as_bytes());
            continue;
        };
        let (server, shutdown) = (Arc::clone(&server), shutdown.clone());
        let stream = WriteTimeout::new(stream, server.idle);
        tokio::spawn(async move {
            serve(stream, Client::from(address), &server, shutdown).await;
            // The last response has been sent.
            server.memory_freed.store(true, Ordering::Relaxed);
            drop(permit);
        });
    }
    // All permits are free once every connection is closed.
    let _ = permits.acquire_many(CONNECTIONS as u32).await;
}

/// Serves one connection until it is closed.
async fn serve(
    stream: WriteTimeout,
    client: Client,
    server: &Arc<Server>,
    mut shutdown: watch::Receiver<bool>,
) {
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        // Earlier responses on this connection have been sent.
        server.memory_freed.store(true, Ordering::Relaxed);
        let (head, body) = request.into_parts();
        let server = Arc::clone(server);
        let request = Request { server, client, head, part: String::new(), body };
        async { Ok::<_, Infallible>(guard::answer(request).await) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(stream.idle).max_headers(100);
    let mut connection = pin!(http.serve_connection(stream, service));
    // How a connection ended makes no difference: there is no one left to report an error to.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = shutdown.wait_for(|shutdown| *shutdown) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// A stream with a timeout for writing: how long the other end may take to read what is written.
struct WriteTimeout {
    stream: TokioIo<TcpStream>,
    /// The timeout.
    idle: Duration,
    /// Runs while a write is pending.
    timer: Option<Pin<Box<Sleep>>>,
}

impl WriteTimeout {
    fn new(stream: TcpStream, idle: Duration) -> WriteTimeout {
        // Responses are short, and a client waits for them.
        let _ = stream.set_nodelay(true);
        WriteTimeout { stream: TokioIo::new(stream), idle, timer: None }
    }

    /// Returns the result of a poll unchanged, or a timeout error if it has been pending for too long.
    fn with_timeout<T>(
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
        stream.with_timeout(context, poll)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let stream = self.get_mut();
        let poll = Pin::new(&mut stream.stream).poll_write_vectored(context, slices);
        stream.with_timeout(context, poll)
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
