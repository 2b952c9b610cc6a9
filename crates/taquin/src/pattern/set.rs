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

/// The patterns of each partition of a goal, mapped by the symmetry for which their tables are built.
pub fn patterns(
    partitions: &Partitions,
    goal: &Board,
) -> Result<Vec<Vec<Pattern>>, PartitionError> {
    let symmetry = Symmetry::canonical(goal);
    let divided = partitions.blocks(goal, &symmetry)?;
    let pattern = |homes| Pattern::new(symmetry.size(), symmetry.blank(), homes);
    Ok(divided.into_iter().map(|blocks| blocks.into_iter().map(pattern).collect()).collect())
}

/// The tables of all patterns of some partitions of a goal: sums of each partition, the greatest of all sums. Their
/// memory is on the account of the budget that they were got with, until this is dropped.
#[derive(Debug)]
pub struct PatternSets {
    pub(crate) goal: Board,
    pub(crate) symmetry: Symmetry,
    pub(crate) sets: Vec<Vec<Arc<PatternTable>>>,
    /// How many positions all tables have together.
    pub entries: u64,
    /// The bytes of all tables.
    pub bytes: u64,
    /// Whether any of them was built just now.
    pub built: bool,
    /// How long it took to get them.
    pub time: Duration,
    /// What a person should know of how they were got.
    pub notices: Vec<StoreNotice>,
    _held: Vec<Held>,
}

/// Why there are no tables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// The partition does not fit the board.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// A table cannot be had.
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
    /// Gets every table from a store, which builds what it does not have.
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
            _held: Vec::new(),
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
                sets._held.push(found.held);
                got.insert(pattern, Arc::clone(&found.table));
                tables.push(found.table);
            }
            sets.sets.push(tables);
        }
        sets.time = clock.since(began);
        Ok(sets)
    }
}
