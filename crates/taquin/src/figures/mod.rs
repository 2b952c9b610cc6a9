//! Every published figure that this library reproduces, and the proof that it does: the five write-ups
//! it unites (A to E), a course of Columbia's, the layers of small spaces, and Korf's node counts.
//!
//! The figures are data, in the files of `crates/taquin/figures/`, embedded here. A [`Figure`] is one
//! search with what is known of its outcome; [`Figure::check`] runs it and sets what was published
//! against what came out, in one [`Row`] for each number.
//!
//! ```
//! use taquin::{Cancel, figures::{self, Verdict}};
//! let figures = figures::default_set();
//! let figure = figures.iter().find(|figure| figure.source == "D").expect("there are five of D");
//! for row in figure.check(&Cancel::new())? {
//!     assert_eq!(row.quantity, "explored");
//!     assert_eq!(row.published.as_deref(), Some("80229"));
//!     assert_eq!((row.ours.as_str(), row.verdict), ("80229", Verdict::Exact));
//! }
//! # Ok::<(), taquin::Stop>(())
//! ```

mod data;
mod figure;
mod quantity;

pub use crate::table::{KnownLayers, known_layers};
pub use figure::{Band, Figure, KorfBoard, Row, Verdict};

/// Where figures were published, in order, and what each is about.
pub const SOURCES: [(&str, &str); 8] = [
    ("A", "depth-first and breadth-first search, chosen at run time"),
    ("B", "breadth-first, depth-first and A* search with two heuristics, in a window"),
    ("C", "depth-first, breadth-first and A* search, compared"),
    ("D", "from a crash to a good search"),
    ("E", "breadth-first, depth-first and Dijkstra's search, with a cost per move"),
    ("Columbia", "a course's breadth-first and depth-first search (CSMM.101x)"),
    ("layers", "how many boards lie at each distance from a goal (OEIS)"),
    ("Korf", "IDA* on a hundred 15-puzzles, 1985"),
];

/// How many of Korf's hundred boards, the easiest first, are checked unless all are asked for.
pub const KORF_DEFAULT: usize = 24;

/// How many boards a space may have that is counted unless all are asked for: 3x3 and 2x5 may.
pub const BOARDS_DEFAULT: u64 = 2_000_000;

/// Every figure, of Korf's boards the easiest and of spaces the small ones only: a few seconds.
pub fn default_set() -> Vec<Figure> {
    data::figures(KORF_DEFAULT, BOARDS_DEFAULT)
}

/// Every figure, all of Korf's boards among them: minutes, as those take 36 thousand million nodes.
pub fn all() -> Vec<Figure> {
    data::figures(usize::MAX, u64::MAX)
}

/// Korf's hundred boards, in his order.
///
/// ```
/// let hundred = taquin::figures::korf_boards();
/// assert_eq!(hundred.len(), 100);
/// assert_eq!(hundred.iter().map(|korf| korf.length).sum::<u64>(), 5305);
/// ```
pub fn korf_boards() -> Vec<KorfBoard> {
    data::korf_boards()
}
