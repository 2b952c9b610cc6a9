//! The tables of all patterns of some partitions of one goal.

use super::building::{Building, Origin, StoreError, StoreNotice};
use super::partition::{PartitionError, Partitions};
use super::store::Store;
use super::symmetry::Symmetry;
use super::table::{Pattern, PatternTable};
use crate::board::Board;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use taquin_search::Held;

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
/// the maximum over all partitions. Their memory counts towards the budget that they were loaded with, until this is
/// dropped.
#[derive(Debug)]
pub struct PatternSets {
    pub(crate) goal: Board,
    pub(crate) symmetry: Symmetry,
    pub(crate) sets: Vec<Vec<Arc<PatternTable>>>,
    /// The number of positions in all tables.
    pub entries: u64,
    /// The size of all tables in bytes.
    pub bytes: u64,
    /// Whether any of them had to be built.
    pub built: bool,
    /// How long it took to get them.
    pub time: Duration,
    /// Problems that the user should know about.
    pub notices: Vec<StoreNotice>,
    _memory: Vec<Held>,
}

/// Why there are no tables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// The partition does not fit the board.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// A table could not be loaded or built.
    #[error(transparent)]
    Store(#[from] StoreError),
}

codes! {
    PatternError {}
    within {
        PatternError::Partition(ref error) => error.code(),
        PatternError::Store(ref error) => error.code(),
    }
}

impl PatternSets {
    /// Gets every table from a store, which builds those it does not have.
    pub fn get(
        partitions: &Partitions,
        goal: &Board,
        store: &Store,
        building: Building<'_>,
    ) -> Result<PatternSets, PatternError> {
        let clock = building.budget.clock();
        let began = clock.now();
        let mut sets = PatternSets {
            goal: goal.clone(),
            symmetry: Symmetry::canonical(goal),
            sets: Vec::new(),
            entries: 0,
            bytes: 0,
            built: false,
            time: Duration::ZERO,
            notices: Vec::new(),
            _memory: Vec::new(),
        };
        let divided = patterns(partitions, goal)?;
        let each: HashSet<Pattern> = divided.iter().flatten().copied().collect();
        sets.bytes = each.iter().map(|pattern| pattern.needs().table_bytes).sum();
        let allowed = building.budget.bytes_left();
        if sets.bytes > allowed {
            let what = format!("the pattern database {partitions}");
            return Err(StoreError::TooLittleMemory { what, needed: sets.bytes, allowed }.into());
        }
        let mut got: HashMap<Pattern, Arc<PatternTable>> = HashMap::new();
        for partition in divided {
            let mut tables = Vec::new();
            for pattern in partition {
                sets.entries += pattern.needs().positions;
                if let Some(table) = got.get(&pattern) {
                    tables.push(Arc::clone(table));
                    continue;
                }
                let found = store.table(pattern, building)?;
                sets.built |= found.origin == Origin::Built;
                sets.notices.extend(found.notices);
                sets._memory.push(found.memory);
                got.insert(pattern, Arc::clone(&found.table));
                tables.push(found.table);
            }
            sets.sets.push(tables);
        }
        sets.time = clock.since(began);
        Ok(sets)
    }
}
