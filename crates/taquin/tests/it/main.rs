//! One test binary.

mod heuristics;
mod parse;
