//! What can be asked of taquin and what it answers, for every front end: a terminal, a server, a page, Python.
//!
//! In the order in which data flows:
//!
//! 1. [`quantities`] and [`quantile`]: amounts as people write and read them. [`settings`]: the options of a search as
//!    fields. [`remedy`]: what to do about an error or a notice.
//! 2. [`diagnostic`]: what is wrong, with its place in the text. [`files`]: files that are never half written.
//! 3. [`board_input`]: a board and where it came from. [`answer`]: what was asked of it and what came of it.
//!    [`played`]: moves played on a board. [`patterns`]: what is reported of pattern databases.
//! 4. [`json`]: answers as JSON, field by field.
//! 5. [`picture`]: drawings as shapes, and as SVG.
//! 6. [`results`]: rows of results read back, summed up and drawn.
//! 7. [`experiment`]: configurations x boards, run, resumed, shared out and merged. [`heuristic_check`]: a heuristic of
//!    the user's own, held against every board.
//! 8. [`game`]: the puzzle as a game: its rules, its boards, its scores. [`recording`]: a search that was written down, at
//!    any of its steps, and in words.
//! 9. [`error`], [`limits`] and [`request`]: what can be asked for, how much of it, and what is wrong with a request.
//! 10. [`progress`] and [`task`]: work that takes its time and the host that runs it. [`tasks`]: every kind of it.
//!
//! It never prints, never exits, starts no server and asks no terminal.

pub mod answer;
pub mod board_input;
pub mod diagnostic;
pub mod error;
pub mod experiment;
pub mod files;
pub mod game;
pub mod heuristic_check;
pub mod json;
pub mod limits;
#[cfg(feature = "files")]
pub mod patterns;
pub mod picture;
pub mod played;
pub mod progress;
pub mod quantile;
pub mod quantities;
pub mod recording;
pub mod remedy;
pub mod request;
pub mod results;
pub mod settings;
pub mod spelling;
pub mod task;
pub mod tasks;
