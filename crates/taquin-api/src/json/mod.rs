//! The JSON of answers, field by field. Within one schema version fields are only added, never renamed or removed.
//!
//! `solved` is the answer for a board, `steps` and `letters` its path and its moves; `checked`, `generated`, `moves`,
//! `networks`, `patterns` and `space` are the objects of other commands; `catalogue` lists everything that can be
//! chosen.

mod catalogue;
mod checked;
mod common;
mod generated;
mod letters;
mod moves;
mod networks;
#[cfg(feature = "files")]
mod patterns;
mod solved;
mod space;
mod steps;

pub use catalogue::Catalogue;
pub use checked::Checked;
pub use common::{
    OTHER_VERSION, SCHEMA_VERSION, TOOL_VERSION, WrongBoard, of_other_version, other_version,
    write_line,
};
pub use generated::{Generated, GeneratedJson};
pub use moves::{ApplyJson, GapJson, MovesJson, VerifyJson};
pub use networks::NetworkDocument;
#[cfg(feature = "files")]
pub use patterns::{PartitionDocument, TableDocument};
pub use solved::{RequestedSearch, RunOutcome, Solved};
pub use space::{CheckedSpace, SpaceDocument};
pub use steps::{Step, Steps};
