//! One test binary.

mod budgets;
mod conformance;
mod edges;
mod golden;
mod graphs;
mod heuristics;
mod large;
mod parse;
mod trace;
