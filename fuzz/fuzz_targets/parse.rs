//! Fuzzes the parsers of boards, goals and moves.

#![no_main]

#[path = "../../crates/taquin/tests/fuzz_bodies/parse.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    body::parse(data);
});
