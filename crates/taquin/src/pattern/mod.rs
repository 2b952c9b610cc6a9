//! Pattern databases: exact distances of some tiles at a time, built once, looked up in every search.
//!
//! Take some of a goal's tiles, a *pattern*, and treat all other tiles as indistinguishable. The fewest moves of the
//! pattern's tiles, ignoring moves of the others, can be computed for every position they may be in. Patterns that
//! share no tile count different moves, so their distances can be added, and the sum never overestimates.
//!
//! The modules, in the order in which data flows: a goal is mapped by its canonical `symmetry` and divided into
//! patterns by a `partition`. A position of a pattern is a class of `placements` and a `permutation`; a `retrograde`
//! search finds the distances of all positions, which a `table` stores in one bit each. An `audit` verifies tables. A
//! `set` contains everything that a search looks up. Tables are kept by the [`store`](crate::store).
//!
//! Disjoint pattern databases are due to Korf and Felner (2002), distinguishing the blank's region to Döbbelin,
//! Schütt and Reinefeld (2013).

mod audit;
pub(crate) mod ida;
mod partition;
mod permutation;
mod picture;
mod placements;
mod retrograde;
mod set;
mod symmetry;
mod table;

pub use audit::{Audit, AuditError, audit};
pub use ida::{DividedSearch, Subtrees};
pub use partition::{MAX_PATTERNS, PartitionError, Partitions};
pub(crate) use permutation::rank_delta;
pub use picture::pictures;
pub use placements::{MAX_CELLS, MAX_TILES};
pub(crate) use placements::{PlacementLists, Placements};
pub use retrograde::BuildProgress;
pub use set::{PatternSets, patterns};
pub(crate) use symmetry::Symmetry;
pub use table::{Needs, Pattern, PatternTable};
