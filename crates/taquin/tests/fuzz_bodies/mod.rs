//! The bodies of the fuzz targets: each takes any bytes, must not panic, and says how much it has tried, so that a
//! test can tell that it tried something. The crate `fuzz/` and the tests of this crate include the same files.

mod follow_moves;
mod parse;
mod table_open;

pub use follow_moves::follow_moves;
pub use parse::parse;
pub use table_open::table_open;
