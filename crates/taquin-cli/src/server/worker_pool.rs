//! The worker pool: a few threads do the work that is submitted, the rest waits in line, and when the line is full,
//! whoever comes is sent away.
//!
//! The line is fair: clients take turns, whoever asks for much waits for his own. Async threads never
//! search; they submit work and see its [`Job`] end.

use super::error::HttpError;
use super::job::{CancelReason, Job};
use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use taquin_api::task::Task;

/// A search that takes longer may have used much memory.
const LONG: Duration = Duration::from_millis(50);

/// Who asks. On this machine every connection counts for itself, elsewhere every address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// A connection from this machine.
    Connection(SocketAddr),
    /// Another machine.
    Machine(IpAddr),
}

impl From<SocketAddr> for Client {
    fn from(address: SocketAddr) -> Client {
        match address.ip().is_loopback() {
            true => Client::Connection(address),
            false => Client::Machine(address.ip()),
        }
    }
}

/// The threads, the line, and who is served.
pub struct WorkerPool {
    state: Mutex<State>,
    changed: Condvar,
    /// How many may wait.
    capacity: usize,
}

struct State {
    /// Those who wait, in the order of their turns, each with his own line.
    clients: VecDeque<(Client, VecDeque<QueuedJob>)>,
    waiting: usize,
    running: Vec<Arc<Job>>,
    free: usize,
    closed: bool,
}

struct QueuedJob {
    job: Arc<Job>,
    task: Task,
}

impl WorkerPool {
    /// Opens with so many threads and capacity for so many who wait.
    pub fn open(threads: usize, capacity: usize) -> io::Result<Arc<WorkerPool>> {
        let state = State {
            clients: VecDeque::new(),
            waiting: 0,
            running: Vec::new(),
            free: threads,
            closed: false,
        };
        let pool =
            Arc::new(WorkerPool { state: Mutex::new(state), changed: Condvar::new(), capacity });
        for number in 1..=threads {
            let pool = Arc::clone(&pool);
            let thread = thread::Builder::new().name(format!("search {number}"));
            thread.spawn(move || pool.work())?;
        }
        Ok(pool)
    }

    /// Submits a task, if there is room in the line.
    pub fn submit(&self, client: Client, job: &Arc<Job>, task: Task) -> Result<(), HttpError> {
        let mut state = self.state();
        if state.closed {
            return Err(HttpError::busy("shutdown", CancelReason::Shutdown.message()));
        }
        // A thread that is free takes it at once: only what is beyond has to wait.
        if state.waiting >= self.capacity + state.free {
            return Err(HttpError::busy(
                "line-full",
                "too many searches are waiting for their turn",
            ));
        }
        let most = (self.capacity / 4).max(1) + state.free;
        let place = state.clients.iter().position(|(known, _)| *known == client);
        let place = place.unwrap_or_else(|| {
            state.clients.push_back((client, VecDeque::new()));
            state.clients.len() - 1
        });
        let own = &mut state.clients[place].1;
        if own.len() >= most {
            return Err(HttpError::busy(
                "own-line-full",
                "too many of your searches are waiting for their turn",
            ));
        }
        own.push_back(QueuedJob { job: Arc::clone(job), task });
        state.waiting += 1;
        drop(state);
        self.changed.notify_one();
        Ok(())
    }

    /// How many come before a job that waits; `None` if it does not.
    pub fn place_of(&self, job: &Arc<Job>) -> Option<usize> {
        let state = self.state();
        let is_it = |waiting: &QueuedJob| Arc::ptr_eq(&waiting.job, job);
        let found = state.clients.iter().enumerate();
        let (turn, own) = found
            .into_iter()
            .find_map(|(turn, (_, line))| Some((turn, line.iter().position(is_it)?)))?;
        // Before its `own`th turn, whoever stands before gets one turn more than whoever stands behind.
        let before = state.clients.iter().enumerate().map(|(index, (_, line))| match index {
            index if index == turn => own,
            index => line.len().min(own + usize::from(index < turn)),
        });
        Some(before.sum())
    }

    /// Whether nothing runs and nothing waits.
    pub fn is_idle(&self) -> bool {
        let state = self.state();
        state.running.is_empty() && state.waiting == 0
    }

    /// Cancels a job: it ends at once if it waits, and soon if it runs.
    pub fn cancel(&self, job: &Arc<Job>, reason: CancelReason) {
        job.cancel(reason);
        let mut state = self.state();
        let before = state.waiting;
        for (_, line) in &mut state.clients {
            line.retain(|waiting| !Arc::ptr_eq(&waiting.job, job));
        }
        state.clients.retain(|(_, line)| !line.is_empty());
        state.waiting = state.clients.iter().map(|(_, line)| line.len()).sum();
        let withdrawn = state.waiting < before;
        drop(state);
        if withdrawn {
            job.withdraw();
        }
    }

    /// Takes no more, and cancels everything.
    pub fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        let waiting = std::mem::take(&mut state.clients);
        state.waiting = 0;
        state.running.iter().for_each(|job| job.cancel(CancelReason::Shutdown));
        drop(state);
        self.changed.notify_all();
        for waiting in waiting.into_iter().flat_map(|(_, line)| line) {
            waiting.job.cancel(CancelReason::Shutdown);
            waiting.job.withdraw();
        }
    }

    /// Serves whoever's turn it is, until the pool is closed.
    fn work(&self) {
        loop {
            let mut state = self.state();
            let QueuedJob { job, task } = loop {
                if state.closed {
                    return;
                }
                match state.next() {
                    Some(next) => break next,
                    None => {
                        let woken = self.changed.wait(state);
                        state = woken.unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            state.free -= 1;
            state.running.push(Arc::clone(&job));
            drop(state);
            let ended = job.run(task);
            let mut state = self.state();
            state.running.retain(|running| !Arc::ptr_eq(running, &job));
            state.free += 1;
            drop(state);
            let was_long = ended.took > LONG;
            // Not before the thread counts as free: whoever hears of it may ask for the next thing.
            job.end(ended);
            drop(job);
            if was_long {
                taquin::search::memory::give_memory_back();
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Takes out what is next; its client's turn comes again after all others'.
    fn next(&mut self) -> Option<QueuedJob> {
        let (client, mut line) = self.clients.pop_front()?;
        let next = line.pop_front();
        if !line.is_empty() {
            self.clients.push_back((client, line));
        }
        self.waiting -= usize::from(next.is_some());
        next
    }
}

/// Cancels a job when whoever waits for it is gone.
pub struct CancelOnDrop {
    pool: Arc<WorkerPool>,
    job: Arc<Job>,
}

impl CancelOnDrop {
    /// Waits for a job.
    pub fn new(pool: &Arc<WorkerPool>, job: &Arc<Job>) -> CancelOnDrop {
        CancelOnDrop { pool: Arc::clone(pool), job: Arc::clone(job) }
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        // One that is over does not mind.
        self.pool.cancel(&self.job, CancelReason::Orphaned);
    }
}
