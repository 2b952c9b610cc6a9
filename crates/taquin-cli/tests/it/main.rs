//! The command `taquin` as its users see it: every command, every format, every exit code, and
//! everything that can be done wrong.

mod columns;
mod courses;
mod defaults;
mod documents;
mod edits;
mod examples;
mod experiments;
mod forged;
mod formats;
#[cfg(debug_assertions)]
mod interrupts;
mod json;
mod manual;
mod moves;
mod network;
mod pdb;
mod pictures;
mod reproduce;
mod results;
mod run;
mod running;
mod server;
mod solve;
mod spaces;
mod streams;
mod wrong;

/// Returns how much a test covers: `quick` by default, `long` with `TAQUIN_LONG_TESTS=1`.
fn tries<T>(quick: T, long: T) -> T {
    let long_asked_for = std::env::var_os("TAQUIN_LONG_TESTS").is_some_and(|value| value == "1");
    if long_asked_for { long } else { quick }
}
