//! What the worker that runs the module provides: the time, ears for progress, and the user's own heuristic.

use std::sync::Once;
use std::time::Duration;
use taquin::Board;
use taquin::search::Clock;

/// What a piece of text is that the host hears while a search runs.
#[derive(Clone, Copy)]
pub enum Heard {
    /// How far it is.
    Progress = 0,
    /// The first part of the answer.
    Part = 1,
    /// Why the module broke down; it can no longer be used.
    Breakdown = 2,
}

#[cfg(target_family = "wasm")]
mod imports {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds since some beginning.
        pub safe fn now() -> f64;
        /// Takes a piece of text.
        pub fn hear(kind: u32, at: *const u8, length: usize);
        /// What the user's heuristic says of a board.
        pub fn estimate(tiles: *const u16, length: usize) -> f64;
    }
}

/// Stand-ins where the module is tested without a page.
#[cfg(not(target_family = "wasm"))]
mod imports {
    pub fn now() -> f64 {
        0.0
    }
    pub unsafe fn hear(_kind: u32, _at: *const u8, _length: usize) {}
    pub unsafe fn estimate(_tiles: *const u16, _length: usize) -> f64 {
        0.0
    }
}

/// The host's clock.
pub fn clock() -> Clock {
    Clock::provided_by(|| Duration::from_secs_f64(imports::now().max(0.0) / 1000.0))
}

/// Lets the host hear a piece of text.
pub fn tell(what: Heard, text: &str) {
    // SAFETY: the text outlives the call, and the host only reads it.
    unsafe { imports::hear(what as u32, text.as_ptr(), text.len()) }
}

/// What the user's heuristic says of a board.
pub fn estimate(board: &Board) -> f64 {
    let tiles = board.tiles();
    // SAFETY: the tiles outlive the call, and the host only reads them.
    unsafe { imports::estimate(tiles.as_ptr(), tiles.len()) }
}

/// Tells the host why the module broke down, if it does.
pub fn report_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|info| tell(Heard::Breakdown, &info.to_string())));
    });
}
