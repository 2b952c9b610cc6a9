//! Pattern databases: exact distances of some tiles at a time, built once, looked up in every search.
//!
//! Take some of a goal's tiles, a *pattern*, and treat all other tiles as indistinguishable. The fewest moves of the
//! pattern's tiles, ignoring moves of the others, can be computed for every position they may be in. Patterns that
//! share no tile count different moves, so their distances can be added, and the sum never overestimates.
//!
//! The modules, in the order in which data flows: a goal is mapped by its canonical `symmetry` and divided into
//! patterns by a `partition`. A position of a pattern is a class of `placements` and a `permutation`; a `retrograde`
//! search finds the distances of all positions, which a `table` stores in one bit each. A `store` provides the
//! tables, from this process (`shared`) or from one `file` each. A file is opened only if it is `regular`, its
//! `header` is checked before use, and a `lock` prevents building a table twice. An `audit` verifies tables. A `set`
//! contains everything that a search looks up.
//!
//! Disjoint pattern databases are due to Korf and Felner (2002), distinguishing the blank's region to Döbbelin,
//! Schütt and Reinefeld (2013).

mod audit;
mod building;
#[cfg(feature = "files")]
mod checksums;
#[cfg(feature = "files")]
mod fault;
#[cfg(feature = "files")]
mod file;
#[cfg(feature = "files")]
mod folder;
#[cfg(feature = "files")]
mod header;
pub(crate) mod ida;
#[cfg(feature = "files")]
mod lock;
mod networks;
mod partition;
mod permutation;
mod picture;
mod placements;
#[cfg(feature = "files")]
mod regular;
mod retrograde;
mod set;
mod shared;
mod store;
mod symmetry;
mod table;

pub use audit::{Audit, AuditError, audit};
pub use building::{Building, LoadedTable, Origin, StoreError, StoreNotice};
#[cfg(feature = "files")]
pub use fault::{FileError, FileFault};
#[cfg(feature = "files")]
pub use folder::StoredTable;
pub use ida::{DividedSearch, Subtrees};
pub(crate) use networks::FoundNetwork;
#[cfg(feature = "files")]
pub use networks::{NetworkError, StoredNetwork};
pub use partition::{MAX_PATTERNS, PartitionError, Partitions};
pub(crate) use permutation::rank_delta;
pub use picture::pictures;
pub use placements::{MAX_CELLS, MAX_TILES};
pub(crate) use placements::{PlacementLists, Placements};
#[cfg(feature = "files")]
pub use regular::PathKind;
pub use retrograde::BuildProgress;
pub use set::{PatternError, PatternSets, patterns};
pub use store::Store;
pub(crate) use symmetry::Symmetry;
pub use table::{Needs, Pattern, PatternTable};
