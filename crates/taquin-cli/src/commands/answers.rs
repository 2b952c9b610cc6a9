//! Standard output of commands that answer one board after another. Output is buffered for speed, but no answer is
//! held back: the buffer is flushed before waiting for more boards, and otherwise after a moment by a background
//! thread while the next board is being searched.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

/// How long an answer may stay in the buffer.
const FLUSH_INTERVAL: Duration = Duration::from_millis(50);
/// The size of the buffer in bytes.
const CAPACITY: usize = 64 << 10;

/// Answers on standard output.
pub struct Answers {
    shared: Arc<Mutex<Shared>>,
    /// The answer being formatted.
    answer: Vec<u8>,
}

struct Shared {
    out: BufWriter<Stdout>,
    /// An error of the background thread.
    failed: Option<io::Error>,
}

impl Answers {
    /// Starts buffering standard output.
    pub fn new() -> io::Result<Answers> {
        let out = BufWriter::with_capacity(CAPACITY, io::stdout());
        let shared = Arc::new(Mutex::new(Shared { out, failed: None }));
        let weak = Arc::downgrade(&shared);
        thread::Builder::new().spawn(move || flush_regularly(&weak))?;
        Ok(Answers { shared, answer: Vec::new() })
    }

    /// Writes an answer.
    pub fn write(
        &mut self,
        print: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        self.answer.clear();
        print(&mut self.answer)?;
        let mut shared = lock(&self.shared);
        shared.check()?;
        shared.out.write_all(&self.answer)
    }

    /// Flushes the buffer.
    pub fn flush(&mut self) -> io::Result<()> {
        let mut shared = lock(&self.shared);
        shared.check()?;
        shared.out.flush()
    }
}

impl Shared {
    fn check(&mut self) -> io::Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn flush_regularly(shared: &Weak<Mutex<Shared>>) {
    loop {
        thread::sleep(FLUSH_INTERVAL);
        let Some(shared) = shared.upgrade() else { return };
        let mut shared = lock(&shared);
        if let Err(error) = shared.out.flush() {
            // The next write fails with the same error.
            shared.failed = Some(error);
            return;
        }
    }
}
