//! The worker pool: a few threads run the submitted tasks, the others wait in a queue, and when the queue is full,
//! new tasks are rejected.
//!
//! The queue is fair: clients take turns, so a client with many tasks only delays its own. Async threads never
//! search; they submit tasks and wait for the [`Job`] to end.

use super::error::HttpError;
use super::job::{CancelReason, Job};
use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use taquin_api::task::Task;

/// A search that takes longer than this may have used much memory.
const LONG_SEARCH: Duration = Duration::from_millis(50);

/// A client, as far as fairness goes: on this machine every connection is a client, elsewhere every address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// A connection from this machine.
    Connection(SocketAddr),
    /// Another machine.
    Machine(IpAddr),
}

impl From<SocketAddr> for Client {
    fn from(address: SocketAddr) -> Client {
        if address.ip().is_loopback() {
            Client::Connection(address)
        } else {
            Client::Machine(address.ip())
        }
    }
}

/// The threads, the queue, and the running jobs.
pub struct WorkerPool {
    state: Mutex<State>,
    changed: Condvar,
    /// How many tasks may wait.
    capacity: usize,
}

struct State {
    /// Clients that wait, in the order of their turns, each with its own queue.
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
    /// Starts a pool with this many threads and a queue of this capacity.
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

    /// Submits a task, if there is room in the queue.
    pub fn submit(&self, client: Client, job: &Arc<Job>, task: Task) -> Result<(), HttpError> {
        let mut state = self.state();
        if state.closed {
            return Err(HttpError::busy("shutdown", CancelReason::Shutdown.message()));
        }
        // Free threads take tasks at once, so only the tasks beyond them have to wait.
        if state.waiting >= self.capacity + state.free {
            return Err(HttpError::busy(
                "line-full",
                "too many searches are waiting for their turn",
            ));
        }
        let most = (self.capacity / 4).max(1) + state.free;
        let index = state.clients.iter().position(|(known, _)| *known == client);
        let index = index.unwrap_or_else(|| {
            state.clients.push_back((client, VecDeque::new()));
            state.clients.len() - 1
        });
        let own = &mut state.clients[index].1;
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

    /// Returns how many jobs are ahead of a queued one; `None` if it is not queued.
    pub fn position_of(&self, job: &Arc<Job>) -> Option<usize> {
        let state = self.state();
        let is_it = |waiting: &QueuedJob| Arc::ptr_eq(&waiting.job, job);
        let found = state.clients.iter().enumerate();
        let (turn, own) = found
            .into_iter()
            .find_map(|(turn, (_, queue))| Some((turn, queue.iter().position(is_it)?)))?;
        // Until the `own`th turn of this client, clients ahead of it get one turn more than clients behind it.
        let before = state.clients.iter().enumerate().map(|(index, (_, queue))| match index {
            index if index == turn => own,
            index => queue.len().min(own + usize::from(index < turn)),
        });
        Some(before.sum())
    }

    /// Returns whether nothing is running and nothing is queued.
    pub fn is_idle(&self) -> bool {
        let state = self.state();
        state.running.is_empty() && state.waiting == 0
    }

    /// Cancels a job: it ends at once if it is queued, and soon if it is running.
    pub fn cancel(&self, job: &Arc<Job>, reason: CancelReason) {
        job.cancel(reason);
        let mut state = self.state();
        let before = state.waiting;
        for (_, queue) in &mut state.clients {
            queue.retain(|waiting| !Arc::ptr_eq(&waiting.job, job));
        }
        state.clients.retain(|(_, queue)| !queue.is_empty());
        state.waiting = state.clients.iter().map(|(_, queue)| queue.len()).sum();
        let withdrawn = state.waiting < before;
        drop(state);
        if withdrawn {
            job.withdraw();
        }
    }

    /// Accepts no more tasks, and cancels all jobs.
    pub fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        let waiting = std::mem::take(&mut state.clients);
        state.waiting = 0;
        state.running.iter().for_each(|job| job.cancel(CancelReason::Shutdown));
        drop(state);
        self.changed.notify_all();
        for waiting in waiting.into_iter().flat_map(|(_, queue)| queue) {
            waiting.job.cancel(CancelReason::Shutdown);
            waiting.job.withdraw();
        }
    }

    /// Runs tasks until the pool is closed.
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
            let was_long = ended.took > LONG_SEARCH;
            // Only after the thread counts as free: a client that sees the end may submit its next task at once.
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
    /// Removes the next task; its client moves behind all others.
    fn next(&mut self) -> Option<QueuedJob> {
        let (client, mut queue) = self.clients.pop_front()?;
        let next = queue.pop_front();
        if !queue.is_empty() {
            self.clients.push_back((client, queue));
        }
        self.waiting -= usize::from(next.is_some());
        next
    }
}

/// Cancels a job when dropped: when the client that waits for it disconnects.
pub struct CancelOnDrop {
    pool: Arc<WorkerPool>,
    job: Arc<Job>,
}

impl CancelOnDrop {
    /// Guards a job.
    pub fn new(pool: &Arc<WorkerPool>, job: &Arc<Job>) -> CancelOnDrop {
        CancelOnDrop { pool: Arc::clone(pool), job: Arc::clone(job) }
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        // This has no effect on a job that has ended.
        self.pool.cancel(&self.job, CancelReason::Orphaned);
    }
}
