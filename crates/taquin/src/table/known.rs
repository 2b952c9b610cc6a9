//! Known results about whole spaces, from the same file as the figures: the number of boards at each distance from a
//! goal.
//!
//! Counts depend only on the goal's size and the cell of its blank, as tiles can be renumbered; and mirrored or
//! transposed boards have the same counts.

use crate::board::{Board, Size};
use crate::metric::Metric;

const LAYERS: &str = include_str!("../../figures/layers.tsv");

/// The known number of boards at each distance from a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownLayers {
    /// The OEIS sequence that publishes it, such as `A089473`; `None` for our own count.
    pub published: Option<&'static str>,
    /// The number of boards at each distance, from 0 on.
    pub counts: Vec<u64>,
}

/// Returns the known distances of all boards from a goal, if any.
///
/// ```
/// use taquin::{Board, Metric, Size, figures::known_layers};
/// let fifteen = known_layers(&Board::zero_first(Size::new(4, 4)?), Metric::SingleTile);
/// let known = fifteen.expect("it took others a month");
/// assert_eq!((known.published, known.counts.len()), (Some("A089484"), 81));
/// assert_eq!(known.counts.last(), Some(&17));
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub fn known_layers(goal: &Board, metric: Metric) -> Option<KnownLayers> {
    let wanted = (place(goal.size(), goal.blank()), metric);
    let mut rows = layers_rows();
    let row = rows.find(|row| (place(row.size, row.blank), row.metric) == wanted)?;
    let LayersRow { published, counts, .. } = row;
    Some(KnownLayers { published, counts: numbers(counts) })
}

/// A line of `layers.tsv`.
pub(crate) struct LayersRow {
    pub(crate) size: Size,
    /// The cell of the goal's blank.
    pub(crate) blank: usize,
    pub(crate) metric: Metric,
    /// The OEIS sequence, if there is one.
    pub(crate) published: Option<&'static str>,
    /// The number of boards at each distance from 0 on, separated by spaces.
    pub(crate) counts: &'static str,
}

/// Returns the lines of `layers.tsv`.
pub(crate) fn layers_rows() -> impl Iterator<Item = LayersRow> {
    records(LAYERS).map(|[size, blank, metric, origin, counts]| LayersRow {
        size: size.parse().unwrap_or_else(|_| malformed(size)),
        blank: number(blank) as usize,
        metric: Metric::from_id(metric).unwrap_or_else(|| malformed(metric)),
        published: Some(origin).filter(|&origin| origin != "*"),
        counts,
    })
}

/// Parses numbers separated by spaces.
pub(crate) fn numbers(text: &str) -> Vec<u64> {
    text.split(' ').map(number).collect()
}

/// Returns the lines of a file that are not comments, split at tabs.
pub(crate) fn records<const COLUMNS: usize>(
    text: &'static str,
) -> impl Iterator<Item = [&'static str; COLUMNS]> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        fields.try_into().unwrap_or_else(|_| malformed(line))
    })
}

pub(crate) fn malformed(what: &str) -> ! {
    panic!("a figure is not well written: {what}")
}

pub(crate) fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| malformed(text))
}

/// Normalises a size and a cell, so that all symmetric ones are equal: shorter side first, and the cell as far from the
/// first as possible.
fn place(size: Size, cell: usize) -> [[usize; 2]; 2] {
    let along = |length: usize, at: usize| [length, at.max(length - 1 - at)];
    let mut sides = [along(size.rows(), size.row(cell)), along(size.cols(), size.col(cell))];
    sides.sort_unstable();
    sides
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(size: &str, blank: usize, metric: Metric) -> Option<(Option<&'static str>, u64)> {
        let size: Size = size.parse().expect("a size");
        let classic = Board::classic(size);
        let goal = classic.swapped(blank, classic.blank());
        known_layers(&goal, metric).map(|known| (known.published, known.counts[1]))
    }

    #[test]
    fn mirrors_change_nothing() {
        for corner in [0, 2, 6, 8] {
            assert_eq!(known("3x3", corner, Metric::SingleTile), Some((Some("A089473"), 2)));
        }
        for edge in [1, 3, 5, 7] {
            assert_eq!(known("3x3", edge, Metric::SingleTile), Some((Some("A089483"), 3)));
        }
        assert_eq!(known("3x3", 4, Metric::SingleTile), Some((Some("A089474"), 4)));
        assert_eq!(known("4x3", 0, Metric::SingleTile), Some((Some("A090166"), 2)));
        assert_eq!(known("6x2", 1, Metric::MultiTile), Some((None, 6)));
        // The blank in the middle of a long side, identified by three moves instead of two.
        assert_eq!(known("5x2", 4, Metric::SingleTile), Some((None, 3)));
        assert_eq!(known("3x4", 1, Metric::SingleTile), None);
        assert_eq!(known("5x5", 24, Metric::SingleTile), None);
    }
}
