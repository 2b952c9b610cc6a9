//! Ctrl-C. From the start of `run` on, it ends the program with its own exit code. A command that has something to
//! print or to clean up asks for the cancel flag: from then on the first Ctrl-C sets the flag, and the second one
//! ends the program at once.
//!
//! An error that makes the rest of a command's work useless raises the same flag, for example when the answers cannot be
//! written. The flag knows who raised it first, and the exit code follows from that.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use taquin::Cancel;
use taquin::search::CancelledBy;

/// Who handles Ctrl-C.
static HANDLED_BY: AtomicU8 = AtomicU8::new(NO_ONE);
const NO_ONE: u8 = 0;
const COMMAND: u8 = 1;
const SERVER: u8 = 2;

static PRESSED: AtomicBool = AtomicBool::new(false);
static CANCEL: Mutex<Option<Cancel>> = Mutex::new(None);
static EXIT_NOW: OnceLock<fn()> = OnceLock::new();

/// Handles Ctrl-C from now on; `exit_now` ends the program.
///
/// If no handler can be set, the system ends the program on Ctrl-C.
pub fn install(exit_now: fn()) {
    let _ = EXIT_NOW.set(exit_now);
    let handler = move || {
        let handled_by = HANDLED_BY.load(Ordering::SeqCst);
        if handled_by == SERVER {
            return;
        }
        let again = PRESSED.swap(true, Ordering::SeqCst);
        flag().raise(CancelledBy::User);
        if again || handled_by == NO_ONE {
            exit_now();
        }
    };
    // Without the handler only the statistics of an interrupted search are lost.
    let _ = ctrlc::set_handler(handler);
}

/// Returns the flag that Ctrl-C sets. The caller must poll it every few milliseconds.
pub fn cancel() -> Cancel {
    // A Ctrl-C before this has already ended the program.
    let _ = HANDLED_BY.compare_exchange(NO_ONE, COMMAND, Ordering::SeqCst, Ordering::SeqCst);
    flag()
}

/// Ends the program at once, as the second Ctrl-C does.
pub fn end_now() {
    if let Some(exit_now) = EXIT_NOW.get() {
        exit_now();
    }
}

/// Releases the flag: from now on Ctrl-C ends the program at once again. A flag that an error has raised stopped that
/// command only; the next one gets a new flag.
pub fn release() {
    let mut flag = lock();
    if flag.as_ref().and_then(Cancel::cancelled_by) == Some(CancelledBy::Error) {
        *flag = None;
    }
    let _ = HANDLED_BY.compare_exchange(COMMAND, NO_ONE, Ordering::SeqCst, Ordering::SeqCst);
}

/// Leaves Ctrl-C to the server, which has its own handler.
pub fn leave_to_server() {
    HANDLED_BY.store(SERVER, Ordering::SeqCst);
}

/// Returns whether the user has interrupted the command, before any error stopped it.
pub fn is_interrupted() -> bool {
    lock().as_ref().is_some_and(by_user)
}

/// Returns whether the user raised a flag.
pub fn by_user(cancel: &Cancel) -> bool {
    cancel.cancelled_by() == Some(CancelledBy::User)
}

fn flag() -> Cancel {
    lock().get_or_insert_with(new_flag).clone()
}

fn lock() -> MutexGuard<'static, Option<Cancel>> {
    CANCEL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates the flag. In debug builds, tests can have it set at its nth check.
#[cfg(debug_assertions)]
fn new_flag() -> Cancel {
    let number = std::env::var("TAQUIN_STOP_AFTER_CHECKS").ok().and_then(|text| text.parse().ok());
    number.map_or_else(Cancel::new, Cancel::after_checks)
}

#[cfg(not(debug_assertions))]
fn new_flag() -> Cancel {
    Cancel::new()
}
