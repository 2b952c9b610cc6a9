//! The puzzle as a game, for every front end that lets people play it: what can be done, how hard a board is, and
//! what a score is worth. Nothing here prints, keeps a file or knows the time: the host gives the date and keeps
//! the text of the scores.
//!
//! - [`rules`]: a game, its moves, undo, hints, and when it is over.
//! - [`difficulty`]: the boards to be played: at an exact distance, at the end of a random walk, of a day.
//! - [`best`]: the best solution that is known of a board, and the hint that comes of it.
//! - [`score`]: what is said at the end, which scores count, and how the best ones are kept.

pub mod best;
pub mod difficulty;
pub mod rules;
pub mod score;

pub use best::{Best, Hint, Shortest};
pub use difficulty::{Date, Difficulty, EXACT_CELLS, Level, SIZES};
pub use rules::{Game, Help};
pub use score::{Kept, Score, Scores, Verdict};
