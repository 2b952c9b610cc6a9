//! Ctrl-C. From the start of `main` on, it ends the program with its own exit code. A command that has something to
//! print or to clean up asks for the cancel flag: from then on the first Ctrl-C sets the flag, and the second one
//! ends the program at once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use taquin::Cancel;

/// Who handles Ctrl-C.
static HANDLED_BY: AtomicU8 = AtomicU8::new(NO_ONE);
const NO_ONE: u8 = 0;
const COMMAND: u8 = 1;
const SERVER: u8 = 2;

static PRESSED: AtomicBool = AtomicBool::new(false);
static CANCEL: OnceLock<Cancel> = OnceLock::new();
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
        flag().cancel();
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
    flag().clone()
}

/// Ends the program at once, as the second Ctrl-C does.
pub fn end_now() {
    if let Some(exit_now) = EXIT_NOW.get() {
        exit_now();
    }
}

/// Releases the flag: from now on Ctrl-C ends the program at once again.
pub fn release() {
    let _ = HANDLED_BY.compare_exchange(COMMAND, NO_ONE, Ordering::SeqCst, Ordering::SeqCst);
}

/// Leaves Ctrl-C to the server, which has its own handler.
pub fn leave_to_server() {
    HANDLED_BY.store(SERVER, Ordering::SeqCst);
}

/// Returns whether Ctrl-C was pressed, except while the server handled it.
pub fn was_pressed() -> bool {
    PRESSED.load(Ordering::SeqCst) || CANCEL.get().is_some_and(Cancel::is_cancelled)
}

fn flag() -> &'static Cancel {
    CANCEL.get_or_init(new_flag)
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
