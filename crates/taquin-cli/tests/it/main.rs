//! The command `taquin` as its users see it: every command, every format, every exit code, and
//! everything that can be done wrong.

mod documents;
mod experiments;
mod formats;
mod json;
mod reproduce;
mod results;
mod run;
mod running;
mod solve;
mod wrong;
