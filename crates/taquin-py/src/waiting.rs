//! Long-running work: the GIL is released, and Ctrl-C interrupts it.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use taquin::Cancel;
use taquin::search::{Event, Observer};

/// How often Ctrl-C is checked for.
pub const BETWEEN_SIGNALS: Duration = Duration::from_millis(20);

/// An observer that checks for Ctrl-C while a search runs on this thread, and passes its exception on.
pub struct Signals<F>(pub F);

impl<M, F: FnMut(PyErr)> Observer<M> for Signals<F> {
    fn wants_nodes(&self) -> bool {
        false
    }

    fn event(&mut self, event: Event<'_, M>) {
        if let Event::Tick(_) = event
            && let Err(error) = Python::attach(|py| py.check_signals())
        {
            self.0(error);
        }
    }
}

/// Runs work on its own thread and waits for it. Ctrl-C raises the cancel flag; its exception is returned when the work has
/// ended.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Cancel) -> T + Send,
) -> PyResult<T> {
    let cancel = Cancel::new();
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let flag = &cancel;
            scope.spawn(move || sender.send(work(flag)));
            let mut interrupted = None;
            loop {
                match receiver.recv_timeout(BETWEEN_SIGNALS) {
                    Ok(done) => return interrupted.map_or(Ok(done), Err),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(error) = Python::attach(|py| py.check_signals()) {
                            cancel.cancel();
                            interrupted = Some(error);
                        }
                    }
                    // The work has panicked; the end of the scope propagates the panic.
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("a search has failed"));
                    }
                }
            }
        })
    })
}
