//! How the length of a solution is measured: in single tile moves or in slides.

/// What counts as one move.
///
/// ```
/// use taquin::{Metric, Mover, parse_moves};
/// assert_eq!(Metric::from_id("mtm"), Some(Metric::MultiTile));
/// assert_eq!(Metric::SingleTile.id(), "stm");
/// let moves = parse_moves("R3 D U", Mover::Blank)?;
/// assert_eq!((moves.length(Metric::SingleTile), moves.length(Metric::MultiTile)), (5, 3));
/// # Ok::<(), taquin::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Metric {
    /// Every tile that moves counts. This is the default everywhere.
    #[default]
    SingleTile,
    /// A straight run of the blank counts once: several tiles of a row are pushed together.
    MultiTile,
}

impl Metric {
    /// Both metrics, with their names and descriptions.
    pub const NAMED: [(&'static str, Metric, &'static str); 2] = [
        ("stm", Metric::SingleTile, "single tile moves: every tile that moves counts"),
        ("mtm", Metric::MultiTile, "multi tile moves: a straight run of the blank counts once"),
    ];

    /// Returns the metric with a name.
    pub fn from_id(id: &str) -> Option<Metric> {
        Metric::NAMED.into_iter().find(|(known, ..)| *known == id).map(|(_, metric, _)| metric)
    }

    /// Returns the name.
    pub fn id(self) -> &'static str {
        self.named().0
    }

    /// Returns a one-line description.
    pub fn doc(self) -> &'static str {
        self.named().2
    }

    fn named(self) -> (&'static str, Metric, &'static str) {
        let named = Metric::NAMED.into_iter().find(|entry| entry.1 == self);
        named.expect("the list is complete")
    }
}
