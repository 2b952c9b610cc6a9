//! Getting the tables of all patterns of some partitions of a goal.

use super::Store;
use super::building::{Building, Origin, StoreError, StoreNotice};
use crate::board::Board;
use crate::pattern::{PartitionError, Partitions, Pattern, PatternSets, PatternTable, patterns};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use taquin_search::Held;

/// The tables of some partitions of a goal, and how they were got. Their memory counts towards the budget that they
/// were loaded with, until this is dropped.
#[derive(Debug)]
pub struct LoadedSets {
    /// The tables.
    pub sets: PatternSets,
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

impl Store {
    /// Returns the tables of all patterns of some partitions of a goal, and builds those that it does not have.
    pub fn pattern_sets(
        &self,
        partitions: &Partitions,
        goal: &Board,
        building: Building<'_>,
    ) -> Result<LoadedSets, PatternError> {
        let clock = building.budget.clock();
        let began = clock.now();
        let divided = patterns(partitions, goal)?;
        let each: HashSet<Pattern> = divided.iter().flatten().copied().collect();
        let needed = each.iter().map(|pattern| pattern.needs().table_bytes).sum();
        let allowed = building.budget.bytes_left();
        if needed > allowed {
            let what = format!("the pattern database {partitions}");
            return Err(StoreError::TooLittleMemory { what, needed, allowed }.into());
        }
        let (mut built, mut notices, mut memory) = (false, Vec::new(), Vec::new());
        let mut loaded: HashMap<Pattern, Arc<PatternTable>> = HashMap::new();
        let mut table = |pattern| -> Result<_, StoreError> {
            if let Some(table) = loaded.get(&pattern) {
                return Ok(Arc::clone(table));
            }
            let found = self.table(pattern, building)?;
            built |= found.origin == Origin::Built;
            notices.extend(found.notices);
            memory.push(found.memory);
            loaded.insert(pattern, Arc::clone(&found.table));
            Ok(found.table)
        };
        let partitions = divided.into_iter().map(|set| set.into_iter().map(&mut table).collect());
        let sets = PatternSets::new(goal, partitions.collect::<Result<_, _>>()?);
        Ok(LoadedSets { sets, built, time: clock.since(began), notices, _memory: memory })
    }
}
