//! One test binary.

#![allow(clippy::disallowed_methods)]

mod alone;
mod budgets;
mod conformance;
mod edges;
mod forged;
mod fuzz;
mod generate;
mod golden;
mod graphs;
mod heuristics;
mod interrupts;
mod large;
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

/// How much a test tries: `quick` in every run, `long` where `TAQUIN_LONG_TESTS=1` asks for all of it.
fn tries<T>(quick: T, long: T) -> T {
    let long_asked_for = std::env::var_os("TAQUIN_LONG_TESTS").is_some_and(|value| value == "1");
    if long_asked_for { long } else { quick }
}
