//! The bytes of a file or of standard input, piece by piece. A thread of its own reads them, for a read may
//! wait as long as the other end likes, and so may the opening of a named pipe: whoever wants the bytes keeps
//! looking whether to go on.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::Duration;
use taquin::Cancel;

/// What is read at once.
const PIECE: usize = 64 << 10;
/// Pieces that may wait to be used.
const WAITING: usize = 4;
/// How often whoever waits looks whether to go on.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Bytes that are being read.
#[derive(Debug)]
pub struct Bytes(Receiver<io::Result<Vec<u8>>>);

/// What comes next.
#[derive(Debug)]
pub enum Piece {
    /// Some bytes, at least one.
    Bytes(Vec<u8>),
    /// There are no more.
    End,
    /// They cannot be read.
    Failed(io::Error),
    /// Somebody pressed Ctrl-C.
    Cancelled,
}

impl Bytes {
    /// Those of a file.
    pub fn of_file(path: &str) -> io::Result<Bytes> {
        let path = path.to_string();
        Bytes::read(move |sender| send_all(File::open(path), sender))
    }

    /// Those of standard input.
    pub fn of_stdin() -> io::Result<Bytes> {
        Bytes::read(|sender| send_all(Ok(io::stdin().lock()), sender))
    }

    fn read(
        send: impl FnOnce(&SyncSender<io::Result<Vec<u8>>>) + Send + 'static,
    ) -> io::Result<Bytes> {
        let (sender, receiver) = sync_channel(WAITING);
        thread::Builder::new().spawn(move || send(&sender))?;
        Ok(Bytes(receiver))
    }

    /// The next piece; `idle` is called before it is waited for.
    pub fn next(
        &self,
        cancel: &Cancel,
        idle: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<Piece> {
        if cancel.is_cancelled() {
            return Ok(Piece::Cancelled);
        }
        match self.0.try_recv() {
            Ok(piece) => return Ok(Piece::of(piece)),
            Err(TryRecvError::Disconnected) => return Ok(Piece::End),
            Err(TryRecvError::Empty) => idle()?,
        }
        loop {
            match self.0.recv_timeout(LOOK_EVERY) {
                Ok(piece) => return Ok(Piece::of(piece)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Piece::End),
                Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() => {
                    return Ok(Piece::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Piece {
    fn of(read: io::Result<Vec<u8>>) -> Piece {
        match read {
            Ok(bytes) => Piece::Bytes(bytes),
            Err(error) => Piece::Failed(error),
        }
    }
}

/// Reads until the end, or until nobody wants any more.
fn send_all(reader: io::Result<impl Read>, sender: &SyncSender<io::Result<Vec<u8>>>) {
    let mut reader = match reader {
        Ok(reader) => reader,
        Err(error) => {
            let _ = sender.send(Err(error));
            return;
        }
    };
    loop {
        let mut piece = vec![0; PIECE];
        let read = match reader.read(&mut piece) {
            Ok(0) => return,
            Ok(length) => {
                piece.truncate(length);
                Ok(piece)
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
