//! Ctrl-C. From the first instruction of `main` on it ends the program with an exit code of its own. A
//! command that has something to say or to clean up asks for the flag, which the first Ctrl-C raises from
//! then on; the second one ends the program at once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use taquin::Cancel;

/// Who deals with Ctrl-C.
static DEALS: AtomicU8 = AtomicU8::new(NOBODY);
const NOBODY: u8 = 0;
const COMMAND: u8 = 1;
const SERVER: u8 = 2;

static PRESSED: AtomicBool = AtomicBool::new(false);
static CANCEL: OnceLock<Cancel> = OnceLock::new();
static AT_ONCE: OnceLock<fn()> = OnceLock::new();

/// Deals with Ctrl-C from now on; `at_once` ends the program.
///
/// Where no handler can be set, Ctrl-C ends the program as the system does.
pub fn install(at_once: fn()) {
    let _ = AT_ONCE.set(at_once);
    let handler = move || {
        let deals = DEALS.load(Ordering::SeqCst);
        if deals == SERVER {
            return;
        }
        let again = PRESSED.swap(true, Ordering::SeqCst);
        flag().cancel();
        if again || deals == NOBODY {
            at_once();
        }
    };
    // Nothing is lost without the handler but the statistics.
    let _ = ctrlc::set_handler(handler);
}

/// The flag that Ctrl-C raises. Whoever asks for it looks at it every few milliseconds.
pub fn cancel() -> Cancel {
    // A Ctrl-C before this moment has ended the program.
    let _ = DEALS.compare_exchange(NOBODY, COMMAND, Ordering::SeqCst, Ordering::SeqCst);
    flag().clone()
}

/// Ends the program at once, as the second Ctrl-C does.
pub fn end_at_once() {
    if let Some(at_once) = AT_ONCE.get() {
        at_once();
    }
}

/// Whoever asked for the flag needs it no more: Ctrl-C ends the program at once again.
pub fn release() {
    let _ = DEALS.compare_exchange(COMMAND, NOBODY, Ordering::SeqCst, Ordering::SeqCst);
}

/// Leaves Ctrl-C to the server, which listens for it itself.
pub fn leave_to_server() {
    DEALS.store(SERVER, Ordering::SeqCst);
}

/// Whether Ctrl-C was pressed while it was not the server's.
pub fn was_pressed() -> bool {
    PRESSED.load(Ordering::SeqCst) || CANCEL.get().is_some_and(Cancel::is_cancelled)
}

fn flag() -> &'static Cancel {
    CANCEL.get_or_init(new_flag)
}

/// Debug builds let tests raise the flag at its check of a certain number.
#[cfg(debug_assertions)]
fn new_flag() -> Cancel {
    let number = std::env::var("TAQUIN_STOP_AFTER_CHECKS").ok().and_then(|text| text.parse().ok());
    number.map_or_else(Cancel::new, Cancel::after_checks)
}

#[cfg(not(debug_assertions))]
fn new_flag() -> Cancel {
    Cancel::new()
}
