//! One test binary.

mod budgets;
mod conformance;
mod edges;
mod generate;
mod golden;
mod graphs;
mod heuristics;
mod interrupts;
mod large;
mod moves;
mod oracle;
mod parse;
mod parse_any;
mod patterns;
mod spaces;
mod tables;
mod threads;
mod trace;
mod words;
