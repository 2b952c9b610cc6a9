//! The puzzle as a game, for every front end that people play in: the rules, the difficulty of boards, and the scores.
//! Nothing here prints, writes files or reads the clock: the host supplies the date and stores the scores as text.
//!
//! - [`rules`]: a game, its moves, undo, hints, and when it ends.
//! - [`difficulty`]: the boards to play: at an exact distance, at the end of a random walk, of a day.
//! - [`best`]: the best known solution of a board, and the hint that it gives.
//! - [`score`]: the verdict at the end, which scores count, and how the best ones are stored.

pub mod best;
pub mod difficulty;
pub mod rules;
pub mod score;

pub use best::{Best, Hint, Shortest};
pub use difficulty::{Date, Difficulty, EXACT_CELLS, Level, SIZES};
pub use rules::{Game, Help};
pub use score::{Score, ScoreOutcome, Scores, SkippedScores, Verdict};
