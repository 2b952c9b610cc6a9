//! The tables of all patterns of some partitions of one goal: everything that a search looks up.

use super::partition::{PartitionError, Partitions};
use super::symmetry::Symmetry;
use super::table::{Pattern, PatternTable};
use crate::board::Board;
use std::sync::Arc;

/// Returns the patterns of each partition of a goal, mapped by the symmetry for which their tables are built.
pub fn patterns(
    partitions: &Partitions,
    goal: &Board,
) -> Result<Vec<Vec<Pattern>>, PartitionError> {
    let symmetry = Symmetry::canonical(goal);
    let divided = partitions.blocks(goal, &symmetry)?;
    let pattern = |homes| Pattern::new(symmetry.size(), symmetry.blank(), homes);
    Ok(divided.into_iter().map(|blocks| blocks.into_iter().map(pattern).collect()).collect())
}

/// The tables of all patterns of some partitions of a goal. The estimate is the sum over the tables of a partition, and
/// the maximum over all partitions.
#[derive(Debug)]
pub struct PatternSets {
    pub(crate) goal: Board,
    pub(crate) symmetry: Symmetry,
    pub(crate) sets: Vec<Vec<Arc<PatternTable>>>,
}

impl PatternSets {
    /// Returns the tables of the [`patterns`] of a goal, partition by partition.
    pub(crate) fn new(goal: &Board, sets: Vec<Vec<Arc<PatternTable>>>) -> PatternSets {
        PatternSets { goal: goal.clone(), symmetry: Symmetry::canonical(goal), sets }
    }

    /// Returns the number of positions in all tables.
    pub fn entries(&self) -> u64 {
        self.sets.iter().flatten().map(|table| table.pattern().needs().positions).sum()
    }
}
