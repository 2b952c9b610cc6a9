//! Ctrl-C: the first asks the search to stop, which then reports what it has; a second one ends the
//! program at once.

use taquin::Cancel;

/// A flag that Ctrl-C raises; at the second Ctrl-C `at_once` is called, which should not return.
///
/// Where no handler can be set, Ctrl-C ends the program as usual.
pub fn on_ctrl_c(at_once: fn()) -> Cancel {
    let cancel = Cancel::new();
    let raised = cancel.clone();
    let handler = move || {
        if raised.is_cancelled() {
            at_once();
        }
        raised.cancel();
    };
    // Nothing is lost without the handler but the statistics.
    let _ = ctrlc::set_handler(handler);
    cancel
}
