//! The functions that the Web Worker provides to the module: the clock, messages to the page, and the user's heuristic.

use std::sync::Once;
use std::time::Duration;
use taquin::Board;
use taquin::search::Clock;

/// The kind of a message to the host.
#[derive(Clone, Copy)]
pub enum MessageKind {
    /// Progress of the running search.
    Progress = 0,
    /// The first part of the answer.
    Part = 1,
    /// The message of a panic; the module can no longer be used.
    Panic = 2,
}

#[cfg(target_family = "wasm")]
mod imports {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Returns the milliseconds since an arbitrary start.
        pub safe fn now() -> f64;
        /// Receives a message.
        #[link_name = "hear"]
        pub fn receive(kind: u32, at: *const u8, length: usize);
        /// Returns the estimate of the user's heuristic for a board.
        pub fn estimate(tiles: *const u16, length: usize) -> f64;
    }
}

/// Stubs, so that the module can be checked on other targets.
#[cfg(not(target_family = "wasm"))]
mod imports {
    pub fn now() -> f64 {
        0.0
    }
    pub unsafe fn receive(_kind: u32, _at: *const u8, _length: usize) {}
    pub unsafe fn estimate(_tiles: *const u16, _length: usize) -> f64 {
        0.0
    }
}

/// Returns the clock of the host.
pub fn clock() -> Clock {
    Clock::provided_by(|| Duration::from_secs_f64(imports::now().max(0.0) / 1000.0))
}

/// Sends a message to the host.
pub fn send(kind: MessageKind, text: &str) {
    // SAFETY: the text outlives the call, and the host only reads it.
    unsafe { imports::receive(kind as u32, text.as_ptr(), text.len()) }
}

/// Returns the estimate of the user's heuristic for a board.
pub fn estimate(board: &Board) -> f64 {
    let tiles = board.tiles();
    // SAFETY: the tiles outlive the call, and the host only reads them.
    unsafe { imports::estimate(tiles.as_ptr(), tiles.len()) }
}

/// Installs a panic hook that sends the panic message to the host.
pub fn report_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|info| send(MessageKind::Panic, &info.to_string())));
    });
}
