//! Pattern databases: exact distances of some tiles at a time, built once, looked up in every search.
//!
//! Take some of a goal's tiles, a *pattern*, and let the others all look alike. How many moves the pattern's
//! tiles need at least, not counting anybody else's, can be worked out for all their positions. Patterns that
//! share no tile count different moves, so their distances add up and never overestimate.
//!
//! The modules in the order in which data flows: a goal is mapped by its canonical `symmetry` and divided into patterns
//! by a `partition`. A position of a pattern is a class of `placements` and a `permutation`; a `retrograde` search
//! finds the distances of all positions, which a `table` stores in one bit each. A `store` has the tables, in this
//! process (`shared`) or in a `file` each, with a `header` that is checked before it is used, opened only if it is
//! `regular`, and with a `lock` against building one twice; an `audit` proves them. A `set` is all that a search
//! looks up.
//!
//! Korf and Felner's disjoint pattern databases (2002); that the blank's region is distinguished is Döbbelin,
//! Schütt and Reinefeld's (2013).

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
#[cfg(feature = "files")]
pub use networks::NetworkError;
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
