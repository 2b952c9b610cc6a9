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
