//! The integration tests, in a single binary.

#![allow(clippy::disallowed_methods)]

mod alone;
mod budgets;
mod conformance;
mod edges;
mod forged;
mod fuzz;
mod generate;
mod golden;
mod heuristics;
mod independent;
mod interrupts;
mod large;
mod lies;
mod moves;
mod near_optimal;
#[cfg(unix)]
mod obstacles;
mod oracle;
mod packings;
mod parse;
mod parse_any;
mod pasted;
mod patterns;
mod spaces;
mod stream;
mod tables;
mod telling;
mod threads;
mod trace;

/// Returns how much a test tries: `long` if `TAQUIN_LONG_TESTS=1` is set, else `quick`.
fn tries<T>(quick: T, long: T) -> T {
    let is_long = std::env::var_os("TAQUIN_LONG_TESTS").is_some_and(|value| value == "1");
    if is_long { long } else { quick }
}
