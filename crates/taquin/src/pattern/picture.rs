//! The patterns of a goal for display: by cell of the goal itself, not of the symmetric goal that tables use.

use super::partition::{PartitionError, Partitions};
use super::symmetry::Symmetry;
use crate::board::Board;

/// Returns, for each partition and by cell of the goal, the index of the pattern whose tile belongs there, in the order
/// of [`patterns`](super::patterns); `None` for the blank.
///
/// ```
/// use taquin::pattern::pictures;
/// use taquin::{Board, Size};
/// let goal = Board::classic(Size::new(2, 3)?);
/// let picture = &pictures(&"aab/bb.".parse()?, &goal)?[0];
/// assert_eq!(picture[..], [Some(0), Some(0), Some(1), Some(1), Some(1), None]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pictures(
    partitions: &Partitions,
    goal: &Board,
) -> Result<Vec<Vec<Option<usize>>>, PartitionError> {
    let symmetry = Symmetry::canonical(goal);
    let divided = partitions.blocks(goal, &symmetry)?;
    let drawn = |blocks: Vec<u32>| {
        let block_at = |cell| blocks.iter().position(|block| block >> symmetry.cell(cell) & 1 != 0);
        (0..goal.size().cells()).map(block_at).collect()
    };
    Ok(divided.into_iter().map(drawn).collect())
}
