//! Every published figure that this library reproduces, and the check that it does: the five write-ups it combines (A
//! to E), a course at Columbia, the layers of small spaces, and Korf's node counts.
//!
//! The figures are data, in the files of `crates/taquin/figures/`, embedded here. A [`Figure`] is one search with its
//! expected results; [`Figure::check`] runs it and compares the published values with the measured ones, in one [`Row`]
//! for each number.
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

/// The sources of the figures, in order, and what each is about.
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

/// The number of Korf's hundred boards, easiest first, that are checked by default.
pub const KORF_DEFAULT: usize = 24;

/// The number of boards of the largest space that is checked by default: it includes 3x3 and 2x5.
pub const BOARDS_DEFAULT: u64 = 2_000_000;

/// Returns all figures, but only the easiest of Korf's boards and only small spaces. Checking them takes a few seconds.
pub fn default_set() -> Vec<Figure> {
    data::figures(KORF_DEFAULT, BOARDS_DEFAULT)
}

/// Returns all figures, with all of Korf's boards. Checking them takes minutes, as those boards take 36 thousand
/// million nodes.
pub fn all() -> Vec<Figure> {
    data::figures(usize::MAX, u64::MAX)
}

/// Returns Korf's hundred boards, in his order.
///
/// ```
/// let hundred = taquin::figures::korf_boards();
/// assert_eq!(hundred.len(), 100);
/// assert_eq!(hundred.iter().map(|korf| korf.length).sum::<u64>(), 5305);
/// ```
pub fn korf_boards() -> Vec<KorfBoard> {
    data::korf_boards()
}
