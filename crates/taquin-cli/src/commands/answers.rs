//! Standard output of commands that answer board after board. Many answers are written at once where boards
//! come fast, but none is kept back: what was written goes out when more boards are waited for, and
//! otherwise within a moment, by a thread that looks after it while the next board is searched.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

/// How long an answer may wait.
const FLUSH_EVERY: Duration = Duration::from_millis(50);
/// What is written at once.
const CAPACITY: usize = 64 << 10;

/// Answers on standard output.
pub struct Answers {
    shared: Arc<Mutex<Shared>>,
    /// The answer that is being made.
    answer: Vec<u8>,
}

struct Shared {
    out: BufWriter<Stdout>,
    /// What went wrong in the other thread.
    failed: Option<io::Error>,
}

impl Answers {
    /// Answers on standard output from now on.
    pub fn new() -> io::Result<Answers> {
        let out = BufWriter::with_capacity(CAPACITY, io::stdout());
        let shared = Arc::new(Mutex::new(Shared { out, failed: None }));
        let weak = Arc::downgrade(&shared);
        thread::Builder::new().spawn(move || flush_often(&weak))?;
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

    /// Sends out what was written.
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

fn flush_often(shared: &Weak<Mutex<Shared>>) {
    loop {
        thread::sleep(FLUSH_EVERY);
        let Some(shared) = shared.upgrade() else { return };
        let mut shared = lock(&shared);
        if let Err(error) = shared.out.flush() {
            // The next write fails with the same error.
            shared.failed = Some(error);
            return;
        }
    }
}
