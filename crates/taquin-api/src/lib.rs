//! The requests and answers of taquin, for every front end: a terminal, a server, a page, Python.
//!
//! In the order in which data flows:
//!
//! 1. [`quantities`] and [`quantile`]: amounts as people write and read them. [`settings`]: the options of a search as
//!    fields. [`remedy`]: how to fix an error or respond to a notice, and [`spelling`]: how a front end spells options.
//! 2. [`diagnostic`]: what is wrong and where in the text. [`files`]: files that are never half written. [`digest`]:
//!    whether a document was changed. [`as_text`]: values that documents write as text.
//! 3. [`board_input`]: a board and where it came from. [`answer`]: the answer for one board.
//!    [`played`]: moves played on a board. [`patterns`]: reports about pattern databases.
//! 4. [`json`]: answers as JSON, field by field.
//! 5. [`picture`]: drawings as shapes, and as SVG.
//! 6. [`results`]: rows of results, read back, verified, summarised and plotted.
//! 7. [`stream`]: work on several threads. [`experiment`]: configurations x boards, resumed, sharded and merged.
//!    [`heuristic_check`]: a user's own heuristic, checked against every board.
//! 8. [`game`]: the puzzle as a game: its rules, its boards, its scores. [`recording`]: a recorded search at any of its
//!    steps, and its narration.
//! 9. [`error`], [`limits`] and [`request`]: the requests, their limits and their errors.
//! 10. [`progress`] and [`task`]: long-running work and the host that runs it. [`tasks`]: one module for each task.
//!
//! It never prints, never exits, starts no server and reads no terminal.

pub mod answer;
pub mod as_text;
pub mod board_input;
pub mod diagnostic;
pub mod digest;
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
pub mod stream;
pub mod task;
pub mod tasks;
