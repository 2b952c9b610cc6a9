//! One test binary.

mod budgets;
mod conformance;
mod edges;
mod generate;
mod golden;
mod graphs;
mod heuristics;
mod large;
mod moves;
mod parse;
mod parse_any;
mod patterns;
mod spaces;
mod stream;
mod tables;
mod threads;
mod trace;
