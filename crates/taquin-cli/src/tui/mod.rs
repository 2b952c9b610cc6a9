//! Full-screen programs: a game ([`play`]) and a search to watch ([`watch`]).
//!
//! Each has a state, which handles keys, clicks and time and knows nothing about the terminal, and a view, which draws
//! the state and changes nothing. Only `screen` touches the terminal, and restores it however the program ends.

mod goal_rows;
mod grid;
mod output;
pub mod play;
mod score_file;
mod screen;
mod theme;
mod thinker;
mod track;
pub mod watch;
mod words;

pub use screen::{check_terminal, restore};
