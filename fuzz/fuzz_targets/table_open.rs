//! Fuzzes the reading of table files.

#![no_main]

#[path = "../../crates/taquin/tests/fuzz_bodies/table_open.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    body::table_open(data);
});
