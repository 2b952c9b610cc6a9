//! Fuzzes the incremental heuristics along arbitrary walks.

#![no_main]

#[path = "../../crates/taquin/tests/fuzz_bodies/follow_moves.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    body::follow_moves(data);
});
