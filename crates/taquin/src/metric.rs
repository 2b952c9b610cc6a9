//! How the length of a solution is counted: tile by tile, or slide by slide.

/// What counts as one move.
///
/// ```
/// use taquin::Metric;
/// assert_eq!(Metric::from_id("mtm"), Some(Metric::MultiTile));
/// assert_eq!(Metric::SingleTile.id(), "stm");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Metric {
    /// The move of a single tile, as everywhere unless said otherwise.
    #[default]
    SingleTile,
    /// The slide of any number of tiles in one row or column: a straight run of the blank.
    MultiTile,
}

impl Metric {
    /// Every metric with its id and one line about it.
    pub const LIST: [(Metric, &'static str, &'static str); 2] = [
        (Metric::SingleTile, "stm", "each tile that moves counts as one move"),
        (
            Metric::MultiTile,
            "mtm",
            "tiles that slide together, a straight run of the blank, count as one",
        ),
    ];

    /// The metric of an id.
    pub fn from_id(id: &str) -> Option<Metric> {
        Metric::LIST.into_iter().find(|(_, known, _)| *known == id).map(|(metric, ..)| metric)
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        Metric::LIST.into_iter().find(|(metric, ..)| *metric == self).map_or("", |(_, id, _)| id)
    }
}
