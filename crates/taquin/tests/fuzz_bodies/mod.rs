//! The bodies of the fuzz targets. Each takes arbitrary bytes, must not panic, and returns how much it tried, so that a
//! test can check that it tried something. The crate `fuzz/` and the tests of this crate include the same files.

mod follow_moves;
mod parse;
mod table_open;

pub use follow_moves::follow_moves;
pub use parse::parse;
pub use table_open::table_open;
