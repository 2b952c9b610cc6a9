//! Any bytes as the file of a table.

#![no_main]

#[path = "../../crates/taquin/tests/fuzz_bodies/table_open.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    body::table_open(data);
});
