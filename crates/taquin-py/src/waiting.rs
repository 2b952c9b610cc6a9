//! Long-running work: the GIL is released, and Ctrl-C interrupts it.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use taquin::Cancel;

/// How often Ctrl-C is checked for.
pub const BETWEEN_SIGNALS: Duration = Duration::from_millis(20);

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
