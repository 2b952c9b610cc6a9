//! `taquin serve` as its clients see it: every endpoint compared with the command line, invalid requests, and attacks.

mod answers;
mod client;
mod doors;
mod hostile;
mod jobs;
#[cfg(target_os = "linux")]
mod memory;
mod page;
mod schema;
