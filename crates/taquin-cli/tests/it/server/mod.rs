//! `taquin serve` as its clients see it: every endpoint against the command line, everything that can be asked
//! wrongly, and everything that somebody may do to it.

mod answers;
mod client;
mod hostile;
mod jobs;
#[cfg(target_os = "linux")]
mod memory;
mod page;
mod schema;
