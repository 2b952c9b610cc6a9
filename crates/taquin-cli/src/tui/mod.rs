//! Programs on the whole terminal: a game ([`play`]) and a search to be watched ([`watch`]).
//!
//! Each has its state, which takes keys, clicks and time and knows no terminal, and its drawing, which makes a screen of the
//! state and changes nothing. `screen` alone touches the terminal, and gives it back however the program ends.

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
