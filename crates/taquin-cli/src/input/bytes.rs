//! Reads a file or standard input in chunks. A separate thread reads, because a read, or opening a named pipe, may
//! block for any time: meanwhile the caller keeps polling the cancel flag.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::Duration;
use taquin::Cancel;

/// Bytes per read.
const CHUNK_BYTES: usize = 64 << 10;
/// Chunks that may be read ahead.
const QUEUED_CHUNKS: usize = 4;
/// How often the cancel flag is polled while waiting.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Bytes that are being read.
#[derive(Debug)]
pub struct Bytes(Receiver<io::Result<Vec<u8>>>);

/// The next chunk, or why there is none.
#[derive(Debug)]
pub enum Chunk {
    /// Some bytes, at least one.
    Bytes(Vec<u8>),
    /// The end of the input.
    End,
    /// Reading failed.
    Failed(io::Error),
    /// The user pressed Ctrl-C.
    Cancelled,
}

impl Bytes {
    /// Starts reading a file.
    pub fn of_file(path: &str) -> io::Result<Bytes> {
        let path = path.to_string();
        Bytes::read(move |sender| send_all(File::open(path), sender))
    }

    /// Starts reading standard input.
    pub fn of_stdin() -> io::Result<Bytes> {
        Bytes::read(|sender| send_all(Ok(io::stdin().lock()), sender))
    }

    fn read(
        send: impl FnOnce(&SyncSender<io::Result<Vec<u8>>>) + Send + 'static,
    ) -> io::Result<Bytes> {
        let (sender, receiver) = sync_channel(QUEUED_CHUNKS);
        thread::Builder::new().spawn(move || send(&sender))?;
        Ok(Bytes(receiver))
    }

    /// Returns the next chunk; `idle` is called before waiting for it.
    pub fn next(
        &self,
        cancel: &Cancel,
        idle: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<Chunk> {
        if cancel.is_cancelled() {
            return Ok(Chunk::Cancelled);
        }
        match self.0.try_recv() {
            Ok(chunk) => return Ok(Chunk::of(chunk)),
            Err(TryRecvError::Disconnected) => return Ok(Chunk::End),
            Err(TryRecvError::Empty) => idle()?,
        }
        loop {
            match self.0.recv_timeout(POLL_INTERVAL) {
                Ok(chunk) => return Ok(Chunk::of(chunk)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Chunk::End),
                Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() => {
                    return Ok(Chunk::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Chunk {
    fn of(read: io::Result<Vec<u8>>) -> Chunk {
        match read {
            Ok(bytes) => Chunk::Bytes(bytes),
            Err(error) => Chunk::Failed(error),
        }
    }
}

/// Reads to the end, or until the receiver is dropped.
fn send_all(reader: io::Result<impl Read>, sender: &SyncSender<io::Result<Vec<u8>>>) {
    let mut reader = match reader {
        Ok(reader) => reader,
        Err(error) => {
            let _ = sender.send(Err(error));
            return;
        }
    };
    loop {
        let mut chunk = vec![0; CHUNK_BYTES];
        let read = match reader.read(&mut chunk) {
            Ok(0) => return,
            Ok(length) => {
                chunk.truncate(length);
                Ok(chunk)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let failed = read.is_err();
        if sender.send(read).is_err() || failed {
            return;
        }
    }
}
