//! The command `taquin` as its users see it: every command, every format, every exit code, and
//! everything that can be done wrong.

mod courses;
mod documents;
mod examples;
mod experiments;
mod forged;
mod formats;
#[cfg(debug_assertions)]
mod interrupts;
mod json;
mod moves;
mod pdb;
mod pictures;
mod reproduce;
mod results;
mod run;
mod running;
mod server;
mod solve;
mod spaces;
mod streams;
mod wrong;
